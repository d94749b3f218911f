import { type Activity, PresenceUpdate } from '@guildhall/protocol'
import type { SessionsOf } from './views.ts'
import { offlineJson } from './views.ts'
import type { SharedText, Watcher } from './watchers.ts'

/** An activity that somebody was invited into. */
export interface Followed {
	/** Who plays. */
	userId: string
	applicationId: string
	sessionId: string
	partyId: string
	/** How long the invite is good, by the platform's clock. */
	until: number
}

/** What a session follows of one user (Q29). */
export interface Following {
	readonly watcher: Watcher
	readonly followed: readonly Followed[]
	/** What it was last told of it, as JSON; empty before it was told anything. */
	told: string
}

/** Who follows whom among the sessions of this node. */
export interface Follows {
	/** Those who follow the user. */
	of(userId: string): Iterable<Following>
	find(userId: string, watcher: Watcher): Following | undefined
	/** From now on the session follows these, and nothing else. */
	replace(watcher: Watcher, followed: readonly Followed[]): void
	end(userId: string, watcher: Watcher): void
}

export function createFollows(): Follows {
	const byUser = new Map<string, Map<Watcher, Following>>()
	const byWatcher = new Map<Watcher, readonly string[]>()
	const nobody: readonly Following[] = []

	function end(userId: string, watcher: Watcher): void {
		const followers = byUser.get(userId)
		followers?.delete(watcher)
		if (followers?.size === 0) byUser.delete(userId)
	}

	return {
		of: (userId) => byUser.get(userId)?.values() ?? nobody,
		find: (userId, watcher) => byUser.get(userId)?.get(watcher),
		replace(watcher, followed) {
			for (const userId of byWatcher.get(watcher) ?? []) end(userId, watcher)
			const users = Map.groupBy(followed, ({ userId }) => userId)
			for (const [userId, ofUser] of users) {
				const followers = byUser.get(userId) ?? new Map<Watcher, Following>()
				byUser.set(userId, followers.set(watcher, { watcher, followed: ofUser, told: '' }))
			}
			if (users.size > 0) byWatcher.set(watcher, [...users.keys()])
			else byWatcher.delete(watcher)
		},
		end,
	}
}

interface Telling {
	userId: string
	sessions: SessionsOf
	/** What the session sees of the user besides; undefined: no more than of one who is not there. */
	seen: string | undefined
	/** Whether it was told that already. */
	isSeenTold: boolean
	now: number
	text: (json: string) => SharedText
}

/** Tells a session that follows the user what is otherwise than it was told. */
export function tellFollower(following: Following, { userId, sessions, seen, isSeenTold, now, text }: Telling): void {
	const hidden = JSON.stringify(hiddenOf(following, sessions, seen, now))
	if (isSeenTold && hidden === following.told) return
	following.told = hidden
	following.watcher.hear(PresenceUpdate, text(withHidden(seen ?? offlineJson(userId), hidden)))
}

/** Ends that one of two users follows the other; who saw something sees that it is over. */
export function stopFollowing(follows: Follows, userId: string, followerId: string): void {
	for (const { watcher, told } of [...follows.of(userId)]) {
		if (watcher.userId !== followerId) continue
		follows.end(userId, watcher)
		if (told !== '' && told !== NOTHING) {
			watcher.hear(PresenceUpdate, { json: withHidden(offlineJson(userId), NOTHING) })
		}
	}
}

const NOTHING = '[]'

const withHidden = (json: string, hidden: string): string => `${json.slice(0, -1)},"hidden_activities":${hidden}}`

/** The followed activities that are there, but for those that the session sees anyway. */
function hiddenOf({ followed }: Following, sessions: SessionsOf, seen: string | undefined, now: number): Activity[] {
	const shown: Activity[] = seen === undefined ? [] : JSON.parse(seen).activities
	return followed.flatMap(({ applicationId, sessionId, partyId, until }) => {
		if (until <= now) return []
		const isMeant = ({ application_id, party }: Activity) => application_id === applicationId && party?.id === partyId
		const said = sessions.get(sessionId)?.activities.find((one) => isMeant(one.shown))
		const isSeen = shown.some((one) => one.session_id === sessionId && isMeant(one))
		return said && !isSeen ? [{ ...said.shown, session_id: sessionId }] : []
	})
}
