import { constants, createDeflate, createZstdCompress, type Deflate, type ZstdCompress } from 'node:zlib'
import { WebSocket } from 'ws'
import type { Ends, Wire } from './codec.ts'
import { messageOf } from './frames.ts'

/**
 * Smaller than the defaults, an eighth of the memory for each connection; any client reads it. Each write is flushed, in
 * the same visit of another thread.
 */
const SMALL_ZLIB = { windowBits: 12, memLevel: 5, chunkSize: 4096, flush: constants.Z_SYNC_FLUSH }
const SMALL_ZSTD = {
	params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 15 },
	chunkSize: 4096,
	flush: constants.ZSTD_e_flush,
}

/** `zlib-stream` (GWC-10): one zlib context for the connection; each message is one frame that ends with 00 00 FF FF. */
export function zlibWire(ends: Ends): Wire {
	return streamWire(ends, createDeflate(SMALL_ZLIB))
}

/** `zstd-stream` (GWC-10): one zstd frame for the connection; each message is flushed, and one frame of the socket. */
export function zstdWire(ends: Ends): Wire {
	return streamWire(ends, createZstdCompress(SMALL_ZSTD))
}

/** G14: what may wait for the socket before nothing more is compressed for it. */
const MOST_BACKLOG_BYTES = 32 * 1024

/** Compression happens on other threads, one message at a time, so that the order holds. */
function streamWire({ ws, raw, encoding, onRoom }: Ends, packer: Deflate | ZstdCompress): Wire {
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
		packer.write(next, () => {
			isBusy = false
			waitingBytes -= next.length
			const frame = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
			parts = []
			if (ws.readyState === WebSocket.OPEN) ws.send(frame, sent)
			work()
		})
	}

	const isFull = () => waitingBytes + raw.writableLength > MOST_BACKLOG_BYTES
	const sent = () => {
		if (!isFull()) onRoom()
	}
	const send = (message: Buffer) => {
		waiting.push(message)
		waitingBytes += message.length
		if (!isBusy) work()
		return message.length
	}

	return {
		dispatches: (dispatches, first) =>
			dispatches.reduce((bytes, dispatch, at) => bytes + send(messageOf(encoding, dispatch, first + at)), 0),
		message: send,
		get isFull() {
			return isFull()
		},
		close(code, reason) {
			waiting.push({ code, reason })
			if (!isBusy) work()
		},
	}
}
