import { createHash } from 'node:crypto'
import type { Reading, Store } from '../../ports/store.ts'
import { attemptsResetIn, forgetAttempts, giveBackAttempt, takeAttempt, timesFactor } from './attempts.ts'
import { createLogin, type NewLogin } from './logins.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { normalUsername } from './usernames.ts'

/** Wrong passwords for one account, whoever tries. */
const PER_ACCOUNT = { count: 5, ms: 15 * 60_000 }
/** Wrong passwords from one address, whatever the account. */
const PER_ADDRESS = { count: 30, ms: 3_600_000 }

export interface SignIn {
	/** Username or mail address, as typed. */
	name: string
	password: string
	/** Where the request came from, for the limit. */
	address: string
	/** Multiplies how many wrong passwords an address may try. */
	limitFactor: number
	login: NewLogin
}

export type SignedIn =
	| { outcome: 'signed-in'; userId: string; loginToken: string }
	/** Says no more than that: which part is wrong is nobody's business. */
	| { outcome: 'wrong' }
	| { outcome: 'limited'; retryAfterMs: number }

/** Signs a person in with their password. Takes as long, and counts the same, for an account that does not exist. */
export async function signIn(store: Store, { name, password, address, limitFactor, login }: SignIn): Promise<SignedIn> {
	const account = await accountOf(store, name)
	const perAccount = `login:account:${account?.id ?? digest(name)}`
	const perAddress = `login:address:${address}`
	for (const [key, limit] of [
		[perAddress, timesFactor(PER_ADDRESS, limitFactor)] as const,
		[perAccount, PER_ACCOUNT] as const,
	]) {
		if (!(await takeAttempt(store, key, limit))) {
			return { outcome: 'limited', retryAfterMs: await attemptsResetIn(store, key) }
		}
	}
	const { isRight, isOutdated } = await checkPassword(store, account?.id, password)
	if (!isRight || !account) return { outcome: 'wrong' }
	const rehashed = isOutdated ? await hashPassword(password) : undefined
	const loginToken = await store.transaction(async (tx) => {
		if (rehashed) {
			await tx.db.updateTable('passwords').set({ hash: rehashed }).where('user_id', '=', account.id).execute()
		}
		return createLogin(tx, account.id, login)
	})
	await Promise.all([forgetAttempts(store, perAccount), giveBackAttempt(store, perAddress)])
	return { outcome: 'signed-in', userId: account.id, loginToken }
}

/** A person by username or mail address. Bots have no password, and are not found. */
async function accountOf({ db }: Reading, name: string): Promise<{ id: string } | undefined> {
	const person = db.selectFrom('users').select('id').where('is_bot', '=', 0).where('deleted_at', 'is', null)
	const email = name.trim().toLowerCase()
	// PostgreSQL holds no text with a zero byte, and nobody has such a name.
	if (email.includes('\0')) return undefined
	return email.includes('@')
		? person.where('email', '=', email).executeTakeFirst()
		: person.where('username', '=', normalUsername(name)).where('discriminator', '=', '0').executeTakeFirst()
}

const digest = (name: string): string => createHash('sha256').update(normalUsername(name)).digest('hex').slice(0, 32)
