import { CLOSE_CODES, type CloseName } from '@guildhall/protocol'
import { WebSocket } from 'ws'

/** What `ws` finds wrong with a message, in codes of the gateway: too many parts; too large, or no text (G3, G5). */
const OWN_CODES: Readonly<Record<number, CloseName>> = { 1007: 'decodeError', 1008: 'rateLimited', 1009: 'decodeError' }

/** A WebSocket that ends with the gateway's codes. */
export class ClosingSocket extends WebSocket {
	override close(code?: number, data?: string | Buffer): void {
		const own = OWN_CODES[code ?? 0]
		super.close(own ? CLOSE_CODES[own][0] : code, data)
	}
}
