/** Runs `work`, but waits no longer than until the signal is aborted; fails then with the signal's reason. */
export async function unless<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
	signal.throwIfAborted()
	let abort = () => {}
	const aborted = new Promise<never>((_, reject) => {
		abort = () => reject(signal.reason)
		signal.addEventListener('abort', abort)
	})
	try {
		return await Promise.race([work(), aborted])
	} finally {
		signal.removeEventListener('abort', abort)
	}
}
