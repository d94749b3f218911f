import { LobbyMemberUpdate } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { presentGatewayMembers } from './present.ts'

/** Tells the lobbies a user is in what they look like now. */
export async function tellMates(tx: Transaction, userId: string): Promise<void> {
	const seats = await tx.db
		.selectFrom('lobby_members')
		.selectAll()
		.where('user_id', '=', userId)
		.orderBy('lobby_id')
		.execute()
	for (const seat of seats) {
		const { lobby_id, application_id } = seat
		const [member] = await presentGatewayMembers(tx, [seat])
		if (member)
			tx.emit(LobbyMemberUpdate, { lobbyId: lobby_id, exceptUserId: userId }, { lobby_id, application_id, member })
	}
}
