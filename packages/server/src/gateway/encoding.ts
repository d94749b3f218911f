import { parseExactJson } from '@guildhall/protocol'
import { type Dispatch, type Message, messageOf, messageOfBytes } from './dispatch.ts'
import { fromEtf, termOf, toEtf, WHOLE } from './etf.ts'

/** How messages are written on a connection, and read (GWC-02). */
export interface Encoding {
	/** A dispatch as it is sent under the number `s`. */
	dispatch(dispatch: Dispatch, s: number): Message
	/** A message that is no dispatch, which is at hand as JSON. */
	control(message: Message): Message
	/** @throws where the bytes are none of this encoding */
	read(bytes: Buffer): unknown
}

const json: Encoding = {
	dispatch: messageOf,
	control: (message) => message,
	read: (bytes) => parseExactJson(bytes.toString('utf8')),
}

/** The `d` of a dispatch is made into a term once, however many sessions hear it. */
const terms = new WeakMap<Dispatch, Buffer>()
/** Before the `d`: a map of four, in the order of JSON. */
const KEYS = { t: termOf('t'), s: termOf('s'), op: Buffer.concat([termOf('op'), termOf(0)]), d: termOf('d') }
const MAP_OF_FOUR = Buffer.from([116, 0, 0, 0, 4])

const etf: Encoding = {
	dispatch(dispatch, s) {
		const parts = [WHOLE, MAP_OF_FOUR, KEYS.t, termOf(dispatch.name), KEYS.s, termOf(s), KEYS.op, KEYS.d]
		return messageOfBytes(Buffer.concat([...parts, termOfDispatch(dispatch)]))
	},
	control: ({ text }) => messageOfBytes(toEtf(JSON.parse(text.toString('utf8')))),
	read: fromEtf,
}

function termOfDispatch(dispatch: Dispatch): Buffer {
	const known = terms.get(dispatch)
	if (known) return known
	// The tail ends with the brace of its frame.
	const term = termOf(JSON.parse(dispatch.tail.toString('utf8', 0, dispatch.tail.length - 1)))
	terms.set(dispatch, term)
	return term
}

export const ENCODINGS = { json, etf } as const
