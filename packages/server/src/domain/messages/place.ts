import { ApiError, CHANNEL_TYPES } from '@guildhall/protocol'
import type { Reading, Target, Transaction } from '../../ports/store.ts'
import type { ChannelAccess } from '../access/access.ts'
import { traitsOf } from '../channels/types.ts'
import { isBlockBetween } from '../relationships/rows.ts'

/** Who hears what happens in the channel. */
export function audienceOf({ channel, recipientIds }: ChannelAccess): Target {
	if (channel.guild_id !== null) return { guildId: channel.guild_id, channelId: channel.id }
	return { userIds: recipientIds ?? [] }
}

/** Where it is, for events: the guild is left out of direct channels. */
export function whereabouts({ channel }: ChannelAccess): { channel_id: string; guild_id?: string } {
	return { channel_id: channel.id, ...(channel.guild_id === null ? {} : { guild_id: channel.guild_id }) }
}

/** @throws NotInForum, NonTextChannel where nobody can write in channels of this type. */
export function requireText({ channel }: ChannelAccess): void {
	const { type } = channel
	if (type === CHANNEL_TYPES.direct || type === CHANNEL_TYPES.group) return
	const { hasMessages, isForum } = traitsOf(type)
	if (isForum) throw new ApiError('NotInForum')
	if (!hasMessages) throw new ApiError('NonTextChannel')
}

/** In a direct channel: that nobody in it has blocked the user, or is blocked by them. @throws CannotMessageUser */
export async function requireUnblocked(from: Reading, access: ChannelAccess): Promise<void> {
	if (await isBlocked(from, access)) throw new ApiError('CannotMessageUser')
}

/** Whether a block stands between the user and somebody else of a direct channel. */
export async function isBlocked(from: Reading, { recipientIds = [], userId }: ChannelAccess): Promise<boolean> {
	for (const id of recipientIds) if (id !== userId && (await isBlockBetween(from, userId, id))) return true
	return false
}

/**
 * In a direct channel: that the others can be written to, who then see the channel again.
 * @throws CannotMessageUser between bots, where the other is gone, and where one has blocked the other
 */
export async function openDirect(tx: Transaction, access: ChannelAccess, authorIsBot: boolean): Promise<void> {
	if (!access.recipientIds) return
	const others = await recipients(
		tx,
		access.recipientIds.filter((id) => id !== access.userId),
	)
	const reachable = others.filter(({ is_bot, deleted_at }) => deleted_at === null && !(authorIsBot && is_bot))
	if (reachable.length === 0) throw new ApiError('CannotMessageUser')
	await requireUnblocked(tx, access)
	await tx.db
		.updateTable('recipients')
		.set({ is_open: 1 })
		.where('channel_id', '=', access.channel.id)
		.where('is_open', '=', 0)
		.execute()
}

async function recipients({ db }: Reading, userIds: readonly string[]) {
	if (userIds.length === 0) return []
	return db.selectFrom('users').select(['id', 'is_bot', 'deleted_at']).where('id', 'in', userIds).execute()
}
