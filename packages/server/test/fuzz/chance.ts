/** Chance that can be repeated: the same seed gives the same run (mulberry32). */
export interface Chance {
	/** From 0 to below 1. */
	next(): number
	/** A whole number from 0 to below `below`. */
	below(below: number): number
	/** True with this probability. */
	is(probability: number): boolean
	pick<T>(from: readonly T[]): T
}

export function chanceOf(seed: number): Chance {
	let state = seed >>> 0
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
	}
	const below = (limit: number) => Math.floor(next() * limit)
	return {
		next,
		below,
		is: (probability) => next() < probability,
		pick: (from) => from[below(from.length)] as (typeof from)[number],
	}
}
