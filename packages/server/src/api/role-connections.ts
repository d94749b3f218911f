import { ApiError, roleConnections } from '@guildhall/protocol'
import type { Caller } from '../domain/access/caller.ts'
import type { Pair } from '../domain/applications/authorizations.ts'
import {
	deleteRoleConnection,
	findRoleConnection,
	recordsOf,
	setRecords,
	setRoleConnection,
} from '../domain/applications/role-connections.ts'
import { getOwnApplication } from '../domain/applications/update.ts'
import { type Handler, handle, type World } from './handle.ts'
import { asBot } from './standing.ts'

export const ROLE_CONNECTION_HANDLERS: readonly Handler[] = [
	handle(roleConnections.getRoleConnectionRecords, async (call, world) =>
		recordsOf(world.store, await own(call, world)),
	),
	handle(roleConnections.setRoleConnectionRecords, async (call, world) => {
		const applicationId = await own(call, world)
		return world.store.transaction((tx) => setRecords(tx, applicationId, call.body))
	}),
	handle(roleConnections.getRoleConnection, async (call, { store }) => findRoleConnection(store, pairOf(call))),
	handle(roleConnections.setRoleConnection, async (call, { store }) =>
		store.transaction((tx) => setRoleConnection(tx, pairOf(call), call.body)),
	),
	handle(roleConnections.deleteRoleConnection, async (call, { store }) => {
		await store.transaction((tx) => deleteRoleConnection(tx, pairOf(call)))
	}),
]

/** The application of the path, which is the bot's own. @throws UnknownApplication, NotAuthorizedOnApplication */
async function own(call: { caller: Caller; params: { application_id: string } }, { store }: World): Promise<string> {
	const { id } = await getOwnApplication(store, call.params.application_id, asBot(call).applicationId)
	return id
}

/** @throws NotAuthorizedOnApplication where the token was given to another application */
function pairOf({ caller, params }: { caller: Caller; params: { application_id: string } }): Pair {
	if (caller.kind !== 'bearer' || caller.applicationId !== params.application_id) {
		throw new ApiError('NotAuthorizedOnApplication')
	}
	return caller
}
