import type { Reading } from '../../ports/store.ts'

/** The `event_webhooks_status` of an endpoint that is sent events. */
export const ENABLED = 2

/** Where an application wants to hear of events. */
export interface Endpoint {
	applicationId: string
	/** Null where there is none. */
	url: string | null
	/** 1 switched off by its developer, 2 enabled, 3 switched off by the platform. */
	status: number
	/** Names of events. */
	types: readonly string[]
}

/** The endpoint of an application, if it ever set one. */
export async function findEndpoint({ db }: Reading, applicationId: string): Promise<Endpoint | undefined> {
	const row = await db
		.selectFrom('webhook_endpoints')
		.selectAll()
		.where('application_id', '=', applicationId)
		.executeTakeFirst()
	return row && { applicationId, url: row.url, status: row.status, types: JSON.parse(row.types) as string[] }
}
