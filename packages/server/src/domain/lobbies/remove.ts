import { AccessChanged, LobbyDelete } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { setLinkedLobby } from '../channels/linking.ts'
import { type LobbyRow, membersOf, tryHoldLobby } from './rows.ts'

/** Removes a lobby, which is held, with its members and messages, and tells everybody who was in it. */
export async function removeLobby(tx: Transaction, lobby: LobbyRow): Promise<void> {
	const members = await membersOf(tx, lobby.id)
	if (lobby.linked_channel_id !== null) await setLinkedLobby(tx, lobby.linked_channel_id, null)
	await tx.db.deleteFrom('lobbies').where('id', '=', lobby.id).execute()
	tx.emit(LobbyDelete, { lobbyId: lobby.id }, { id: lobby.id, reason: 'deleted' })
	for (const { user_id } of members) {
		const target = { userIds: [user_id], applicationId: lobby.application_id }
		tx.emit(AccessChanged, target, { user_id, lobby_id: lobby.id, gained: false })
	}
}

/** Lobbies that one transaction removes. */
const AT_ONCE = 20

/** Removes some of the lobbies of an application that are older than an id. True where there may be more. */
export async function removeOldLobbies(
	tx: Transaction,
	{ applicationId, beforeId }: { applicationId: string; beforeId: string },
): Promise<boolean> {
	const rows = await tx.db
		.selectFrom('lobbies')
		.select('id')
		.where('application_id', '=', applicationId)
		.where('id', '<', beforeId)
		.limit(AT_ONCE)
		.execute()
	for (const { id } of rows) {
		const lobby = await tryHoldLobby(tx, id)
		if (lobby) await removeLobby(tx, lobby)
	}
	return rows.length === AT_ONCE
}
