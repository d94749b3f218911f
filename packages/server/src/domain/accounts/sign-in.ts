import { createHash } from 'node:crypto'
import type { Store } from '../../ports/store.ts'
import { findPerson, type UserRow } from './accounts.ts'
import type { AttemptLimits } from './attempts.ts'
import { forgetGuesses, guess } from './guesses.ts'
import { createLogin, type NewLogin } from './logins.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { createTicket } from './tickets.ts'
import { normalUsername } from './usernames.ts'

export interface SignIn {
	/** Username or mail address, as typed. */
	name: string
	password: string
	/** Where the request came from, for the limit. */
	address: string
	limits: AttemptLimits
	login: NewLogin
}

export type SignedIn =
	| { outcome: 'signed-in'; user: UserRow; loginToken: string }
	/** The password was right; the ticket is good for the second step. */
	| { outcome: 'second-step'; ticket: string }
	/** Says no more than that: which part is wrong is nobody's business. */
	| { outcome: 'wrong' }
	| { outcome: 'limited'; retryAfterMs: number }

/** Signs a person in with their password. Takes as long, and counts the same, for an account that does not exist. */
export async function signIn(store: Store, { name, password, login, ...from }: SignIn): Promise<SignedIn> {
	const account = await findPerson(store, name)
	let isOutdated = false
	const guessed = await guess(store, { secret: secretOf(account?.id ?? digest(name)), ...from }, async () => {
		const checked = await checkPassword(store, account?.id, password)
		isOutdated = checked.isOutdated
		return checked.isRight
	})
	if (guessed.outcome !== 'right' || !account) return guessed as Exclude<typeof guessed, { outcome: 'right' }>
	const rehashed = isOutdated ? await hashPassword(password) : undefined
	return store.transaction(async (tx) => {
		if (rehashed) {
			await tx.db.updateTable('passwords').set({ hash: rehashed }).where('user_id', '=', account.id).execute()
		}
		if (account.has_mfa) {
			return { outcome: 'second-step', ticket: await createTicket(tx, { kind: 'second-step', userId: account.id }) }
		}
		return { outcome: 'signed-in', user: account, loginToken: await createLogin(tx, account.id, login) }
	})
}

/** Opens an account again that wrong passwords had closed. */
export function forgiveSignIn(store: Store, userId: string): Promise<void> {
	return forgetGuesses(store, secretOf(userId))
}

const secretOf = (account: string): string => `password:${account}`

const digest = (name: string): string => createHash('sha256').update(normalUsername(name)).digest('hex').slice(0, 32)
