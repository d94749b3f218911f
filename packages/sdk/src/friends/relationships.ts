import { isFriend, relationOf, type Track } from '../cache/relations.ts'
import { relateAhead } from '../cache/take-relation.ts'
import type { Call } from '../client/operation.ts'
import { request as ask, requireReady } from '../client/request.ts'
import { type ClientState, tell } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import { checkLength } from '../core/lengths.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { EnumToString } from '../enums/enum-to-string.ts'
import { RelationshipType } from '../enums/users.ts'

const { None, Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType

const PATHS: Readonly<Record<Track, string>> = {
	platform: '/users/@me/relationships',
	game: '/users/@me/game-relationships',
}

/** Asks somebody by their unique name; accepts where they have asked. */
export async function requestByName(call: Call, track: Track, username: string): Promise<void> {
	const json = { username: checkLength(username, 'username', LONGEST_NAME) }
	await ask(call, { method: 'POST', path: PATHS[track], json })
}

const LONGEST_NAME = 32

/** Asks somebody by id, and accepts where they have asked; only that where a request is `needed`. */
export async function request(
	call: Call,
	track: Track,
	userId: SnowflakeLike,
	needed?: RelationshipType,
): Promise<void> {
	const id = toSnowflake(userId, 'userId')
	need(call.state, id, track, needed)
	// With the type it accepts and does nothing else, also where the other one has just taken it back.
	const json = needed === undefined ? {} : { type: Friend }
	const after = { [None]: PendingOutgoing, [PendingIncoming]: Friend }[
		relationOf(call.state.cache, id)[track] as number
	]
	await change(call, id, { method: 'PUT', path: `${PATHS[track]}/${id}`, json }, after ? { [track]: after } : {})
}

/** Ends what somebody is to the player, which must be what is `needed`. */
export async function end(call: Call, track: Track, userId: SnowflakeLike, needed: RelationshipType): Promise<void> {
	const id = toSnowflake(userId, 'userId')
	need(call.state, id, track, needed)
	await change(call, id, { method: 'DELETE', path: `${PATHS[track]}/${id}` }, { [track]: None })
}

/** Ends a friendship wherever there is one. */
export async function endBoth(call: Call, userId: SnowflakeLike): Promise<void> {
	const id = toSnowflake(userId, 'userId')
	requireReady(call.state)
	if (!isFriend(relationOf(call.state.cache, id))) throw failure('ValidationError', `${id} is no friend of the player`)
	const path = `${PATHS.platform}/${id}?with_game_relationship=true`
	await change(call, id, { method: 'DELETE', path }, { platform: None, game: None })
}

export async function block(call: Call, userId: SnowflakeLike): Promise<void> {
	const id = toSnowflake(userId, 'userId')
	const json = { type: Blocked }
	await change(call, id, { method: 'PUT', path: `${PATHS.platform}/${id}`, json }, { game: None, platform: Blocked })
}

function need(state: ClientState, id: Snowflake, track: Track, needed: RelationshipType | undefined): void {
	requireReady(state)
	const type = relationOf(state.cache, id)[track]
	if (needed === undefined || type === needed) return
	const [is, wanted] = [type, needed].map((one) => EnumToString(RelationshipType, one))
	throw failure('ValidationError', `The ${track} relationship with ${id} is ${is}, not ${wanted}`)
}

/** Sends it, and knows what it made of the two; unless the gateway was there first, perhaps with something newer. */
async function change(
	call: Call,
	id: Snowflake,
	given: Parameters<typeof ask>[1],
	after: Partial<Record<Track, RelationshipType>>,
): Promise<void> {
	const { state } = call
	const before = relationOf(state.cache, id)
	await ask(call, given)
	for (const track of TRACKS) {
		const type = after[track]
		const isAsBefore = relationOf(state.cache, id)[track] === before[track]
		if (type !== undefined && isAsBefore) tell(state, relateAhead(state.cache, id, track, type))
	}
}

const TRACKS: readonly Track[] = ['game', 'platform']
