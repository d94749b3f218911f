import type { Dispatch } from './dispatch.ts'
import { Keeper } from './keeper.ts'
import { Ring } from './ring.ts'

/** G14: what may wait for a client that does not read, in bytes. */
export const MOST_UNSENT_BYTES = 4 * 1024 * 1024

/** What became of a Resume. */
export type Resumption = 'resumed' | 'never said' | 'no longer kept'

/**
 * What a session has said and what of it was sent: it numbers, keeps, and says what comes next. It outlives its
 * connections (G10–G14). Time comes in as a number; nothing is sent from here.
 */
export class Session {
	readonly #ring: Ring
	/** Number of the last dispatch that was handed to a connection. */
	#sent = 0
	#unsentBytes = 0
	/** Of them, those that were missed before the last Resume: a client is given the time to catch up. */
	#missedBytes = 0
	/** Since when no connection carries it; undefined while one does. */
	detachedAt: number | undefined = undefined

	constructor(keeper = new Keeper(Number.POSITIVE_INFINITY)) {
		this.#ring = new Ring(keeper)
	}

	/** Number of the last dispatch. */
	get last(): number {
		return this.#ring.last
	}

	/** Number of the oldest dispatch that can be sent again. */
	get first(): number {
		return this.#ring.first
	}

	/** Number of the dispatch that `next` gave last. */
	get sent(): number {
		return this.#sent
	}

	/** Bytes that a connection has still to send. */
	get unsentBytes(): number {
		return this.#unsentBytes
	}

	get keptBytes(): number {
		return this.#ring.bytes
	}

	get isAttached(): boolean {
		return this.detachedAt === undefined
	}

	/** G10: gives it the next number and keeps it. */
	add(dispatch: Dispatch): void {
		this.#ring.push(dispatch)
		this.#unsentBytes += dispatch.size
	}

	/** Whether there is more to send, and a connection to send it. */
	get hasNext(): boolean {
		return this.#sent < this.#ring.last && this.detachedAt === undefined
	}

	/** The next dispatch to send, under the number `sent`; undefined when all is sent, or nothing carries it. */
	next(): Dispatch | undefined {
		if (!this.hasNext) return undefined
		const dispatch = this.#ring.at(this.#sent + 1)
		if (!dispatch) return undefined
		this.#sent++
		this.#unsentBytes -= dispatch.size
		this.#missedBytes = Math.max(0, this.#missedBytes - dispatch.size)
		return dispatch
	}

	/** Fills the list with what comes next, under the numbers from `sent + 1` on: one at least, and about so many bytes. */
	take(list: Dispatch[], bytes: number): void {
		list.length = 0
		for (let left = bytes; left > 0; ) {
			const dispatch = this.next()
			if (!dispatch) return
			list.push(dispatch)
			left -= dispatch.size
		}
	}

	/** Whether the client is so far behind that its connection is to be cut, before a number is skipped (G14). */
	get isTooSlow(): boolean {
		if (!this.isAttached) return false
		if (this.#unsentBytes - this.#missedBytes > MOST_UNSENT_BYTES) return true
		return this.#sent < this.#ring.last && !this.#ring.at(this.#sent + 1)
	}

	/**
	 * G12: a connection carries it again, and all after `seq` is to be sent once more.
	 * Where `seq` was never said, or what came after it is no longer kept, nothing changes.
	 */
	resume(seq: number): Resumption {
		if (seq > this.#ring.last) return 'never said'
		if (!this.#ring.reachesBackTo(seq)) return 'no longer kept'
		this.#sent = seq
		this.#unsentBytes = 0
		for (let s = seq + 1; s <= this.#ring.last; s++) this.#unsentBytes += this.#ring.at(s)?.size ?? 0
		this.#missedBytes = this.#unsentBytes
		this.detachedAt = undefined
		return 'resumed'
	}

	/** G13: the connection is gone; what comes is kept for the next one. */
	detach(now: number): void {
		this.detachedAt ??= now
	}

	/** Keeps nothing any more. */
	end(): void {
		this.#ring.clear()
		this.#sent = this.#ring.last
		this.#unsentBytes = 0
		this.#missedBytes = 0
	}

	/** G11: lets go what is too old; never what a connection has still to send. */
	trim(now: number): void {
		this.#ring.trim(now, this.isAttached ? this.#sent : this.#ring.last)
	}
}
