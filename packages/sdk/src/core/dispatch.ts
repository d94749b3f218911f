/** Callbacks waiting for their turn: completions and listeners, in the order in which they came about. */
export interface CallbackQueue {
	push(callback: () => void): void
	/** Runs what is waiting now. What a callback adds waits for the next time. */
	drain(): void
}

interface QueueOptions {
	/** Arranges for a later drain; absent when the game drains with `RunCallbacks`. */
	later?: ((drain: () => void) => void) | undefined
	now(): number
	/** An exception of a callback: it must not stop the others. */
	failed(error: unknown): void
	warn(message: string): void
}

const WARN_ABOVE = 10_000
const WARN_AFTER_MS = 10_000

// Queues that hold something, so that RunCallbacks finds them and nothing keeps a forgotten client alive.
const waiting = new Set<CallbackQueue>()

/** Runs the queued callbacks of every client. A game calls it once per frame; with automatic dispatch it need not. */
export function RunCallbacks(): void {
	for (const queue of [...waiting]) queue.drain()
}

export function callbackQueue({ later, now, failed, warn }: QueueOptions): CallbackQueue {
	let callbacks: (() => void)[] = []
	let since = 0
	let warned = false

	const queue = {
		push(callback: () => void): void {
			callbacks.push(callback)
			if (callbacks.length === 1) start()
			else if (!warned && isNeglected()) {
				warned = true
				warn(
					`${callbacks.length} callbacks are waiting, the first for ${now() - since} ms: call RunCallbacks every frame`,
				)
			}
		},

		drain(): void {
			const due = callbacks
			callbacks = []
			warned = false
			waiting.delete(queue)
			for (const callback of due) {
				try {
					callback()
				} catch (error) {
					failed(error)
				}
			}
		},
	}

	function start(): void {
		since = now()
		waiting.add(queue)
		later?.(queue.drain)
	}

	function isNeglected(): boolean {
		return callbacks.length > WARN_ABOVE || now() - since > WARN_AFTER_MS
	}

	return queue
}
