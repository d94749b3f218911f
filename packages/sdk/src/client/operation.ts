import { failure, SocialSdkError } from '../core/failure.ts'
import { heldBy, type Movable } from '../core/object.ts'
import { following } from '../net/following.ts'
import { reason } from '../net/http.ts'
import { unless } from '../net/unless.ts'
import { type ClientResult, clientResult } from '../records/client-result.ts'
import type { ClientState } from './state.ts'

/** What the promise form of an operation takes as its last argument. */
export interface CallOptions {
	/** Ends the operation with a result of type Aborted. */
	signal?: AbortSignal | undefined
}

/** What an operation takes as its last argument. */
export type Last<C> = C | CallOptions | undefined

/** One operation under way: whose, and what ends it early. */
export interface Call {
	readonly state: ClientState
	readonly signal: AbortSignal
}

type Completion = (result: ClientResult, ...values: never[]) => void
type Values<C> = C extends (result: ClientResult, ...values: infer V) => void ? V : never

/** What a callback gets beside a failed result: nothing, one value, or several by the names they have for promises. */
type Otherwise<C> = Values<C> | Readonly<Record<string, Values<C>[number]>>

/**
 * Carries out an operation and tells its end once: to the callback when one was given, else by the promise returned. Never
 * throws, but for a last argument that is neither. `work` begins before this returns, and gives what a promise resolves with.
 * `secrets` are those among the arguments: they appear in no log from here on.
 *
 * @example return operate(this, last, 'LeaveLobby', [], (call) => conversations((part) => part.leaveLobby(call, lobbyId)))
 */
export function operate<C extends Completion, R>(
	client: Movable<ClientState>,
	last: Last<C>,
	name: string,
	otherwise: Otherwise<C>,
	work: (call: Call) => Promise<R>,
	...secrets: string[]
): Promise<R> | undefined {
	const state = heldBy(client)
	// The token again each time: only the youngest are kept.
	for (const secret of [state.token?.text, ...secrets]) state.redactor.remember(secret)
	if (typeof last === 'function') {
		const tell = (values: unknown[], error?: SocialSdkError) =>
			last(error?.result ?? clientResult({}), ...(values as never[]))
		void carryOut(state, name, work, undefined, {
			done: (given) => tell(valuesOf(given, otherwise)),
			failed: (error) => tell(Object.values(otherwise), error),
		})
		return undefined
	}
	const { signal } = optionsOf(last)
	return new Promise((done, failed) => void carryOut(state, name, work, signal, { done, failed }))
}

function optionsOf(last: CallOptions | undefined): CallOptions {
	if (last === undefined) return {}
	if (typeof last === 'object' && last !== null) return last
	throw new TypeError('The last argument is a callback, options or nothing')
}

/** Tells an end that cannot be a failure: once, and in its turn. */
export function finish<V>(
	client: Movable<ClientState>,
	last: ((value: V) => void) | CallOptions | undefined,
	value: V,
): Promise<V> | undefined {
	const { queue } = heldBy(client)
	if (typeof last === 'function') return void queue.push(() => last(value))
	optionsOf(last)
	return new Promise((done) => queue.push(() => done(value)))
}

/** What a promise resolves with, as the arguments of a callback. */
function valuesOf(given: unknown, otherwise: object): unknown[] {
	if (Array.isArray(otherwise)) return otherwise.map(() => given)
	return Object.keys(otherwise).map((name) => Object(given)[name])
}

async function carryOut<R>(
	state: ClientState,
	name: string,
	work: (call: Call) => Promise<R>,
	signal: AbortSignal | undefined,
	tell: { done(given: R): void; failed(error: SocialSdkError): void },
): Promise<void> {
	const aborted = (cause: unknown) => failure('Aborted', 'The game aborted the operation', { cause })
	const { end, release } = following(signal, aborted)
	state.running.add(end)
	try {
		if (state.isDestroyed) throw destroyed()
		if (state.cache.disabled.has(name)) throw failure('Disabled', `The platform has disabled ${name}`)
		const given = await unless(end.signal, () => work({ state, signal: end.signal }))
		state.queue.push(() => tell.done(given))
	} catch (error) {
		const failed = asFailure(error)
		state.log.warning(`${name}: ${failed.message}`)
		state.queue.push(() => tell.failed(failed))
	} finally {
		release()
		state.running.delete(end)
	}
}

export function destroyed(): SocialSdkError {
	return failure('ClientDestroyed', 'The client was destroyed')
}

/** What is no failure of ours is an argument that could not be read: operations do not throw. */
function asFailure(error: unknown): SocialSdkError {
	if (error instanceof SocialSdkError) return error
	return failure('ValidationError', reason(error), { cause: error })
}
