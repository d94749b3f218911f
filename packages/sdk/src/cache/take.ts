import type { Cache } from './cache.ts'
import type { Happening } from './happenings.ts'
import { lobbyEntered, lobbyLeft, takeLobby, takeMember } from './take-lobby.ts'
import { deleteMessage, takeMessageEvent } from './take-message.ts'
import { takeUser, takeUsers } from './take-user.ts'
import { readUser } from './users.ts'
import { asObject, idOf, objects, type Wire } from './wire.ts'

type Take = (cache: Cache, data: Wire) => Happening[]

const TAKES: Readonly<Record<string, Take>> = {
	READY: takeReady,
	USER_UPDATE: takeUser,
	LOBBY_CREATE: (cache, data) => [...takeUsers(cache, data), ...lobbyEntered(cache, data)],
	LOBBY_UPDATE: (cache, data) => [...takeUsers(cache, data), ...takeLobby(cache, data)],
	LOBBY_DELETE: (cache, data) => lobbyLeft(cache, idOf(data.id)),
	LOBBY_MEMBER_ADD: (cache, data) => takeMemberEvent(cache, data, 'added'),
	LOBBY_MEMBER_UPDATE: (cache, data) => takeMemberEvent(cache, data, 'updated'),
	LOBBY_MEMBER_REMOVE: (cache, data) => takeMemberEvent(cache, data, 'removed'),
	LOBBY_MEMBER_CONNECT: (cache, data) => takeMemberEvent(cache, data, 'updated'),
	LOBBY_MEMBER_DISCONNECT: (cache, data) => takeMemberEvent(cache, data, 'updated'),
	LOBBY_MESSAGE_CREATE: (cache, data) => takeMessageEvent(cache, data, 'messageCreated'),
	LOBBY_MESSAGE_UPDATE: (cache, data) => takeMessageEvent(cache, data, 'messageUpdated'),
	LOBBY_MESSAGE_DELETE: deleteMessage,
}

/** Brings the caches up to date with a dispatch of the gateway, and says what there is to tell. */
export function take(cache: Cache, name: string, data: unknown): Happening[] {
	return TAKES[name]?.(cache, asObject(data)) ?? []
}

function takeReady(cache: Cache, data: Wire): Happening[] {
	const me = readUser(data.user)
	const isFirst = cache.currentUserId === 0n
	const lobbies = objects(data.lobbies)
	const present = new Set(lobbies.map((lobby) => idOf(lobby.id)))
	const gone = [...cache.lobbies.keys()].filter((id) => !present.has(id) || me?.id !== cache.currentUserId)
	const happenings = gone.flatMap((id) => lobbyLeft(cache, id))
	if (me?.id !== cache.currentUserId) cache.users.clear()
	cache.currentUserId = me?.id ?? 0n
	happenings.push(...takeUser(cache, data.user))
	for (const lobby of lobbies) happenings.push(...takeUsers(cache, lobby), ...lobbyEntered(cache, lobby))
	// The first READY is how things are; a later one is news to whoever kept handles.
	return isFirst ? [] : happenings
}

function takeMemberEvent(cache: Cache, data: Wire, change: 'added' | 'updated' | 'removed'): Happening[] {
	const member = asObject(data.member)
	return [...takeUser(cache, member.user), ...takeMember(cache, idOf(data.lobby_id), member, change)]
}
