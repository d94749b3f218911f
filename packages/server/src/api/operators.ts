import { ApiError } from '@guildhall/protocol'
import { ACTS } from '../domain/operators/acts.ts'
import type { Handler } from './handle.ts'

/** What operators do over HTTP. */
export const OPERATOR_HANDLERS: readonly Handler[] = ACTS.map(({ operation, run }) => ({
	operation,
	run(call, { store }) {
		if (call.caller.kind !== 'operator') throw new ApiError('InvalidToken')
		return run(store, { name: call.caller.name }, call)
	},
}))
