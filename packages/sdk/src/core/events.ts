/** Listeners by event. `E` gives the arguments of each event. */
export interface Emitter<E extends Record<keyof E, readonly unknown[]>> {
	/** Adds a listener; the returned function removes it. */
	on<N extends keyof E>(event: N, listener: (...args: E[N]) => void): () => void
	/** The one listener of `Set…Callback`: setting again replaces it, `undefined` removes it. */
	set<N extends keyof E>(event: N, listener: ((...args: E[N]) => void) | null | undefined): void
	/** Has every listener run that is there when its turn comes. */
	emit<N extends keyof E>(event: N, ...args: E[N]): void
}

/** `deliver` runs something later, in order. */
export function emitter<E extends Record<keyof E, readonly unknown[]>>(
	deliver: (callback: () => void) => void,
): Emitter<E> {
	type Listener = (...args: E[keyof E]) => void
	const listeners = new Map<keyof E, Set<Listener>>()
	const single = new Map<keyof E, () => void>()

	const all = (event: keyof E) => listeners.get(event) ?? new Set<Listener>()

	function on<N extends keyof E>(event: N, listener: (...args: E[N]) => void): () => void {
		if (typeof listener !== 'function') throw new TypeError(`${String(event)}: a function is needed`)
		// A wrapper each, so that the same function added twice is two listeners.
		const added: Listener = (...args) => listener(...(args as E[N]))
		listeners.set(event, all(event).add(added))
		return () => void all(event).delete(added)
	}

	return {
		on,
		set(event, listener) {
			single.get(event)?.()
			single.delete(event)
			if (listener !== null && listener !== undefined) single.set(event, on(event, listener))
		},
		emit(event, ...args) {
			for (const listener of all(event)) {
				deliver(() => {
					if (all(event).has(listener)) listener(...args)
				})
			}
		},
	}
}
