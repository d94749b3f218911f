import { failure } from './failure.ts'

/** A part of the SDK that is loaded when it is first used: bundlers make files of their own of these. */
export function part<M>(load: () => Promise<M>): () => Promise<M> {
	let loading: Promise<M> | undefined
	return () => {
		loading ??= load().catch((cause) => {
			loading = undefined
			throw failure('NetworkError', `A part of the SDK could not be loaded: ${cause}`, { retryable: true, cause })
		})
		return loading
	}
}
