import { failure } from '../core/failure.ts'

/** How everything ends that only the platform's own client on this machine could do. */
export function noLocalClient(): never {
	throw failure('RPCError', 'No client of the platform can be reached on this machine')
}
