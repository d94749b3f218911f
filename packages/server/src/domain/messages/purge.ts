import { MessageDelete, MessageDeleteBulk, snowflakeAt } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { hearRemoved } from '../lobbies/overheard.ts'
import { releaseBlobs } from './attachments.ts'
import { removeRows } from './remove.ts'
import type { AttachmentRow } from './rows.ts'

/** Rows at once: no event names more, and databases bound the number of parameters. */
const AT_ONCE = 100

/** Removes what these users wrote in a guild in the last seconds, whatever the channel. */
export async function removeMessagesOf(
	tx: Transaction,
	guildId: string,
	{ userIds, seconds }: { userIds: readonly string[]; seconds: number },
): Promise<void> {
	if (userIds.length === 0 || seconds <= 0) return
	const rows = await tx.db
		.selectFrom('messages')
		.innerJoin('channels', 'channels.id', 'messages.channel_id')
		.select(['messages.id', 'messages.channel_id', 'channels.linked_lobby'])
		.where('channels.guild_id', '=', guildId)
		.where('messages.id', '>=', snowflakeAt(tx.now() - seconds * 1000))
		.where('messages.author_id', 'in', userIds)
		.orderBy('messages.id')
		.execute()
	for (const [channelId, messages] of Map.groupBy(rows, (row) => row.channel_id)) {
		const ids = messages.map(({ id }) => id)
		for (let at = 0; at < ids.length; at += AT_ONCE) {
			const some = ids.slice(at, at + AT_ONCE)
			await removeSome(tx, guildId, channelId, some)
			await hearRemoved(tx, { id: channelId, linked_lobby: messages[0]?.linked_lobby ?? null }, some)
		}
	}
}

async function removeSome(tx: Transaction, guildId: string, channelId: string, ids: string[]): Promise<void> {
	await removeRows(tx, ids)
	const where = { channel_id: channelId, guild_id: guildId }
	const [first = '', second] = ids
	if (second === undefined) tx.emit(MessageDelete, { guildId, channelId }, { id: first, ...where })
	else tx.emit(MessageDeleteBulk, { guildId, channelId }, { ids, ...where })
}

/** The attachments of everything in a channel, to be released when it is gone. */
export function attachmentsIn({ db }: Reading, channelId: string): Promise<AttachmentRow[]> {
	return db
		.selectFrom('attachments')
		.innerJoin('messages', 'messages.id', 'attachments.message_id')
		.selectAll('attachments')
		.where('messages.channel_id', '=', channelId)
		.execute()
}

/** Orders the removal of what is stored for these attachments, whose rows are gone. */
export async function releaseAttachments(tx: Transaction, gone: readonly AttachmentRow[]): Promise<void> {
	for (let at = 0; at < gone.length; at += AT_ONCE) await releaseBlobs(tx, gone.slice(at, at + AT_ONCE))
}
