import type { Transaction } from '../../ports/store.ts'
import { removeLobby } from './remove.ts'
import { type LobbyRow, tryHoldLobby } from './rows.ts'

/** The job that looks whether a lobby has been idle for too long. */
export const LOBBY_IDLE = 'lobby idle'
export const DEFAULT_IDLE_SECONDS = 300

/**
 * Begins to count idle time where nobody is connected any more, and ends it where somebody is. To be called whenever
 * members or connections have changed.
 */
export async function settleIdleness(tx: Transaction, lobbyId: string): Promise<void> {
	// First the lobby is held: who comes and who goes at the same moment look one after the other.
	const lobby = await tryHoldLobby(tx, lobbyId)
	if (!lobby) return
	const isIdle = !(await hasConnected(tx, lobbyId))
	if (isIdle === (lobby.idle_since !== null)) return
	const idleSince = isIdle ? tx.now() : null
	await tx.db.updateTable('lobbies').set({ idle_since: idleSince }).where('id', '=', lobbyId).execute()
	await watchIdleness(tx, { ...lobby, idle_since: idleSince })
}

async function hasConnected({ db }: Transaction, lobbyId: string): Promise<boolean> {
	const row = await db
		.selectFrom('lobby_members')
		.innerJoin('lobby_connections', (join) =>
			join
				.onRef('lobby_connections.user_id', '=', 'lobby_members.user_id')
				.onRef('lobby_connections.application_id', '=', 'lobby_members.application_id'),
		)
		.select('lobby_connections.session_id')
		.where('lobby_members.lobby_id', '=', lobbyId)
		.limit(1)
		.executeTakeFirst()
	return row !== undefined
}

/** Orders the look at the moment when the lobby will have been idle for too long. */
export async function watchIdleness(
	tx: Transaction,
	lobby: Pick<LobbyRow, 'id' | 'idle_since' | 'idle_timeout_seconds'>,
): Promise<void> {
	const endsAt = idleEndOf(lobby)
	if (endsAt !== undefined) await tx.enqueue(LOBBY_IDLE, { lobby_id: lobby.id }, endsAt)
}

/** What the job does: removes the lobby if it is still idle and its time is up. Every later moment has its own job. */
export async function removeIdleLobby(tx: Transaction, { lobby_id }: { lobby_id: string }): Promise<void> {
	const lobby = await tryHoldLobby(tx, lobby_id)
	if (!lobby || lobby.linked_channel_id !== null) return
	const endsAt = idleEndOf(lobby)
	if (endsAt !== undefined && endsAt <= tx.now()) await removeLobby(tx, lobby)
}

function idleEndOf(lobby: Pick<LobbyRow, 'idle_since' | 'idle_timeout_seconds'>): number | undefined {
	return lobby.idle_since === null ? undefined : lobby.idle_since + lobby.idle_timeout_seconds * 1000
}
