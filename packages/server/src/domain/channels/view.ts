import type { Channel } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { type ChannelAccess, overwritesOf } from '../access/access.ts'
import { viewDirectChannel } from './direct.ts'
import { presentChannel } from './present.ts'

/** A channel as somebody in it sees it. */
export async function viewChannel(from: Reading, { channel, userId }: ChannelAccess): Promise<Channel> {
	if (channel.guild_id === null) return viewDirectChannel(from, channel, userId)
	return presentChannel(channel, await overwritesOf(from, channel.id))
}
