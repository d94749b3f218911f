import type { Kysely } from 'kysely'
import type { DueJob } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'

/** Tells an idle worker of this process that there is work. */
export interface JobSignal {
	onOrdered(look: () => void): () => void
	/** Called after a commit that ordered a job. */
	nudge(): void
}

export function jobSignal(): JobSignal {
	const looks = new Set<() => void>()
	return {
		onOrdered(look) {
			looks.add(look)
			return () => looks.delete(look)
		},
		nudge() {
			for (const look of looks) look()
		},
	}
}

export interface Claim {
	kinds: readonly string[]
	most: number
	now: number
	leaseMs: number
	/** Step over rows that another worker is just taking; for databases with more than one writer. */
	isShared: boolean
}

/** Marks jobs that are due as taken. Run it inside a transaction. */
export async function claimJobs(db: Kysely<Tables>, { kinds, most, now, leaseMs, isShared }: Claim): Promise<DueJob[]> {
	let due = db
		.selectFrom('jobs')
		.select('id')
		.where('run_at', '<=', now)
		.where('kind', 'in', kinds)
		.where((job) => job.or([job('locked_until', 'is', null), job('locked_until', '<=', now)]))
		.orderBy('run_at')
		.orderBy('id')
		.limit(most)
	if (isShared) due = due.forUpdate().skipLocked()
	const ids = (await due.execute()).map((row) => row.id)
	if (ids.length === 0) return []
	const rows = await db
		.updateTable('jobs')
		.set((job) => ({ locked_until: now + leaseMs, attempts: job('attempts', '+', 1) }))
		.where('id', 'in', ids)
		.returning(['id', 'kind', 'payload', 'attempts'])
		.execute()
	const order = new Map(ids.map((id, at) => [id, at]))
	return rows
		.map(({ payload, ...job }) => ({ ...job, payload: JSON.parse(payload) as unknown }))
		.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
}
