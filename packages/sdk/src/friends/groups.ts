import { isFriend, relationOf } from '../cache/relations.ts'
import type { ClientState } from '../client/state.ts'
import type { Snowflake } from '../core/snowflake.ts'
import { RelationshipGroupType, StatusType } from '../enums/users.ts'
import { gameActivity, statusOf } from '../presence/known-presence.ts'
import { distance } from './distance.ts'

const { OnlinePlayingGame, OnlineElsewhere, Offline } = RelationshipGroupType

/** The friends of a section, in the order in which they are shown. */
export function relationshipsOfGroup(state: ClientState, group: RelationshipGroupType): Snowflake[] {
	const members = friendsOf(state).filter((id) => groupOf(state, id) === group)
	const isFirst = (id: Snowflake) => group === OnlineElsewhere && relationOf(state.cache, id).hasPlayed
	return members.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || byName(state, a, b))
}

/** The friends whose names are like a text: those that have it in them, then those that differ by a few letters. */
export function friendsLike(state: ClientState, text: string): Snowflake[] {
	const wanted = String(text).trim().toLowerCase()
	if (wanted === '') return []
	const furthest = Math.max(2, Math.floor(wanted.length / 3))
	const found = friendsOf(state).map((id) => {
		const names = namesOf(state, id)
		const isWithin = names.some((name) => name.includes(wanted))
		return { id, distance: isWithin ? 0 : Math.min(...names.map((name) => distance(name, wanted))) }
	})
	return found
		.filter((one) => one.distance <= furthest)
		.sort((a, b) => a.distance - b.distance || byName(state, a.id, b.id))
		.map(({ id }) => id)
}

function friendsOf({ cache }: ClientState): Snowflake[] {
	return [...cache.relations].filter(([, relation]) => isFriend(relation)).map(([id]) => id)
}

function groupOf(state: ClientState, id: Snowflake): RelationshipGroupType {
	if (statusOf(state.cache, id) === StatusType.Offline) return Offline
	return gameActivity(state, id) ? OnlinePlayingGame : OnlineElsewhere
}

/** As they are shown, without regard to case; the same names by age of the account. */
function byName(state: ClientState, a: Snowflake, b: Snowflake): number {
	const [first = '', second = ''] = [a, b].map((id) => namesOf(state, id).at(-1))
	if (first !== second) return first < second ? -1 : 1
	return a < b ? -1 : 1
}

/** The unique name, and the one that is shown. */
function namesOf({ cache }: ClientState, id: Snowflake): string[] {
	const user = cache.users.get(id)
	if (!user) return ['']
	return [user.username, user.globalName ?? user.username].map((name) => name.toLowerCase())
}
