import { RELATIONSHIP_TYPES, type RelationshipType } from '@guildhall/protocol'

const { none: NONE, friend: FRIEND, blocked: BLOCKED, incoming: INCOMING, outgoing: OUTGOING } = RELATIONSHIP_TYPES

/** Friends that a user has at most on the platform; within a game there is no bound (F4). */
export const MOST_FRIENDS = 1000

/** What two users are to each other on one track, seen from the first. */
export interface Sides {
	own: RelationshipType
	theirs: RelationshipType
}

export const STRANGERS: Sides = { own: NONE, theirs: NONE }
export const FRIENDS: Sides = { own: FRIEND, theirs: FRIEND }

/** After the first one has asked, or has accepted what the other asked (REL-03). */
export function asked({ own, theirs }: Sides): Sides {
	if (own === INCOMING) return FRIENDS
	return own === NONE ? { own: OUTGOING, theirs: INCOMING } : { own, theirs }
}

/** After the first one has ended whatever there was; what the other has blocked stays so. */
export function ended({ theirs }: Sides): Sides {
	return { own: NONE, theirs: theirs === BLOCKED ? BLOCKED : NONE }
}

/** After the first one has blocked the other. */
export function blocked({ theirs }: Sides): Sides {
	return { own: BLOCKED, theirs: theirs === BLOCKED ? BLOCKED : NONE }
}

export const hasBlock = ({ own, theirs }: Sides): boolean => own === BLOCKED || theirs === BLOCKED

/**
 * What is left of two relations to the same user when their two accounts become one: a block wins, then friends, then a
 * request. Of two requests that met each other come friends.
 */
export function merged(a: Sides, b: Sides): Sides {
	if (hasBlock(a) || hasBlock(b)) {
		return {
			own: a.own === BLOCKED || b.own === BLOCKED ? BLOCKED : NONE,
			theirs: a.theirs === BLOCKED || b.theirs === BLOCKED ? BLOCKED : NONE,
		}
	}
	if (a.own === FRIEND || b.own === FRIEND) return FRIENDS
	if (a.own === NONE) return b
	return b.own === NONE || a.own === b.own ? a : FRIENDS
}
