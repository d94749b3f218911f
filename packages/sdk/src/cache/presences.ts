import type { Snowflake } from '../core/snowflake.ts'
import type { Cache } from './cache.ts'
import type { Happening } from './happenings.ts'
import { changed } from './relations.ts'
import { asObject, idOf, objects, textOf, type Wire } from './wire.ts'

/** Whether somebody is there, and what they do, as the wire has it. */
export interface Presence {
	readonly status: string
	readonly activities: readonly Wire[]
}

const OFFLINE: Presence = { status: 'offline', activities: [] }

export function presenceOf(cache: Cache, userId: Snowflake): Presence {
	return cache.presences.get(userId) ?? OFFLINE
}

export function takePresence(cache: Cache, data: Wire): Happening[] {
	// Of a guild's members only what friends may see concerns a game.
	if (data.guild_id !== undefined) return []
	const userId = idOf(asObject(data.user).id)
	if (data.hidden_activities !== undefined) cache.hidden.set(userId, objects(data.hidden_activities))
	return isThere(cache, userId, readPresence(data))
}

/** The list of READY: whoever is not in it is offline. */
export function takePresences(cache: Cache, ready: Wire): Happening[] {
	const list = objects(ready.presences)
	const present = new Set(list.map(({ user }) => idOf(asObject(user).id)))
	const gone = [...cache.presences.keys()].filter((id) => !present.has(id))
	return [
		...gone.flatMap((id) => isThere(cache, id, OFFLINE)),
		...list.flatMap((data) => takePresence(cache, data)),
		...takeSessions(cache, ready.sessions),
	]
}

/** SESSIONS_REPLACE: the player's own sessions, this one among them. */
export function takeSessions(cache: Cache, sessions: unknown): Happening[] {
	const own = objects(sessions).find(({ session_id }) => session_id === cache.sessionId)
	return own ? isThere(cache, cache.currentUserId, readPresence(own)) : []
}

function readPresence(data: Wire): Presence {
	return { status: textOf(data.status) ?? 'offline', activities: objects(data.activities) }
}

function isThere(cache: Cache, userId: Snowflake, after: Presence): Happening[] {
	const before = presenceOf(cache, userId)
	if (after.status === 'offline') cache.presences.delete(userId)
	else cache.presences.set(userId, after)
	if (JSON.stringify(before) === JSON.stringify(after)) return []
	return changed(cache, userId)
}
