import { type EventData, type FriendsChanged, PresenceUpdate, type UserBlocked } from '@guildhall/protocol'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Reading } from '../../ports/store.ts'
import { guildsOf } from '../access/audience.ts'
import { type Follows, stopFollowing, tellFollower } from './following.ts'
import { friendsAmong, friendsOf } from './friends.ts'
import type { SessionPresence } from './merge.ts'
import { isSame, offlineJson, type Views, viewsOf, viewsOffline } from './views.ts'
import { isOwnTold, seenBy, sharedTexts, tellFriend, tellOwn, type Watcher, type Watchers } from './watchers.ts'

/** A user with sessions here, and what everybody was told of them. */
export interface Entry {
	sessions: Map<string, SessionPresence>
	told: Views
	/** Users who have become friends, or have ceased to be. */
	friendsChanged: Set<string>
	working: Promise<void> | undefined
	window: Window | undefined
	/** Takes back that it is forgotten, where nothing is left of it but how often it was told of. */
	cancelForget: (() => void) | undefined
}

/** How often the user was told of lately. */
interface Window {
	endsAt: number
	count: number
	/** Takes back the look at its end; present while something waits for it. */
	cancel: (() => void) | undefined
}

/** Q4: of a user so many tellings in so long. */
const MOST_TELLINGS = 10
const WINDOW_MS = 20_000

export interface TellingOptions {
	store: Reading
	bus: Bus
	clock: Clock
	watchers: Watchers
	follows: Follows
	entries: Map<string, Entry>
	onError(error: unknown): void
}

