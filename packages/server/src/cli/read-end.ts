import { Refusal } from './machine.ts'

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 7 * 86_400 } as const

/** When something ends, as typed: a while from now, or a date; nothing where nothing was typed. */
export function readEnd(typed: string | undefined): { until?: string; seconds?: number } {
	if (typed === undefined) return {}
	const seconds = secondsOf(typed)
	if (seconds !== undefined) return { seconds }
	const at = Date.parse(typed)
	if (!/^\d{4}-\d{2}-\d{2}/.test(typed) || Number.isNaN(at)) {
		throw new Refusal(`--until must be a date such as 2027-01-31 or 2027-01-31T18:00Z, or a while such as 12h or 30d.`)
	}
	return { until: new Date(at).toISOString() }
}

/** A while, as typed. */
export function readSeconds(option: string, typed: string): number {
	const seconds = secondsOf(typed)
	if (seconds === undefined) throw new Refusal(`${option} must be a while such as 90s or 5m.`)
	return seconds
}

function secondsOf(typed: string): number | undefined {
	const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(typed) ?? []
	return count && unit ? Number(count) * SECONDS[unit as keyof typeof SECONDS] : undefined
}
