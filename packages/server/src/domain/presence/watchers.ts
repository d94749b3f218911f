import { PresenceUpdate, SessionsReplace } from '@guildhall/protocol'
import type { Follows } from './following.ts'
import type { Friendship } from './friends.ts'
import { offlineJson, type Views } from './views.ts'

/** Text that many are sent: the same object for all of them, so that it is encoded once. */
export interface SharedText {
	readonly json: string
}

/** A player's session that sees its friends and its user's other sessions. */
export interface Watcher {
	readonly userId: string
	readonly applicationId: string
	readonly familyId: string
	/** Whether it sees what others play. */
	readonly seesActivities: boolean
	hear(event: typeof PresenceUpdate | typeof SessionsReplace, text: SharedText): void
	/** The sessions that it was last told of, as JSON. */
	ownTold: string | undefined
}

/** The sessions of this node that see friends, by their users. */
export interface Watchers {
	of(userId: string): Iterable<Watcher>
	readonly size: number
	add(watcher: Watcher): () => void
}

export function createWatchers(): Watchers {
	const byUser = new Map<string, Set<Watcher>>()
	const nobody: readonly Watcher[] = []
	return {
		of: (userId) => byUser.get(userId) ?? nobody,
		get size() {
			return byUser.size
		},
		add(watcher) {
			const { userId } = watcher
			const own = byUser.get(userId) ?? new Set()
			byUser.set(userId, own.add(watcher))
			return () => {
				own.delete(watcher)
				if (own.size === 0 && byUser.get(userId) === own) byUser.delete(userId)
			}
		},
	}
}

/** Texts of one round of telling: each is one object, however many are sent it. */
export function sharedTexts(): (json: string) => SharedText {
	const texts = new Map<string, SharedText>()
	return (json) => {
		const known = texts.get(json)
		if (known) return known
		const text = { json }
		texts.set(json, text)
		return text
	}
}

/** What a friend's session sees of the user; undefined: no more than of one who is not there (Q15). */
export function seenBy(watcher: Watcher, friendship: Friendship | undefined, views: Views): string | undefined {
	if (!friendship) return undefined
	const { familyId, seesActivities } = watcher
	if (friendship.isOfPlatform) return (seesActivities && views.byFamily.get(familyId)) || views.elsewhere
	const seen = friendship.families.has(familyId) ? views.inGame.get(familyId) : undefined
	return seen === undefined || seesActivities ? seen : JSON.stringify({ ...JSON.parse(seen), activities: [] })
}

interface Change {
	userId: string
	before: Views
	now: Views
	text: (json: string) => SharedText
	follows: Pick<Follows, 'find'>
}

/** Tells a friend's sessions what has changed for them. */
export function tellFriend(
	watchers: Iterable<Watcher>,
	friendship: Friendship | undefined,
	{ userId, before, now, text, follows }: Change,
): void {
	for (const watcher of watchers) {
		// Who follows the user is told all of it at once.
		if (follows.find(userId, watcher)) continue
		const seen = seenBy(watcher, friendship, now)
		if (seen === seenBy(watcher, friendship, before)) continue
		watcher.hear(PresenceUpdate, text(seen ?? offlineJson(userId)))
	}
}

const ownOf = ({ familyId }: Watcher, { own }: Views): string => own.get(familyId) ?? '[]'

/** Whether the user's own sessions know of each other; one that was shown nothing yet will be. */
export function isOwnTold(watchers: Iterable<Watcher>, now: Views): boolean {
	for (const watcher of watchers) {
		if (watcher.ownTold !== undefined && watcher.ownTold !== ownOf(watcher, now)) return false
	}
	return true
}

/** Tells the user's own sessions of each other, where they do not know yet (Q18). */
export function tellOwn(watchers: Iterable<Watcher>, now: Views, text: (json: string) => SharedText): void {
	for (const watcher of watchers) {
		const sessions = ownOf(watcher, now)
		if (watcher.ownTold === undefined || watcher.ownTold === sessions) continue
		watcher.ownTold = sessions
		watcher.hear(SessionsReplace, text(sessions))
	}
}
