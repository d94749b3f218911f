import { ApiError, type Overwrite } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { ChannelRow } from '../access/access.ts'

export interface ChannelWithOverwrites {
	channel: ChannelRow
	overwrites: Overwrite[]
}

/** The channel, if there is one. */
export function findChannel({ db }: Reading, channelId: string): Promise<ChannelRow | undefined> {
	return db.selectFrom('channels').selectAll().where('id', '=', channelId).executeTakeFirst()
}

/** The same. @throws UnknownChannel */
export async function getChannel(from: Reading, channelId: string): Promise<ChannelRow> {
	const channel = await findChannel(from, channelId)
	if (!channel) throw new ApiError('UnknownChannel')
	return channel
}

/** Takes hold of a channel until the commit, and says how it is now: who changes it at the same moment waits. @throws UnknownChannel */
export async function holdChannel({ db }: Transaction, channelId: string): Promise<ChannelRow> {
	const channel = await db
		.updateTable('channels')
		.set((row) => ({ flags: row.ref('flags') }))
		.where('id', '=', channelId)
		.returningAll()
		.executeTakeFirst()
	if (!channel) throw new ApiError('UnknownChannel')
	return channel
}

/** The channels of a guild in their order, each with what it says about roles and members. */
export async function channelsOf({ db }: Reading, guildId: string): Promise<ChannelWithOverwrites[]> {
	const channels = await db
		.selectFrom('channels')
		.selectAll()
		.where('guild_id', '=', guildId)
		.orderBy('position')
		.orderBy('id')
		.execute()
	const rows = await db
		.selectFrom('overwrites')
		.innerJoin('channels', 'channels.id', 'overwrites.channel_id')
		.select(['overwrites.channel_id', 'overwrites.target_id', 'overwrites.type', 'overwrites.allow', 'overwrites.deny'])
		.where('channels.guild_id', '=', guildId)
		.execute()
	const overwrites = new Map<string, Overwrite[]>(channels.map(({ id }) => [id, []]))
	for (const { channel_id, target_id, type, allow, deny } of rows) {
		overwrites.get(channel_id)?.push({ id: target_id, type, allow: BigInt(allow), deny: BigInt(deny) })
	}
	return channels.map((channel) => ({ channel, overwrites: overwrites.get(channel.id) ?? [] }))
}
