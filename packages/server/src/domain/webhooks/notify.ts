import { createHash } from 'node:crypto'
import type { WebhookEventData, WebhookEventDeclaration } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { ENABLED, findEndpoint } from './endpoints.ts'
import { eventBody } from './envelope.ts'

/** The job that delivers what waits in a lane. */
export const DELIVER_EVENTS = 'webhook events'

export interface LaneJob {
	lane: string
}

/**
 * Tells an application over HTTP what happened, where it subscribed to that and its endpoint is enabled; it is delivered
 * after the commit, at least once (WHR-01). With `targetUrl`, which was found to answer as it must, there instead. Data
 * that takes work is a function, called only where somebody subscribed.
 */
export async function notifyApplication<E extends WebhookEventDeclaration>(
	tx: Transaction,
	event: E,
	applicationId: string,
	data: WebhookEventData<E> | (() => Promise<WebhookEventData<E>>),
	targetUrl: string | null = null,
): Promise<void> {
	const endpoint = await findEndpoint(tx, applicationId)
	if (endpoint?.status !== ENABLED || !endpoint.types.includes(event.name)) return
	const carried: unknown = data instanceof Function ? await data() : data
	const lane = laneOf(applicationId, targetUrl)
	await tx.db
		.insertInto('webhook_deliveries')
		.values({
			id: tx.newId(),
			application_id: applicationId,
			lane,
			target_url: targetUrl,
			type: event.name,
			body: eventBody({ applicationId, type: event.name, at: tx.now(), data: carried }),
			created_at: tx.now(),
			begun_at: tx.now(),
			due_at: tx.now(),
			failures: 0,
			outcome: null,
			tries: '[]',
		})
		.execute()
	const job: LaneJob = { lane }
	await tx.enqueue(DELIVER_EVENTS, job)
}

/** What goes to one address shares a lane; an address that is slow holds up nothing but its own. */
function laneOf(applicationId: string, targetUrl: string | null): string {
	if (targetUrl === null) return applicationId
	return `${applicationId} ${createHash('sha256').update(targetUrl).digest('base64url')}`
}
