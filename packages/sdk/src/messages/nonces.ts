import { randomText } from '../auth/random.ts'
import type { ClientState } from '../client/state.ts'
import { SocialSdkError } from '../core/failure.ts'

/** What was sent, by what it says, while nobody knows whether it arrived. */
const pending = new WeakMap<ClientState, Map<string, { nonce: string; until: number }>>()

/** For less than the five minutes in which the platform knows a nonce again: the way there takes time too. */
const KEPT_MS = 4 * 60_000

/** V16: sends a message with a nonce, the same for a repetition: a message that arrived although nobody heard of it is one. */
export async function withNonce<T>(
	state: ClientState,
	message: string,
	send: (nonce: string) => Promise<T>,
): Promise<T> {
	const { now } = state.clock
	const mine = pending.get(state) ?? new Map<string, { nonce: string; until: number }>()
	pending.set(state, mine)
	for (const [other, { until }] of mine) if (until <= now()) mine.delete(other)
	const sent = mine.get(message) ?? { nonce: randomText(12), until: now() + KEPT_MS }
	// Two at the same time are two messages.
	mine.delete(message)
	try {
		return await send(sent.nonce)
	} catch (error) {
		if (error instanceof SocialSdkError && error.retryable) mine.set(message, sent)
		throw error
	}
}
