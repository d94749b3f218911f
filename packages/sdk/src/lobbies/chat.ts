import type { Message } from '../cache/messages.ts'
import { readMessage } from '../cache/messages.ts'
import { takeMessage } from '../cache/take-message.ts'
import { takeUser } from '../cache/take-user.ts'
import { asObject, objects } from '../cache/wire.ts'
import { request } from '../client/request.ts'
import { type ClientState, tell } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { textMap } from './metadata.ts'

const LONGEST_CONTENT = 2000
const MOST_HISTORY = 200

interface Saying {
	lobbyId: SnowflakeLike
	content: string
	metadata?: Record<string, string>
}

/** Says something in a lobby. The message can be looked up when this is done; `messageCreated` comes by the gateway. */
export async function sendLobbyMessage(
	state: ClientState,
	{ lobbyId, content, metadata }: Saying,
	signal: AbortSignal,
): Promise<Snowflake> {
	const id = toSnowflake(lobbyId, 'lobbyId')
	const length = typeof content === 'string' ? [...content].length : 0
	if (length < 1 || length > LONGEST_CONTENT) {
		throw failure('ValidationError', `A message has 1 to ${LONGEST_CONTENT} characters`)
	}
	const json = { content, ...(metadata && { metadata: textMap(metadata, 'metadata') }) }
	const answer = await request(state, { method: 'POST', path: `/lobbies/${id}/messages`, json, signal })
	const { message, happenings } = takeMessage(state.cache, asObject(answer))
	tell(state, happenings)
	return message.id
}

/** What was said lately, newest first. Always asks the server. */
export async function lobbyHistory(
	state: ClientState,
	lobbyId: SnowflakeLike,
	limit: number,
	signal: AbortSignal,
): Promise<Message[]> {
	const id = toSnowflake(lobbyId, 'lobbyId')
	if (!Number.isInteger(limit) || limit < 1 || limit > MOST_HISTORY) {
		throw failure('ValidationError', `The limit is 1 to ${MOST_HISTORY}`)
	}
	const answer = await request(state, { method: 'GET', path: `/lobbies/${id}/messages?limit=${limit}`, signal })
	const messages = objects(answer).map((wire) => {
		tell(state, takeUser(state.cache, wire.author))
		return state.cache.messages.hold(readMessage(wire))
	})
	return messages.sort((a, b) => (a.id < b.id ? 1 : -1))
}
