import { sql } from 'kysely'
import { prepared } from '../../ports/prepared.ts'
import type { Reading, Statement, Store } from '../../ports/store.ts'
import { isLargeBot, mayDivide, shardsFor } from './sharding.ts'

const WINDOW_MS = 5000
const DAY_MS = 86_400_000

/** `session_start_limit` of the wire, times in milliseconds. */
export interface StartLimit {
	total: number
	remaining: number
	resetAfterMs: number
}

/** What a bot has begun in the last seconds. */
interface Window {
	endsAt: number
	count: number
	/** Keys of shards that began in it. */
	keys: Set<number>
}

export type Start = 'taken' | 'too many now' | 'too many today'

export interface StartBounds {
	/** How many sessions of a bot may begin in five seconds; of those that name a shard, one for each key. */
	maxConcurrency: number
	/** How many of a bot that is not large may begin in a day. */
	perDay: number
}

/**
 * Counts how often bots begin sessions (GWI-01, GWI-02). Resumes are not counted, players are not limited. The day is
 * kept in the store, which a restart leaves as it was, and counts those of all nodes.
 */
export interface SessionStarts {
	/** Takes one, unless it is one too many now, or for the day. `shardId` where the bot named one. */
	take(applicationId: string, options: { shardId?: number; guildCount: number }): Promise<Start>
	/** How many shards a bot in so many guilds should have, and whether it may have so many. */
	shardsFor(guildCount: number): number
	mayDivide(shardCount: number, guildCount: number): boolean
	limitOf(applicationId: string, guildCount: number): Promise<StartLimit>
}

export function sessionStarts(
	store: Pick<Store, 'statement'> & Reading,
	{ maxConcurrency, perDay }: StartBounds,
): SessionStarts {
	const windows = new Map<string, Window>()

	/** Takes a place among those that begin at once; what it answers gives it back. */
	function enter(applicationId: string, shardId: number | undefined): (() => void) | undefined {
		const now = store.now()
		let window = windows.get(applicationId)
		if (!window || window.endsAt <= now) {
			window = { endsAt: now + WINDOW_MS, count: 0, keys: new Set() }
			windows.set(applicationId, window)
		}
		const key = shardId === undefined ? undefined : shardId % maxConcurrency
		if (window.count >= maxConcurrency || (key !== undefined && window.keys.has(key))) return undefined
		const { keys } = window
		window.count++
		if (key !== undefined) keys.add(key)
		return () => {
			window.count--
			if (key !== undefined) keys.delete(key)
		}
	}

	return {
		async take(applicationId, { shardId, guildCount }) {
			const most = mostStarts(guildCount, perDay)
			// Looked at first: who has none left today is told so however often they ask, and writes nothing.
			if ((await dayOf(store, applicationId)).count >= most) return 'too many today'
			const giveBack = enter(applicationId, shardId)
			if (!giveBack) return 'too many now'
			const isTaken = await store.statement((tx) => takeOfDay(tx, applicationId, most))
			if (isTaken) return 'taken'
			giveBack()
			return 'too many today'
		},
		async limitOf(applicationId, guildCount) {
			const { count, endsAt } = await dayOf(store, applicationId)
			const total = mostStarts(guildCount, perDay)
			return { total, remaining: Math.max(0, total - count), resetAfterMs: endsAt - store.now() }
		},
		shardsFor: (guildCount) => shardsFor(guildCount, maxConcurrency),
		mayDivide: (shardCount, guildCount) => mayDivide(shardCount, guildCount, maxConcurrency),
	}
}

/** A thousand a day, or what the operator says; more for bots in very many guilds. */
function mostStarts(guildCount: number, perDay: number): number {
	return isLargeBot(guildCount) ? Math.max(2 * perDay, Math.ceil(guildCount / 1000) * 5) : perDay
}

const rowOf = prepared((db, applicationId: string) =>
	db.selectFrom('session_starts').selectAll().where('application_id', '=', applicationId),
)

/** What a bot has begun today. A day begins with its first session; until then a whole one is left. */
async function dayOf(from: Reading, applicationId: string): Promise<{ count: number; endsAt: number }> {
	const now = from.now()
	const [row] = await rowOf(from, applicationId)
	return row && row.day_ends_at > now
		? { count: row.count, endsAt: row.day_ends_at }
		: { count: 0, endsAt: now + DAY_MS }
}

/** Counts one more, and begins a new day where the last one is over; false where the day has so many already. */
async function takeOfDay(tx: Statement, applicationId: string, most: number): Promise<boolean> {
	const now = tx.now()
	const isOver = sql<boolean>`session_starts.day_ends_at <= ${now}`
	const row = await tx.db
		.insertInto('session_starts')
		.values({ application_id: applicationId, count: 1, day_ends_at: now + DAY_MS })
		.onConflict((conflict) =>
			conflict
				.column('application_id')
				.doUpdateSet({
					count: sql`case when ${isOver} then 1 else session_starts.count + 1 end`,
					day_ends_at: sql`case when ${isOver} then excluded.day_ends_at else session_starts.day_ends_at end`,
				})
				.where((where) => where.or([isOver, where('session_starts.count', '<', most)])),
		)
		.returning('count')
		.executeTakeFirst()
	return row !== undefined
}
