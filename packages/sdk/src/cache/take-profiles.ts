import type { Cache } from './cache.ts'
import type { Happening } from './happenings.ts'
import { changed } from './relations.ts'
import { asObject, idOf, objects, type Wire } from './wire.ts'

/** What the game says of users, as READY has it: by their ids. */
export function takeProfiles(cache: Cache, ready: Wire): void {
	cache.profiles.clear()
	for (const [userId, profiles] of Object.entries(asObject(ready.user_application_profiles))) {
		cache.profiles.set(idOf(userId), objects(profiles))
	}
}

/** What the game says of a user from now on. */
export function takeProfile(cache: Cache, data: Wire): Happening[] {
	const userId = idOf(data.user_id)
	cache.profiles.set(userId, [data])
	return changed(cache, userId)
}

/** The game says nothing of a user any more. */
export function loseProfile(cache: Cache, data: Wire): Happening[] {
	const userId = idOf(data.user_id)
	return cache.profiles.delete(userId) ? changed(cache, userId) : []
}
