import type { Socket } from 'node:net'
import { deflateSync } from 'node:zlib'
import { WebSocket } from 'ws'
import type { Dispatch } from './dispatch.ts'
import type { Encoding } from './encoding.ts'
import { frameOf, framesOf, messageOf } from './frames.ts'

/** How the messages of the gateway go over one socket, in order. */
export interface Wire {
	/** Dispatches under the numbers from `first` on. Answers how many bytes they are, before compression. */
	dispatches(dispatches: readonly Dispatch[], first: number): number
	/** Another message; the same answer. */
	message(message: Buffer): number
	/** Whether nothing more should be handed to it for now; it says when it should. */
	readonly isFull: boolean
	/** Ends the socket behind what was sent. */
	close(code: number, reason: string): void
}

/** A WebSocket without extensions, the socket below it, and how messages are written. */
export interface Ends {
	ws: WebSocket
	raw: Socket
	encoding: Encoding
	/** Called when a wire that was full is no longer. */
	onRoom(): void
}

/** Bytes onto the socket, past `ws`, which would write the header and the text of each message apart. */
interface Pipe {
	/** False: the bytes are still needed. */
	write(bytes: Buffer): boolean
	readonly isFull: boolean
}

/**
 * The system takes what is written at once, until its own buffers are full. Then one more write is handed over, and the
 * rest waits in the session until that is gone: a client that does not read costs two writes, no more (G14).
 */
function pipeTo({ ws, raw, onRoom }: Ends): Pipe {
	let isFull = false
	const written = () => {
		isFull = false
		onRoom()
	}
	return {
		write(bytes) {
			if (ws.readyState !== WebSocket.OPEN) return true
			if (raw.writableLength === 0) raw.write(bytes)
			else {
				isFull = true
				raw.write(bytes, written)
			}
			return raw.writableLength === 0
		},
		get isFull() {
			return isFull
		},
	}
}

/** Messages as they are, each in a frame: what goes together is put together once, and written in one piece. */
export function plainWire(ends: Ends): Wire {
	return plainOn(pipeTo(ends), ends)
}

function plainOn(pipe: Pipe, { ws, encoding }: Ends): Wire {
	return {
		dispatches(dispatches, first) {
			const frames = framesOf(encoding, dispatches, first)
			if (!pipe.write(frames.bytes)) frames.isHeld = true
			return frames.textBytes
		},
		message(message) {
			pipe.write(frameOf(message, encoding.isText))
			return message.length
		},
		get isFull() {
			return pipe.isFull
		},
		close: (code, reason) => ws.close(code, reason),
	}
}

/** What is worth compressing on its own (GWC-09): what begins a session, and whatever is large. */
const LARGE_BYTES = 8 * 1024
const COMPRESSED = new Set(['READY', 'GUILD_CREATE', 'GUILD_MEMBERS_CHUNK'])

/** Messages that are large each in a zlib stream of their own, the rest as text (`compress` in Identify). */
export function payloadWire(ends: Ends): Wire {
	const pipe = pipeTo(ends)
	const plain = plainOn(pipe, ends)
	return {
		dispatches(dispatches, first) {
			let bytes = 0
			for (const [at, dispatch] of dispatches.entries()) {
				if (dispatch.tail.length <= LARGE_BYTES && !COMPRESSED.has(dispatch.name)) {
					bytes += plain.dispatches([dispatch], first + at)
					continue
				}
				const message = messageOf(ends.encoding, dispatch, first + at)
				pipe.write(frameOf(deflateSync(message), false))
				bytes += message.length
			}
			return bytes
		},
		message: plain.message,
		get isFull() {
			return pipe.isFull
		},
		close: plain.close,
	}
}