/** Tells guilds, friends and the user's own sessions what has changed; one thing of a user after the other. */
export function createTelling({ store, bus, clock, watchers, follows, entries, onError }: TellingOptions) {
	let isClosed = false
	const stops = [
		bus.subscribe('internal.friends', ({ data }) => {
			const { user_id: one, other_id: other } = data as EventData<typeof FriendsChanged>
			friendsChanged(one, other)
			friendsChanged(other, one)
		}),
		bus.subscribe('internal.blocks', ({ data }) => {
			const { user_id: one, other_id: other } = data as EventData<typeof UserBlocked>
			stopFollowing(follows, one, other)
			stopFollowing(follows, other, one)
		}),
	]

	function friendsChanged(userId: string, otherId: string): void {
		const entry = entries.get(userId)
		if (!entry) return
		entry.friendsChanged.add(otherId)
		work(userId, entry)
	}

	function work(userId: string, entry: Entry): void {
		if (isClosed) return
		entry.working ??= tellAll(userId, entry)
			.catch(onError)
			.finally(() => {
				entry.working = undefined
				// It may have changed after the last look.
				if (isDue(userId, entry)) work(userId, entry)
				else forgetIfGone(userId, entry)
			})
	}

	function isDue(userId: string, entry: Entry): boolean {
		if (isClosed) return false
		if (entry.friendsChanged.size > 0) return true
		if (entry.window?.cancel) return false
		const now = viewsOf(userId, entry.sessions)
		return !isSame(now, entry.told) || !isOwnTold(watchers.of(userId), now)
	}

	async function tellAll(userId: string, entry: Entry): Promise<void> {
		while (isDue(userId, entry)) {
			if (entry.friendsChanged.size > 0) await tellNewFriends(userId, entry)
			else if (isInTime(userId, entry)) await tellChange(userId, entry)
		}
	}

	/** Whether there is room to tell now (Q4); where there is none, it is looked at again when there is. */
	function isInTime(userId: string, entry: Entry): boolean {
		const now = clock.now()
		if (!entry.window || entry.window.endsAt <= now) {
			entry.window = { endsAt: now + WINDOW_MS, count: 0, cancel: undefined }
		}
		const { window } = entry
		if (window.count < MOST_TELLINGS) {
			window.count++
			return true
		}
		window.cancel = clock.after(window.endsAt - now, () => {
			entry.window = undefined
			work(userId, entry)
		})
		return false
	}

	async function tellChange(userId: string, entry: Entry): Promise<void> {
		const [guildIds, friends] = await Promise.all([
			guildsOf(store, userId),
			watchers.size > 0 ? friendsOf(store, userId) : undefined,
		])
		// Somebody began to look meanwhile, and may have been shown what was so before: again, with the friends.
		if (!friends && watchers.size > 0) return
		const before = entry.told
		const now = viewsOf(userId, entry.sessions)
		entry.told = now
		if (now.guilds !== before.guilds) for (const guildId of guildIds) tellGuild(guildId, userId, now.guilds)
		const text = sharedTexts()
		for (const [friendId, friendship] of friends ?? []) {
			tellFriend(watchers.of(friendId), friendship, { userId, before, now, text, follows })
		}
		for (const following of follows.of(userId)) {
			const friendship = friends?.get(following.watcher.userId)
			const seen = seenBy(following.watcher, friendship, now)
			const isSeenTold = seen === seenBy(following.watcher, friendship, before)
			tellFollower(following, { userId, sessions: entry.sessions, seen, isSeenTold, now: store.now(), text })
		}
		tellOwn(watchers.of(userId), now, text)
	}

	function tellGuild(guildId: string, userId: string, json: string): void {
		const inGuild = `{"guild_id":"${guildId}",${json.slice(1)}`
		bus.publish({
			subject: `guild.${guildId}`,
			name: PresenceUpdate.name,
			json: inGuild,
			get data() {
				return JSON.parse(inGuild)
			},
			exceptUserId: userId,
		})
	}

	/** Q16: friends of a moment ago see who is there; who is none any more sees nobody. */
	async function tellNewFriends(userId: string, entry: Entry): Promise<void> {
		const changed = [...entry.friendsChanged].filter((id) => [...watchers.of(id)].length > 0)
		entry.friendsChanged.clear()
		if (changed.length === 0) return
		const friends = await friendsAmong(store, userId, changed)
		// What has changed meanwhile is told to all friends by itself, these among them.
		const { told } = entry
		if (told.seen.status === 'offline') return
		const offline = offlineJson(userId)
		const text = sharedTexts()
		for (const otherId of changed) {
			for (const watcher of watchers.of(otherId)) {
				const seen = seenBy(watcher, friends.get(otherId), told)
				const following = follows.find(userId, watcher)
				if (!following) watcher.hear(PresenceUpdate, text(seen ?? offline))
				else {
					const { sessions } = entry
					tellFollower(following, { userId, sessions, seen, isSeenTold: false, now: store.now(), text })
				}
			}
		}
	}

	function forgetIfGone(userId: string, entry: Entry): void {
		if (entry.sessions.size > 0 || entry.window?.cancel || entry.cancelForget) return
		// How often it was told of is remembered while it counts.
		const left = (entry.window?.endsAt ?? 0) - clock.now()
		if (left <= 0) entries.delete(userId)
		else {
			entry.cancelForget = clock.after(left, () => {
				entry.cancelForget = undefined
				forgetIfGone(userId, entry)
			})
		}
	}

	/** Tells a session what it follows from now on (Q29). */
	async function tellFollowed(watcher: Watcher, userIds: readonly string[]): Promise<void> {
		if (userIds.length === 0) return
		const friends = await friendsAmong(store, watcher.userId, userIds)
		const text = sharedTexts()
		for (const userId of userIds) {
			const following = follows.find(userId, watcher)
			const { sessions, told } = entries.get(userId) ?? { sessions: new Map(), told: viewsOffline(userId) }
			if (!following) continue
			const seen = seenBy(watcher, friends.get(userId), told)
			tellFollower(following, { userId, sessions, seen, isSeenTold: following.told !== '', now: store.now(), text })
		}
	}

	/** A session of the user is otherwise than before. */
	function changed(userId: string, entry: Entry): void {
		entry.cancelForget?.()
		entry.cancelForget = undefined
		work(userId, entry)
	}

	return {
		changed,
		tellFollowed,
		/** Resolves when everybody was told; what waits for its time is not waited for. */
		async settled(): Promise<void> {
			// What has changed while it was told is told again.
			for (const entry of [...entries.values()]) while (entry.working) await entry.working
		},
		close(): void {
			isClosed = true
			for (const stop of stops) stop()
			for (const { window, cancelForget } of entries.values()) {
				window?.cancel?.()
				cancelForget?.()
			}
		},
	}
}
