import { NO_TOKENS, type Tokens, type TokenValues, tokensOf } from '../auth/token-values.ts'
import { failure, SocialSdkError } from '../core/failure.ts'
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

export type Completion<A extends readonly unknown[]> = (result: ClientResult, ...values: A) => void

interface Operation<A extends readonly unknown[], R> {
	work(signal: AbortSignal): Promise<A>
	/** What a callback gets beside a failed result. */
	otherwise: A
	/** What a promise resolves with. */
	give(...values: A): R
}

/**
 * Carries out an operation and tells its end once: to the callback when one was given, else by the promise returned.
 * Never throws, but for a last argument that is neither callback nor options. `work` begins before this returns.
 */
export function operate<A extends readonly unknown[], R>(
	state: ClientState,
	last: Last<Completion<A>>,
	operation: Operation<A, R>,
): Promise<R> | undefined {
	if (typeof last === 'function') {
		const tell = (error: SocialSdkError | undefined, values: A) => last(error?.result ?? clientResult({}), ...values)
		void carryOut(state, operation, undefined, tell)
		return undefined
	}
	if (last !== undefined && (typeof last !== 'object' || last === null)) {
		throw new TypeError('The last argument is a callback, options or nothing')
	}
	return new Promise((resolve, reject) => {
		const tell = (error: SocialSdkError | undefined, values: A) =>
			error ? reject(error) : resolve(operation.give(...values))
		void carryOut(state, operation, last?.signal, tell)
	})
}

/** The same for an operation that gives nothing. */
export function operateVoid(
	state: ClientState,
	last: Last<Completion<[]>>,
	work: (signal: AbortSignal) => Promise<void>,
): Promise<void> | undefined {
	return operate<[], void>(state, last, {
		async work(signal) {
			await work(signal)
			return []
		},
		otherwise: [],
		give: () => {},
	})
}

/** The same for an operation that gives tokens. */
export function operateForTokens(
	state: ClientState,
	last: Last<Completion<TokenValues>>,
	work: (signal: AbortSignal) => Promise<TokenValues>,
): Promise<Tokens> | undefined {
	return operate(state, last, { work, otherwise: NO_TOKENS, give: tokensOf })
}

async function carryOut<A extends readonly unknown[], R>(
	state: ClientState,
	{ work, otherwise }: Operation<A, R>,
	signal: AbortSignal | undefined,
	tell: (error: SocialSdkError | undefined, values: A) => void,
): Promise<void> {
	const end = new AbortController()
	const abort = () => end.abort(failure('Aborted', 'The game aborted the operation', { cause: signal?.reason }))
	signal?.addEventListener('abort', abort)
	state.running.add(end)
	try {
		if (state.isDestroyed) throw destroyed()
		if (signal?.aborted) abort()
		const values = await unless(end.signal, () => work(end.signal))
		state.queue.push(() => tell(undefined, values))
	} catch (error) {
		const failed = asFailure(error)
		state.log.warning(`An operation failed. ${failed.message}`)
		state.queue.push(() => tell(failed, otherwise))
	} finally {
		signal?.removeEventListener('abort', abort)
		state.running.delete(end)
	}
}

export function destroyed(): SocialSdkError {
	return failure('ClientDestroyed', 'The client was destroyed')
}

/** What is no failure of ours is an argument that could not be read: operations do not throw. */
function asFailure(error: unknown): SocialSdkError {
	if (error instanceof SocialSdkError) return error
	return failure('ValidationError', error instanceof Error ? error.message : String(error), { cause: error })
}
