import type { Clock } from '../../ports/clock.ts'

const WINDOW_MS = 5000
const DAY_MS = 86_400_000

/** `session_start_limit` of the wire, times in milliseconds. */
export interface StartLimit {
	total: number
	remaining: number
	resetAfterMs: number
}

/** What a bot has begun lately. */
interface Starts {
	dayEndsAt: number
	today: number
	windowEndsAt: number
	inWindow: number
	/** Keys of shards that began in the window. */
	keys: Set<number>
}

/** Counts how often bots begin sessions (GWI-01, GWI-02). Resumes are not counted, players are not limited. */
export interface SessionStarts {
	/** Takes one; false where it is one too many now, or for today. `shardId` where the bot named one. */
	take(applicationId: string, options: { shardId?: number; guildCount: number }): boolean
	limitOf(applicationId: string, guildCount: number): StartLimit
}

/** `maxConcurrency` sessions of a bot may begin in five seconds; of those that name a shard, one for each key. */
export function sessionStarts(clock: Clock, maxConcurrency: number): SessionStarts {
	const known = new Map<string, Starts>()

	function startsOf(applicationId: string): Starts {
		const now = clock.now()
		let starts = known.get(applicationId)
		if (!starts || starts.dayEndsAt <= now) {
			starts = { dayEndsAt: now + DAY_MS, today: 0, windowEndsAt: 0, inWindow: 0, keys: new Set() }
			known.set(applicationId, starts)
		}
		if (starts.windowEndsAt <= now) {
			starts.windowEndsAt = now + WINDOW_MS
			starts.inWindow = 0
			starts.keys.clear()
		}
		return starts
	}

	return {
		take(applicationId, { shardId, guildCount }) {
			const starts = startsOf(applicationId)
			const key = shardId === undefined ? undefined : shardId % maxConcurrency
			if (starts.today >= mostStarts(guildCount) || starts.inWindow >= maxConcurrency) return false
			if (key !== undefined && starts.keys.has(key)) return false
			starts.today++
			starts.inWindow++
			if (key !== undefined) starts.keys.add(key)
			return true
		},
		limitOf(applicationId, guildCount) {
			const { dayEndsAt, today } = startsOf(applicationId)
			const total = mostStarts(guildCount)
			return { total, remaining: Math.max(0, total - today), resetAfterMs: dayEndsAt - clock.now() }
		},
	}
}

/** A thousand a day; more for bots in very many guilds. */
function mostStarts(guildCount: number): number {
	return guildCount > 150_000 ? Math.max(2000, Math.ceil(guildCount / 1000) * 5) : 1000
}
