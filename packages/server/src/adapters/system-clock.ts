import type { Clock } from '../ports/clock.ts'

/** The longest delay a timer of the runtime takes. */
const LONGEST = 2_147_483_647

/** The machine's clock. */
export function systemClock(): Clock {
	return {
		now: () => Date.now(),
		after(ms, run) {
			let timer: NodeJS.Timeout
			const wait = (left: number) => {
				const step = Math.min(Math.max(left, 0), LONGEST)
				timer = setTimeout(() => (left > LONGEST ? wait(left - LONGEST) : run()), step)
				timer.unref()
			}
			wait(ms)
			return () => clearTimeout(timer)
		},
	}
}
