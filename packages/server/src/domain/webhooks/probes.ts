import type { Reading, Transaction } from '../../ports/store.ts'
import { HOUR_MS } from './schedule.ts'

/** The job that looks whether an endpoint still checks signatures. */
export const PROBE_ENDPOINT = 'endpoint probe'

/** What an endpoint is for. */
export type Purpose = 'events' | 'interactions'

export interface ProbeJob {
	purpose: Purpose
	application_id: string
	/** An endpoint that was checked anew begins another series; this one ends then. */
	series: string
}

const EVERY_MS = 24 * HOUR_MS
const TABLES = { events: 'webhook_endpoints', interactions: 'interaction_endpoints' } as const

/** Begins the daily probes of an endpoint that was just checked; answers the name of their series. */
export async function beginProbes(tx: Transaction, purpose: Purpose, applicationId: string): Promise<string> {
	const series = tx.newId()
	await orderProbe(tx, { purpose, application_id: applicationId, series })
	return series
}

/** Orders the next probe of a series. */
export function orderProbe(tx: Transaction, job: ProbeJob): Promise<void> {
	return tx.enqueue(PROBE_ENDPOINT, job, tx.now() + EVERY_MS)
}

/** The address that a series is about; undefined where the series has ended. */
export async function findProbed({ db }: Reading, job: ProbeJob): Promise<string | undefined> {
	const row = await db
		.selectFrom(TABLES[job.purpose])
		.select('url')
		.where('application_id', '=', job.application_id)
		.where('probe_series', '=', job.series)
		.executeTakeFirst()
	return row?.url ?? undefined
}

/** Counts a probe. How many in a row went wrong; undefined where the series has ended. */
export async function countProbe({ db }: Transaction, job: ProbeJob, isRefused: boolean): Promise<number | undefined> {
	const row = await db
		.updateTable(TABLES[job.purpose])
		.set((endpoint) => ({ missed_probes: isRefused ? 0 : endpoint('missed_probes', '+', 1) }))
		.where('application_id', '=', job.application_id)
		.where('probe_series', '=', job.series)
		.returning('missed_probes')
		.executeTakeFirst()
	return row?.missed_probes
}
