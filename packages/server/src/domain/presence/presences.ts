import type { UserSession } from '@guildhall/protocol'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Reading } from '../../ports/store.ts'
import { createFollows, type Followed } from './following.ts'
import { friendsOf } from './friends.ts'
import type { Seen, SessionPresence } from './merge.ts'
import { createTelling, type Entry } from './telling.ts'
import { ownSessions, viewsOf, viewsOffline } from './views.ts'
import { createWatchers, seenBy, type Watcher } from './watchers.ts'

/** Who is there, as far as the sessions of this node go. Whoever sees it is told when it changes. */
export interface Presences {
	/** Says how a session is; undefined: it has ended. */
	set(userId: string, sessionId: string, presence: SessionPresence | undefined): void
	/**
	 * Those of the users that are not offline, as guilds see them and were told of; of `ownId` as it is at this moment, for
	 * nobody is told of themselves.
	 */
	of(userIds: Iterable<string>, ownId?: string): Seen[]
	/** Everybody who is not offline, as far as others were told. */
	online(): string[]
	/** What a session of the user said last; undefined where it is not there. */
	session(userId: string, sessionId: string): SessionPresence | undefined
	/** All sessions of the user, the one that spoke last last. */
	sessions(userId: string): ReadonlyMap<string, SessionPresence>
	/** The user's own sessions of a family (Q18). */
	own(userId: string, familyId: string): UserSession[]
	/** From now on the session sees its friends, until the answer is called. */
	watch(watcher: Watcher): () => void
	/** The player's sessions of this game hear of these activities from now on, and of no others that they do not see (Q29). */
	follow(player: { userId: string; applicationId: string }, followed: readonly Followed[]): Promise<void>
	/** The friends that a session sees who are not offline (Q17), and its user's own sessions: it has been told of both. */
	shownTo(watcher: Watcher): Promise<() => { friends: Seen[]; own: UserSession[] }>
	/** Resolves when everybody was told. */
	settled(): Promise<void>
	/** Nobody is told of anything any more. */
	close(): void
}

export interface PresencesOptions {
	store: Reading
	bus: Bus
	/** The time of sockets: how often a user may be told of. */
	clock: Clock
	onError(error: unknown): void
}

const NOBODY: ReadonlyMap<string, SessionPresence> = new Map()

export function createPresences({ store, bus, clock, onError }: PresencesOptions): Presences {
	const entries = new Map<string, Entry>()
	const watchers = createWatchers()
	const follows = createFollows()
	const telling = createTelling({ store, bus, clock, watchers, follows, entries, onError })

	return {
		set(userId, sessionId, presence) {
			const entry = entries.get(userId) ?? newEntry(userId)
			entries.set(userId, entry)
			entry.sessions.delete(sessionId)
			if (presence) entry.sessions.set(sessionId, presence)
			telling.changed(userId, entry)
		},
		of(userIds, ownId) {
			const found: Seen[] = []
			for (const userId of userIds) {
				const entry = entries.get(userId)
				if (!entry) continue
				const { seen } = userId === ownId ? viewsOf(userId, entry.sessions) : entry.told
				if (seen.status !== 'offline') found.push(seen)
			}
			return found
		},
		online: () =>
			[...entries.values()].flatMap(({ told: { seen } }) => (seen.status === 'offline' ? [] : seen.user.id)),
		session: (userId, sessionId) => entries.get(userId)?.sessions.get(sessionId),
		sessions: (userId) => entries.get(userId)?.sessions ?? NOBODY,
		own: (userId, familyId) => ownSessions(entries.get(userId)?.sessions ?? NOBODY, familyId),
		watch(watcher) {
			const stop = watchers.add(watcher)
			return () => {
				stop()
				follows.replace(watcher, [])
			}
		},
		async follow({ userId, applicationId }, followed) {
			const userIds = [...new Set(followed.map((one) => one.userId))]
			for (const watcher of [...watchers.of(userId)]) {
				if (watcher.applicationId !== applicationId || !watcher.seesActivities) continue
				follows.replace(watcher, followed)
				await telling.tellFollowed(watcher, userIds)
			}
		},
		async shownTo(watcher) {
			const friends = await friendsOf(store, watcher.userId)
			return () => {
				const shown: Seen[] = []
				for (const [friendId, friendship] of friends) {
					// What was told: a change from there on is told to this session too.
					const told = entries.get(friendId)?.told
					const json = told && seenBy(watcher, friendship, told)
					const presence = json === undefined ? undefined : (JSON.parse(json) as Seen)
					if (presence && presence.status !== 'offline') shown.push(presence)
				}
				const own = ownSessions(entries.get(watcher.userId)?.sessions ?? NOBODY, watcher.familyId)
				watcher.ownTold = JSON.stringify(own)
				return { friends: shown, own }
			}
		},
		settled: () => telling.settled(),
		close: () => telling.close(),
	}
}

function newEntry(userId: string): Entry {
	return {
		sessions: new Map(),
		told: viewsOffline(userId),
		friendsChanged: new Set(),
		working: undefined,
		window: undefined,
		cancelForget: undefined,
	}
}
