/** Runs `work`, but waits no longer than until the signal is aborted; fails then with the signal's reason. */
export async function unless<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
	signal.throwIfAborted()
	return new Promise((done, failed) => {
		const abort = () => failed(signal.reason)
		signal.addEventListener('abort', abort)
		void work()
			.then(done, failed)
			.then(() => signal.removeEventListener('abort', abort))
	})
}
