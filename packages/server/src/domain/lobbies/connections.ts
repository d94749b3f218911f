import { LobbyMemberConnect, LobbyMemberDisconnect, LobbyMemberUpdate } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { takeTurn, takeTurns } from '../accounts/accounts.ts'
import { endTemporary, isTemporary } from '../guilds/temporary.ts'
import { connectedAmong } from './connected.ts'
import { settleIdleness } from './idle.ts'
import { presentGatewayMembers } from './present.ts'
import { findMember, type Player } from './rows.ts'

/** A player's gateway session: open, or waiting for its Resume. */
export interface PlayerSession extends Player {
	sessionId: string
	/** The node that holds it. */
	node: number
}

/** The job that looks whether somebody whose sessions a node took down with it has come back. */
export const END_STAY = 'end of a temporary stay'

/**
 * Notes that a session has opened or closed. The first of a player connects them to all their lobbies, the last takes
 * them off; both are told there. `returnMs` where the node goes and not the player: for so long they may come back.
 */
export async function setConnected(
	tx: Transaction,
	session: PlayerSession,
	isConnected: boolean,
	returnMs = 0,
): Promise<void> {
	// Who opens one session and closes another at the same moment is connected all the while.
	await takeTurn(tx, session.userId)
	const wasConnected = await isPlayerConnected(tx, session)
	if (isConnected) {
		await tx.db
			.insertInto('lobby_connections')
			.values({
				session_id: session.sessionId,
				node: session.node,
				user_id: session.userId,
				application_id: session.applicationId,
			})
			.onConflict((conflict) => conflict.column('session_id').doUpdateSet({ node: session.node }))
			.execute()
	} else {
		await tx.db.deleteFrom('lobby_connections').where('session_id', '=', session.sessionId).execute()
	}
	if (wasConnected !== (await isPlayerConnected(tx, session))) await tellLobbies(tx, session)
	if (isConnected) return
	if (returnMs > 0) await awaitReturn(tx, session.userId, returnMs)
	else await endStay(tx, { user_id: session.userId })
}

/** Whoever is in guilds for as long as they play is out of them, unless they play (invites.md J9). */
export async function endStay(tx: Transaction, { user_id: userId }: { user_id: string }): Promise<void> {
	await takeTurn(tx, userId)
	if (!(await hasSession(tx, userId))) await endTemporary(tx, userId)
}

async function awaitReturn(tx: Transaction, userId: string, returnMs: number): Promise<void> {
	if (await isTemporary(tx, userId)) await orderEnd(tx, userId, returnMs)
}

const orderEnd = (tx: Transaction, userId: string, returnMs: number) =>
	tx.enqueue(END_STAY, { user_id: userId }, tx.now() + returnMs)

/** Who has a session on the node, and is in some guild for as long as they play. */
async function temporaryOn({ db }: Reading, node: number): Promise<string[]> {
	const rows = await db
		.selectFrom('lobby_connections')
		.innerJoin('members', 'members.user_id', 'lobby_connections.user_id')
		.select('lobby_connections.user_id')
		.distinct()
		.where('lobby_connections.node', '=', node)
		.where('members.is_temporary', '=', 1)
		.execute()
	return rows.map(({ user_id }) => user_id)
}

/**
 * Forgets all sessions that a node held: it has started anew, or is dead. Their players may come back for `returnMs`.
 */
export async function forgetNode(tx: Transaction, node: number, returnMs: number): Promise<void> {
	await takeTurns(tx, await playingOn(tx, node))
	const staying = await temporaryOn(tx, node)
	const held = await tx.db
		.deleteFrom('lobby_connections')
		.where('node', '=', node)
		.returning(['user_id', 'application_id'])
		.execute()
	const players = new Map(held.map((row) => [`${row.user_id} ${row.application_id}`, row]))
	for (const { user_id: userId, application_id: applicationId } of players.values()) {
		const player = { userId, applicationId }
		if (!(await isPlayerConnected(tx, player))) await tellLobbies(tx, player)
	}
	for (const userId of staying) await orderEnd(tx, userId, returnMs)
}

/** Who has a session on the node. */
async function playingOn({ db }: Reading, node: number): Promise<string[]> {
	const rows = await db.selectFrom('lobby_connections').select('user_id').where('node', '=', node).execute()
	return rows.map(({ user_id }) => user_id)
}

/** Whether the user plays anything. */
async function hasSession({ db }: Reading, userId: string): Promise<boolean> {
	const row = await db
		.selectFrom('lobby_connections')
		.select('session_id')
		.where('user_id', '=', userId)
		.limit(1)
		.executeTakeFirst()
	return row !== undefined
}

async function isPlayerConnected(from: Reading, { applicationId, userId }: Player): Promise<boolean> {
	return (await connectedAmong(from, applicationId, [userId])).has(userId)
}

async function tellLobbies(tx: Transaction, { applicationId, userId }: Player): Promise<void> {
	const places = await tx.db
		.selectFrom('lobby_members')
		.select('lobby_id')
		.where('user_id', '=', userId)
		.where('application_id', '=', applicationId)
		.orderBy('lobby_id')
		.execute()
	for (const { lobby_id: lobbyId } of places) {
		await settleIdleness(tx, lobbyId)
		// The lobby is held now: they are out of it, or stay in it as they are told of.
		const place = await findMember(tx, lobbyId, userId)
		const [member] = await presentGatewayMembers(tx, place ? [place] : [])
		if (!member) continue
		const others = { lobbyId, exceptUserId: userId }
		tx.emit(LobbyMemberUpdate, others, { lobby_id: lobbyId, application_id: applicationId, member })
		tx.emit(member.connected ? LobbyMemberConnect : LobbyMemberDisconnect, others, { lobby_id: lobbyId, member })
	}
}
