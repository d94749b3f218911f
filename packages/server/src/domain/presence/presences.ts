import { type Activity, type Presence, PresenceUpdate } from '@guildhall/protocol'
import type { Store } from '../../ports/store.ts'
import { guildsOf } from '../access/audience.ts'

/** What one session of a user says of itself. */
export interface SessionPresence {
	status: 'online' | 'dnd' | 'idle' | 'invisible' | 'offline'
	activities: readonly Activity[]
	client: 'desktop' | 'web'
}

type Seen = Omit<Presence, 'guild_id'>

interface Entry {
	/** By session; the one that spoke last stands last. */
	sessions: Map<string, SessionPresence>
	/** What the guilds were told, as JSON. */
	told: string
	telling: Promise<void> | undefined
}

/** Who is there, as far as the sessions of this node go. Guilds are told when it changes. */
export interface Presences {
	/** Says how a session is; undefined: it has ended. */
	set(userId: string, sessionId: string, presence: SessionPresence | undefined): void
	/** Those of the users that are not offline. */
	of(userIds: Iterable<string>): Seen[]
	/** Everybody who is not offline. */
	online(): string[]
	/** Resolves when everybody was told. */
	settled(): Promise<void>
}

export function createPresences(store: Store, onError: (error: unknown) => void): Presences {
	const entries = new Map<string, Entry>()

	function seen(userId: string): Seen {
		const now: Seen = { user: { id: userId }, status: 'offline', activities: [], client_status: {} }
		for (const { status, activities, client } of entries.get(userId)?.sessions.values() ?? []) {
			if (status === 'invisible' || status === 'offline') continue
			now.status = status
			now.client_status[client] = status
			if (activities.length > 0) now.activities.push(...activities)
		}
		return now
	}

	/** Tells the guilds what is so now; again if it has changed under way. */
	async function tell(userId: string, entry: Entry): Promise<void> {
		for (;;) {
			const now = seen(userId)
			const json = JSON.stringify(now)
			if (json === entry.told) break
			entry.told = json
			const guildIds = await guildsOf(store, userId)
			if (guildIds.length === 0) continue
			await store.transaction(async (tx) => {
				for (const guildId of guildIds) {
					tx.emit(PresenceUpdate, { guildId, exceptUserId: userId }, { ...now, guild_id: guildId })
				}
			})
		}
	}

	function work(userId: string, entry: Entry): void {
		entry.telling ??= tell(userId, entry)
			.catch(onError)
			.finally(() => {
				entry.telling = undefined
				// It may have changed after the last look.
				if (JSON.stringify(seen(userId)) !== entry.told) work(userId, entry)
				else if (entry.sessions.size === 0 && entries.get(userId) === entry) entries.delete(userId)
			})
	}

	return {
		set(userId, sessionId, presence) {
			const entry = entries.get(userId) ?? { sessions: new Map(), told: OFFLINE(userId), telling: undefined }
			entries.set(userId, entry)
			entry.sessions.delete(sessionId)
			if (presence) entry.sessions.set(sessionId, presence)
			work(userId, entry)
		},
		of(userIds) {
			const found: Seen[] = []
			for (const userId of userIds) {
				if (!entries.has(userId)) continue
				const presence = seen(userId)
				if (presence.status !== 'offline') found.push(presence)
			}
			return found
		},
		online: () => [...entries.keys()].filter((userId) => seen(userId).status !== 'offline'),
		async settled() {
			// What has changed while it was told is told again.
			for (const entry of [...entries.values()]) while (entry.telling) await entry.telling
		},
	}
}

const OFFLINE = (userId: string) =>
	JSON.stringify({ user: { id: userId }, status: 'offline', activities: [], client_status: {} })
