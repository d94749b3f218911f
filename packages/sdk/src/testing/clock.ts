import type { Clock } from '../platform/platform.ts'

/** A clock that stands still until it is moved. */
export interface MovableClock extends Clock {
	/** Moves the time ahead; what becomes due runs, in order. */
	advance(ms: number): void
	/** How far ahead the next thing is, `undefined` when nothing waits. */
	next(): number | undefined
	/** Whether something waits for this time, to the second. */
	waits(ms: number): boolean
}

/** A clock for tests, at a time in milliseconds since the Unix epoch. */
export function movableClock(at: number = Date.now()): MovableClock {
	let time = at
	const waiting = new Set<{ at: number; then: () => void }>()

	const first = () => [...waiting].sort((a, b) => a.at - b.at)[0]

	return {
		now: () => time,
		after(ms, then) {
			const timer = { at: time + ms, then }
			waiting.add(timer)
			return () => void waiting.delete(timer)
		},
		advance(ms) {
			const until = time + ms
			for (let due = first(); due && due.at <= until; due = first()) {
				waiting.delete(due)
				time = due.at
				due.then()
			}
			time = until
		},
		waits: (ms) => [...waiting].some((timer) => Math.abs(timer.at - time - ms) < 1000),
		next() {
			const due = first()
			return due && due.at - time
		},
	}
}
