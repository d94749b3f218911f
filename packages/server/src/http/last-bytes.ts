import type { IncomingMessage } from 'node:http'

/** More than this of a body that nobody wants is not read: the connection is cut instead. */
const MOST_BYTES = 32 * 1024 * 1024

/**
 * Reads what is left of a request whose answer is known already. A connection that is closed with bytes unread is reset,
 * and a client that is still sending loses the answer (RFC 9112 §9.6).
 */
export function readLastBytes(request: IncomingMessage): Promise<void> {
	return new Promise((resolve) => {
		let count = 0
		const take = (part: Buffer) => {
			count += part.length
			if (count > MOST_BYTES) done()
		}
		const done = () => {
			request.off('data', take)
			resolve()
		}
		request.on('data', take).once('end', done).once('close', done)
		request.resume()
	})
}
