import { lobbyAnswered, lobbyLeft } from '../cache/take-lobby.ts'
import type { Call } from '../client/operation.ts'
import { request } from '../client/request.ts'
import { tell } from '../client/state.ts'
import { checkLength } from '../core/lengths.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { checkMetadata } from '../messages/metadata.ts'

const LONGEST_SECRET = 250

/** Comes into the lobby of a secret, and makes it where there is none. Metadata replaces what was there; left out it stays. */
export async function createOrJoinLobby(
	call: Call,
	secret: string,
	lobbyMetadata?: Record<string, string>,
	memberMetadata?: Record<string, string>,
): Promise<Snowflake> {
	const { state } = call
	const json = {
		secret: checkLength(secret, 'secret', LONGEST_SECRET),
		...(lobbyMetadata && { lobby_metadata: checkMetadata(lobbyMetadata, 'lobbyMetadata') }),
		...(memberMetadata && { member_metadata: checkMetadata(memberMetadata, 'memberMetadata') }),
	}
	const answer = await request(call, { method: 'PUT', path: '/lobbies', json })
	const { id, happenings } = lobbyAnswered(state.cache, answer)
	tell(state, happenings)
	return id
}

export async function leaveLobby(call: Call, lobbyId: SnowflakeLike): Promise<void> {
	const id = toSnowflake(lobbyId, 'lobbyId')
	await request(call, { method: 'DELETE', path: `/lobbies/${id}/members/@me` })
	tell(call.state, lobbyLeft(call.state.cache, id))
}
