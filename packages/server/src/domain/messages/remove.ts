import { ApiError, formError, MessageDelete, MessageDeleteBulk, readSnowflake } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type ChannelAccess, requirePermissions } from '../access/access.ts'
import { audit } from '../audit/audit.ts'
import { hearRemoved } from '../lobbies/overheard.ts'
import { attachmentsOf, releaseBlobs } from './attachments.ts'
import { lockKnownMessage } from './find.ts'
import { releaseNonces } from './nonces.ts'
import { audienceOf, whereabouts } from './place.ts'

const BULK = { least: 2, most: 100, reachMs: 14 * 24 * 60 * 60 * 1000 }

/**
 * Removes one's own message, or another's with ManageMessages.
 * @throws UnknownMessage, MissingPermissions
 */
export async function deleteMessage(
	tx: Transaction,
	access: ChannelAccess,
	{ messageId, reason }: { messageId: string; reason?: string | undefined },
): Promise<void> {
	const row = await lockKnownMessage(tx, access.channel.id, messageId)
	const isOwn = row.author_id === access.userId
	if (!isOwn) {
		if (!access.guild) throw new ApiError('MissingPermissions')
		requirePermissions(access, 'ManageMessages')
	}
	await releaseNonces(tx, row.channel_id, row.author_id, row.id)
	await removeRows(tx, [row.id])
	tx.emit(MessageDelete, audienceOf(access), { id: row.id, ...whereabouts(access) })
	await hearRemoved(tx, access.channel, [row.id])
	if (isOwn || !access.guild) return
	await audit(tx, {
		guildId: access.guild.guild.id,
		userId: access.userId,
		targetId: row.author_id,
		action: 'messageDelete',
		options: { channel_id: access.channel.id, count: '1' },
		reason,
	})
}

/**
 * Removes several messages of the last two weeks at once. Ids that are no message of the channel are passed over.
 * @throws DirectChannel, BulkDeleteCount, TooOldToBulkDelete, InvalidFormBody where an id comes twice
 */
export async function bulkDeleteMessages(
	tx: Transaction,
	access: ChannelAccess,
	{ messageIds, reason }: { messageIds: readonly string[]; reason?: string | undefined },
): Promise<void> {
	if (!access.guild) throw new ApiError('DirectChannel')
	const twice = messageIds.findIndex((id, index) => messageIds.indexOf(id) !== index)
	if (twice >= 0) {
		throw formError(['messages', twice], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
	}
	if (messageIds.length < BULK.least || messageIds.length > BULK.most) throw new ApiError('BulkDeleteCount')
	const oldest = tx.now() - BULK.reachMs
	if (messageIds.some((id) => readSnowflake(id).at < oldest)) throw new ApiError('TooOldToBulkDelete')
	const rows = await tx.db
		.selectFrom('messages')
		.select('id')
		.where('channel_id', '=', access.channel.id)
		.where('id', 'in', messageIds)
		.orderBy('id')
		.execute()
	if (rows.length === 0) return
	const ids = rows.map(({ id }) => id)
	await removeRows(tx, ids)
	tx.emit(MessageDeleteBulk, audienceOf(access), { ids, ...whereabouts(access) })
	await hearRemoved(tx, access.channel, ids)
	await audit(tx, {
		guildId: access.guild.guild.id,
		userId: access.userId,
		targetId: access.channel.id,
		action: 'messageBulkDelete',
		options: { count: String(ids.length) },
		reason,
	})
}

/** Removes messages with what hangs on them; blobs that nothing shows any more follow after the commit. */
export async function removeRows(tx: Transaction, ids: readonly string[]): Promise<void> {
	const attachments = await attachmentsOf(tx, ids)
	await tx.db.deleteFrom('messages').where('id', 'in', ids).execute()
	await releaseBlobs(tx, attachments)
}
