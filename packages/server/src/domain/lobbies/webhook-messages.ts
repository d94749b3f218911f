import {
	LobbyMessageCreated,
	LobbyMessageDeleted,
	LobbyMessageUpdated,
	readSnowflake,
	type User,
	type WebhookEventData,
	wireTime,
} from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { notifyApplication } from '../webhooks/notify.ts'
import { connectedAmong } from './connected.ts'
import { readMetadata } from './metadata.ts'
import type { LobbyMessageRow, LobbyRow } from './rows.ts'

/** Tells the game's servers what was said in a lobby. */
export function notifyCreated(tx: Transaction, lobby: LobbyRow, message: LobbyMessageRow, author: User): Promise<void> {
	const { application_id, override_event_webhooks_url: url } = lobby
	return notifyApplication(tx, LobbyMessageCreated, application_id, () => present(tx, message, author), url)
}

/** Tells the game's servers that an author has changed a message. */
export function notifyUpdated(tx: Transaction, lobby: LobbyRow, message: LobbyMessageRow, author: User): Promise<void> {
	const { application_id, override_event_webhooks_url: url } = lobby
	const data = async () => ({
		...(await present(tx, message, author)),
		timestamp: wireTime(readSnowflake(message.id).at),
	})
	return notifyApplication(tx, LobbyMessageUpdated, application_id, data, url)
}

/** Tells the game's servers that a message is gone. */
export function notifyDeleted(tx: Transaction, lobby: LobbyRow, messageId: string): Promise<void> {
	const data = { id: messageId, lobby_id: lobby.id }
	const { application_id, override_event_webhooks_url: url } = lobby
	return notifyApplication(tx, LobbyMessageDeleted, application_id, data, url)
}

/** What the game's servers see of a message; what moderation says of it is not among it. */
async function present(
	tx: Transaction,
	message: LobbyMessageRow,
	author: User,
): Promise<WebhookEventData<typeof LobbyMessageCreated>> {
	const metadata = readMetadata(message.metadata)
	const playing = await connectedAmong(tx, message.application_id, [author.id])
	return {
		id: message.id,
		type: 0,
		content: message.content,
		lobby_id: message.lobby_id,
		channel_id: message.channel_id ?? message.lobby_id,
		author,
		...(metadata ? { metadata } : {}),
		flags: message.flags,
		// Only while its author plays (webhook-events.md §4).
		...(message.channel_id === null && playing.has(author.id) ? { application_id: message.application_id } : {}),
		...(message.edited_at === null ? {} : { edited_timestamp: wireTime(message.edited_at) }),
	}
}
