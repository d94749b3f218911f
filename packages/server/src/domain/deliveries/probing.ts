import type { Transaction } from '../../ports/store.ts'
import { type ApplicationRow, findApplication } from '../applications/applications.ts'
import { ENABLED, findEndpoint, removeEndpoint } from '../webhooks/endpoints.ts'
import { setInteractionsUrl } from '../webhooks/interactions.ts'
import { countProbe, findProbed, orderProbe, type ProbeJob } from '../webhooks/probes.ts'
import { type Outside, probe } from './handshake.ts'
import { orderNotice } from './notices.ts'

/** So many probes in a row that are not refused cost an endpoint its address. */
const MOST_MISSED = 3

/** What the daily job does: sends a wrong signature, which must be refused. */
export async function probeEndpoint(
	outside: Outside,
	job: ProbeJob,
): Promise<((tx: Transaction) => Promise<void>) | void> {
	const { store } = outside
	const application = await findApplication(store, job.application_id)
	const url = await findProbed(store, job)
	if (!application || url === undefined) return
	// One that is switched off may be down; it is checked when it is switched on.
	const isEnabled = job.purpose === 'interactions' || (await findEndpoint(store, application.id))?.status === ENABLED
	if (!isEnabled) return (tx) => orderProbe(tx, job)
	const problem = await probe(outside, { application, url, purpose: job.purpose })
	return (tx) => noteProbe(tx, application, job, problem === undefined)
}

async function noteProbe(
	tx: Transaction,
	application: ApplicationRow,
	job: ProbeJob,
	isRefused: boolean,
): Promise<void> {
	const missed = await countProbe(tx, job, isRefused)
	if (missed === undefined) return
	if (missed < MOST_MISSED) return orderProbe(tx, job)
	if (job.purpose === 'events') await removeEndpoint(tx, application.id)
	else await setInteractionsUrl(tx, application.id, null)
	await orderNotice(tx, application, job.purpose)
}
