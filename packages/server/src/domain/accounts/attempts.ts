import { sql } from 'kysely'
import type { Reading, Store } from '../../ports/store.ts'

/** How many times something may go wrong in a while. */
export interface AttemptLimit {
	count: number
	ms: number
}

/** What is counted in the store, and how often it may happen on this server. */
export interface AttemptLimits {
	of(name: 'login' | 'loginAddress' | 'registration' | 'reset' | 'userCode' | 'userCodeAddress'): AttemptLimit
}

/**
 * Counts an attempt before it is made, so that many at once cannot slip past the limit; false where there were too
 * many. Give back what did not fail.
 */
export async function takeAttempt(store: Store, key: string, limit: AttemptLimit): Promise<boolean> {
	// Who has had too many writes nothing: a flood costs a look.
	const before = await store.db.selectFrom('attempts').selectAll().where('key', '=', key).executeTakeFirst()
	if (before && before.resets_at > store.now() && before.count >= limit.count) return false
	return store.transaction(async ({ db, now }) => {
		const at = now()
		const fresh = { count: 1, resets_at: at + limit.ms }
		const row = await db
			.insertInto('attempts')
			.values({ key, ...fresh })
			.onConflict((conflict) =>
				conflict.column('key').doUpdateSet({
					count: sql<number>`case when attempts.resets_at <= ${at} then 1 else attempts.count + 1 end`,
					resets_at: sql<number>`case when attempts.resets_at <= ${at} then ${fresh.resets_at} else attempts.resets_at end`,
				}),
			)
			.returning('count')
			.executeTakeFirstOrThrow()
		return row.count <= limit.count
	})
}

/** Takes back one attempt. */
export function giveBackAttempt(store: Store, key: string): Promise<unknown> {
	return store.transaction(({ db }) =>
		db
			.updateTable('attempts')
			.set({ count: sql<number>`count - 1` })
			.where('key', '=', key)
			.where('count', '>', 0)
			.execute(),
	)
}

/** Forgets all attempts of the key: this one was right. */
export function forgetAttempts(store: Store, key: string): Promise<unknown> {
	return store.transaction(({ db }) => db.deleteFrom('attempts').where('key', '=', key).execute())
}

/** Lets the key wait this long from now on, in milliseconds. */
export function pauseAttempts(store: Store, key: string, ms: number): Promise<unknown> {
	return store.transaction(({ db, now }) => {
		const pause = { count: 1, resets_at: now() + ms }
		return db
			.insertInto('attempts')
			.values({ key, ...pause })
			.onConflict((conflict) => conflict.column('key').doUpdateSet(pause))
			.execute()
	})
}

/** How many attempts of the key count at the moment. */
export async function attemptsMade({ db, now }: Reading, key: string): Promise<number> {
	const row = await db.selectFrom('attempts').selectAll().where('key', '=', key).executeTakeFirst()
	return row && row.resets_at > now() ? row.count : 0
}

/** When the key may try again, in milliseconds from now. */
export async function attemptsResetIn({ db, now }: Reading, key: string): Promise<number> {
	const row = await db.selectFrom('attempts').select('resets_at').where('key', '=', key).executeTakeFirst()
	return Math.max(0, (row?.resets_at ?? 0) - now())
}
