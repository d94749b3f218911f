import type { Bus, Envelope, Subject } from '../../ports/bus.ts'

/** The bus of one process: a map from subjects to listeners. Listeners run at once, in the order they came. */
export function memoryBus(onError: (error: unknown) => void): Bus {
	/** Objects around the functions: one function may listen twice, and stop once. */
	const listeners = new Map<Subject, Set<{ hear(envelope: Envelope): void }>>()
	return {
		publish(envelope) {
			const hearing = listeners.get(envelope.subject)
			if (!hearing) return
			for (const listener of [...hearing]) {
				try {
					listener.hear(envelope)
				} catch (error) {
					onError(error)
				}
			}
		},
		subscribe(subject, hear) {
			let hearing = listeners.get(subject)
			if (!hearing) {
				hearing = new Set()
				listeners.set(subject, hearing)
			}
			const listener = { hear }
			hearing.add(listener)
			return () => {
				hearing.delete(listener)
				if (hearing.size === 0 && listeners.get(subject) === hearing) listeners.delete(subject)
			}
		},
		async close() {
			listeners.clear()
		},
	}
}
