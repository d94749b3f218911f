/** A terminal's Ctrl-C may reach a process twice, once by itself and once by way of npm; that is one wish. */
const SAME_WISH_MS = 500

/** Resolves at the first Ctrl-C or TERM. Another one, when closing takes too long, ends the process at once. */
export function untilStopped(): Promise<void> {
	return new Promise((resolve) => {
		let firstAt: number | undefined
		const stop = () => {
			if (firstAt === undefined) {
				firstAt = Date.now()
				resolve()
			} else if (Date.now() - firstAt > SAME_WISH_MS) process.exit(1)
		}
		process.on('SIGINT', stop)
		process.on('SIGTERM', stop)
	})
}
