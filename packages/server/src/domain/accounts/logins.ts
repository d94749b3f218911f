import { createHmac, randomBytes } from 'node:crypto'
import type { Store, Transaction } from '../../ports/store.ts'
import { hashToken } from '../access/caller.ts'
import type { UserRow } from './accounts.ts'
import { requireNotBanned } from './bans.ts'
import { whereaboutsOf } from './whereabouts.ts'

const DAY_MS = 86_400_000
/** A login ends when it was not used for so long, */
const IDLE_MS = 30 * DAY_MS
/** and at the latest so long after it began. */
export const MOST_LOGIN_MS = 180 * DAY_MS
/** Its use is written down no more often than this. */
const SEEN_EVERY_MS = 3_600_000
const MOST_USER_AGENT = 256

/**
 * How somebody proved who they are (RFC 8176): a password, a one-time code, a key of one device or of several, with the
 * person's finger or PIN (`user`); `mfa` where it was more than one of these.
 */
export type Method = 'pwd' | 'otp' | 'hwk' | 'swk' | 'user' | 'mfa'

/** A person who signed in to this site with a browser. */
export interface Login {
	/** What is kept of the cookie; names the login. */
	hash: string
	user: UserRow
	/** When the person last proved who they are. */
	authTime: number
	/** How they did. */
	amr: readonly Method[]
	/** What a form of this login must carry to be believed: no other site can know it. */
	csrfToken: string
}

export interface NewLogin {
	userAgent: string
	/** Where the request came from; only its network is kept. */
	address?: string
	/** A password, where nothing else is said. */
	amr?: readonly Method[]
	/** The cookie of a login that this one takes the place of. */
	replaces?: string | undefined
}

/**
 * Signs a person in. Answers with the cookie's value: always a new one, so that nobody can have planted it.
 * @throws AccountBanned
 */
export async function createLogin(tx: Transaction, userId: string, login: NewLogin): Promise<string> {
	await requireNotBanned(tx, userId)
	const token = newToken()
	const now = tx.now()
	if (login.replaces) await endLogin(tx, login.replaces)
	await tx.db
		.insertInto('logins')
		.values({
			token_hash: hashToken(token),
			user_id: userId,
			csrf_secret: newToken(),
			created_at: now,
			seen_at: now,
			expires_at: now + IDLE_MS,
			auth_time: now,
			user_agent: login.userAgent.slice(0, MOST_USER_AGENT),
			amr: JSON.stringify(login.amr ?? ['pwd']),
			network: whereaboutsOf(login.address),
		})
		.execute()
	return token
}

/** Whose login this cookie is; undefined for none. Its use keeps it alive, and tells where it is. */
export async function findLogin(store: Store, token: string, address?: string): Promise<Login | undefined> {
	const hash = hashToken(token)
	const row = await store.db
		.selectFrom('logins')
		.innerJoin('users', 'users.id', 'logins.user_id')
		.selectAll('users')
		.select(['logins.csrf_secret', 'logins.auth_time', 'logins.seen_at', 'logins.expires_at', 'logins.amr'])
		.select('logins.created_at as begun_at')
		.where('logins.token_hash', '=', hash)
		.executeTakeFirst()
	if (!row || row.deleted_at !== null) return undefined
	const { csrf_secret, auth_time, seen_at, expires_at, begun_at, amr, ...user } = row
	const now = store.now()
	if (expires_at <= now) return undefined
	if (now - seen_at >= SEEN_EVERY_MS) {
		const network = address === undefined ? {} : { network: whereaboutsOf(address) }
		await store.transaction(({ db }) =>
			db
				.updateTable('logins')
				.set({ seen_at: now, expires_at: Math.min(now + IDLE_MS, begun_at + MOST_LOGIN_MS), ...network })
				.where('token_hash', '=', hash)
				.execute(),
		)
	}
	// Made of what stays when the login gets another value: forms that are open go on.
	const csrfToken = createHmac('sha256', csrf_secret).update('form').digest('base64url')
	return { hash, user, authTime: auth_time, amr: JSON.parse(amr) as Method[], csrfToken }
}

/**
 * Gives a login another value, since what it can do has changed; the one of before is dead at once. Requests for consent
 * that wait in it stay. `proved`: the person has just proved who they are, in this way.
 */
export async function renewLogin(tx: Transaction, hash: string, proved?: readonly Method[]): Promise<string> {
	const token = newToken()
	const renewed = hashToken(token)
	await tx.db
		.updateTable('logins')
		.set({ token_hash: renewed, ...(proved ? { auth_time: tx.now(), amr: JSON.stringify(proved) } : {}) })
		.where('token_hash', '=', hash)
		.execute()
	await tx.db.updateTable('authorize_requests').set({ login_hash: renewed }).where('login_hash', '=', hash).execute()
	return token
}

/** Signs out. Requests for consent that waited in this login go with it. */
export async function endLogin(tx: Pick<Transaction, 'db'>, token: string): Promise<void> {
	await endLoginOf(tx, hashToken(token))
}

async function endLoginOf({ db }: Pick<Transaction, 'db'>, hash: string): Promise<void> {
	await db.deleteFrom('authorize_requests').where('login_hash', '=', hash).execute()
	await db.deleteFrom('logins').where('token_hash', '=', hash).execute()
}

/** Ends every login of a person, but for the one of this hash. Answers with how many ended. */
export async function endLogins(tx: Transaction, userId: string, exceptHash = ''): Promise<number> {
	const others = await tx.db
		.selectFrom('logins')
		.select('token_hash')
		.where('user_id', '=', userId)
		.where('token_hash', '!=', exceptHash)
		.execute()
	for (const { token_hash } of others) await endLoginOf(tx, token_hash)
	return others.length
}

/** Ends one of a person's logins. False where they have none of this hash. */
export async function endLoginOfPerson(tx: Transaction, userId: string, hash: string): Promise<boolean> {
	const row = await tx.db
		.selectFrom('logins')
		.select('token_hash')
		.where('token_hash', '=', hash)
		.where('user_id', '=', userId)
		.executeTakeFirst()
	if (row) await endLoginOf(tx, hash)
	return row !== undefined
}

const newToken = (): string => randomBytes(32).toString('base64url')
