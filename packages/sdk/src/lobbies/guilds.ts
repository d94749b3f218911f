import { idOf, integerOf, objects, textOf, type Wire } from '../cache/wire.ts'
import type { Call } from '../client/operation.ts'
import { request } from '../client/request.ts'
import { type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import type { ChannelType } from '../enums/channels.ts'
import { type GuildChannel, guildChannel } from '../records/guild-channel.ts'
import { type GuildMinimal, guildMinimal } from '../records/guild-minimal.ts'

/** The guilds of the player. */
export async function userGuilds(call: Call): Promise<GuildMinimal[]> {
	const answer = await request(call, { method: 'GET', path: '/users/@me/guilds' })
	return objects(answer).map((wire) => guildMinimal({ id: idOf(wire.id), name: textOf(wire.name) ?? '' }))
}

/** The channels of a guild that the player can see, in the order in which clients of the platform show them: the server's. */
export async function guildChannels(call: Call, guildId: SnowflakeLike): Promise<GuildChannel[]> {
	const path = `/guilds/${toSnowflake(guildId, 'guildId')}/channels?with_can_link_lobby=true`
	return objects(await request(call, { method: 'GET', path })).map(readChannel)
}

function readChannel(wire: Wire): GuildChannel {
	const [linked] = objects([wire.linked_lobby])
	return guildChannel({
		id: idOf(wire.id),
		name: textOf(wire.name) ?? '',
		type: integerOf(wire.type) as ChannelType,
		position: integerOf(wire.position),
		parentId: idOf(wire.parent_id) || undefined,
		isLinkable: wire.is_linkable === true,
		isViewableAndWriteableByAllMembers: wire.is_viewable_and_writeable_by_all_members === true,
		linkedLobby: idOf(linked?.lobby_id)
			? { applicationId: idOf(linked?.application_id), lobbyId: idOf(linked?.lobby_id) }
			: undefined,
	})
}
