import type { Reading, Store } from '../../ports/store.ts'
import { networkOf } from '../access/networks.ts'
import { findPerson, getUser, type UserRow } from './accounts.ts'
import { type AttemptLimits, takeAttempt } from './attempts.ts'
import { orderLetter, takeLetter } from './letters.ts'
import { endLogins } from './logins.ts'
import { hashPassword, keepPassword, type PasswordProblem, passwordProblem } from './passwords.ts'
import { forgiveSignIn } from './sign-in.ts'
import { dropTickets, findTicket, takeTicket } from './tickets.ts'

/** Longer is no username or mail address of anybody. */
const MOST_NAME = 254

export interface AskedReset {
	/** Username or mail address, as typed. */
	name: string
	address: string
	/** How many links to new passwords an address may ask for, whoever's. */
	limits: AttemptLimits
}

/**
 * Asks for a link to a new password. Does, and takes, the same whether there is such an account or not: what is typed
 * is looked up again when the mail is written. False where this address asked too often.
 */
export async function askReset(store: Store, { name, address, limits }: AskedReset): Promise<boolean> {
	if (!(await takeAttempt(store, `reset:${networkOf(address)}`, limits.of('reset')))) return false
	const typed = name.slice(0, MOST_NAME)
	const person = await findPerson(store, typed)
	const mayMail = await takeLetter(store, person?.email ?? typed)
	await store.transaction(async (tx) => {
		if (mayMail) await orderLetter(tx, { kind: 'reset-password', name: typed })
	})
	return true
}

/** Whose password a link changes; undefined where its time is over. */
export async function findReset(
	from: Reading,
	token: string,
): Promise<{ hash: string; user: UserRow; email: string } | undefined> {
	const ticket = await findTicket(from, 'reset-password', token)
	if (!ticket?.userId) return undefined
	const user = await getUser(from, ticket.userId)
	const { email } = ticket.data as { email: string }
	return user.deleted_at === null ? { hash: ticket.hash, user, email } : undefined
}

/**
 * Gives the account of a link a new password, and ends every login to it. The link went to the account's address, which
 * is confirmed by that. Undefined where the link's time is over.
 */
export async function resetPassword(
	store: Store,
	token: string,
	password: string,
): Promise<{ user: UserRow } | { problem: PasswordProblem } | undefined> {
	const found = await findReset(store, token)
	if (!found) return undefined
	const { user, email } = found
	const problem = passwordProblem(password, [user.username, email, email.split('@')[0] ?? ''])
	if (problem) return { problem }
	const hashed = await hashPassword(password)
	const isDone = await store.transaction(async (tx) => {
		if (!(await takeTicket(tx, found.hash))) return false
		await keepPassword(tx, user.id, hashed)
		await dropTickets(tx, user.id, ['reset-password', 'second-step'])
		await endLogins(tx, user.id)
		await tx.db
			.updateTable('users')
			.set({ is_verified: 1 })
			.where('id', '=', user.id)
			.where('email', '=', email)
			.execute()
		await orderLetter(tx, { kind: 'happened', userId: user.id, what: 'password-reset' })
		return true
	})
	if (!isDone) return undefined
	await forgiveSignIn(store, user.id)
	return { user }
}
