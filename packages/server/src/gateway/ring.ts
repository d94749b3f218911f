import type { Dispatch } from './dispatch.ts'

/** G11: how much of the past a session keeps for its Resume. */
export const MOST_KEPT = 4096
export const MOST_KEPT_MS = 300_000
export const MOST_KEPT_BYTES = 16 * 1024 * 1024

const SMALLEST = 4

/**
 * The last dispatches of a session, by number. Holds references: what many sessions heard is kept once. Room is taken
 * as it is needed, so that a session that heard little costs little.
 */
export class Ring {
	#slots: (Dispatch | undefined)[] = []
	#bytes = 0
	/** Number of the oldest dispatch that is kept; `last + 1` when none is. */
	first = 1
	/** Number of the newest; 0 before the first. */
	last = 0

	get bytes(): number {
		return this.#bytes
	}

	/** Keeps it under the next number, which is the answer; what is too old or too much is let go. */
	push(dispatch: Dispatch): number {
		const kept = this.last - this.first + 1
		if (kept === MOST_KEPT) this.#shift()
		else if (kept === this.#slots.length) this.#grow()
		this.last++
		this.#slots[this.last % this.#slots.length] = dispatch
		this.#bytes += dispatch.size
		// The newest always stays, however large: it is about to be sent.
		while (this.#bytes > MOST_KEPT_BYTES && this.first < this.last) this.#shift()
		return this.last
	}

	/** The dispatch of that number, if it is still kept. */
	at(s: number): Dispatch | undefined {
		return s < this.first || s > this.last ? undefined : this.#slots[s % this.#slots.length]
	}

	/** Lets go what is older than five minutes, up to the number `until`. */
	trim(now: number, until: number): void {
		while (this.first <= Math.min(this.last, until)) {
			const oldest = this.at(this.first)
			if (!oldest || now - oldest.at < MOST_KEPT_MS) break
			this.#shift()
		}
		if (this.first > this.last) this.#slots = []
	}

	#shift(): void {
		const index = this.first % this.#slots.length
		this.#bytes -= this.#slots[index]?.size ?? 0
		this.#slots[index] = undefined
		this.first++
	}

	#grow(): void {
		const before = this.#slots
		const slots = new Array<Dispatch | undefined>(Math.max(SMALLEST, before.length * 2)).fill(undefined)
		for (let s = this.first; s <= this.last; s++) slots[s % slots.length] = before[s % before.length]
		this.#slots = slots
	}
}
