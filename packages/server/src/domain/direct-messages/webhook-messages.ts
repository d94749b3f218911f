import {
	GameDirectMessageCreated,
	GameDirectMessageDeleted,
	GameDirectMessageUpdated,
	type WebhookEventData,
} from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { presentUser } from '../accounts/present.ts'
import { gameOfDirect } from '../channels/direct.ts'
import { presentDirectChannel } from '../channels/present.ts'
import { connectedAmong } from '../lobbies/connected.ts'
import { notifyApplication } from '../webhooks/notify.ts'
import type { Spoken } from './announce.ts'

const EVENTS = {
	created: GameDirectMessageCreated,
	updated: GameDirectMessageUpdated,
	deleted: GameDirectMessageDeleted,
} as const

/** Tells the servers of these games, each only while one of the two plays it (WHR-05). */
export async function notifyServers(
	tx: Transaction,
	what: keyof typeof EVENTS,
	spoken: Spoken,
	applicationIds: readonly string[],
): Promise<void> {
	const userIds = [spoken.author.id, spoken.other.id]
	for (const applicationId of applicationIds) {
		if ((await connectedAmong(tx, applicationId, userIds)).size === 0) continue
		await notifyApplication(tx, EVENTS[what], applicationId, async () => present(spoken))
	}
}

/** What servers see of a message: all of it where one of the two has an account, else what the game itself keeps. */
function present({ message, channel, author, other }: Spoken): WebhookEventData<typeof GameDirectMessageCreated> {
	const isOfGame = gameOfDirect(channel) !== undefined
	const shown = presentDirectChannel(channel, [author, other])
	const where = isOfGame ? { ...shown, id: other.id } : shown
	const { reactions: _, ...whole } = message
	const common = { channel: where, channel_id: where.id, recipient_id: other.id }
	if (!author.is_provisional || !other.is_provisional) return { ...whole, ...common }
	const { id, type, content, flags, application_id = '', edited_timestamp } = message
	const edited = edited_timestamp === null ? {} : { edited_timestamp }
	return { id, type, content, author: presentUser(author), flags, application_id, ...edited, ...common }
}
