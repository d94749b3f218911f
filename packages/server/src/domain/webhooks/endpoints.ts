import type { Selectable } from 'kysely'
import { prepared } from '../../ports/prepared.ts'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { beginProbes } from './probes.ts'

/** Values of `event_webhooks_status`. */
const DISABLED_BY_DEVELOPER = 1
export const ENABLED = 2
const DISABLED_BY_PLATFORM = 3

/** Where an application wants to hear of events. */
export interface Endpoint {
	applicationId: string
	/** Null where there is none. */
	url: string | null
	/** 1 switched off by its developer, 2 enabled, 3 switched off by the platform. */
	status: number
	/** Names of events. */
	types: readonly string[]
	enabledAt: number | null
	/** Since when it has taken no event. */
	failingSince: number | null
}

const endpointOf = prepared((db, applicationId: string) =>
	db.selectFrom('webhook_endpoints').selectAll().where('application_id', '=', applicationId),
)

/** The endpoint of an application, if it ever set one. */
export async function findEndpoint(from: Reading, applicationId: string): Promise<Endpoint | undefined> {
	const [row] = await endpointOf(from, applicationId)
	return row && readEndpoint(row)
}

function readEndpoint(row: Selectable<Tables['webhook_endpoints']>): Endpoint {
	return {
		applicationId: row.application_id,
		url: row.url,
		status: row.status,
		types: JSON.parse(row.types) as string[],
		enabledAt: row.enabled_at,
		failingSince: row.failing_since,
	}
}

/** What an application sets of its endpoint; absent keeps what is there. */
export interface EndpointChanges {
	/** Found to answer as it must. */
	url?: string | null
	status?: typeof DISABLED_BY_DEVELOPER | typeof ENABLED
	types?: readonly string[]
}

/** Changes where and of what an application hears. An endpoint without an address is disabled. */
export async function changeEndpoint(tx: Transaction, applicationId: string, changes: EndpointChanges): Promise<void> {
	const before = await holdEndpoint(tx, applicationId)
	const url = changes.url === undefined ? before.url : changes.url
	const wanted = changes.status ?? before.status
	const status = url === null && wanted === ENABLED ? DISABLED_BY_DEVELOPER : wanted
	const isEnabledNow = status === ENABLED && before.status !== ENABLED
	const isChecked = url !== null && (url !== before.url || isEnabledNow)
	await tx.db
		.updateTable('webhook_endpoints')
		.set({
			url,
			status,
			...(changes.types === undefined ? {} : { types: JSON.stringify(changes.types) }),
			...(isChecked ? { probe_series: await beginProbes(tx, 'events', applicationId), missed_probes: 0 } : {}),
			...(isEnabledNow ? { enabled_at: tx.now(), failing_since: null } : {}),
		})
		.where('application_id', '=', applicationId)
		.execute()
	// What an earlier endpoint did says nothing of this one.
	if (isEnabledNow) await tx.db.deleteFrom('webhook_outcomes').where('application_id', '=', applicationId).execute()
}

/** The endpoint, held until the commit; an empty one is made where there is none. */
async function holdEndpoint(tx: Transaction, applicationId: string): Promise<Endpoint> {
	const row = await tx.db
		.insertInto('webhook_endpoints')
		.values({
			application_id: applicationId,
			url: null,
			status: DISABLED_BY_DEVELOPER,
			types: '[]',
			probe_series: null,
			missed_probes: 0,
			enabled_at: null,
			failing_since: null,
		})
		.onConflict((conflict) => conflict.column('application_id').doUpdateSet({ application_id: applicationId }))
		.returningAll()
		.executeTakeFirstOrThrow()
	return readEndpoint(row)
}

/** Stops sending events to an endpoint; false where that was done already. */
export async function disableEndpoint(tx: Transaction, applicationId: string): Promise<boolean> {
	const { numUpdatedRows } = await tx.db
		.updateTable('webhook_endpoints')
		.set({ status: DISABLED_BY_PLATFORM })
		.where('application_id', '=', applicationId)
		.where('status', '=', ENABLED)
		.executeTakeFirst()
	return numUpdatedRows > 0n
}

/** Takes the address away from an endpoint that lets forged requests in. */
export async function removeEndpoint(tx: Transaction, applicationId: string): Promise<void> {
	await tx.db
		.updateTable('webhook_endpoints')
		.set({ url: null, status: DISABLED_BY_PLATFORM, probe_series: null })
		.where('application_id', '=', applicationId)
		.execute()
}
