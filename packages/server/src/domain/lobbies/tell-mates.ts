import { LobbyMemberUpdate } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { presentGatewayMembers } from './present.ts'
import { findMember, tryHoldLobby } from './rows.ts'

/** Tells the lobbies a user is in what they look like now. The user is held. */
export async function tellMates(tx: Transaction, userId: string): Promise<void> {
	const seats = await tx.db
		.selectFrom('lobby_members')
		.select('lobby_id')
		.where('user_id', '=', userId)
		.orderBy('lobby_id')
		.execute()
	for (const { lobby_id } of seats) {
		// Held: whoever comes in at the same moment has seen what is new, or hears of it.
		const lobby = await tryHoldLobby(tx, lobby_id)
		const seat = lobby && (await findMember(tx, lobby_id, userId))
		if (!seat) continue
		const { application_id } = seat
		const [member] = await presentGatewayMembers(tx, [seat])
		if (member)
			tx.emit(LobbyMemberUpdate, { lobbyId: lobby_id, exceptUserId: userId }, { lobby_id, application_id, member })
	}
}
