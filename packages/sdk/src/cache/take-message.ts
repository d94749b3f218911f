import type { Cache } from './cache.ts'
import { findChannel, takeChannel } from './channels.ts'
import type { Happening } from './happenings.ts'
import { type Message, readMessage } from './messages.ts'
import { takeUser } from './take-user.ts'
import { asObject, idOf, type Wire } from './wire.ts'

/** A message as the server sends it whole: new, changed, of the past, or the answer to having sent it. */
export function takeMessage(
	cache: Cache,
	data: Wire,
	how: 'put' | 'putNew' | 'hold',
): { message: Message; happenings: Happening[] } {
	const happenings = [...takeUser(cache, data.author), ...takeChannel(cache, data.channel)]
	const message = readMessage(data)
	if (message.lobbyId === 0n && message.recipientId === 0n) message.recipientId = otherOf(cache, message)
	return { message: cache.messages[how](message), happenings }
}

/** Whose conversation it is, where the message does not say. */
function otherOf(cache: Cache, { channelId, authorId }: Message): bigint {
	const [other = 0n] = findChannel(cache, channelId)?.recipients ?? []
	return other || (authorId === cache.currentUserId ? 0n : authorId)
}

export function messageCreated(cache: Cache, data: Wire): Happening[] {
	const { message, happenings } = takeMessage(cache, data, 'putNew')
	return [...happenings, ['messageCreated', message.id]]
}

export function messageUpdated(cache: Cache, data: Wire): Happening[] {
	const { message, happenings } = takeMessage(cache, data, 'put')
	return [...happenings, ['messageUpdated', message.id]]
}

export function messageDeleted(cache: Cache, data: Wire): Happening[] {
	const id = idOf(data.id)
	const channelId = cache.messages.get(id)?.channelId ?? (idOf(data.lobby_id) || idOf(data.channel_id))
	cache.messages.delete(id)
	return [['messageDeleted', id, channelId]]
}

/** An invite or a request to join travels as a message, and is none. */
export function isInvite(data: Wire): boolean {
	return asObject(data.activity).type !== undefined
}
