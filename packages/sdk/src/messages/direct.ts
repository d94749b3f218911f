import { takeMessage } from '../cache/take-message.ts'
import { asObject, idOf, objects } from '../cache/wire.ts'
import type { Call } from '../client/operation.ts'
import { request } from '../client/request.ts'
import { tell } from '../client/state.ts'
import { type Snowflake, type SnowflakeLike, snowflakeTime, toSnowflake } from '../core/snowflake.ts'
import { type MessageHandle, messageHandle } from '../handles/message-handle.ts'
import { type UserMessageSummary, userMessageSummary } from '../records/user-message-summary.ts'
import { past, said } from './lobby-chat.ts'
import { checkMetadata } from './metadata.ts'
import { withNonce } from './nonces.ts'
import { checkContent, checkLimit } from './validate.ts'

/** Writes to another player. The message can be looked up when this is done; `messageCreated` comes by the gateway. */
export async function sendUserMessage(
	call: Call,
	recipientId: SnowflakeLike,
	content: string,
	metadata?: Record<string, string>,
): Promise<Snowflake> {
	const path = pathOf(recipientId)
	const message = {
		content: checkContent(content),
		...(metadata && { metadata: checkMetadata(metadata, 'metadata') }),
	}
	const answer = await withNonce(call.state, JSON.stringify([path, message]), (nonce) =>
		request(call, { method: 'POST', path, json: { ...message, nonce, enforce_nonce: true } }),
	)
	return said(call, answer)
}

export async function editUserMessage(
	call: Call,
	recipientId: SnowflakeLike,
	messageId: SnowflakeLike,
	content: string,
): Promise<void> {
	const path = `${pathOf(recipientId)}/${toSnowflake(messageId, 'messageId')}`
	const json = { content: checkContent(content) }
	const answer = await request(call, { method: 'PATCH', path, json })
	const { cache } = call.state
	const isNewest = cache.messages.get(idOf(asObject(answer).id)) !== undefined
	tell(call.state, takeMessage(cache, asObject(answer), isNewest ? 'put' : 'hold').happenings)
}

export async function deleteUserMessage(
	call: Call,
	recipientId: SnowflakeLike,
	messageId: SnowflakeLike,
): Promise<void> {
	const id = toSnowflake(messageId, 'messageId')
	await request(call, { method: 'DELETE', path: `${pathOf(recipientId)}/${id}` })
	call.state.cache.messages.delete(id)
}

const MOST = 200
const OLDEST_MS = 72 * 3_600_000

/** What two players wrote lately, newest first: as far as it is known here, else the server is asked. 0 or less is all. */
export async function userHistory(call: Call, recipientId: SnowflakeLike, limit: number): Promise<MessageHandle[]> {
	const { state } = call
	const path = pathOf(recipientId)
	const wanted = checkLimit(limit, -Infinity) > 0 ? limit : MOST
	const oldest = state.clock.now() - OLDEST_MS
	const known = state.cache.messages
		.between(toSnowflake(recipientId, 'recipientId'))
		.filter(({ id }) => snowflakeTime(id) >= oldest)
	if (known.length >= wanted) return known.slice(0, wanted).map((message) => messageHandle(state, message))
	return past(call, await request(call, { method: 'GET', path: `${path}?limit=${wanted}` }))
}

/** With whom the player has written. */
export async function messageSummaries(call: Call): Promise<UserMessageSummary[]> {
	const answer = await request(call, { method: 'GET', path: '/users/@me/dms' })
	return objects(answer).map(({ user_id, last_message_id }) =>
		userMessageSummary({ userId: idOf(user_id), lastMessageId: idOf(last_message_id) }),
	)
}

function pathOf(recipientId: SnowflakeLike): string {
	return `/users/${toSnowflake(recipientId, 'recipientId')}/messages`
}
