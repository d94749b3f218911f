import { createHmac, randomBytes } from 'node:crypto'
import type { Store, Transaction } from '../../ports/store.ts'
import { hashToken } from '../access/caller.ts'
import type { UserRow } from './accounts.ts'

const DAY_MS = 86_400_000
/** A login ends when it was not used for so long, */
const IDLE_MS = 30 * DAY_MS
/** and at the latest so long after the password was given. */
export const MOST_LOGIN_MS = 180 * DAY_MS
/** Its use is written down no more often than this. */
const SEEN_EVERY_MS = 3_600_000
const MOST_USER_AGENT = 256

/** A person who signed in to this site with a browser. */
export interface Login {
	/** What is kept of the cookie; names the login. */
	hash: string
	user: UserRow
	/** When the person gave their password. */
	authTime: number
	/** What a form of this login must carry to be believed: no other site can know it. */
	csrfToken: string
}

export interface NewLogin {
	userAgent: string
	/** The cookie of a login that this one takes the place of. */
	replaces?: string | undefined
}

/** Signs a person in. Answers with the cookie's value: always a new one, so that nobody can have planted it. */
export async function createLogin(tx: Transaction, userId: string, login: NewLogin): Promise<string> {
	const token = randomBytes(32).toString('base64url')
	const now = tx.now()
	if (login.replaces) await endLogin(tx, login.replaces)
	await tx.db
		.insertInto('logins')
		.values({
			token_hash: hashToken(token),
			user_id: userId,
			csrf_secret: randomBytes(32).toString('base64url'),
			created_at: now,
			seen_at: now,
			expires_at: now + IDLE_MS,
			auth_time: now,
			user_agent: login.userAgent.slice(0, MOST_USER_AGENT),
		})
		.execute()
	return token
}

/** Whose login this cookie is; undefined for none. Its use keeps it alive. */
export async function findLogin(store: Store, token: string): Promise<Login | undefined> {
	const hash = hashToken(token)
	const row = await store.db
		.selectFrom('logins')
		.innerJoin('users', 'users.id', 'logins.user_id')
		.selectAll('users')
		.select(['logins.csrf_secret', 'logins.auth_time', 'logins.seen_at', 'logins.expires_at'])
		.select('logins.created_at as begun_at')
		.where('logins.token_hash', '=', hash)
		.executeTakeFirst()
	if (!row || row.deleted_at !== null) return undefined
	const { csrf_secret, auth_time, seen_at, expires_at, begun_at, ...user } = row
	const now = store.now()
	if (expires_at <= now) return undefined
	if (now - seen_at >= SEEN_EVERY_MS) {
		await store.transaction(({ db }) =>
			db
				.updateTable('logins')
				.set({ seen_at: now, expires_at: Math.min(now + IDLE_MS, begun_at + MOST_LOGIN_MS) })
				.where('token_hash', '=', hash)
				.execute(),
		)
	}
	const csrfToken = createHmac('sha256', csrf_secret).update(hash).digest('base64url')
	return { hash, user, authTime: auth_time, csrfToken }
}

/** Signs out. Requests for consent that waited in this login go with it. */
export async function endLogin({ db }: Pick<Transaction, 'db'>, token: string): Promise<void> {
	const hash = hashToken(token)
	await db.deleteFrom('authorize_requests').where('login_hash', '=', hash).execute()
	await db.deleteFrom('logins').where('token_hash', '=', hash).execute()
}
