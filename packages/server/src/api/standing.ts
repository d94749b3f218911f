import { type ChannelAccess, type GuildAccess, guildAccess } from '../domain/access/access.ts'
import { type BotCaller, type Caller, type Somebody, userIdOf } from '../domain/access/caller.ts'
import type { World } from './handle.ts'

/** The caller of an operation that declares a permission on the channel of its path, and their standing there. */
export function inChannel({ channel, caller }: { channel?: ChannelAccess; caller: Caller }): {
	access: ChannelAccess
	caller: Somebody
} {
	if (!channel || !('userId' in caller)) {
		throw new Error('An operation that acts in a channel must declare a permission and admit somebody.')
	}
	return { access: channel, caller }
}

/** The caller's standing in the guild of the path, whose permission the kernel has asked for. */
export function inGuild({ guild }: { guild?: GuildAccess }): GuildAccess {
	if (!guild) throw new Error('An operation that acts in a guild must declare a permission.')
	return guild
}

/** The caller's standing in the guild of the path, where being a member is all it takes. @throws UnknownGuild */
export function asMember(
	call: { caller: Caller; params: { guild_id: string } },
	{ store }: World,
): Promise<GuildAccess> {
	return guildAccess(store, userIdOf(call.caller), call.params.guild_id)
}

/** The bot whose operation this is. */
export function asBot({ caller }: { caller: Caller }): BotCaller {
	if (caller.kind !== 'bot') throw new Error('The operation admits only bots.')
	return caller
}
