import { CHANNEL_TYPES, type GuildChannel, hasPermissions, type Overwrite, PERMISSIONS } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { type ChannelRow, type GuildAccess, permissionsIn } from '../access/access.ts'
import { channelsOf } from './channels.ts'
import { presentChannel } from './present.ts'

/** All channels of a guild, as bots see them. */
export async function listChannels(from: Reading, guildId: string): Promise<GuildChannel[]> {
	const channels = await channelsOf(from, guildId)
	return channels.map(({ channel, overwrites }) => presentChannel(channel, overwrites))
}

/** The channels a member may view, with what a game wants to know to link a lobby to one of them (LCH-09). */
export async function listVisibleChannels(from: Reading, access: GuildAccess): Promise<GuildChannel[]> {
	const channels = await channelsOf(from, access.guild.id)
	return channels.flatMap(({ channel, overwrites }) => {
		const permissions = permissionsIn(access, overwrites)
		if (!hasPermissions(permissions, 'ViewChannel')) return []
		return [
			{
				...presentChannel(channel, overwrites),
				is_linkable: isLinkable(channel, permissions),
				is_viewable_and_writeable_by_all_members: !overwrites.some(excludes),
			},
		]
	})
}

function isLinkable(channel: ChannelRow, permissions: bigint): boolean {
	const isPlainText = channel.type === CHANNEL_TYPES.text && channel.is_nsfw === 0
	return isPlainText && hasPermissions(permissions, 'ManageChannels', 'ViewChannel', 'SendMessages')
}

/** Whether an overwrite keeps somebody out. */
function excludes({ deny }: Overwrite): boolean {
	return (deny & (PERMISSIONS.ViewChannel | PERMISSIONS.SendMessages)) !== 0n
}
