import { type Html, html } from './html.ts'
import { STRINGS } from './strings/index.ts'

const STEPS = [
	['minute', 60_000, 60],
	['hour', 3_600_000, 24],
	['day', 86_400_000, 14],
] as const

const RELATIVE = new Intl.RelativeTimeFormat(STRINGS.language, { numeric: 'auto' })
const DATE = new Intl.DateTimeFormat(STRINGS.language, { dateStyle: 'long', timeZone: 'UTC' })

/** A day, wherever the reader is. */
export const dateOf = (at: number): string => DATE.format(at)

/** How long ago something was; a date where that is more than two weeks. */
function agoOf(at: number, now: number): string {
	const passed = now - at
	for (const [unit, ms, most] of STEPS) {
		const count = Math.floor(passed / ms)
		// "This minute" in words.
		if (count < most) return RELATIVE.format(count === 0 ? 0 : -count, unit)
	}
	return dateOf(at)
}

/** The same, with the moment itself for machines and whoever looks closer. */
export function ago(at: number, now: number): Html {
	const moment = new Date(at).toISOString()
	return html`<time datetime="${moment}" title="${moment}">${agoOf(at, now)}</time>`
}

/** A wait in words. */
export function waitOf(ms: number): string {
	const { seconds, minutes } = STRINGS.wait
	return ms < 60_000 ? seconds(Math.max(1, Math.ceil(ms / 1000))) : minutes(Math.ceil(ms / 60_000))
}
