import type { WebhookEventData, WebhookEventDeclaration } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { ENABLED, findEndpoint } from './endpoints.ts'

/** The job that delivers an event to an application's endpoint. */
export const DELIVER_EVENT = 'webhook event'

/** What the job carries; `timestamp` is when it happened, in milliseconds. */
export interface QueuedEvent {
	application_id: string
	type: string
	timestamp: number
	data: unknown
}

/**
 * Tells an application over HTTP what happened, where it subscribed to that and its endpoint is enabled; it is delivered
 * after the commit, at least once (WHR-01).
 */
export async function notifyApplication<E extends WebhookEventDeclaration>(
	tx: Transaction,
	event: E,
	applicationId: string,
	data: WebhookEventData<E>,
): Promise<void> {
	const endpoint = await findEndpoint(tx, applicationId)
	if (endpoint?.status !== ENABLED || !endpoint.types.includes(event.name)) return
	const queued: QueuedEvent = { application_id: applicationId, type: event.name, timestamp: tx.now(), data }
	await tx.enqueue(DELIVER_EVENT, queued)
}
