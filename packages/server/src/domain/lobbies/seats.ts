import {
	AccessChanged,
	LobbyCreate,
	LobbyDelete,
	LobbyMemberAdd,
	LobbyMemberRemove,
	LobbyMemberUpdate,
} from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { settleIdleness } from './idle.ts'
import { presentGatewayLobby, presentGatewayMembers } from './present.ts'
import { getLobby, type LobbyMemberRow, type LobbyRow } from './rows.ts'

/** A member as they shall be; what is absent stays as it is, or empty for one who comes. */
export interface Seat {
	userId: string
	/** As it is kept. */
	metadata?: string | null
	flags?: number
	additionalName?: string | null
}

export interface SeatChanges {
	put?: readonly Seat[]
	remove?: readonly string[]
}

interface Changed {
	/** Those who came and those who were changed, in the order given. */
	put: LobbyMemberRow[]
	added: LobbyMemberRow[]
	updated: LobbyMemberRow[]
	removed: LobbyMemberRow[]
}

/** Changes who is in a lobby that is held, and tells everybody. Whether they may is the caller's to know. */
export async function changeSeats(
	tx: Transaction,
	lobby: LobbyRow,
	{ put = [], remove = [] }: SeatChanges,
): Promise<Changed> {
	const changed: Changed = { put: [], added: [], updated: [], removed: await unseat(tx, lobby.id, remove) }
	for (const seat of put) await takeSeat(tx, lobby, seat, changed)
	if (changed.added.length > 0 || changed.removed.length > 0) {
		await settleIdleness(tx, lobby.id)
	}
	await tellOfSeats(tx, lobby, changed)
	return changed
}

async function unseat({ db }: Transaction, lobbyId: string, userIds: readonly string[]): Promise<LobbyMemberRow[]> {
	if (userIds.length === 0) return []
	return db
		.deleteFrom('lobby_members')
		.where('lobby_id', '=', lobbyId)
		.where('user_id', 'in', userIds)
		.returningAll()
		.execute()
}

async function takeSeat(tx: Transaction, lobby: LobbyRow, seat: Seat, changed: Changed): Promise<void> {
	const given = {
		...(seat.metadata === undefined ? {} : { metadata: seat.metadata }),
		...(seat.flags === undefined ? {} : { flags: seat.flags }),
		...(seat.additionalName === undefined ? {} : { additional_name: seat.additionalName }),
	}
	const before = await tx.db
		.updateTable('lobby_members')
		.set({ application_id: lobby.application_id, ...given })
		.where('lobby_id', '=', lobby.id)
		.where('user_id', '=', seat.userId)
		.returningAll()
		.executeTakeFirst()
	if (before) {
		changed.put.push(before)
		if (Object.keys(given).length > 0) changed.updated.push(before)
		return
	}
	const row = {
		lobby_id: lobby.id,
		user_id: seat.userId,
		application_id: lobby.application_id,
		metadata: null,
		flags: 0,
		additional_name: null,
		joined_at: tx.now(),
		...given,
	}
	await tx.db.insertInto('lobby_members').values(row).execute()
	changed.put.push(row)
	changed.added.push(row)
}

/** First those who were there hear of the others; who comes in begins with the whole lobby. */
async function tellOfSeats(tx: Transaction, lobby: LobbyRow, { added, updated, removed }: Changed): Promise<void> {
	const lobbyId = lobby.id
	const applicationId = lobby.application_id
	for (const member of await presentGatewayMembers(tx, removed)) {
		const target = { userIds: [member.id], applicationId }
		tx.emit(LobbyDelete, target, { id: lobbyId, reason: 'removed' })
		tx.emit(AccessChanged, target, { user_id: member.id, lobby_id: lobbyId, gained: false })
		const data = { lobby_id: lobbyId, application_id: applicationId, member }
		tx.emit(LobbyMemberRemove, { lobbyId, exceptUserId: member.id }, data)
	}
	for (const member of await presentGatewayMembers(tx, updated)) {
		tx.emit(LobbyMemberUpdate, { lobbyId }, { lobby_id: lobbyId, application_id: applicationId, member })
	}
	for (const member of await presentGatewayMembers(tx, added)) {
		const data = { lobby_id: lobbyId, application_id: applicationId, member }
		tx.emit(LobbyMemberAdd, { lobbyId, exceptUserId: member.id }, data)
	}
	if (added.length === 0) return
	const whole = await presentGatewayLobby(tx, await getLobby(tx, { applicationId, lobbyId }))
	for (const { user_id } of added) {
		const target = { userIds: [user_id], applicationId }
		tx.emit(AccessChanged, target, { user_id, lobby_id: lobbyId, gained: true })
	}
	tx.emit(LobbyCreate, { userIds: added.map((member) => member.user_id), applicationId }, whole)
}
