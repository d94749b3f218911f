import type { Cache } from './cache.ts'
import type { Happening } from './happenings.ts'
import { type Message, readMessage } from './messages.ts'
import { takeUser } from './take-user.ts'
import { idOf, type Wire } from './wire.ts'

/** A message as the server sends it whole: new, changed, or the answer to having sent it. */
export function takeMessage(cache: Cache, data: Wire): { message: Message; happenings: Happening[] } {
	const happenings = takeUser(cache, data.author)
	return { message: cache.messages.put(readMessage(data)), happenings }
}

export function takeMessageEvent(cache: Cache, data: Wire, event: 'messageCreated' | 'messageUpdated'): Happening[] {
	const { message, happenings } = takeMessage(cache, data)
	return [...happenings, [event, message.id]]
}

export function deleteMessage(cache: Cache, data: Wire): Happening[] {
	const id = idOf(data.id)
	const channelId = cache.messages.get(id)?.channelId ?? idOf(data.lobby_id)
	cache.messages.delete(id)
	return [['messageDeleted', id, channelId]]
}
