import { failure } from './failure.ts'

/**
 * A part of the SDK that is loaded when it is first used: bundlers make files of their own of these.
 *
 * @example const presence = part(() => import('./presence.ts'))
 * presence((part) => part.clearRichPresence(state))
 */
export function part<M>(load: () => Promise<M>): <R>(use: (part: M) => R | Promise<R>) => Promise<R> {
	let loading: Promise<M> | undefined
	return async (use) => {
		loading ??= load().catch((cause) => {
			loading = undefined
			throw failure('NetworkError', `A part of the SDK could not be loaded: ${cause}`, { retryable: true, cause })
		})
		return use(await loading)
	}
}
