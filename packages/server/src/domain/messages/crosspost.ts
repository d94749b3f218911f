import { ApiError, CHANNEL_TYPES, hasPermissions, type Message } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { ChannelAccess } from '../access/access.ts'
import { announceUpdate } from './announce.ts'
import { lockKnownMessage } from './find.ts'
import { presentMessages } from './present.ts'
import { MESSAGE_FLAGS, MESSAGE_TYPES, readExtra } from './rows.ts'

/**
 * Publishes a message of an announcement channel: one's own, or another's with ManageMessages.
 * @throws UnknownMessage, ChannelType, MissingPermissions, InvalidMessageType, AlreadyCrossposted
 */
export async function crosspostMessage(tx: Transaction, access: ChannelAccess, messageId: string): Promise<Message> {
	if (access.channel.type !== CHANNEL_TYPES.announcement) throw new ApiError('ChannelType')
	const row = await lockKnownMessage(tx, access.channel.id, messageId)
	if (row.author_id !== access.userId && !hasPermissions(access.permissions, 'ManageMessages')) {
		throw new ApiError('MissingPermissions')
	}
	if (row.type !== MESSAGE_TYPES.default || readExtra(row).poll) throw new ApiError('InvalidMessageType')
	if (row.flags & MESSAGE_FLAGS.crossposted) throw new ApiError('AlreadyCrossposted')
	const published = { ...row, flags: row.flags | MESSAGE_FLAGS.crossposted }
	await tx.db.updateTable('messages').set({ flags: published.flags }).where('id', '=', row.id).execute()
	const [message] = await presentMessages(tx, [published], access.userId)
	await announceUpdate(tx, access, message as Message)
	return message as Message
}
