import type { ChannelCreate, ChannelDelete, ChannelUpdate, GuildChannel } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'

type ChannelEvent = typeof ChannelCreate | typeof ChannelUpdate | typeof ChannelDelete

/** Tells those of the guild who may see the channel what became of it. */
export function tellChannel(tx: Transaction, event: ChannelEvent, channel: GuildChannel): void {
	tx.emit(event, { guildId: channel.guild_id, channelId: channel.id }, channel)
}
