import type { Socket } from 'node:net'
import { constants, createDeflate, createZstdCompress, type Deflate, deflateSync, type ZstdCompress } from 'node:zlib'
import { WebSocket } from 'ws'
import type { Message } from './dispatch.ts'

/** How the messages of the gateway go over one socket, in order. */
export interface Wire {
	send(message: Message): void
	/** Bytes taken and not yet handed to the system. */
	readonly backlog: number
	/** Ends the socket behind what was sent. */
	close(code: number, reason: string): void
}

/** A WebSocket without extensions, and the socket below it. */
export interface Ends {
	ws: WebSocket
	raw: Socket
}

/** Called when there is room again on a wire that had a backlog. */
export type OnRoom = () => void

/**
 * JSON as it stands: one text frame for each message, which is written to the socket as it was put together, once for
 * all sessions. `ws` would write header and text apart, which costs a fifth more.
 */
export function plainWire({ ws, raw }: Ends): Wire {
	return {
		send(message) {
			if (ws.readyState === WebSocket.OPEN) raw.write(message.framed)
		},
		get backlog() {
			return raw.writableLength
		},
		close: (code, reason) => ws.close(code, reason),
	}
}

/** What is worth compressing on its own (GWC-09): what begins a session, and whatever is large. */
const LARGE_BYTES = 8 * 1024
const COMPRESSED = ['READY', 'GUILD_CREATE', 'GUILD_MEMBERS_CHUNK'].map((name) => `{"t":"${name}"`)

/** Messages that are large each in a zlib stream of their own, the rest as text (`compress` in Identify). */
export function payloadWire(ends: Ends): Wire {
	const plain = plainWire(ends)
	return {
		send(message) {
			const { text } = message
			const isWorthIt =
				text.length > LARGE_BYTES || COMPRESSED.some((start) => text.toString('latin1', 0, start.length) === start)
			if (isWorthIt) ends.ws.send(deflateSync(text))
			else plain.send(message)
		},
		get backlog() {
			return plain.backlog
		},
		close: plain.close,
	}
}

/** Smaller than the defaults, an eighth of the memory for each connection; any client reads it. */
const SMALL_ZLIB = { windowBits: 12, memLevel: 5, chunkSize: 4096 }
const SMALL_ZSTD = {
	params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 15 },
	chunkSize: 4096,
}

/** `zlib-stream` (GWC-10): one zlib context for the connection; each message is one frame that ends with 00 00 FF FF. */
export function zlibWire(ends: Ends, onRoom: OnRoom): Wire {
	return streamWire(ends, onRoom, createDeflate(SMALL_ZLIB), constants.Z_SYNC_FLUSH)
}

/** `zstd-stream` (GWC-10): one zstd frame for the connection; each message is flushed, and one frame of the socket. */
export function zstdWire(ends: Ends, onRoom: OnRoom): Wire {
	return streamWire(ends, onRoom, createZstdCompress(SMALL_ZSTD), constants.ZSTD_e_flush)
}

/** Compression happens on other threads, one message at a time, so that the order holds. */
function streamWire({ ws, raw }: Ends, onRoom: OnRoom, packer: Deflate | ZstdCompress, flush: number): Wire {
	const waiting: (Buffer | { code: number; reason: string })[] = []
	let waitingBytes = 0
	let isBusy = false
	let parts: Buffer[] = []
	packer.on('data', (part: Buffer) => parts.push(part))
	// The only way to fail is to be closed under way; the socket is gone then.
	packer.on('error', () => ws.terminate())
	ws.once('close', () => {
		waiting.length = 0
		packer.destroy()
	})

	function work(): void {
		const next = waiting.shift()
		if (!next) return
		if (!Buffer.isBuffer(next)) {
			ws.close(next.code, next.reason)
			return
		}
		isBusy = true
		packer.write(next)
		packer.flush(flush, () => {
			isBusy = false
			waitingBytes -= next.length
			const frame = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
			parts = []
			if (ws.readyState === WebSocket.OPEN) ws.send(frame)
			work()
			onRoom()
		})
	}

	return {
		send({ text }) {
			waiting.push(text)
			waitingBytes += text.length
			if (!isBusy) work()
		},
		get backlog() {
			return waitingBytes + raw.writableLength
		},
		close(code, reason) {
			waiting.push({ code, reason })
			if (!isBusy) work()
		},
	}
}

/** A socket as `Cork` knows it. */
export interface Corked {
	readonly raw: Socket
	/** The turn in which it was last written to. */
	writtenIn: number
}

/**
 * Lets what is written to a socket in one turn of the event loop leave together: the first message goes at once, as most
 * are alone; what follows it is held until the end of the turn.
 */
export class Cork {
	#turn = 0
	#isEnding = false
	#held: Socket[] = []

	/** To be called before each write. */
	before(socket: Corked): void {
		if (socket.writtenIn !== this.#turn) {
			socket.writtenIn = this.#turn
			if (!this.#isEnding) {
				this.#isEnding = true
				setImmediate(() => this.#end())
			}
		} else if (socket.raw.writableCorked === 0) {
			socket.raw.cork()
			this.#held.push(socket.raw)
		}
	}

	#end(): void {
		this.#turn++
		this.#isEnding = false
		if (this.#held.length === 0) return
		const held = this.#held
		this.#held = []
		for (const socket of held) socket.uncork()
	}
}
