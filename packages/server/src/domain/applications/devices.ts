import { randomBytes, randomInt } from 'node:crypto'
import { ApiError } from '@guildhall/protocol'
import { type Selectable, sql } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { hashToken } from '../access/caller.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { accept } from './acceptance.ts'
import { type ApplicationRow, getApplication } from './applications.ts'
import { hold } from './authorizations.ts'
import type { Granted } from './codes.ts'
import { issuePair } from './tokens.ts'

export type DeviceRow = Selectable<Tables['device_codes']>

const LIFETIME_SECONDS = 300
/** Seconds between two polls, and how much longer they become when a device does not keep to them (RFC 8628 §3.5). */
const INTERVAL_SECONDS = 5
/** Networks are not punctual: so much too early is in time. */
const EARLY_MS = 1000
/** How long a device still hears that its code has expired. */
const REMEMBERED_MS = 600_000
/** No vowels, so that no words come out, and nothing that looks like something else (RFC 8628 §6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_LENGTH = 8
const MOST_USER_AGENT = 256

export interface NewDevice {
	applicationId: string
	scopes: readonly string[]
	/** Where the device asked from, and what it says it is: shown to the person, who may be deceived about both. */
	address: string
	userAgent: string
}

export interface DeviceCode {
	deviceCode: string
	/** As people read it: two groups of four. */
	userCode: string
	expiresInSeconds: number
	intervalSeconds: number
}

/** Gives a device a secret of its own, and a code that its person types elsewhere. */
export async function createDeviceCode(tx: Transaction, device: NewDevice): Promise<DeviceCode> {
	const deviceCode = randomBytes(32).toString('base64url')
	const now = tx.now()
	const row = {
		hash: hashToken(deviceCode),
		application_id: device.applicationId,
		scopes: JSON.stringify(device.scopes),
		state: 'pending',
		user_id: null,
		authorization_id: null,
		auth_time: null,
		interval_seconds: INTERVAL_SECONDS,
		next_poll_at: now,
		address: device.address,
		user_agent: device.userAgent.slice(0, MOST_USER_AGENT),
		created_at: now,
		expires_at: now + LIFETIME_SECONDS * 1000,
	}
	for (;;) {
		const user_code = newUserCode()
		const { numInsertedOrUpdatedRows } = await tx.db
			.insertInto('device_codes')
			.values({ ...row, user_code })
			.onConflict((conflict) => conflict.column('user_code').doNothing())
			.executeTakeFirstOrThrow()
		if (!numInsertedOrUpdatedRows) continue
		return {
			deviceCode,
			userCode: shownUserCode(user_code),
			expiresInSeconds: LIFETIME_SECONDS,
			intervalSeconds: INTERVAL_SECONDS,
		}
	}
}

const newUserCode = (): string => Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** What was typed, as it is kept: without case, hyphens and blanks. */
function readUserCode(typed: string): string {
	return typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
}

/** A user code as people read it. */
export function shownUserCode(userCode: string): string {
	return userCode.length <= CODE_LENGTH / 2 ? userCode : `${userCode.slice(0, 4)}-${userCode.slice(4)}`
}

/**
 * Finds the device that waits under this code, and remembers who asked: only they may decide, and so nobody who did not
 * type the code. Undefined where none waits.
 */
export function claimDevice(tx: Transaction, userCode: string, userId: string): Promise<DeviceRow | undefined> {
	return tx.db
		.updateTable('device_codes')
		.set({ user_id: userId })
		.where('user_code', '=', readUserCode(userCode))
		.where('state', '=', 'pending')
		.where('expires_at', '>', tx.now())
		.returningAll()
		.executeTakeFirst()
}

export interface DeviceDecision {
	userCode: string
	user: UserRow
	/** When they last proved who they are. */
	authTime: number
	isGranted: boolean
}

/**
 * Keeps what a person decided about a device whose code they typed, once; whose device it is.
 * @throws VerifyAccount for an account whose mail address is not confirmed; InvalidState where no device waits for them
 */
export async function decideDevice(tx: Transaction, decision: DeviceDecision): Promise<ApplicationRow> {
	const { user, authTime, isGranted } = decision
	if (isGranted && !user.is_verified) throw new ApiError('VerifyAccount')
	const userCode = readUserCode(decision.userCode)
	const seen = await tx.db.selectFrom('device_codes').selectAll().where('user_code', '=', userCode).executeTakeFirst()
	if (!seen || !waitsFor(seen, user.id, tx.now())) throw new ApiError('InvalidState')
	const application = await getApplication(tx, seen.application_id)
	const scopes = JSON.parse(seen.scopes) as string[]
	// Held before the device, as everywhere. Where another decision came first, nothing of this one stays.
	const allowed = isGranted
		? await accept(tx, { applicationId: seen.application_id, userId: user.id, scopes })
		: undefined
	const { numUpdatedRows } = await tx.db
		.updateTable('device_codes')
		.set({ state: isGranted ? 'granted' : 'denied', authorization_id: allowed?.id ?? null, auth_time: authTime })
		.where('hash', '=', seen.hash)
		.where('state', '=', 'pending')
		.where('user_id', '=', user.id)
		.executeTakeFirst()
	if (numUpdatedRows === 0n) throw new ApiError('InvalidState')
	return application
}

