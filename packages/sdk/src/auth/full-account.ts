import type { Call } from '../client/operation.ts'
import type { ClientState } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import { ClientStatus } from '../enums/clients.ts'
import { unless } from '../net/unless.ts'

/**
 * For what a placeholder account cannot do: has the game merge it first, which tells by `ProvisionalUserMergeCompleted`
 * that it has, and goes on when there is a session of the account.
 */
export async function fullAccount({ state, signal }: Call, mergeRequired: () => void): Promise<void> {
	if (!state.cache.users.get(state.cache.currentUserId)?.isProvisional) return
	const success = await unless(
		signal,
		() =>
			new Promise<boolean>((resolve) => {
				state.waitingForMerge.add(resolve)
				state.queue.push(mergeRequired)
			}),
	)
	if (!success) throw failure('Aborted', 'The placeholder account was not merged')
	await unless(signal, () => ready(state))
}

/** A session that another account has is on its way to Ready; one that was ended is for the operation to find out. */
async function ready({ connection, events }: ClientState): Promise<void> {
	const over: ClientStatus[] = [ClientStatus.Ready, ClientStatus.Disconnected]
	while (!over.includes(connection.status())) {
		await new Promise<void>((resolve) => {
			const off = events.on('statusChanged', () => {
				off()
				resolve()
			})
		})
	}
}
