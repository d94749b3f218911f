import type { Reading, Transaction } from '../../ports/store.ts'
import type { Endpoint } from './endpoints.ts'
import { HOUR_MS, isHopeless } from './schedule.ts'

const BUCKET_MS = 10 * 60 * 1000

/** Counts an event that was taken: whatever failed before, the endpoint works. */
export async function countDelivered(tx: Transaction, applicationId: string): Promise<void> {
	await count(tx, applicationId, { delivered: 1, failed: 0 })
	await tx.db
		.updateTable('webhook_endpoints')
		.set({ failing_since: null })
		.where('application_id', '=', applicationId)
		.where('failing_since', 'is not', null)
		.execute()
}

/** Counts an event that nobody took. True where the endpoint fails so much that nothing more should be sent (WHD-03). */
export async function countFailed(tx: Transaction, endpoint: Endpoint): Promise<boolean> {
	const { applicationId } = endpoint
	await count(tx, applicationId, { delivered: 0, failed: 1 })
	await tx.db
		.updateTable('webhook_endpoints')
		.set({ failing_since: tx.now() })
		.where('application_id', '=', applicationId)
		.where('failing_since', 'is', null)
		.execute()
	const now = tx.now()
	return isHopeless({
		now,
		enabledAt: endpoint.enabledAt ?? now,
		failingSince: endpoint.failingSince ?? now,
		hour: await outcomesSince(tx, applicationId, now - HOUR_MS),
		day: await outcomesSince(tx, applicationId, now - 24 * HOUR_MS),
	})
}

async function count(
	{ db, now }: Transaction,
	applicationId: string,
	{ delivered, failed }: { delivered: number; failed: number },
): Promise<void> {
	await db
		.insertInto('webhook_outcomes')
		.values({ application_id: applicationId, bucket_at: bucketOf(now()), delivered, failed })
		.onConflict((conflict) =>
			conflict.columns(['application_id', 'bucket_at']).doUpdateSet((row) => ({
				delivered: row('webhook_outcomes.delivered', '+', delivered),
				failed: row('webhook_outcomes.failed', '+', failed),
			})),
		)
		.execute()
}

const bucketOf = (at: number): number => at - (at % BUCKET_MS)

/** Events that ended since then, to ten minutes. */
async function outcomesSince(
	{ db }: Reading,
	applicationId: string,
	since: number,
): Promise<{ delivered: number; failed: number }> {
	const row = await db
		.selectFrom('webhook_outcomes')
		.select(({ fn }) => [fn.sum<number>('delivered').as('delivered'), fn.sum<number>('failed').as('failed')])
		.where('application_id', '=', applicationId)
		.where('bucket_at', '>=', bucketOf(since))
		.executeTakeFirst()
	return { delivered: Number(row?.delivered ?? 0), failed: Number(row?.failed ?? 0) }
}
