import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { isTaken, nextTryAt } from './schedule.ts'

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

/** One attempt to deliver an event. */
export interface Try {
	/** When it began, in milliseconds since the epoch. */
	at: number
	/** Of the answer; null where none came. */
	status: number | null
	/** Milliseconds. */
	duration: number
	/** What went wrong, as a sentence; null where the event was taken. */
	error: string | null
}

/** Longer than a try takes; one that ends without a word is made again after this. */
const LEASE_MS = 30_000
/** Of an event that somebody asks for again and again, the latest are kept. */
const MOST_TRIES = 20

/** Takes up to `most` events of a lane that are due, oldest first; nobody else gets them while they are being tried. */
export async function takeDue(tx: Transaction, lane: string, most: number): Promise<DeliveryRow[]> {
	const now = tx.now()
	const due = tx.db
		.selectFrom('webhook_deliveries')
		.select('id')
		.where('lane', '=', lane)
		.where('due_at', '<=', now)
		.orderBy('due_at')
		.limit(most)
	const rows = await tx.db
		.updateTable('webhook_deliveries')
		.set({ due_at: now + LEASE_MS })
		.where('id', 'in', due)
		// Of two who look at once, the second one finds it taken.
		.where('due_at', '<=', now)
		.returningAll()
		.execute()
	return rows.sort((a, b) => a.created_at - b.created_at || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
}

/** When the next event of a lane is due; undefined where none waits. */
export async function nextDueAt({ db }: Reading, lane: string): Promise<number | undefined> {
	const row = await db
		.selectFrom('webhook_deliveries')
		.select('due_at')
		.where('lane', '=', lane)
		.where('due_at', 'is not', null)
		.orderBy('due_at')
		.limit(1)
		.executeTakeFirst()
	return row?.due_at ?? undefined
}

/** Notes how a try went: it was taken, it will be tried again, or it has failed for good. */
export async function noteTry(tx: Transaction, row: DeliveryRow, made: Try): Promise<DeliveryRow['outcome']> {
	const status = made.status ?? undefined
	const failures = isTaken(status) ? row.failures : row.failures + 1
	const due_at = isTaken(status)
		? null
		: (nextTryAt({ status, failures, begunAt: row.begun_at, now: tx.now() }) ?? null)
	const outcome = isTaken(status) ? 'delivered' : due_at === null ? 'failed' : null
	await tx.db
		.updateTable('webhook_deliveries')
		.set({ due_at, failures, outcome, tries: withTry(row, made) })
		.where('id', '=', row.id)
		.execute()
	return outcome
}

/** Ends an event without another try, and says why. */
export async function endUntried(
	tx: Transaction,
	row: DeliveryRow,
	outcome: 'failed' | 'dropped',
	reason: string,
): Promise<void> {
	const made: Try = { at: tx.now(), status: null, duration: 0, error: reason }
	await tx.db
		.updateTable('webhook_deliveries')
		.set({ due_at: null, outcome, tries: withTry(row, made) })
		.where('id', '=', row.id)
		.execute()
}

export function triesOf(row: Pick<DeliveryRow, 'tries'>): Try[] {
	return JSON.parse(row.tries) as Try[]
}

const withTry = (row: DeliveryRow, made: Try) => JSON.stringify([...triesOf(row), made].slice(-MOST_TRIES))
