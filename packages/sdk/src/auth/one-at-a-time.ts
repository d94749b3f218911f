import { failure } from '../core/failure.ts'
import { following } from '../net/following.ts'
import { unless } from '../net/unless.ts'

/** Something of which a client does one at a time: the next one ends it. */
export interface OneAtATime {
	/** Begins before this returns; `work` gets a signal for its end, whoever calls for it. */
	run<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
	/** Ends the one that is under way, with a failure of type Aborted. */
	abort(): void
}

export function oneAtATime(what: string): OneAtATime {
	let present: AbortController | undefined

	function abort(): void {
		present?.abort(failure('Aborted', `${what} was aborted`))
		present = undefined
	}

	return {
		abort,
		async run(signal, work) {
			abort()
			const { end, release } = following(signal)
			present = end
			try {
				return await unless(end.signal, () => work(end.signal))
			} finally {
				release()
				if (present === end) present = undefined
			}
		},
	}
}
