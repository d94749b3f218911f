/** When events are tried, and when an endpoint is given up (docs/rules/webhooks.md W13, W16). */

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS

/** From one failure to the next try. */
const RETRIES_MS = [...[SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS, 45 * SECOND_MS], ...[2 * MINUTE_MS, 6 * MINUTE_MS]]
/** What nobody has taken by then is not tried again. */
const TRIED_FOR_MS = 10 * MINUTE_MS

/** How a try ended, as far as the next one depends on it; no status where no answer came. */
export interface Ended {
	status: number | undefined
	/** How many tries have failed, this one included. */
	failures: number
	/** When the first of them began, and now. */
	begunAt: number
	now: number
}

export const isTaken = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300

/** When a failed event is tried again; undefined: never. */
export function nextTryAt({ status, failures, begunAt, now }: Ended): number | undefined {
	if (status === 410) return undefined
	const after = RETRIES_MS[failures - 1]
	if (after === undefined || isTooLate(begunAt, now + after)) return undefined
	return now + after
}

/** Whether an event that waited for its turn has waited for too long. */
export const isTooLate = (begunAt: number, now: number): boolean => now - begunAt > TRIED_FOR_MS

/** What is known of an endpoint's last day. */
export interface Record {
	now: number
	enabledAt: number
	failingSince: number
	/** Events of the last hour. */
	hour: { failed: number }
	/** Events of the last 24 hours. */
	day: { delivered: number; failed: number }
}

const FEW = 50

/** Whether an endpoint fails so much that it is sent nothing more (WHD-03). */
export function isHopeless({ now, enabledAt, failingSince, hour, day }: Record): boolean {
	if (now - failingSince >= HOUR_MS && hour.failed >= FEW) return true
	return now - enabledAt >= 24 * HOUR_MS && day.failed >= FEW && day.failed / (day.failed + day.delivered) >= 0.95
}
