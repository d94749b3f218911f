import type { Clock } from './platform.ts'

/** `setTimeout` runs at once what is further away than this. */
const FURTHEST_MS = 2 ** 31 - 1

/** The system's clock. */
export const systemClock: Clock = {
	now: () => Date.now(),
	after(ms, then, options) {
		let timer: ReturnType<typeof setTimeout>
		const wait = (left: number): void => {
			const part = Math.min(left, FURTHEST_MS)
			timer = setTimeout(() => (left > part ? wait(left - part) : then()), part)
			if (options?.isBackground && typeof timer === 'object') timer.unref()
		}
		wait(ms)
		return () => clearTimeout(timer)
	},
}
