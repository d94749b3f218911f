import { randomBytes } from 'node:crypto'
import { UserUpdate } from '@guildhall/protocol'
import type { Reading, Store, Transaction } from '../../ports/store.ts'
import type { Vault } from '../../ports/vault.ts'
import { getUser, type UserRow } from './accounts.ts'
import type { AttemptLimits } from './attempts.ts'
import { dropBackupCodes, renewBackupCodes, takeBackupCode } from './backup-codes.ts'
import { type Guessed, guess } from './guesses.ts'
import { orderLetter } from './letters.ts'
import { createLogin, type Method, type NewLogin } from './logins.ts'
import { presentChangedUser } from './present.ts'
import { dropTickets, findTicket, takeTicket } from './tickets.ts'
import { base32, matchingStep } from './totp.ts'

/** As long as the digest it is used with (RFC 4226 §4). */
const SECRET_BYTES = 20

/** Begins to set up an authenticator app: its secret is another one from now on, and asks nothing yet. */
export async function beginTwoStep(store: Store, vault: Vault, userId: string): Promise<void> {
	const secret = vault.seal(randomBytes(SECRET_BYTES).toString('base64url'))
	await store.transaction(async ({ db, now }) => {
		const row = { secret, last_step: 0, created_at: now() }
		await db
			.insertInto('totp_secrets')
			.values({ user_id: userId, ...row, enabled_at: null })
			// One that signs in is not overwritten.
			.onConflict((conflict) =>
				conflict.column('user_id').doUpdateSet(row).where('totp_secrets.enabled_at', 'is', null),
			)
			.execute()
	})
}

/** The secret that is being set up, as it is typed into an app; undefined where none is. */
export async function pendingSecret(from: Reading, vault: Vault, userId: string): Promise<string | undefined> {
	const row = await secretOf(from, userId)
	return row && row.enabled_at === null ? base32(opened(vault, row.secret)) : undefined
}

/**
 * Turns two-step sign-in on with a first code of the app. The answer is ten backup codes, to be shown once; undefined
 * where the code is wrong, or nothing was begun.
 */
export async function enableTwoStep(
	store: Store,
	vault: Vault,
	userId: string,
	code: string,
): Promise<string[] | undefined> {
	const row = await secretOf(store, userId)
	if (!row || row.enabled_at !== null) return undefined
	const step = matchingStep(opened(vault, row.secret), digitsOf(code), store.now(), row.last_step)
	if (step === undefined) return undefined
	return store.transaction(async (tx) => {
		const { numUpdatedRows } = await tx.db
			.updateTable('totp_secrets')
			.set({ enabled_at: tx.now(), last_step: step })
			.where('user_id', '=', userId)
			.where('secret', '=', row.secret)
			.where('enabled_at', 'is', null)
			.executeTakeFirst()
		if (numUpdatedRows === 0n) return undefined
		await setMfa(tx, userId, true)
		await orderLetter(tx, { kind: 'happened', userId, what: 'two-step-on' })
		return renewBackupCodes(tx, userId)
	})
}

/** Turns two-step sign-in off. False where it was. */
export function disableTwoStep(store: Store, userId: string): Promise<boolean> {
	return store.transaction(async (tx) => {
		const { numDeletedRows } = await tx.db.deleteFrom('totp_secrets').where('user_id', '=', userId).executeTakeFirst()
		if (numDeletedRows === 0n) return false
		await dropBackupCodes(tx, userId)
		await dropTickets(tx, userId, ['second-step'])
		const { has_mfa } = await getUser(tx, userId)
		if (!has_mfa) return false
		await setMfa(tx, userId, false)
		await orderLetter(tx, { kind: 'happened', userId, what: 'two-step-off' })
		return true
	})
}

