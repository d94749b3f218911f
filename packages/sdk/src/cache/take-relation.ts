import type { Snowflake } from '../core/snowflake.ts'
import { RelationshipType } from '../enums/users.ts'
import type { Cache } from './cache.ts'
import type { Happening } from './happenings.ts'
import { isFriend, type Relation, relationOf, type Track } from './relations.ts'
import { takeUser } from './take-user.ts'
import { idOf, integerOf, objects, type Wire } from './wire.ts'

/** One track is another from now on. */
function relate(
	cache: Cache,
	userId: Snowflake,
	track: Track,
	type: RelationshipType,
	more: Partial<Relation> = {},
): Happening[] {
	const before = relationOf(cache, userId)
	const after = { ...before, ...more, [track]: type }
	if (after.platform === RelationshipType.None && after.game === RelationshipType.None) cache.relations.delete(userId)
	else cache.relations.set(userId, after)
	const happenings: Happening[] = []
	if (before[track] !== type) {
		const event = type === RelationshipType.None ? 'relationshipDeleted' : 'relationshipCreated'
		happenings.push([event, userId, track === 'platform'])
	}
	// A friend that came, went or plays for the first time moves in the groups; others are in none of them.
	const isMoved = happenings.length > 0 || before.hasPlayed !== after.hasPlayed
	if (isMoved && (isFriend(before) || isFriend(after))) happenings.push(['relationshipGroupsUpdated', userId])
	return happenings
}

/** The same by an answer: what the gateway tells of it afterwards is old by then. */
export function relateAhead(cache: Cache, userId: Snowflake, track: Track, type: RelationshipType): Happening[] {
	const key = `${track} ${userId}`
	if (relationOf(cache, userId)[track] === type) return []
	cache.echoes.set(key, [...(cache.echoes.get(key) ?? []), type])
	return relate(cache, userId, track, type)
}

/** By the gateway: an echo of an answer changes nothing, and anything else is newer than what was answered. */
function relateByGateway(
	cache: Cache,
	userId: Snowflake,
	track: Track,
	type: RelationshipType,
	more: Partial<Relation> = {},
): Happening[] {
	const key = `${track} ${userId}`
	const [next, ...rest] = cache.echoes.get(key) ?? []
	if (next === type && rest.length > 0) cache.echoes.set(key, rest)
	else cache.echoes.delete(key)
	return relate(cache, userId, track, next === type ? relationOf(cache, userId)[track] : type, more)
}

export function takeRelation(cache: Cache, data: Wire, track: Track): Happening[] {
	const more = {
		isSpam: data.is_spam_request === true,
		...(typeof data.has_played_game === 'boolean' && { hasPlayed: data.has_played_game }),
		// Friends within the game play it.
		...(track === 'game' && { hasPlayed: true }),
	}
	const type = integerOf(data.type) as RelationshipType
	return [...takeUser(cache, data.user), ...relateByGateway(cache, idOf(data.id), track, type, more)]
}

export function loseRelation(cache: Cache, data: Wire, track: Track): Happening[] {
	return relateByGateway(cache, idOf(data.id), track, RelationshipType.None)
}

/** The lists of READY: what is not in them is not any more. */
export function takeRelations(cache: Cache, ready: Wire): Happening[] {
	cache.echoes.clear()
	const lists = [
		['platform', objects(ready.relationships)],
		['game', objects(ready.game_relationships)],
	] as const
	return lists.flatMap(([track, list]) => {
		const present = new Set(list.map(({ id }) => idOf(id)))
		const gone = [...cache.relations.keys()].filter((id) => !present.has(id))
		return [
			...gone.flatMap((id) => relate(cache, id, track, RelationshipType.None)),
			...list.flatMap((data) => takeRelation(cache, data, track)),
		]
	})
}
