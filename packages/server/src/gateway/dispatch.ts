/** One event as sessions send it, its JSON written and encoded once however many of them hear it. */
export interface Dispatch {
	readonly name: string
	/** The `d` and the closing brace of the frame, UTF-8. */
	tail: Buffer
	/** The `d` as a term, once a session that speaks ETF has heard it. */
	term: Buffer | undefined
	/** What it counts in a ring, in bytes. */
	readonly size: number
	/** When it was said, by the clock of sockets. */
	readonly at: number
	/** Rings that keep it, and its neighbours in the order in which all that is kept was said: the keeper's. */
	holders: number
	older: Dispatch | undefined
	newer: Dispatch | undefined
	/** Let go for all sessions at once, with its bytes. */
	isForgotten: boolean
}

/** What a kept dispatch costs besides its bytes. */
const OVERHEAD = 192

export function dispatchOf(name: string, json: string, at: number): Dispatch {
	const tail = ownBytes(`${json}}`)
	return {
		...{ name, tail, term: undefined, size: tail.length + OVERHEAD, at },
		...{ holders: 0, older: undefined, newer: undefined, isForgotten: false },
	}
}

/** The runtime's pool would keep eight kilobytes of anything for each text of a few hundred bytes that is kept. */
function ownBytes(text: string): Buffer {
	const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
	bytes.write(text)
	return bytes
}

/** The text of a message that is no dispatch; `s` and `t` are there and null (G2). */
export function controlText(op: number, d: unknown = null): string {
	return JSON.stringify({ t: null, s: null, op, d })
}
