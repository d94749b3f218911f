import { readLobby } from '../cache/lobbies.ts'
import type { Call } from '../client/operation.ts'
import { request } from '../client/request.ts'
import { type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'

/** Links a lobby to a channel, in place of the one before, or to none. `lobbyUpdated` comes by the gateway. */
export async function linkChannel(
	call: Call,
	lobbyId: SnowflakeLike,
	channelId: SnowflakeLike | undefined,
): Promise<void> {
	const id = toSnowflake(lobbyId, 'lobbyId')
	const json = channelId === undefined ? {} : { channel_id: String(toSnowflake(channelId, 'channelId')) }
	const answer = readLobby(await request(call, { method: 'PATCH', path: `/lobbies/${id}/channel-linking`, json }))
	const lobby = call.state.cache.lobbies.get(id)
	if (lobby) lobby.linkedChannel = answer.linkedChannel
}
