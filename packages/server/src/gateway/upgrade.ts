import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { CLOSE_CODES } from '@guildhall/protocol'
import { WebSocketServer } from 'ws'
import type { Clock } from '../ports/clock.ts'
import { readQuery } from './query.ts'
import { ClosingSocket, GatewaySocket, type SocketHost } from './socket.ts'

/** G1: HELLO follows the handshake by so much. A client drops what shares a segment with the 101 (clients.md 11). */
const HELLO_AFTER_MS = 5
/** Larger messages are refused by their header, before their bytes are kept (G3). */
const MOST_MESSAGE_BYTES = 16 * 1024

export interface AttachOptions {
	host: SocketHost
	/** The time of sockets. */
	clock: Clock
	onOpen(socket: GatewaySocket): void
}

/** Answers upgrades to WebSocket at the root of the server. The answer stops that. */
export function attachSockets(server: Server, { host, clock, onOpen }: AttachOptions): () => void {
	const handshakes = new WebSocketServer({
		noServer: true,
		clientTracking: false,
		perMessageDeflate: false,
		maxPayload: MOST_MESSAGE_BYTES,
		WebSocket: ClosingSocket,
	})
	let isAccepting = true

	function upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): void {
		const url = request.url ?? '/'
		if (!isAccepting || !/^\/(\?|$)/.test(url)) {
			refuse(raw, isAccepting ? '404 Not Found' : '503 Service Unavailable')
			return
		}
		handshakes.handleUpgrade(request, raw, head, (ws) => {
			const query = readQuery(url)
			if (typeof query === 'string') return ws.close(CLOSE_CODES.invalidVersion[0], query)
			const socket = new GatewaySocket(host, { ws, raw: raw as Socket, query })
			onOpen(socket)
			clock.after(HELLO_AFTER_MS, () => socket.input({ on: 'greet', now: clock.now() }))
		})
	}

	server.on('upgrade', upgrade)
	return () => {
		isAccepting = false
	}
}

function refuse(raw: Duplex, status: string): void {
	raw.on('error', () => {})
	raw.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
