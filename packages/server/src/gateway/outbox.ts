import type { Clock } from '../ports/clock.ts'
import { forgetFrames } from './frames.ts'

/** Whatever has something to send. */
export interface Sender {
	/** Whether the outbox knows of it; kept by the outbox. */
	isWaiting: boolean
	pump(): void
	/** Ends it without a word. */
	cut(): void
}

/** What writing to a socket costs, about; and the longest that anything is held back. */
const MS_PER_SOCKET = 0.02
const MOST_HELD_MS = 25

/**
 * Lets what is said in one turn of the event loop leave together, so that a socket is written to once for all of it. Where
 * many sockets were written to, the next time comes a little later: so what is said fast to many costs a write for
 * some dozen messages, not for each, and what is said to few goes at once.
 */
export class Outbox {
	readonly #clock: Clock
	readonly #onError: (error: unknown) => void
	#waiting: Sender[] = []
	#isPlanned = false
	/** Takes back the end of a pause; undefined while there is none. */
	#cancelPause: (() => void) | undefined

	constructor(clock: Clock, onError: (error: unknown) => void) {
		this.#clock = clock
		this.#onError = onError
	}

	/** It has something to send. */
	later(sender: Sender): void {
		if (sender.isWaiting) return
		sender.isWaiting = true
		this.#waiting.push(sender)
		if (this.#isPlanned || this.#cancelPause) return
		this.#isPlanned = true
		setImmediate(() => {
			this.#isPlanned = false
			this.flush()
		})
	}

	/** Everything that waits goes out now. */
	flush(): void {
		const waiting = this.#waiting
		this.#waiting = []
		for (const sender of waiting) {
			sender.isWaiting = false
			try {
				sender.pump()
			} catch (error) {
				// The others are heard all the same; whoever this is finds everything by a Resume.
				this.#onError(error)
				sender.cut()
			}
		}
		forgetFrames()
		const pauseMs = Math.min(MOST_HELD_MS, waiting.length * MS_PER_SOCKET)
		if (pauseMs < 1 || this.#cancelPause) return
		this.#cancelPause = this.#clock.after(pauseMs, () => {
			this.#cancelPause = undefined
			if (this.#waiting.length > 0) this.flush()
		})
	}

	/** What waits, waits for ever. */
	close(): void {
		this.#cancelPause?.()
	}
}
