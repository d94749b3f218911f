import type { Store } from '../../ports/store.ts'
import { networkOf } from '../access/networks.ts'
import {
	type AttemptLimits,
	attemptsMade,
	attemptsResetIn,
	forgetAttempts,
	giveBackAttempt,
	pauseAttempts,
	takeAttempt,
} from './attempts.ts'

/** Who was wrong once may try again at once; after that the wait doubles, from two seconds. */
const FREE_GUESSES = 1
const FIRST_PAUSE_MS = 2000

export interface Guess {
	/** Names what is guessed: the password of an account, the code of its second step. */
	secret: string
	/** Where the request came from. */
	address: string
	/** How many wrong guesses may be made at one secret, and how many from one address, whatever the secret. */
	limits: AttemptLimits
}

export type Guessed = { outcome: 'right' } | { outcome: 'wrong' } | { outcome: 'limited'; retryAfterMs: number }

/**
 * Lets somebody try whether they know a secret: five wrong guesses in a quarter of an hour, with growing pauses between
 * them. Each is counted before it is looked at, so that many at once cannot slip past. A right one wipes the slate.
 */
export async function guess(
	store: Store,
	{ secret, address, limits }: Guess,
	isRight: () => Promise<boolean>,
): Promise<Guessed> {
	const [perSecret, perAddress] = [`guess:${secret}`, `guess:address:${networkOf(address)}`]
	const pausedMs = await attemptsResetIn(store, pauseOf(perSecret))
	if (pausedMs > 0) return { outcome: 'limited', retryAfterMs: pausedMs }
	const atSecret = limits.of('login')
	for (const [key, limit] of [[perAddress, limits.of('loginAddress')] as const, [perSecret, atSecret] as const]) {
		if (!(await takeAttempt(store, key, limit))) {
			return { outcome: 'limited', retryAfterMs: await attemptsResetIn(store, key) }
		}
	}
	if (await isRight()) {
		await Promise.all([forgetGuesses(store, secret), giveBackAttempt(store, perAddress)])
		return { outcome: 'right' }
	}
	const wrong = await attemptsMade(store, perSecret)
	if (wrong > FREE_GUESSES && wrong < atSecret.count) {
		await pauseAttempts(store, pauseOf(perSecret), FIRST_PAUSE_MS * 2 ** (wrong - FREE_GUESSES - 1))
	}
	return { outcome: 'wrong' }
}

/** Forgets what was wrong: the secret is another one now, or was shown to be known. */
export async function forgetGuesses(store: Store, secret: string): Promise<void> {
	const key = `guess:${secret}`
	await Promise.all([forgetAttempts(store, key), forgetAttempts(store, pauseOf(key))])
}

const pauseOf = (key: string): string => `${key}:pause`
