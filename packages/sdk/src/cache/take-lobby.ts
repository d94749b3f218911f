import type { Snowflake } from '../core/snowflake.ts'
import type { Cache } from './cache.ts'
import type { Happening } from './happenings.ts'
import { readLobby, readMember, readVoiceState } from './lobbies.ts'
import { idOf, type Wire } from './wire.ts'

/** A lobby that one is in from now on, or that is seen for the first time. */
export function lobbyEntered(cache: Cache, data: Wire): Happening[] {
	const lobby = readLobby(data)
	const known = cache.lobbies.get(lobby.id)
	cache.lobbies.set(lobby.id, lobby)
	if (!known) return [['lobbyCreated', lobby.id]]
	// A session began anew and the lobby may have changed.
	if (!known.isProvisional) return [['lobbyUpdated', lobby.id]]
	// After an HTTP answer this is what completes it: that says of nobody whether they are connected.
	const { members } = lobby
	return [...members.values()]
		.filter(({ id, isConnected }) => isConnected && id !== cache.currentUserId && !known.members.get(id)?.isConnected)
		.map(({ id }): Happening => ['lobbyMemberUpdated', lobby.id, id])
}

/** The answer to creating or joining: the dispatch that tells the same may come before or after it. */
export function lobbyAnswered(cache: Cache, data: unknown): { id: Snowflake; happenings: Happening[] } {
	const lobby = readLobby(data, true)
	if (cache.lobbies.has(lobby.id)) return { id: lobby.id, happenings: [] }
	cache.lobbies.set(lobby.id, lobby)
	return { id: lobby.id, happenings: [['lobbyCreated', lobby.id]] }
}

export function takeLobby(cache: Cache, data: Wire): Happening[] {
	const lobby = readLobby(data)
	const known = cache.lobbies.get(lobby.id)
	if (!known) return []
	if (data.voice_states === undefined) lobby.voiceStates = known.voiceStates
	cache.lobbies.set(lobby.id, lobby)
	return [['lobbyUpdated', lobby.id]]
}

export function lobbyLeft(cache: Cache, id: Snowflake): Happening[] {
	cache.messages.deleteLobby(id)
	return cache.lobbies.delete(id) ? [['lobbyDeleted', id]] : []
}

/** `attended`: they are connected, or not any more. */
const EVENTS = {
	added: 'lobbyMemberAdded',
	updated: 'lobbyMemberUpdated',
	attended: 'lobbyMemberUpdated',
	removed: 'lobbyMemberRemoved',
} as const
export type MemberChange = keyof typeof EVENTS

export function takeMember(cache: Cache, lobbyId: Snowflake, data: Wire, change: MemberChange): Happening[] {
	const members = cache.lobbies.get(lobbyId)?.members
	if (!members) return []
	const member = readMember(data)
	const known = members.get(member.id)
	if (change === 'removed') members.delete(member.id)
	else members.set(member.id, member)
	// Of oneself only changes are told: coming and going is told of the lobby.
	if (member.id === cache.currentUserId && (change === 'added' || change === 'removed')) return []
	// An update may have said so before.
	if (change === 'attended' && known?.isConnected === member.isConnected) return []
	if (change === 'removed' && !known) return []
	if (change === 'added' && known) return [['lobbyMemberUpdated', lobbyId, member.id]]
	return [[EVENTS[change], lobbyId, member.id]]
}

/** Somebody came into the call of a lobby, is mute or deaf, or has left: then there is no channel. */
export function takeVoiceState(cache: Cache, data: Wire): Happening[] {
	const lobbyId = idOf(data.lobby_id)
	const userId = idOf(data.user_id)
	const states = cache.lobbies.get(lobbyId)?.voiceStates
	if (!states) return []
	const wasThere = states.has(userId)
	const isThere = data.channel_id !== null
	if (isThere) states.set(userId, readVoiceState(data))
	else states.delete(userId)
	return wasThere === isThere ? [] : [['voiceParticipantChanged', lobbyId, userId, isThere]]
}
