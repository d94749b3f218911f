import { ApiError, ChannelDelete, ChannelUpdate, type GuildChannel, RightsChanged } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type ChannelAccess, featuresOf, overwritesOf, requirePermissions } from '../access/access.ts'
import { audit, changesBetween } from '../audit/audit.ts'
import { holdChannel } from './channels.ts'
import { presentChannel } from './present.ts'
import { tellChannel } from './tell.ts'
import { AUDITED, requireGuildChannel } from './update.ts'

/**
 * Removes a channel of a guild that is held, with all that was written in it. What stood in a category stands by itself afterwards.
 * @throws MissingPermissions, DirectChannel, CommunityChannel
 */
export async function deleteChannel(tx: Transaction, access: ChannelAccess, reason?: string): Promise<GuildChannel> {
	const { guild, userId } = requireGuildChannel(access)
	requirePermissions(access, 'ManageChannels')
	const channel = await holdChannel(tx, access.channel.id)
	const { rules_channel_id, public_updates_channel_id } = guild.guild
	const isNeeded = [rules_channel_id, public_updates_channel_id].includes(channel.id)
	if (isNeeded && featuresOf(guild.guild).includes('COMMUNITY')) throw new ApiError('CommunityChannel')
	const deleted = presentChannel(channel, await overwritesOf(tx, channel.id))
	await releaseChildren(tx, channel.id)
	await tx.db.deleteFrom('channels').where('id', '=', channel.id).execute()
	tellChannel(tx, ChannelDelete, deleted)
	tx.emit(RightsChanged, { guildId: guild.guild.id }, { guild_id: guild.guild.id })
	await audit(tx, {
		guildId: guild.guild.id,
		userId,
		targetId: channel.id,
		action: 'channelDelete',
		changes: changesBetween(deleted, undefined, [...AUDITED, 'permission_overwrites']),
		reason,
	})
	return deleted
}

async function releaseChildren(tx: Transaction, categoryId: string): Promise<void> {
	const children = await tx.db
		.updateTable('channels')
		.set({ parent_id: null })
		.where('parent_id', '=', categoryId)
		.returningAll()
		.execute()
	for (const child of children) {
		tellChannel(tx, ChannelUpdate, presentChannel(child, await overwritesOf(tx, child.id)))
	}
}
