import { takeMessage } from '../cache/take-message.ts'
import { asObject, objects } from '../cache/wire.ts'
import type { Call } from '../client/operation.ts'
import { request } from '../client/request.ts'
import { tell } from '../client/state.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { type MessageHandle, messageHandle } from '../handles/message-handle.ts'
import { disclose } from './disclosure.ts'
import { checkMetadata } from './metadata.ts'
import { checkContent, checkLimit } from './validate.ts'

/** Says something in a lobby. The message can be looked up when this is done; `messageCreated` comes by the gateway. */
export async function sendLobbyMessage(
	call: Call,
	lobbyId: SnowflakeLike,
	content: string,
	metadata?: Record<string, string>,
): Promise<Snowflake> {
	const path = `/lobbies/${toSnowflake(lobbyId, 'lobbyId')}/messages`
	const json = { content: checkContent(content), ...(metadata && { metadata: checkMetadata(metadata, 'metadata') }) }
	return said(call, await request(call, { method: 'POST', path, json }))
}

/** The answer to having said something, in a lobby or to a player. */
export function said({ state }: Call, answer: unknown): Snowflake {
	const { message, happenings } = takeMessage(state.cache, asObject(answer), 'putNew')
	tell(state, happenings)
	disclose(state, message)
	return message.id
}

/** What was said lately, newest first. Always asks the server. */
export async function lobbyHistory(call: Call, lobbyId: SnowflakeLike, limit: number): Promise<MessageHandle[]> {
	const path = `/lobbies/${toSnowflake(lobbyId, 'lobbyId')}/messages?limit=${checkLimit(limit, 1)}`
	return past(call, await request(call, { method: 'GET', path }))
}

/** Messages of the past, newest first: they do not crowd out the newest ones. */
export function past({ state }: Call, answer: unknown): MessageHandle[] {
	const taken = objects(answer).map((wire) => {
		const { message, happenings } = takeMessage(state.cache, wire, 'hold')
		tell(state, happenings)
		return message
	})
	return taken.sort((a, b) => (a.id < b.id ? 1 : -1)).map((message) => messageHandle(state, message))
}
