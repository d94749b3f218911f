import { keepYoungest } from '../core/keep-youngest.ts'

/** How long the tokens live that this client was given: of others only what is left of their life is known. */
export interface Lifetimes {
	remember(token: string, seconds: number): void
	/** Milliseconds, `undefined` where it is not known. */
	of(token: string): number | undefined
}

/** A client has one token, or two while they change. */
const KEPT = 8

export function lifetimes(): Lifetimes {
	const known = new Map<string, number>()
	return {
		remember(token, seconds) {
			known.set(token, seconds * 1000)
			keepYoungest(known, KEPT)
		},
		of: (token) => known.get(token),
	}
}
