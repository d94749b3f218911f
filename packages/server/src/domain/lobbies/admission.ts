import { ApiError, formError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { steadyUsersAmong } from '../applications/authorizations.ts'
import type { LobbyRow } from './rows.ts'

const MOST_MEMBERS = 1000
/** Lobbies of one application that a user may be in: what the SDK's header says; its guides promise 100 (L6). */
const MOST_LOBBIES = 200

/**
 * Why users may not come into the lobby; those who may, or are in it, are missing from the answer. In order of the list
 * until the lobby is full. Members among `leaving` make room. The users are held (`holdComing`).
 */
export async function refusalsOf(
	tx: Transaction,
	lobby: LobbyRow,
	userIds: readonly string[],
	leaving: readonly string[] = [],
): Promise<Map<string, ApiError>> {
	const refusals = new Map<string, ApiError>()
	if (userIds.length === 0) return refusals
	const inside = await insideAmong(tx, lobby.id, [...userIds, ...leaving])
	const going = leaving.filter((id) => inside.has(id)).length
	const eligible = await steadyUsersAmong(tx, lobby.application_id, userIds)
	const lobbies = await countLobbies(
		tx,
		lobby.application_id,
		userIds.filter((id) => !inside.has(id)),
	)
	let room = MOST_MEMBERS - (await countMembers(tx, lobby.id)) + going
	for (const userId of userIds) {
		if (inside.has(userId)) continue
		if (!eligible.has(userId)) refusals.set(userId, new ApiError('MissingAccess'))
		else if ((lobbies.get(userId) ?? 0) >= MOST_LOBBIES) refusals.set(userId, tooManyLobbies())
		else if (room <= 0) refusals.set(userId, lobbyIsFull())
		else room--
	}
	return refusals
}

const tooManyLobbies = () =>
	formError([], 'MAX_LOBBIES_PER_USER', `A user may be in at most ${MOST_LOBBIES} lobbies of an application.`)

const lobbyIsFull = () => formError([], 'MAX_LOBBY_MEMBERS', `A lobby may have at most ${MOST_MEMBERS} members.`)

async function insideAmong({ db }: Transaction, lobbyId: string, userIds: readonly string[]): Promise<Set<string>> {
	const rows = await db
		.selectFrom('lobby_members')
		.select('user_id')
		.where('lobby_id', '=', lobbyId)
		.where('user_id', 'in', userIds)
		.execute()
	return new Set(rows.map((row) => row.user_id))
}

async function countMembers({ db }: Transaction, lobbyId: string): Promise<number> {
	const { count } = await db
		.selectFrom('lobby_members')
		.select(({ fn }) => fn.countAll<number>().as('count'))
		.where('lobby_id', '=', lobbyId)
		.executeTakeFirstOrThrow()
	return count
}

async function countLobbies(
	{ db }: Transaction,
	applicationId: string,
	userIds: readonly string[],
): Promise<Map<string, number>> {
	if (userIds.length === 0) return new Map()
	const rows = await db
		.selectFrom('lobby_members')
		.select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
		.where('user_id', 'in', userIds)
		.where('application_id', '=', applicationId)
		.groupBy('user_id')
		.execute()
	return new Map(rows.map((row) => [row.user_id, Number(row.count)]))
}
