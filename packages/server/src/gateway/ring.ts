import type { Dispatch } from './dispatch.ts'
import type { Keeper } from './keeper.ts'

/** G11: how much of the past a session keeps for its Resume. */
export const MOST_KEPT = 4096
export const MOST_KEPT_MS = 300_000
export const MOST_KEPT_BYTES = 16 * 1024 * 1024

const SMALLEST = 2

/**
 * The last dispatches of a session, by number. Holds references: what many sessions heard is kept once. Room is taken
 * as it is needed, so that a session that heard little costs little.
 */
export class Ring {
	readonly #keeper: Keeper
	#slots: (Dispatch | undefined)[] = []
	#bytes = 0
	/** Number of the oldest dispatch that is kept; `last + 1` when none is. */
	first = 1
	/** Number of the newest; 0 before the first. */
	last = 0

	constructor(keeper: Keeper) {
		this.#keeper = keeper
	}

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
		this.#keeper.hold(dispatch)
		// The newest always stays, however large: it is about to be sent.
		while (this.#bytes > MOST_KEPT_BYTES && this.first < this.last) this.#shift()
		return this.last
	}

	/** The dispatch of that number, if it is still kept. */
	at(s: number): Dispatch | undefined {
		if (s < this.first || s > this.last) return undefined
		const dispatch = this.#slots[s % this.#slots.length]
		return dispatch?.isForgotten ? undefined : dispatch
	}

	/** Whether all that came after that number is kept. */
	reachesBackTo(s: number): boolean {
		if (s < this.first - 1) return false
		for (let next = s + 1; next <= this.last; next++) if (!this.at(next)) return false
		return true
	}

	/** Lets go what is older than five minutes, up to the number `until`. */
	trim(now: number, until: number): void {
		const end = Math.min(this.last, until)
		while (this.first <= end) {
			const oldest = this.#slots[this.first % this.#slots.length]
			if (oldest && !oldest.isForgotten && now - oldest.at < MOST_KEPT_MS) break
			this.#shift()
		}
		if (this.first > this.last) this.#slots = []
	}

	/** The session is over. */
	clear(): void {
		while (this.first <= this.last) this.#shift()
		this.#slots = []
	}

	#shift(): void {
		const index = this.first % this.#slots.length
		const dispatch = this.#slots[index]
		if (dispatch) {
			this.#bytes -= dispatch.size
			this.#keeper.release(dispatch)
		}
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
