import type { Snowflake } from '../core/snowflake.ts'
import { RelationshipType } from '../enums/users.ts'
import type { Cache } from './cache.ts'
import type { Happening } from './happenings.ts'

/** On the platform a block or a friendship holds everywhere; within the game it is for this game alone. */
export type Track = 'platform' | 'game'

/** What the player is to another user, on both tracks. */
export interface Relation extends Readonly<Record<Track, RelationshipType>> {
	readonly isSpam: boolean
	/** Whether the other one has played this game before. */
	readonly hasPlayed: boolean
}

const NO_RELATION: Relation = {
	platform: RelationshipType.None,
	game: RelationshipType.None,
	isSpam: false,
	hasPlayed: false,
}

export function relationOf(cache: Cache, userId: Snowflake): Relation {
	return cache.relations.get(userId) ?? NO_RELATION
}

export function isFriend({ platform, game }: Relation): boolean {
	return platform === RelationshipType.Friend || game === RelationshipType.Friend
}

/** Somebody who is known is not as they were; of friends the groups may have changed. */
export function changed(cache: Cache, userId: Snowflake): Happening[] {
	const happening: Happening = ['userUpdated', userId]
	return isFriend(relationOf(cache, userId)) ? [happening, ['relationshipGroupsUpdated', userId]] : [happening]
}
