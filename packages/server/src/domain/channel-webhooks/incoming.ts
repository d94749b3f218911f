import { ApiError, CHANNEL_TYPES, hasPermissions } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import {
	type ChannelRow,
	channelAccess,
	type GuildRow,
	guildAccess,
	permissionsIn,
	requirePermissions,
} from '../access/access.ts'
import { guildsOf } from '../access/audience.ts'
import { channelsOf } from '../channels/channels.ts'

/** Channels that a person may give an application a webhook in. */
const TEXT_CHANNELS: readonly number[] = [CHANNEL_TYPES.text, CHANNEL_TYPES.announcement]

/** A channel of a guild. */
export type GuildChannelRow = ChannelRow & { guild_id: string }

/** A guild and those of its channels that a webhook can be made in. */
export interface IncomingPlace {
	guild: GuildRow
	channels: ChannelRow[]
}

/**
 * The channel, where the person may make a webhook in it.
 * @throws UnknownChannel, MissingAccess, MissingPermissions, ChannelType
 */
export async function requireIncoming(from: Reading, userId: string, channelId: string): Promise<GuildChannelRow> {
	const access = await channelAccess(from, userId, channelId)
	const { channel } = access
	if (channel.guild_id === null || !TEXT_CHANNELS.includes(channel.type)) throw new ApiError('ChannelType')
	requirePermissions(access, 'ManageWebhooks')
	return { ...channel, guild_id: channel.guild_id }
}

/** Where the person may make webhooks, by guild; guilds without such a channel are left out. */
export async function listIncomingPlaces(from: Reading, userId: string): Promise<IncomingPlace[]> {
	const places: IncomingPlace[] = []
	for (const guildId of await guildsOf(from, userId)) {
		const access = await guildAccess(from, userId, guildId)
		const channels = (await channelsOf(from, guildId))
			.filter(({ channel }) => TEXT_CHANNELS.includes(channel.type))
			.filter(({ overwrites }) => hasPermissions(permissionsIn(access, overwrites), 'ViewChannel', 'ManageWebhooks'))
			.map(({ channel }) => channel)
		if (channels.length > 0) places.push({ guild: access.guild, channels })
	}
	return places
}
