import type { Clock, MovableClock } from '../ports/clock.ts'

export type { MovableClock }

interface Due {
	at: number
	order: number
	run(): void
	cancel(): void
}

/**
 * The clock of a sandbox: runs with `base`, and ahead of it by `aheadAtStart` and all that it was advanced. With no base it
 * stands still until it is moved, which is the clock of a test.
 */
export function movableClock(base: Clock | undefined, aheadAtStart = base ? 0 : 1_760_000_000_000): MovableClock {
	let ahead = aheadAtStart
	let orders = 0
	const due = new Set<Due>()
	const now = () => (base ? base.now() : 0) + ahead

	function advance(ms: number): void {
		const until = now() + ms
		for (;;) {
			const next = [...due].filter((entry) => entry.at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0]
			if (!next) break
			ahead += Math.max(0, next.at - now())
			next.cancel()
			next.run()
		}
		ahead += Math.max(0, until - now())
	}

	return {
		now,
		advance,
		after(ms, run) {
			const entry: Due = { at: now() + Math.max(0, ms), order: orders++, run, cancel: () => {} }
			const stop = base?.after(ms, () => {
				due.delete(entry)
				run()
			})
			entry.cancel = () => {
				due.delete(entry)
				stop?.()
			}
			due.add(entry)
			return entry.cancel
		},
	}
}