function waitsFor({ state, user_id, expires_at }: DeviceRow, userId: string, now: number): boolean {
	return state === 'pending' && user_id === userId && expires_at > now
}

export type Polled =
	| { outcome: 'granted'; granted: Granted }
	/** Nobody has decided yet; `hasty` where the device asks more often than it may. */
	| { outcome: 'pending' | 'hasty' | 'denied' | 'expired' | 'invalid' }

export interface Poll {
	deviceCode: string
	applicationId: string
	/** Called with whose code it is before it is used; what it throws leaves the code as it was. */
	beforeUse?: (userId: string) => Promise<void>
}

/** Whether a person has granted what the device waits for. */
export async function isDeviceGranted({ db, now }: Reading, { deviceCode, applicationId }: Poll): Promise<boolean> {
	const row = await db
		.selectFrom('device_codes')
		.select(['application_id', 'state', 'expires_at'])
		.where('hash', '=', hashToken(deviceCode))
		.executeTakeFirst()
	return row?.application_id === applicationId && row.state === 'granted' && row.expires_at > now()
}

/** A device asks what became of its code. Tokens are given out once, however many ask for them at once. */
export async function pollDevice(tx: Transaction, { deviceCode, applicationId, beforeUse }: Poll): Promise<Polled> {
	const hash = hashToken(deviceCode)
	const row = await tx.db.selectFrom('device_codes').selectAll().where('hash', '=', hash).executeTakeFirst()
	if (!row || row.application_id !== applicationId) return { outcome: 'invalid' }
	if (row.expires_at <= tx.now()) return { outcome: 'expired' }
	if (row.state === 'denied') return { outcome: 'denied' }
	if (row.state === 'pending') return { outcome: (await isHasty(tx, hash)) ? 'hasty' : 'pending' }
	return exchange(tx, row, beforeUse)
}

/** Notes a poll and makes the interval longer where it came too early, in one statement. */
async function isHasty({ db, now }: Transaction, hash: string): Promise<boolean> {
	const at = now()
	const seconds = sql<number>`interval_seconds + case when next_poll_at > ${at} then ${INTERVAL_SECONDS} else 0 end`
	const noted = await db
		.updateTable('device_codes')
		.set({
			is_hasty: sql<0 | 1>`case when next_poll_at > ${at} then 1 else 0 end`,
			interval_seconds: seconds,
			next_poll_at: sql<number>`cast(${at - EARLY_MS} as bigint) + 1000 * (${seconds})`,
		})
		.where('hash', '=', hash)
		.returning('is_hasty')
		.executeTakeFirst()
	return noted?.is_hasty === 1
}

async function exchange(
	tx: Transaction,
	{ hash, authorization_id }: DeviceRow,
	beforeUse: Poll['beforeUse'],
): Promise<Polled> {
	if (authorization_id === null || !(await hold(tx, authorization_id))) return { outcome: 'invalid' }
	const row = await tx.db
		.deleteFrom('device_codes')
		.where('hash', '=', hash)
		.where('state', '=', 'granted')
		.returningAll()
		.executeTakeFirst()
	if (!row?.user_id) return { outcome: 'invalid' }
	await beforeUse?.(row.user_id)
	const authTime = row.auth_time ?? row.created_at
	const tokens = await issuePair(tx, {
		applicationId: row.application_id,
		userId: row.user_id,
		authorizationId: authorization_id,
		familyId: tx.newId(),
		scopes: JSON.parse(row.scopes) as string[],
		authTime,
	})
	return { outcome: 'granted', granted: { tokens, userId: row.user_id, nonce: null, authTime } }
}

/** So few that nobody waits for it. */
const ROWS_AT_ONCE = 500

/** Removes codes of devices that hear of them no more, some at a time. True where there may be more. */
export async function sweepDevices({ db, now }: Transaction): Promise<boolean> {
	const ended = db
		.selectFrom('device_codes')
		.select('hash')
		.where('expires_at', '<=', now() - REMEMBERED_MS)
		.limit(ROWS_AT_ONCE)
	const { numDeletedRows } = await db.deleteFrom('device_codes').where('hash', 'in', ended).executeTakeFirst()
	return Number(numDeletedRows) === ROWS_AT_ONCE
}
