import { ApiError, type LobbyMemberInput, type LobbyMembersInput } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { findUsers } from '../accounts/accounts.ts'
import { refusalsOf } from './admission.ts'
import { type MetadataInput, storedMetadata } from './metadata.ts'
import { holdComing, holdLobby, type LobbyKey, type LobbyMemberRow, type LobbyRow, type Player } from './rows.ts'
import { changeSeats, type Seat } from './seats.ts'

/**
 * Brings a user into the lobby, or changes them there.
 * @throws UnknownLobby, UnknownUser, MissingAccess, InvalidFormBody
 */
export async function putMember(
	tx: Transaction,
	key: LobbyKey,
	userId: string,
	input: LobbyMemberInput,
): Promise<LobbyMemberRow> {
	await holdComing(tx, [userId])
	const lobby = await holdLobby(tx, key)
	const seat = seatOf(userId, input, ['metadata'])
	await requireUsers(tx, [userId])
	for (const refusal of (await refusalsOf(tx, lobby, [userId])).values()) throw refusal
	const { put } = await changeSeats(tx, lobby, { put: [seat] })
	return put[0] as LobbyMemberRow
}

/**
 * Adds, changes and removes members, all or nothing. Of entries for the same user the last one counts. Who may not come
 * in is left out without a word; answered are those who were added or changed.
 * @throws UnknownLobby, UnknownUser, InvalidFormBody
 */
export async function bulkMembers(tx: Transaction, key: LobbyKey, input: LobbyMembersInput): Promise<LobbyMemberRow[]> {
	await holdComing(
		tx,
		input.map((entry) => entry.id),
	)
	const lobby = await holdLobby(tx, key)
	const seats = input.map((entry, index) => seatOf(entry.id, entry, [index, 'metadata']))
	await requireUsers(
		tx,
		input.map((entry) => entry.id),
	)
	const last = new Map(input.map((entry, index) => [entry.id, index]))
	const indices = [...last.values()]
	const remove = indices.map((index) => input[index]).flatMap((entry) => (entry?.remove_member ? [entry.id] : []))
	const wanted = indices.filter((index) => !input[index]?.remove_member).map((index) => seats[index] as Seat)
	const refused = await refusalsOf(
		tx,
		lobby,
		wanted.map((seat) => seat.userId),
		remove,
	)
	const { put } = await changeSeats(tx, lobby, { put: wanted.filter((seat) => !refused.has(seat.userId)), remove })
	return put
}

/** Takes a user out of the lobby; one who is not in it is no mistake. @throws UnknownLobby */
export async function removeMember(tx: Transaction, key: LobbyKey, userId: string): Promise<void> {
	const lobby = await holdLobby(tx, key)
	await changeSeats(tx, lobby, { remove: [userId] })
}

/** A player leaves. @throws UnknownLobby */
export function leaveLobby(tx: Transaction, { applicationId, userId }: Player, lobbyId: string): Promise<void> {
	return removeMember(tx, { applicationId, lobbyId }, userId)
}

/** What requests say of a member. */
interface SeatInput {
	metadata?: MetadataInput
	flags?: number | null
	additional_name?: string | null
}

/** What a request says of a member, with the bounds of its metadata checked. @throws InvalidFormBody */
export function seatOf(userId: string, input: SeatInput, path: readonly (string | number)[]): Seat {
	const metadata = storedMetadata(input.metadata, path)
	return {
		userId,
		...(metadata === undefined ? {} : { metadata }),
		...(typeof input.flags === 'number' ? { flags: input.flags } : {}),
		...(input.additional_name === undefined ? {} : { additionalName: input.additional_name }),
	}
}

/** Seats whom a list names and nobody refuses. @throws UnknownUser, MissingAccess, InvalidFormBody */
export async function admitAll(
	tx: Transaction,
	lobby: LobbyRow,
	entries: readonly (SeatInput & { id: string })[],
	leaving: readonly string[] = [],
): Promise<Seat[]> {
	const seats = new Map(
		entries.map((entry, index) => [entry.id, seatOf(entry.id, entry, ['members', index, 'metadata'])]),
	)
	await requireUsers(tx, [...seats.keys()])
	for (const refusal of (await refusalsOf(tx, lobby, [...seats.keys()], leaving)).values()) throw refusal
	return [...seats.values()]
}

async function requireUsers(tx: Transaction, userIds: readonly string[]): Promise<void> {
	const users = await findUsers(tx, userIds)
	for (const id of userIds) {
		const user = users.get(id)
		if (!user || user.deleted_at !== null) throw new ApiError('UnknownUser')
	}
}
