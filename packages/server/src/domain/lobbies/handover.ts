import type { Transaction } from '../../ports/store.ts'
import { holdComing, membersOf, tryHoldLobby } from './rows.ts'
import { changeSeats } from './seats.ts'

const MESSAGES_AT_ONCE = 200

/** Whose place goes to whom; `applicationIds` where only places in lobbies of these applications do. */
export interface SeatHandover {
	fromId: string
	toId: string
	applicationIds?: readonly string[]
}

/**
 * Gives one user the place of another in one lobby, with what the game says of it; who is there already keeps their own.
 * Members hear that the one has left, then that the other came. Undefined once there is none left.
 */
export async function moveSeat(
	tx: Transaction,
	{ fromId, toId, applicationIds }: SeatHandover,
): Promise<string | undefined> {
	const places = tx.db.selectFrom('lobby_members').select('lobby_id').where('user_id', '=', fromId)
	const next = await (applicationIds === undefined ? places : places.where('application_id', 'in', applicationIds))
		.orderBy('lobby_id')
		.limit(1)
		.executeTakeFirst()
	if (!next) return undefined
	await holdComing(tx, [toId])
	const lobby = await tryHoldLobby(tx, next.lobby_id)
	const members = lobby ? await membersOf(tx, lobby.id) : []
	const place = members.find((member) => member.user_id === fromId)
	if (lobby && place) {
		const isInside = members.some((member) => member.user_id === toId)
		const { metadata, flags, additional_name: additionalName } = place
		const seat = { userId: toId, metadata, flags, additionalName }
		await changeSeats(tx, lobby, { remove: [fromId], put: isInside ? [] : [seat] })
	}
	return next.lobby_id
}

/** Makes another user the author of some of what one said in lobbies. Undefined once nothing is left. */
export async function moveLobbyMessages(
	{ db }: Transaction,
	{ fromId, toId }: SeatHandover,
): Promise<string | undefined> {
	const said = db.selectFrom('lobby_messages').select('id').where('author_id', '=', fromId).limit(MESSAGES_AT_ONCE)
	const { numUpdatedRows } = await db
		.updateTable('lobby_messages')
		.set({ author_id: toId })
		.where('id', 'in', said)
		.executeTakeFirst()
	return numUpdatedRows === 0n ? undefined : 'more'
}
