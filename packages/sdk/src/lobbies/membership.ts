import { lobbyAnswered, lobbyLeft } from '../cache/take-lobby.ts'
import { request } from '../client/request.ts'
import { type ClientState, tell } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { textMap } from './metadata.ts'

const LONGEST_SECRET = 250

interface Joining {
	secret: string
	/** Both replace what was there; left out they stay. */
	lobbyMetadata?: Record<string, string>
	memberMetadata?: Record<string, string>
}

/** Comes into the lobby of a secret, and makes it where there is none. */
export async function createOrJoinLobby(
	state: ClientState,
	{ secret, lobbyMetadata, memberMetadata }: Joining,
	signal: AbortSignal,
): Promise<Snowflake> {
	state.redactor.remember(secret)
	const length = typeof secret === 'string' ? [...secret].length : 0
	if (length < 1 || length > LONGEST_SECRET) {
		throw failure('ValidationError', `A lobby secret has 1 to ${LONGEST_SECRET} characters`)
	}
	const json = {
		secret,
		...(lobbyMetadata && { lobby_metadata: textMap(lobbyMetadata, 'lobbyMetadata') }),
		...(memberMetadata && { member_metadata: textMap(memberMetadata, 'memberMetadata') }),
	}
	const answer = await request(state, { method: 'PUT', path: '/lobbies', json, signal })
	const { id, happenings } = lobbyAnswered(state.cache, answer)
	tell(state, happenings)
	return id
}

export async function leaveLobby(state: ClientState, lobbyId: SnowflakeLike, signal: AbortSignal): Promise<void> {
	const id = toSnowflake(lobbyId, 'lobbyId')
	await request(state, { method: 'DELETE', path: `/lobbies/${id}/members/@me`, signal })
	tell(state, lobbyLeft(state.cache, id))
}
