import type { Cache } from './cache.ts'
import { deleteChannel, takeChannel } from './channels.ts'
import type { Happening } from './happenings.ts'
import { takePresence, takePresences, takeSessions } from './presences.ts'
import { lobbyEntered, lobbyLeft, type MemberChange, takeLobby, takeMember, takeVoiceState } from './take-lobby.ts'
import { isInvite, messageCreated, messageDeleted, messageUpdated } from './take-message.ts'
import { loseProfile, takeProfile, takeProfiles } from './take-profiles.ts'
import { loseRelation, takeRelation, takeRelations } from './take-relation.ts'
import { takeUser, takeUsers } from './take-user.ts'
import { readUser } from './users.ts'
import { asObject, idOf, objects, textOf, type Wire } from './wire.ts'

type Take = (cache: Cache, data: Wire) => Happening[]

const TAKES: Readonly<Record<string, Take>> = {
	READY: takeReady,
	USER_UPDATE: takeUser,
	USER_APPLICATION_IDENTITY_UPDATE: takeProfile,
	USER_APPLICATION_IDENTITY_REMOVE: loseProfile,
	RELATIONSHIP_ADD: (cache, data) => takeRelation(cache, data, 'platform'),
	RELATIONSHIP_UPDATE: (cache, data) => takeRelation(cache, data, 'platform'),
	RELATIONSHIP_REMOVE: (cache, data) => loseRelation(cache, data, 'platform'),
	GAME_RELATIONSHIP_ADD: (cache, data) => takeRelation(cache, data, 'game'),
	GAME_RELATIONSHIP_UPDATE: (cache, data) => takeRelation(cache, data, 'game'),
	GAME_RELATIONSHIP_REMOVE: (cache, data) => loseRelation(cache, data, 'game'),
	PRESENCE_UPDATE: takePresence,
	LOBBY_CREATE: (cache, data) => [...takeUsers(cache, data), ...lobbyEntered(cache, data)],
	LOBBY_UPDATE: (cache, data) => [...takeUsers(cache, data), ...takeLobby(cache, data)],
	LOBBY_DELETE: (cache, data) => lobbyLeft(cache, idOf(data.id)),
	LOBBY_MEMBER_ADD: (cache, data) => takeMemberEvent(cache, data, 'added'),
	LOBBY_MEMBER_UPDATE: (cache, data) => takeMemberEvent(cache, data, 'updated'),
	LOBBY_MEMBER_REMOVE: (cache, data) => takeMemberEvent(cache, data, 'removed'),
	LOBBY_MEMBER_CONNECT: (cache, data) => takeMemberEvent(cache, data, 'attended'),
	LOBBY_MEMBER_DISCONNECT: (cache, data) => takeMemberEvent(cache, data, 'attended'),
	LOBBY_VOICE_STATE_UPDATE: takeVoiceState,
	LOBBY_MESSAGE_CREATE: messageCreated,
	LOBBY_MESSAGE_UPDATE: messageUpdated,
	LOBBY_MESSAGE_DELETE: messageDeleted,
	MESSAGE_CREATE: (cache, data) => (isInvite(data) ? [] : messageCreated(cache, data)),
	MESSAGE_UPDATE: (cache, data) => (isInvite(data) ? [] : messageUpdated(cache, data)),
	MESSAGE_DELETE: messageDeleted,
	CHANNEL_CREATE: takeChannel,
	CHANNEL_UPDATE: takeChannel,
	CHANNEL_DELETE: deleteChannel,
}

/** Brings the caches up to date with a dispatch of the gateway, and says what there is to tell. */
export function take(cache: Cache, name: string, data: unknown): Happening[] {
	// The one event whose data is a list.
	if (name === 'SESSIONS_REPLACE') return takeSessions(cache, data)
	return TAKES[name]?.(cache, asObject(data)) ?? []
}

function takeReady(cache: Cache, data: Wire): Happening[] {
	const me = readUser(data.user)
	const isFirst = cache.currentUserId === 0n
	const lobbies = objects(data.lobbies)
	const present = new Set(lobbies.map((lobby) => idOf(lobby.id)))
	const gone = [...cache.lobbies.keys()].filter((id) => !present.has(id) || me?.id !== cache.currentUserId)
	const happenings = gone.flatMap((id) => lobbyLeft(cache, id))
	const { users, relations, presences, profiles, channels, messages } = cache
	messages.breakOff()
	if (me?.id !== cache.currentUserId) {
		for (const known of [users, relations, presences, profiles, channels, messages]) known.clear()
	}
	cache.currentUserId = me?.id ?? 0n
	cache.sessionId = textOf(data.session_id) ?? ''
	const { disabled_functions, disabled_gateway_events } = asObject(data.feature_flags)
	cache.disabled = new Set([disabled_functions, disabled_gateway_events].flat())
	takeProfiles(cache, data)
	happenings.push(...takeUser(cache, data.user), ...takeRelations(cache, data), ...takePresences(cache, data))
	for (const channel of objects(data.private_channels)) happenings.push(...takeChannel(cache, channel))
	for (const lobby of lobbies) happenings.push(...takeUsers(cache, lobby), ...lobbyEntered(cache, lobby))
	// The first READY is how things are; a later one is news to whoever kept handles.
	return isFirst ? [] : happenings
}

function takeMemberEvent(cache: Cache, data: Wire, change: MemberChange): Happening[] {
	const member = asObject(data.member)
	return [...takeUser(cache, member.user), ...takeMember(cache, idOf(data.lobby_id), member, change)]
}
