import type { Store } from '../../ports/store.ts'
import type { AttemptLimits } from './attempts.ts'
import { type Guessed, guess } from './guesses.ts'
import { orderLetter } from './letters.ts'
import { endLogins, type Login, type Method, renewLogin } from './logins.ts'
import { checkPassword, hashPassword, keepPassword, type PasswordProblem, passwordProblem } from './passwords.ts'
import { dropTickets } from './tickets.ts'

/** So long after somebody proved who they are they may change what matters, in milliseconds. */
const RECENT_MS = 10 * 60_000

/** Whether the person of this login has proved who they are lately. */
export function isProved({ authTime }: Login, now: number): boolean {
	return now - authTime < RECENT_MS
}

export type Proved = Exclude<Guessed, { outcome: 'right' }> | { outcome: 'proved'; loginToken: string }

/** Proves once more who one is, with the password. The login gets another value. */
export async function proveByPassword(
	store: Store,
	login: Login,
	{ password, ...from }: { password: string; address: string; limits: AttemptLimits },
): Promise<Proved> {
	const { user } = login
	const guessed = await guess(store, { secret: `password:${user.id}`, ...from }, async () => {
		const { isRight } = await checkPassword(store, user.id, password)
		return isRight
	})
	return guessed.outcome === 'right' ? prove(store, login, ['pwd']) : guessed
}

/** Writes down that the person has just proved who they are. What they had proved before still holds. */
export async function prove(
	store: Store,
	login: Login,
	amr: readonly Method[],
): Promise<Proved & { outcome: 'proved' }> {
	const together = [...new Set([...login.amr, ...amr])]
	return { outcome: 'proved', loginToken: await store.transaction((tx) => renewLogin(tx, login.hash, together)) }
}

/** Gives the person of this login another password, and ends every other login of theirs. */
export async function changePassword(
	store: Store,
	{ hash, user }: Login,
	password: string,
): Promise<{ problem: PasswordProblem } | { loginToken: string; ended: number }> {
	const { id: userId, username, email } = user
	const problem = passwordProblem(password, [username, email ?? '', email?.split('@')[0] ?? ''])
	if (problem) return { problem }
	const hashed = await hashPassword(password)
	return store.transaction(async (tx) => {
		await keepPassword(tx, userId, hashed)
		await dropTickets(tx, userId, ['reset-password', 'second-step'])
		const ended = await endLogins(tx, userId, hash)
		await orderLetter(tx, { kind: 'happened', userId, what: 'password-changed' })
		return { loginToken: await renewLogin(tx, hash), ended }
	})
}
