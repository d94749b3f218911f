import { ApiError, operators } from '@guildhall/protocol'
import type { Caller } from '../domain/access/caller.ts'
import { ACTS } from '../domain/operators/acts.ts'
import { drainGateway, openGateway } from '../domain/operators/departures.ts'
import type { Operator } from '../domain/operators/record.ts'
import { type Handler, handle } from './handle.ts'

/** What operators do over HTTP. */
export const OPERATOR_HANDLERS: readonly Handler[] = [
	...ACTS.map(
		({ operation, run }): Handler => ({
			operation,
			run: (call, { store }) => run(store, operatorOf(call.caller), call),
		}),
	),
	handle(operators.getOperatedGateway, async (_call, { node }) => node.state()),
	handle(operators.drainGateway, (call, { store, node }) =>
		drainGateway(store, operatorOf(call.caller), node, call.body.seconds),
	),
	handle(operators.openGateway, (call, { store, node }) => openGateway(store, operatorOf(call.caller), node)),
]

function operatorOf(caller: Caller): Operator {
	if (caller.kind !== 'operator') throw new ApiError('InvalidToken')
	return { name: caller.name }
}
