import type { Bus, Envelope, Subject } from '../../ports/bus.ts'

/** The bus of one process: a map from subjects to listeners. Listeners run at once, in the order they came. */
export function memoryBus(onError: (error: unknown) => void): Bus {
	const listeners = new Map<Subject, Set<(envelope: Envelope) => void>>()
	return {
		publish(envelope) {
			const hearing = listeners.get(envelope.subject)
			if (!hearing) return
			for (const hear of [...hearing]) {
				try {
					hear(envelope)
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
			hearing.add(hear)
			return () => {
				hearing.delete(hear)
				if (hearing.size === 0 && listeners.get(subject) === hearing) listeners.delete(subject)
			}
		},
		async close() {
			listeners.clear()
		},
	}
}
