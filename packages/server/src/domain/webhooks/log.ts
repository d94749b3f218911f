import { ApiError, formError } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { type DeliveryRow, type Try, triesOf } from './deliveries.ts'
import { ENABLED, findEndpoint } from './endpoints.ts'
import { DELIVER_EVENTS, type LaneJob } from './notify.ts'
import { HOUR_MS } from './schedule.ts'

/** Entries that are kept of an application, and how long. */
const MOST_KEPT = 1000
const KEPT_MS = 30 * 24 * HOUR_MS
/** So few that nobody waits for it. */
const ROWS_AT_ONCE = 500

/** What became of an event. */
export type Outcome =
	/** It is being tried, or will be. */
	| 'pending'
	| 'delivered'
	/** Nobody took it; it is not tried any more. */
	| 'failed'
	/** It was not sent, because the endpoint had been disabled. */
	| 'dropped'

/** An event in the log of deliveries. Nothing in it is secret. */
export interface LoggedDelivery {
	/** The event's id, the same in all tries; its time is in it. */
	id: string
	type: string
	createdAt: number
	outcome: Outcome
	/** Latest last. */
	tries: readonly Try[]
	/** Of pending ones. */
	nextTryAt: number | null
	/** Host of the address that a lobby gave; null for the application's own endpoint. */
	host: string | null
}

/** Events of an application, latest first; `before` is an id of the page before. */
export async function listDeliveries(
	{ db }: Reading,
	applicationId: string,
	{ before, limit = 50 }: { before?: string; limit?: number } = {},
): Promise<LoggedDelivery[]> {
	const rows = await db
		.selectFrom('webhook_deliveries')
		.selectAll()
		.where('application_id', '=', applicationId)
		.$if(before !== undefined, (query) => query.where('id', '<', before as string))
		.orderBy('id', 'desc')
		.limit(limit)
		.execute()
	return rows.map(logged)
}

/** One event, with the exact text that was sent. @throws NotFound */
export async function getDelivery(
	from: Reading,
	applicationId: string,
	id: string,
): Promise<LoggedDelivery & { body: string }> {
	const row = await findRow(from, applicationId, id)
	return { ...logged(row), body: row.body }
}

/** Sends an event that is over once more, with its id and its text, by the same schedule. @throws NotFound, InvalidFormBody */
export async function redeliver(tx: Transaction, applicationId: string, id: string): Promise<void> {
	const row = await findRow(tx, applicationId, id)
	if ((await findEndpoint(tx, applicationId))?.status !== ENABLED) {
		throw formError(['event_webhooks_status'], 'APPLICATION_EVENT_WEBHOOKS_DISABLED', 'Enable the endpoint first.')
	}
	await tx.db
		.updateTable('webhook_deliveries')
		.set({ due_at: tx.now(), begun_at: tx.now(), failures: 0, outcome: null })
		.where('id', '=', row.id)
		// One that is under way is left to its schedule.
		.where('due_at', 'is', null)
		.execute()
	const job: LaneJob = { lane: row.lane }
	await tx.enqueue(DELIVER_EVENTS, job)
}

async function findRow({ db }: Reading, applicationId: string, id: string): Promise<DeliveryRow> {
	const row = await db
		.selectFrom('webhook_deliveries')
		.selectAll()
		.where('id', '=', id)
		.where('application_id', '=', applicationId)
		.executeTakeFirst()
	if (!row) throw new ApiError('NotFound')
	return row
}

function logged(row: DeliveryRow): LoggedDelivery {
	return {
		id: row.id,
		type: row.type,
		createdAt: row.created_at,
		outcome: row.outcome ?? 'pending',
		tries: triesOf(row),
		nextTryAt: row.due_at,
		host: row.target_url === null ? null : new URL(row.target_url).host,
	}
}

/** Forgets what is beyond the latest entries of an application; what is still to be sent stays. */
export async function pruneDeliveries(tx: Transaction, applicationId: string): Promise<void> {
	const oldest = await tx.db
		.selectFrom('webhook_deliveries')
		.select('id')
		.where('application_id', '=', applicationId)
		.orderBy('id', 'desc')
		.limit(1)
		.offset(MOST_KEPT)
		.executeTakeFirst()
	if (!oldest) return
	await tx.db
		.deleteFrom('webhook_deliveries')
		.where('application_id', '=', applicationId)
		.where('id', '<=', oldest.id)
		.where('due_at', 'is', null)
		.execute()
}

/** Forgets entries that are old, some at a time. True where there may be more. */
export async function sweepDeliveries({ db, now }: Transaction): Promise<boolean> {
	const old = db
		.selectFrom('webhook_deliveries')
		.select('id')
		.where('created_at', '<=', now() - KEPT_MS)
		.limit(ROWS_AT_ONCE)
	const { numDeletedRows } = await db.deleteFrom('webhook_deliveries').where('id', 'in', old).executeTakeFirst()
	await db
		.deleteFrom('webhook_outcomes')
		.where('bucket_at', '<=', now() - 2 * 24 * HOUR_MS)
		.execute()
	return Number(numDeletedRows) === ROWS_AT_ONCE
}
