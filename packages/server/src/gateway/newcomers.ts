/** How many connections may be open whose clients have not said who they are. */
export interface NewcomerBounds {
	/** From one address (of IPv6: one /64). */
	perNetwork: number
	inAll: number
}

/** Counts connections until a session is on them, so that whoever opens very many hinders few others (G31). */
export class Newcomers {
	readonly #bounds: NewcomerBounds
	readonly #byNetwork = new Map<string, number>()
	#count = 0

	constructor(bounds: NewcomerBounds) {
		this.#bounds = bounds
	}

	/** Takes one in; what it answers lets it go again, once. Otherwise says who is too many. */
	enter(network: string): (() => void) | 'too many of one' | 'too many' {
		const others = this.#byNetwork.get(network) ?? 0
		if (others >= this.#bounds.perNetwork) return 'too many of one'
		if (this.#count >= this.#bounds.inAll) return 'too many'
		this.#byNetwork.set(network, others + 1)
		this.#count++
		let isIn = true
		return () => {
			if (!isIn) return
			isIn = false
			this.#leave(network)
		}
	}

	#leave(network: string): void {
		this.#count--
		const left = (this.#byNetwork.get(network) ?? 1) - 1
		if (left === 0) this.#byNetwork.delete(network)
		else this.#byNetwork.set(network, left)
	}
}
