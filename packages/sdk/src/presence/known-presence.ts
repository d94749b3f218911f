import type { Cache } from '../cache/cache.ts'
import { presenceOf } from '../cache/presences.ts'
import { relationOf } from '../cache/relations.ts'
import { idOf } from '../cache/wire.ts'
import type { ClientState } from '../client/state.ts'
import type { Snowflake } from '../core/snowflake.ts'
import { ActivityTypes } from '../enums/activities.ts'
import { RelationshipType, StatusType } from '../enums/users.ts'
import type { Activity } from '../records/activity.ts'
import { readActivity } from './read-activity.ts'

const STATUSES: Readonly<Record<string, StatusType>> = {
	online: StatusType.Online,
	idle: StatusType.Idle,
	dnd: StatusType.Dnd,
	invisible: StatusType.Invisible,
	offline: StatusType.Offline,
}

/** What is known of somebody's being there; of one who is blocked, that. */
export function statusOf(cache: Cache, userId: Snowflake): StatusType {
	if (relationOf(cache, userId).platform === RelationshipType.Blocked) return StatusType.Blocked
	const { status, activities } = presenceOf(cache, userId)
	const isStreaming = status === 'online' && activities.some(({ type }) => type === ActivityTypes.Streaming)
	return isStreaming ? StatusType.Streaming : (STATUSES[status] ?? StatusType.Unknown)
}

/** What somebody does in this game, else in another of the publisher: the platform shows no others. */
export function gameActivity({ cache, applicationId }: ClientState, userId: Snowflake): Activity | undefined {
	const playing = presenceOf(cache, userId).activities.filter(({ application_id: id }) => idOf(id) !== 0n)
	const activity = playing.find(({ application_id: id }) => idOf(id) === applicationId) ?? playing[0]
	return activity && readActivity(activity, userId === cache.currentUserId)
}
