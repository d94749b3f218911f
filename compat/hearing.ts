import type { EventEmitter } from 'node:events'

/** What comes with the next event of this name that fits. */
export function hearing<Words extends unknown[]>(
	client: Pick<EventEmitter, 'on' | 'off'>,
	name: string,
	fits: (...words: Words) => boolean = () => true,
): Promise<Words> {
	return new Promise((resolve) => {
		const hear = (...words: unknown[]) => {
			if (!fits(...(words as Words))) return
			client.off(name, hear)
			resolve(words as Words)
		}
		client.on(name, hear)
	})
}
