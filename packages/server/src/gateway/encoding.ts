import { parseExactJson } from '@guildhall/protocol'
import type { Dispatch } from './dispatch.ts'
import { fromEtf, termOf, toEtf, WHOLE } from './etf.ts'

/**
 * How messages are written on a connection, and read (GWC-02). A dispatch is `before`, its number, `between` and `tail`:
 * only the number is another for each session.
 */
export interface Encoding {
	/** Whether messages are text; else they are binary. */
	readonly isText: boolean
	/** A byte for each character, as `between`. */
	before(dispatch: Dispatch): string
	/** How many bytes the number takes. */
	widthOf(s: number): number
	writeNumber(bytes: Buffer, at: number, s: number, width: number): void
	readonly between: string
	tail(dispatch: Dispatch): Buffer
	/** A message that is no dispatch, which is at hand as JSON. */
	control(text: string): Buffer
	/** @throws where the bytes are none of this encoding */
	read(bytes: Buffer): unknown
}

const json: Encoding = {
	isText: true,
	before: ({ name }) => `{"t":"${name}","s":`,
	widthOf(s) {
		let width = 1
		for (let left = s; left >= 10; left = Math.floor(left / 10)) width++
		return width
	},
	writeNumber(bytes, at, s, width) {
		let left = s
		for (let digit = at + width - 1; digit >= at; digit--) {
			bytes[digit] = 48 + (left % 10)
			left = Math.floor(left / 10)
		}
	},
	between: ',"op":0,"d":',
	tail: ({ tail }) => tail,
	control: (text) => Buffer.from(text),
	read: (bytes) => parseExactJson(bytes.toString('utf8')),
}

/** A map of four, in the order of JSON. */
const MAP_OF_FOUR = Buffer.from([116, 0, 0, 0, 4])
const latin1 = (...parts: Buffer[]) => Buffer.concat(parts).toString('latin1')
const BEFORE_NAME = latin1(WHOLE, MAP_OF_FOUR, termOf('t'))
const BEFORE_NUMBER = latin1(termOf('s'))

const etf: Encoding = {
	isText: false,
	before: ({ name }) => `${BEFORE_NAME}${latin1(termOf(name))}${BEFORE_NUMBER}`,
	widthOf: (s) => termOf(s).length,
	writeNumber(bytes, at, s) {
		termOf(s).copy(bytes, at)
	},
	between: latin1(termOf('op'), termOf(0), termOf('d')),
	tail(dispatch) {
		// The tail ends with the brace of its frame.
		dispatch.term ??= termOf(JSON.parse(dispatch.tail.toString('utf8', 0, dispatch.tail.length - 1)))
		return dispatch.term
	},
	control: (text) => toEtf(JSON.parse(text)),
	read: fromEtf,
}

export const ENCODINGS = { json, etf } as const
