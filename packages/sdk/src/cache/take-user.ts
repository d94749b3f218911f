import type { Cache } from './cache.ts'
import type { Happening } from './happenings.ts'
import { changed } from './relations.ts'
import { isSameUser, readUser } from './users.ts'
import { objects, type Wire } from './wire.ts'

/** A user wherever one is seen, an author or a member too: any sight may be newer than what is known. */
export function takeUser(cache: Cache, value: unknown): Happening[] {
	const user = readUser(value)
	if (!user) return []
	const known = cache.users.get(user.id)
	cache.users.set(user.id, user)
	return known && !isSameUser(known, user) ? changed(cache, user.id) : []
}

/** The users of the members of a lobby. */
export function takeUsers(cache: Cache, lobby: Wire): Happening[] {
	return objects(lobby.members).flatMap((member) => takeUser(cache, member.user))
}
