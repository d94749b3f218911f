import { playerOf, relationOf, userOnWire } from './users.ts'
import { Refusal, type Relation, type Track, unknown, type World } from './world.ts'

const FRIEND = 1
const BLOCKED = 2
const INCOMING = 3
const OUTGOING = 4

/** Asks for a friendship, or accepts: the same, as on the platform. */
export function ask(world: World, track: Track, from: string, to: string): void {
	playerOf(world, to)
	if (from === to) throw unknown('User', 10013)
	const present = relationOf(world, track, from, to)?.type
	if (present === FRIEND) throw new Refusal(400, 80007, 'You are already friends with that user.')
	if (isBlock(relationOf(world, 'platform', from, to))) throw new Refusal(403, 80001, 'Friend request blocked')
	if (isBlock(relationOf(world, 'platform', to, from))) {
		throw new Refusal(403, 80000, 'Incoming friend requests disabled.')
	}
	if (present === OUTGOING) return
	const isAccepted = present === INCOMING
	const full = isAccepted ? [from, to] : [from]
	if (track === 'platform' && full.some((id) => isFull(world, id))) {
		throw new Refusal(400, 30002, `Maximum number of friends reached (${world.mostFriends})`)
	}
	giveRelation(world, track, from, to, isAccepted ? FRIEND : OUTGOING)
	giveRelation(world, track, to, from, isAccepted ? FRIEND : INCOMING)
}

/** Accepts, and nothing else. */
export function accept(world: World, track: Track, from: string, to: string): void {
	if (relationOf(world, track, from, to)?.type !== INCOMING) {
		throw new Refusal(400, 80008, 'There is no friend request of that user.')
	}
	ask(world, track, from, to)
}

/** Refuses, takes back, ends a friendship or a block: the same, as on the platform. */
export function end(world: World, track: Track, from: string, to: string): void {
	const isBlocked = isBlock(relationOf(world, track, from, to))
	takeRelation(world, track, from, to)
	if (!isBlocked && !isBlock(relationOf(world, track, to, from))) takeRelation(world, track, to, from)
}

export function block(world: World, from: string, to: string): void {
	playerOf(world, to)
	for (const track of ['platform', 'game'] as const) {
		if (!isBlock(relationOf(world, track, to, from))) takeRelation(world, track, to, from)
		if (track === 'game') takeRelation(world, track, from, to)
	}
	giveRelation(world, 'platform', from, to, BLOCKED)
}

/** A player's relations of a track, as READY and the lists have them. */
export function relationsOf(world: World, track: Track, playerId: string): object[] {
	return relationsFrom(world, track, playerId).map(([to, relation]) =>
		onWire(world, track, { from: playerId, to, ...relation }),
	)
}

/** By whom they are with. */
export function relationsFrom(world: World, track: Track, playerId: string): [other: string, relation: Relation][] {
	return [...world.relations].flatMap(([key, relation]): [string, Relation][] => {
		const [of, from, to = ''] = key.split(' ')
		return of === track && from === playerId ? [[to, relation]] : []
	})
}

function isFull(world: World, playerId: string): boolean {
	const friends = relationsFrom(world, 'platform', playerId).filter(([, { type }]) => type === FRIEND)
	return friends.length >= world.mostFriends
}

function isBlock(relation: Relation | undefined): boolean {
	return relation?.type === BLOCKED
}

const EVENTS = { platform: 'RELATIONSHIP', game: 'GAME_RELATIONSHIP' } as const

/** From now on the first is this to the second. */
export function giveRelation(world: World, track: Track, from: string, to: string, type: number): void {
	const relation = { type, since: world.clock.now() }
	world.relations.set(`${track} ${from} ${to}`, relation)
	world.tell([from], `${EVENTS[track]}_ADD`, onWire(world, track, { from, to, ...relation }))
}

/** The first is nothing to the second any more. */
export function takeRelation(world: World, track: Track, from: string, to: string): void {
	const relation = relationOf(world, track, from, to)
	if (!relation) return
	world.relations.delete(`${track} ${from} ${to}`)
	world.tell([from], `${EVENTS[track]}_REMOVE`, onWire(world, track, { from, to, ...relation }))
}

function onWire(world: World, track: Track, given: Relation & { from: string; to: string }): object {
	const { from, to, type, since } = given
	const shared = { id: to, type, user: userOnWire(playerOf(world, to)), since: new Date(since).toISOString() }
	if (track === 'game') return { ...shared, application_id: world.applicationId, dm_access_type: 0, user_id: from }
	const flags = { is_spam_request: false, stranger_request: false, user_ignored: false, has_played_game: true }
	return { ...shared, nickname: null, ...flags }
}
