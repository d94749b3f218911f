/** The texts that are sent to endpoints (webhook-events.md §2, §3, §6). Nobody writes them again: what is signed is sent. */

const VERSION = 1

/** A question whether somebody is there who checks signatures. */
export function eventPing(applicationId: string): string {
	return JSON.stringify({ version: VERSION, application_id: applicationId, type: 0 })
}

/** The same as interactions have it. */
export function interactionPing(applicationId: string, id: string): string {
	return JSON.stringify({ version: VERSION, id, application_id: applicationId, type: 1, token: '' })
}

export interface Happening {
	applicationId: string
	type: string
	/** Milliseconds since the epoch. */
	at: number
	data: unknown
}

export function eventBody({ applicationId, type, at, data }: Happening): string {
	return JSON.stringify({
		version: VERSION,
		application_id: applicationId,
		type: 1,
		event: { type, timestamp: eventTime(at), data },
	})
}

/** Microseconds and no offset, unlike every other time of the wire. */
function eventTime(at: number): string {
	return `${new Date(at).toISOString().slice(0, -1)}000`
}
