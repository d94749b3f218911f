import type { Reading, Transaction } from '../../ports/store.ts'
import { beginProbes } from './probes.ts'

/** Where an application wants interactions to be sent; undefined: over the gateway. */
export async function findInteractionsUrl({ db }: Reading, applicationId: string): Promise<string | undefined> {
	const row = await db
		.selectFrom('interaction_endpoints')
		.select('url')
		.where('application_id', '=', applicationId)
		.executeTakeFirst()
	return row?.url
}

/** Sets where interactions are sent; the address was found to answer as it must. Null: over the gateway again. */
export async function setInteractionsUrl(tx: Transaction, applicationId: string, url: string | null): Promise<void> {
	if (url === null) {
		await tx.db.deleteFrom('interaction_endpoints').where('application_id', '=', applicationId).execute()
		return
	}
	if (url === (await findInteractionsUrl(tx, applicationId))) return
	const probe_series = await beginProbes(tx, 'interactions', applicationId)
	await tx.db
		.insertInto('interaction_endpoints')
		.values({ application_id: applicationId, url, probe_series, missed_probes: 0 })
		.onConflict((conflict) => conflict.column('application_id').doUpdateSet({ url, probe_series, missed_probes: 0 }))
		.execute()
}
