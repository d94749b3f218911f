import { Refusal } from './machine.ts'

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 7 * 86_400 } as const

/** When something ends, as typed: a while from now, or a date; nothing where nothing was typed. */
export function readEnd(typed: string | undefined): { until?: string; seconds?: number } {
	if (typed === undefined) return {}
	const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(typed) ?? []
	if (count && unit) return { seconds: Number(count) * SECONDS[unit as keyof typeof SECONDS] }
	const at = Date.parse(typed)
	if (!/^\d{4}-\d{2}-\d{2}/.test(typed) || Number.isNaN(at)) {
		throw new Refusal(`--until must be a date such as 2027-01-31 or 2027-01-31T18:00Z, or a while such as 12h or 30d.`)
	}
	return { until: new Date(at).toISOString() }
}
