import { ApiError } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { takeTurns } from '../accounts/accounts.ts'

export type LobbyRow = Selectable<Tables['lobbies']>
export type LobbyMemberRow = Selectable<Tables['lobby_members']>
export type LobbyMessageRow = Selectable<Tables['lobby_messages']>

/** A lobby, as the application that owns it names it. */
export interface LobbyKey {
	applicationId: string
	lobbyId: string
}

/** Somebody who plays: a user, and the application that acts for them. */
export interface Player {
	applicationId: string
	userId: string
}

/** The lobby of this application; undefined also where it is another application's. */
export function findLobby({ db }: Reading, { applicationId, lobbyId }: LobbyKey): Promise<LobbyRow | undefined> {
	return db
		.selectFrom('lobbies')
		.selectAll()
		.where('id', '=', lobbyId)
		.where('application_id', '=', applicationId)
		.executeTakeFirst()
}

/** The same. @throws UnknownLobby */
export async function getLobby(from: Reading, key: LobbyKey): Promise<LobbyRow> {
	const row = await findLobby(from, key)
	if (!row) throw new ApiError('UnknownLobby')
	return row
}

/**
 * Takes hold of the lobby until the commit: who is in it, and since when nobody is connected, change one after the other.
 * @throws UnknownLobby
 */
export async function holdLobby(tx: Transaction, { applicationId, lobbyId }: LobbyKey): Promise<LobbyRow> {
	const row = await tryHoldLobby(tx, lobbyId, applicationId)
	if (!row) throw new ApiError('UnknownLobby')
	return row
}

/** The same, where there is one. That of another application than the one named is not even waited for (Z3). */
export function tryHoldLobby(
	{ db }: Transaction,
	lobbyId: string,
	applicationId?: string,
): Promise<LobbyRow | undefined> {
	const held = db
		.updateTable('lobbies')
		.set((lobby) => ({ application_id: lobby.ref('application_id') }))
		.where('id', '=', lobbyId)
		.returningAll()
	return (applicationId === undefined ? held : held.where('application_id', '=', applicationId)).executeTakeFirst()
}

/**
 * Takes hold of users who may come into a lobby, before the lobby itself: that they connect, and what they look like, is
 * known there when they are in it, and how many lobbies they are in is counted one after the other.
 */
export const holdComing = (tx: Transaction, userIds: readonly string[]): Promise<void> => takeTurns(tx, userIds)

/** Whether a lobby of the application sends its events to this address already. */
export async function isOverride({ db }: Reading, applicationId: string, url: string): Promise<boolean> {
	const row = await db
		.selectFrom('lobbies')
		.select('id')
		.where('application_id', '=', applicationId)
		.where('override_event_webhooks_url', '=', url)
		.limit(1)
		.executeTakeFirst()
	return row !== undefined
}

/** The members by ascending id. */
export function membersOf({ db }: Reading, lobbyId: string): Promise<LobbyMemberRow[]> {
	return db.selectFrom('lobby_members').selectAll().where('lobby_id', '=', lobbyId).orderBy('user_id').execute()
}

/** The member, if the user is one. */
export function findMember({ db }: Reading, lobbyId: string, userId: string): Promise<LobbyMemberRow | undefined> {
	return db
		.selectFrom('lobby_members')
		.selectAll()
		.where('lobby_id', '=', lobbyId)
		.where('user_id', '=', userId)
		.executeTakeFirst()
}

/** The lobby and the player's place in it. @throws UnknownLobby, MissingAccess where they are no member */
export async function getPlace(
	from: Reading,
	{ applicationId, userId }: Player,
	lobbyId: string,
): Promise<{ lobby: LobbyRow; member: LobbyMemberRow }> {
	const lobby = await getLobby(from, { applicationId, lobbyId })
	const member = await findMember(from, lobbyId, userId)
	if (!member) throw new ApiError('MissingAccess')
	return { lobby, member }
}
