import { LobbyMessageCreate, LobbyMessageDelete, LobbyMessageUpdate, type Message } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { ChannelRow } from '../access/access.ts'
import { readLink } from '../channels/linked.ts'
import { presentWritten } from './present.ts'
import { findLobby, type LobbyMessageRow, type LobbyRow } from './rows.ts'
import { notifyCreated, notifyDeleted, notifyUpdated } from './webhook-messages.ts'

/** A channel, as far as lobbies care for it. */
export type Overheard = Pick<ChannelRow, 'id' | 'linked_lobby'>

/** Types of messages that somebody wrote: text, replies, answers to commands. */
const WRITTEN: readonly number[] = [0, 19, 20, 23]
const SUPPRESS_NOTIFICATIONS = 1 << 12

/** What was written in a channel reaches the lobby that is linked to it, under the same id (L31). */
export async function hearWritten(tx: Transaction, channel: Overheard, message: Message): Promise<void> {
	const lobby = await lobbyOf(tx, channel)
	if (!lobby || !WRITTEN.includes(message.type)) return
	const { author } = message
	const row: LobbyMessageRow = {
		id: message.id,
		lobby_id: lobby.id,
		application_id: lobby.application_id,
		author_id: author.id,
		content: message.content,
		flags: message.flags & SUPPRESS_NOTIFICATIONS,
		metadata: null,
		moderation_metadata: null,
		additional_name: null,
		nonce: null,
		edited_at: null,
		channel_id: channel.id,
		// A webhook is called otherwise on each message.
		face: message.webhook_id === undefined ? null : JSON.stringify(author),
	}
	await tx.db.insertInto('lobby_messages').values(row).execute()
	tx.emit(LobbyMessageCreate, { lobbyId: lobby.id }, presentWritten(row, message))
	await notifyCreated(tx, lobby, row, author)
}

/** It was changed; where it has other words now, what moderation said of the old ones is gone. */
export async function hearChanged(tx: Transaction, channel: Overheard, message: Message): Promise<void> {
	const lobby = await lobbyOf(tx, channel)
	if (!lobby) return
	const before = await tx.db
		.selectFrom('lobby_messages')
		.select('content')
		.where('id', '=', message.id)
		.where('channel_id', '=', channel.id)
		.executeTakeFirst()
	if (!before) return
	const hasOtherWords = before.content !== message.content
	const row = await tx.db
		.updateTable('lobby_messages')
		.set({
			content: message.content,
			edited_at: message.edited_timestamp === null ? null : Date.parse(message.edited_timestamp),
			...(hasOtherWords ? { moderation_metadata: null } : {}),
		})
		.where('id', '=', message.id)
		.returningAll()
		.executeTakeFirst()
	// The lobby went a moment ago.
	if (!row) return
	tx.emit(LobbyMessageUpdate, { lobbyId: lobby.id }, presentWritten(row, message))
	if (hasOtherWords) await notifyUpdated(tx, lobby, row, message.author)
}

/** It is gone. What came from the lobby stays there (L32). */
export async function hearRemoved(tx: Transaction, channel: Overheard, messageIds: readonly string[]): Promise<void> {
	const lobby = await lobbyOf(tx, channel)
	if (!lobby || messageIds.length === 0) return
	const gone = await tx.db
		.deleteFrom('lobby_messages')
		.where('id', 'in', messageIds)
		.where('channel_id', '=', channel.id)
		.returning('id')
		.execute()
	for (const { id } of gone.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))) {
		tx.emit(LobbyMessageDelete, { lobbyId: lobby.id }, { id, lobby_id: lobby.id })
		await notifyDeleted(tx, lobby, id)
	}
}

async function lobbyOf(tx: Transaction, { id, linked_lobby }: Overheard): Promise<LobbyRow | undefined> {
	if (linked_lobby === null) return undefined
	const lobby = await findLobby(tx, readLink(linked_lobby))
	return lobby?.linked_channel_id === id ? lobby : undefined
}
