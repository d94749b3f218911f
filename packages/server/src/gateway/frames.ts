import type { Dispatch } from './dispatch.ts'
import type { Encoding } from './encoding.ts'

const FINAL_TEXT = 0x81
const FINAL_BINARY = 0x82

/** Whole WebSocket frames, final and unmasked (RFC 6455 §5.2), as they are written to a socket. */
export interface Frames {
	/** Good until others are asked for, unless they are held. */
	bytes: Buffer
	/** Of the messages in them, without headers. */
	textBytes: number
	/** To be set by whoever has not done with the bytes at once. */
	isHeld: boolean
}

/** One message in a frame. */
export function frameOf(message: Buffer, isText: boolean): Buffer {
	const bytes = Buffer.allocUnsafe(headerLength(message.length) + message.length)
	message.copy(bytes, writeHeader(bytes, 0, isText, message.length))
	return bytes
}

/** One dispatch as a message, without a frame. */
export function messageOf(encoding: Encoding, dispatch: Dispatch, s: number): Buffer {
	const before = encoding.before(dispatch)
	const width = encoding.widthOf(s)
	const tail = encoding.tail(dispatch)
	const bytes = Buffer.allocUnsafe(before.length + width + encoding.between.length + tail.length)
	writeMessage(bytes, 0, { encoding, before, s, width, tail })
	return bytes
}

/**
 * Dispatches under the numbers from `first` on, each in a frame of its own, in one piece. Sessions that are sent the same
 * share the bytes; where they only stand at other numbers, the numbers are written over.
 */
export function framesOf(encoding: Encoding, dispatches: readonly Dispatch[], first: number): Frames {
	const known = knownIn(encoding)
	const key = dispatches[0] as Dispatch
	const same = known.get(key)
	if (same && isSame(same.dispatches, dispatches) && (same.first === first || renumber(same, encoding, first)))
		return same
	if (same) forget(known, key)
	else if (known.size === MOST_KNOWN) forget(known, known.keys().next().value as Dispatch)
	const frames = build(encoding, dispatches, first)
	known.set(key, frames)
	return frames
}

/** What was put together is not asked for again. */
export function forgetFrames(): void {
	for (const known of shelves.values()) for (const key of known.keys()) forget(known, key)
}

interface Built extends Frames {
	/** What `bytes` are a part of. */
	room: Buffer
	first: number
	dispatches: readonly Dispatch[]
	/** Where the numbers stand, and how wide they are. */
	places: number[]
	widths: number[]
}

/** By the first of their dispatches. */
type Known = Map<Dispatch, Built>

/** What was put together lately in each encoding. */
const shelves = new Map<Encoding, Known>()
/** What waits for a session may take several writes, and each of them is for the next session too; the oldest makes way. */
const MOST_KNOWN = 16
/** Rooms that are used again; what is larger is rare, and made for the occasion. */
const USUAL_BYTES = 32 * 1024
const rooms: Buffer[] = []

function knownIn(encoding: Encoding): Known {
	let known = shelves.get(encoding)
	if (!known) {
		known = new Map()
		shelves.set(encoding, known)
	}
	return known
}

function forget(known: Known, key: Dispatch): void {
	const frames = known.get(key)
	known.delete(key)
	if (frames && !frames.isHeld && frames.room.length === USUAL_BYTES) rooms.push(frames.room)
}

function roomFor(length: number): Buffer {
	const used = length <= USUAL_BYTES ? rooms.pop() : undefined
	return used ?? Buffer.allocUnsafeSlow(Math.max(length, USUAL_BYTES))
}

function build(encoding: Encoding, dispatches: readonly Dispatch[], first: number): Built {
	const { isText, between } = encoding
	const befores = dispatches.map((dispatch) => encoding.before(dispatch))
	const widths = dispatches.map((_, at) => encoding.widthOf(first + at))
	const lengths = dispatches.map(
		(dispatch, at) => (befores[at]?.length ?? 0) + (widths[at] ?? 0) + between.length + encoding.tail(dispatch).length,
	)
	const length = lengths.reduce((sum, text) => sum + headerLength(text) + text, 0)
	const room = roomFor(length)
	const places: number[] = []
	let end = 0
	for (const [at, dispatch] of dispatches.entries()) {
		const before = befores[at] as string
		const start = writeHeader(room, end, isText, lengths[at] as number)
		places.push(start + before.length)
		const parts = { encoding, before, s: first + at, width: widths[at] as number, tail: encoding.tail(dispatch) }
		end = writeMessage(room, start, parts)
	}
	return {
		...{ room, bytes: room.subarray(0, length), textBytes: lengths.reduce((sum, text) => sum + text, 0) },
		...{ isHeld: false, first, dispatches: [...dispatches], places, widths },
	}
}

interface Parts {
	encoding: Encoding
	before: string
	s: number
	width: number
	tail: Buffer
}

function writeMessage(bytes: Buffer, start: number, { encoding, before, s, width, tail }: Parts): number {
	let end = start + bytes.write(before, start, 'latin1')
	encoding.writeNumber(bytes, end, s, width)
	end += width
	end += bytes.write(encoding.between, end, 'latin1')
	return end + tail.copy(bytes, end)
}

/** False where a number would be wider or narrower than what stands there, or somebody still reads the bytes. */
function renumber(frames: Built, encoding: Encoding, first: number): boolean {
	if (frames.isHeld) return false
	const { places, widths, bytes } = frames
	for (let at = 0; at < widths.length; at++) if (encoding.widthOf(first + at) !== widths[at]) return false
	for (let at = 0; at < places.length; at++) {
		encoding.writeNumber(bytes, places[at] as number, first + at, widths[at] as number)
	}
	frames.first = first
	return true
}

function isSame(some: readonly Dispatch[], others: readonly Dispatch[]): boolean {
	if (some.length !== others.length) return false
	for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false
	return true
}

function headerLength(length: number): number {
	return length < 126 ? 2 : length < 65_536 ? 4 : 10
}

/** Where the message begins is the answer. */
function writeHeader(bytes: Buffer, at: number, isText: boolean, length: number): number {
	bytes[at] = isText ? FINAL_TEXT : FINAL_BINARY
	if (length < 126) {
		bytes[at + 1] = length
		return at + 2
	}
	if (length < 65_536) {
		bytes[at + 1] = 126
		return bytes.writeUInt16BE(length, at + 2)
	}
	bytes[at + 1] = 127
	bytes.writeUIntBE(0, at + 2, 2)
	return bytes.writeUIntBE(length, at + 4, 6)
}
