import { prepared } from '../../ports/prepared.ts'
import type { Transaction } from '../../ports/store.ts'
import type { Referred } from './references.ts'
import type { AttachmentRow, MessageRow } from './rows.ts'

/** Writes the row, and that it is the channel's last. */
export async function insertMessage(tx: Transaction, row: MessageRow): Promise<void> {
	await insertRow(
		tx,
		row.id,
		row.channel_id,
		row.author_id,
		row.type,
		row.content,
		row.flags,
		row.is_tts,
		row.mentions_everyone,
		row.extra,
	)
	await setLastMessage(tx, row.channel_id, row.id)
}

const insertRow = prepared(
	(
		db,
		id: string,
		channel_id: string,
		author_id: string,
		type: number,
		content: string,
		flags: number,
		is_tts: 0 | 1,
		mentions_everyone: 0 | 1,
		extra: string | null,
	) =>
		db.insertInto('messages').values({
			id,
			channel_id,
			author_id,
			type,
			content,
			flags,
			is_tts,
			mentions_everyone,
			edited_at: null,
			pinned_at: null,
			extra,
		}),
)

const setLastMessage = prepared((db, channelId: string, messageId: string) =>
	db
		.updateTable('channels')
		.set({ last_message_id: messageId })
		.where('id', '=', channelId)
		// Of two that are written at once the later one stays.
		.where((channel) =>
			channel.or([channel('last_message_id', 'is', null), channel('last_message_id', '<', messageId)]),
		),
)

/** A forward has the attachments it shows as rows of its own, over the same blobs: it outlives the original. */
export async function shareAttachments(
	tx: Transaction,
	message: MessageRow,
	referred: Referred | undefined,
): Promise<AttachmentRow[]> {
	if (referred?.kind !== 'forward' || referred.attachments.length === 0) return []
	const rows = referred.attachments.map((row) => ({
		...row,
		id: tx.newId(),
		message_id: message.id,
		channel_id: message.channel_id,
		is_snapshot: 1 as const,
	}))
	await tx.db.insertInto('attachments').values(rows).execute()
	return rows
}
