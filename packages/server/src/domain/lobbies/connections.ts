import { LobbyMemberUpdate } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { connectedAmong } from './connected.ts'
import { settleIdleness } from './idle.ts'
import { presentGatewayMembers } from './present.ts'
import type { Player } from './rows.ts'

/** A player's gateway session: open, or waiting for its Resume. */
export interface PlayerSession extends Player {
	sessionId: string
	/** The node that holds it. */
	node: number
}

/**
 * Notes that a session has opened or closed. The first of a player connects them to all their lobbies, the last takes
 * them off; both are told there.
 */
export async function setConnected(tx: Transaction, session: PlayerSession, isConnected: boolean): Promise<void> {
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
}

/** Forgets all sessions that a node held: it has started anew, or is dead. */
export async function forgetNode(tx: Transaction, node: number): Promise<void> {
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
}

async function isPlayerConnected(from: Reading, { applicationId, userId }: Player): Promise<boolean> {
	return (await connectedAmong(from, applicationId, [userId])).has(userId)
}

async function tellLobbies(tx: Transaction, { applicationId, userId }: Player): Promise<void> {
	const places = await tx.db
		.selectFrom('lobby_members')
		.selectAll()
		.where('user_id', '=', userId)
		.where('application_id', '=', applicationId)
		.orderBy('lobby_id')
		.execute()
	for (const place of places) {
		await settleIdleness(tx, place.lobby_id)
		const [member] = await presentGatewayMembers(tx, [place])
		if (!member) continue
		const data = { lobby_id: place.lobby_id, application_id: applicationId, member }
		tx.emit(LobbyMemberUpdate, { lobbyId: place.lobby_id, exceptUserId: userId }, data)
	}
}
