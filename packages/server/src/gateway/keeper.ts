import type { Dispatch } from './dispatch.ts'

const NOTHING = Buffer.alloc(0)

/**
 * What all sessions of this node keep together, each dispatch counted once (G30). Beyond the bound the oldest is let go
 * in every ring at once: whoever had not read it is out of the ring.
 */
export class Keeper {
	readonly #mostBytes: number
	#bytes = 0
	#oldest: Dispatch | undefined
	#newest: Dispatch | undefined
	/** Dispatches that were let go before their time. */
	forgotten = 0

	constructor(mostBytes: number) {
		this.#mostBytes = mostBytes
	}

	get bytes(): number {
		return this.#bytes
	}

	/** One more ring keeps it. */
	hold(dispatch: Dispatch): void {
		if (dispatch.isForgotten || dispatch.holders++ > 0) return
		dispatch.older = this.#newest
		if (this.#newest) this.#newest.newer = dispatch
		else this.#oldest = dispatch
		this.#newest = dispatch
		this.#bytes += dispatch.size
		// The newest stays, however large: it is about to be sent.
		while (this.#bytes > this.#mostBytes && this.#oldest && this.#oldest !== dispatch) this.#forget(this.#oldest)
	}

	/** One ring less keeps it. */
	release(dispatch: Dispatch): void {
		if (!dispatch.isForgotten && --dispatch.holders === 0) this.#unlink(dispatch)
	}

	#forget(dispatch: Dispatch): void {
		this.#unlink(dispatch)
		this.forgotten++
		dispatch.isForgotten = true
		dispatch.tail = NOTHING
		dispatch.term = undefined
	}

	#unlink(dispatch: Dispatch): void {
		const { older, newer } = dispatch
		if (older) older.newer = newer
		else this.#oldest = newer
		if (newer) newer.older = older
		else this.#newest = older
		dispatch.older = undefined
		dispatch.newer = undefined
		this.#bytes -= dispatch.size
	}
}
