import type { Snowflake } from '../core/snowflake.ts'
import type { Cache } from './cache.ts'
import type { Happening } from './happenings.ts'
import { readLobby, readMember } from './lobbies.ts'
import type { Wire } from './wire.ts'

/** A lobby that one is in from now on, or that is seen for the first time. */
export function lobbyEntered(cache: Cache, data: Wire): Happening[] {
	const lobby = readLobby(data)
	const known = cache.lobbies.get(lobby.id)
	cache.lobbies.set(lobby.id, lobby)
	if (!known) return [['lobbyCreated', lobby.id]]
	// After an HTTP answer this is what completes it; otherwise a session began anew and the lobby may have changed.
	return known.isProvisional ? [] : [['lobbyUpdated', lobby.id]]
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
	if (!cache.lobbies.has(lobby.id)) return []
	cache.lobbies.set(lobby.id, lobby)
	return [['lobbyUpdated', lobby.id]]
}

export function lobbyLeft(cache: Cache, id: Snowflake): Happening[] {
	cache.messages.deleteLobby(id)
	return cache.lobbies.delete(id) ? [['lobbyDeleted', id]] : []
}

const EVENTS = { added: 'lobbyMemberAdded', updated: 'lobbyMemberUpdated', removed: 'lobbyMemberRemoved' } as const

export function takeMember(cache: Cache, lobbyId: Snowflake, data: Wire, change: keyof typeof EVENTS): Happening[] {
	const members = cache.lobbies.get(lobbyId)?.members
	if (!members) return []
	const member = readMember(data)
	const isKnown = members.has(member.id)
	if (change === 'removed') members.delete(member.id)
	else members.set(member.id, member)
	// Of oneself only changes are told: coming and going is told of the lobby.
	if (member.id === cache.currentUserId && change !== 'updated') return []
	if (change === 'removed' && !isKnown) return []
	if (change === 'added' && isKnown) return [['lobbyMemberUpdated', lobbyId, member.id]]
	return [[EVENTS[change], lobbyId, member.id]]
}
