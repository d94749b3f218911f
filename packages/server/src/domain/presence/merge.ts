import type { Activity, Presence } from '@guildhall/protocol'
import type { SaidActivity } from './activity.ts'
import type { ClientKind } from './client-kind.ts'

/** How a session says its user is. */
export type Status = 'online' | 'dnd' | 'idle' | 'invisible' | 'offline'

/** The game that a player's session is of. */
export interface Game {
	applicationId: string
	/** The publisher's application, or the game's own: games of one family see each other (Q15). */
	familyId: string
}

/** What one session of a user says of itself. */
export interface SessionPresence {
	status: Status
	activities: readonly SaidActivity[]
	client: ClientKind
	os: string
	/** Absent for bots. */
	game?: Game
}

/** A presence as others see it, for whomever. */
export type Seen = Omit<Presence, 'guild_id'>

/** An activity and the family it belongs to; activities of bots belong to none. */
interface Shown {
	activity: Activity
	familyId: string | undefined
	sessionId: string
}

/** What several sessions of a user come to, before it is known who looks. */
export interface Merged {
	status: Presence['status']
	clientStatus: Presence['client_status']
	activities: readonly Shown[]
}

/** From the most present on (Q2). */
const ORDER = ['online', 'dnd', 'idle'] as const
const CUSTOM_STATUS = 4
const MOST_ACTIVITIES = 10

const isVisible = ({ status }: SessionPresence): boolean => status !== 'invisible' && status !== 'offline'

/** Merges sessions, in the order they spoke in (Q2, Q3). */
export function merge(sessions: Iterable<readonly [id: string, presence: SessionPresence]>): Merged {
	const clientStatus: Presence['client_status'] = {}
	const activities = new Map<string, Shown>()
	const statuses: Status[] = []
	for (const [sessionId, presence] of sessions) {
		if (!isVisible(presence)) continue
		const { status, client, game } = presence
		statuses.push(status)
		clientStatus[client] = mostPresent([status, ...(clientStatus[client] ? [clientStatus[client] as Status] : [])])
		for (const { shown: activity } of presence.activities) {
			activities.set(keyOf(activity), { activity, familyId: game?.familyId, sessionId })
		}
	}
	return {
		status: mostPresent(statuses),
		clientStatus: sorted(clientStatus),
		activities: [...activities]
			.sort(([oneKey, one], [otherKey, other]) => byRank(one.activity, other.activity) || (oneKey < otherKey ? -1 : 1))
			.slice(0, MOST_ACTIVITIES)
			.map(([, shown]) => shown),
	}
}

/** One is kept of each (Q3). */
function keyOf({ type, application_id: applicationId, name }: Activity): string {
	if (type === CUSTOM_STATUS) return 'custom'
	return applicationId === undefined ? `${type} ${name}` : `${type} of ${applicationId}`
}

function byRank(one: Activity, other: Activity): number {
	const customFirst = Number(other.type === CUSTOM_STATUS) - Number(one.type === CUSTOM_STATUS)
	return customFirst || other.created_at - one.created_at
}

function mostPresent(statuses: readonly Status[]): Presence['status'] {
	return ORDER.find((status) => statuses.includes(status)) ?? 'offline'
}

const KINDS = ['desktop', 'mobile', 'web', 'vr'] as const

/** The same words in the same order, whoever spoke first. */
function sorted(of: Presence['client_status']): Presence['client_status'] {
	const found: Presence['client_status'] = {}
	for (const kind of KINDS) if (of[kind] !== undefined) found[kind] = of[kind]
	return found
}
