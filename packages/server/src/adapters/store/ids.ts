import { makeSnowflake } from '@guildhall/protocol'
import type { Kysely } from 'kysely'
import type { Clock } from '../../ports/clock.ts'
import type { Tables } from '../../ports/tables.ts'

/** How far ahead ids are reserved, and how often the reservation moves on. */
const RESERVED_MS = 60_000
const RENEW_MS = 15_000

export interface Ids {
	/** A new id: unique in the platform, greater than every id of this node, whatever the clock does. */
	next(): string
	/** Reserves ids up to `until`; call it before the clock is moved there. */
	reserve(until: number): Promise<void>
	close(): Promise<void>
}

/** Runs work on the database, committed when it resolves. */
export type Writing = <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>

/**
 * Makes ids for one node (0–1023). Before an id of some millisecond is made, the store holds that this node has reached
 * it; after a restart ids begin behind the reservation. So they stay unique and ascending across a crash and a clock
 * that was set back, even where the newest rows are gone.
 */
export async function openIds(write: Writing, node: number, clock: Clock): Promise<Ids> {
	const before = await write((db) =>
		db.selectFrom('node_ids').select('reserved_until').where('node', '=', node).executeTakeFirst(),
	)
	let reservedUntil = before?.reserved_until ?? 0
	let at = Math.max(clock.now(), reservedUntil)
	let increment = -1
	let isOpen = true

	async function reserve(until: number): Promise<void> {
		if (until <= reservedUntil) return
		await write((db) =>
			db
				.insertInto('node_ids')
				.values({ node, reserved_until: until })
				.onConflict((c) => c.column('node').doUpdateSet({ reserved_until: until }))
				.execute(),
		)
		reservedUntil = Math.max(reservedUntil, until)
	}

	let renewing: Promise<void> = Promise.resolve()
	function renewLater(): () => void {
		return clock.after(RENEW_MS, () => {
			if (!isOpen) return
			// The next one is set once this one is done: a clock that jumps a month ahead renews once, not for every step of it.
			renewing = reserve(Math.max(clock.now(), at) + RESERVED_MS)
				.catch(() => {})
				.finally(() => {
					if (isOpen) cancel = renewLater()
				})
		})
	}
	await reserve(at + RESERVED_MS)
	let cancel = renewLater()

	return {
		next() {
			// A clock ahead of the reservation waits for it; 4,096 ids a millisecond carry over into the next one.
			const now = Math.min(clock.now(), reservedUntil)
			if (now > at) {
				at = now
				increment = 0
			} else if (++increment > 4095) {
				at++
				increment = 0
			}
			return makeSnowflake({ at, node, increment })
		},
		reserve: (until) => reserve(until + RESERVED_MS),
		async close() {
			isOpen = false
			cancel()
			await renewing
		},
	}
}