/** New backup codes in place of those of before; undefined where two-step sign-in is off. */
export function replaceBackupCodes(store: Store, userId: string): Promise<string[] | undefined> {
	return store.transaction(async (tx) => {
		const { has_mfa } = await getUser(tx, userId)
		if (!has_mfa) return undefined
		await orderLetter(tx, { kind: 'happened', userId, what: 'backup-codes-renewed' })
		return renewBackupCodes(tx, userId)
	})
}

/** Whose second step a ticket waits for; undefined where its time is over. */
export async function findSecondStep(
	from: Reading,
	ticket: string,
): Promise<{ hash: string; user: UserRow } | undefined> {
	const found = await findTicket(from, 'second-step', ticket)
	if (!found?.userId) return undefined
	const user = await getUser(from, found.userId)
	return user.deleted_at === null ? { hash: found.hash, user } : undefined
}

export interface SecondStep {
	ticket: string
	/** Of the app, or a backup code. */
	code: string
	address: string
	limits: AttemptLimits
	login: NewLogin
}

export type SecondStepDone =
	| Exclude<Guessed, { outcome: 'right' }>
	| { outcome: 'signed-in'; user: UserRow; loginToken: string }
	/** The ticket's time is over: one begins again with the password. */
	| { outcome: 'expired' }

/** Ends a sign-in whose password was right, with a code. A code is good once, and so is the ticket. */
export async function takeSecondStep(store: Store, vault: Vault, step: SecondStep): Promise<SecondStepDone> {
	const { ticket, code, login, address, limits } = step
	const waiting = await findSecondStep(store, ticket)
	if (!waiting) return { outcome: 'expired' }
	const { user } = waiting
	const guessed = await guess(store, { secret: `second-step:${user.id}`, address, limits }, () =>
		useCode(store, vault, user.id, code),
	)
	if (guessed.outcome !== 'right') return guessed
	return finishSecondStep(store, waiting, { ...login, amr: ['pwd', 'otp', 'mfa'] })
}

/** Signs in whoever has done both steps, once. */
export function finishSecondStep(
	store: Store,
	{ hash, user }: { hash: string; user: UserRow },
	login: NewLogin & { amr: readonly Method[] },
): Promise<SecondStepDone> {
	return store.transaction(async (tx): Promise<SecondStepDone> => {
		if (!(await takeTicket(tx, hash))) return { outcome: 'expired' }
		return { outcome: 'signed-in', user, loginToken: await createLogin(tx, user.id, login) }
	})
}

/** Uses up a code of the app, or a backup code. False where it is neither, or was used. */
async function useCode(store: Store, vault: Vault, userId: string, code: string): Promise<boolean> {
	const row = await secretOf(store, userId)
	if (!row || row.enabled_at === null) return false
	const step = matchingStep(opened(vault, row.secret), digitsOf(code), store.now(), row.last_step)
	return store.transaction(async (tx) => {
		if (step === undefined) return takeBackupCode(tx, userId, code)
		const { numUpdatedRows } = await tx.db
			.updateTable('totp_secrets')
			.set({ last_step: step })
			.where('user_id', '=', userId)
			.where('last_step', '<', step)
			.executeTakeFirst()
		return numUpdatedRows > 0n
	})
}

function secretOf({ db }: Reading, userId: string) {
	return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** A secret that the installation's key no longer opens is a mistake of whoever runs it, not of the person. */
function opened(vault: Vault, sealed: string): Uint8Array {
	const secret = vault.open(sealed)
	if (secret === undefined)
		throw new Error('A secret of two-step sign-in was sealed with another GUILDHALL_KEY_SECRET.')
	return Buffer.from(secret, 'base64url')
}

const digitsOf = (code: string): string => code.replaceAll(/\s/g, '')

async function setMfa(tx: Transaction, userId: string, isOn: boolean): Promise<void> {
	await tx.db
		.updateTable('users')
		.set({ has_mfa: isOn ? 1 : 0 })
		.where('id', '=', userId)
		.execute()
	const user = await getUser(tx, userId)
	tx.emit(UserUpdate, { userIds: [userId] }, presentChangedUser(user))
}
