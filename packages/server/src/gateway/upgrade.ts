import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { CLOSE_CODES } from '@guildhall/protocol'
import { WebSocketServer } from 'ws'
import { networkOf } from '../domain/access/networks.ts'
import type { Clock } from '../ports/clock.ts'
import { ClosingSocket } from './closing-socket.ts'
import type { Newcomers } from './newcomers.ts'
import { readQuery } from './query.ts'
import { GatewaySocket, type SocketHost } from './socket.ts'

/** G1: HELLO follows the handshake by so much. A client drops what shares a segment with the 101 (clients.md 11). */
const HELLO_AFTER_MS = 5
/** Larger messages are refused by their header, before their bytes are kept (G3). */
const MOST_MESSAGE_BYTES = 16 * 1024

export interface AttachOptions {
	host: SocketHost
	/** The time of sockets. */
	clock: Clock
	newcomers: Newcomers
	/** Who is at the other end, behind proxies that are believed. */
	addressOf(request: IncomingMessage): string
	/** Whether anybody is let in now. */
	isOpen(): boolean
	onOpen(socket: GatewaySocket): void
}

/** Whether the request asks for a WebSocket. What asks for another protocol, such as `h2c`, is answered as it stands. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
	return headers.upgrade?.toLowerCase() === 'websocket'
}

/** Answers upgrades to WebSocket at the root of the server. The answer stops that. */
export function attachSockets(server: Server, options: AttachOptions): () => void {
	const { host, clock, newcomers, addressOf, isOpen, onOpen } = options
	const handshakes = new WebSocketServer({
		noServer: true,
		clientTracking: false,
		perMessageDeflate: false,
		autoPong: false,
		maxPayload: MOST_MESSAGE_BYTES,
		WebSocket: ClosingSocket,
	})
	let isAccepting = true

	function upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): void {
		const url = request.url ?? '/'
		const leave = isAccepting && isOpen() ? enter(request, url) : '503 Service Unavailable'
		if (typeof leave === 'string') {
			refuse(raw, leave)
			return
		}
		raw.once('close', leave)
		handshakes.handleUpgrade(request, raw, head, (ws) => {
			const query = readQuery(url)
			if (typeof query === 'string') return ws.close(CLOSE_CODES.invalidVersion[0], query)
			const socket = new GatewaySocket(host, { ws, raw: raw as Socket, query, onCarried: leave })
			onOpen(socket)
			clock.after(HELLO_AFTER_MS, () => socket.input({ on: 'greet', now: clock.now() }))
		})
	}

	/** What lets the newcomer go again; a status where nobody is let in (G31). */
	function enter(request: IncomingMessage, url: string): (() => void) | string {
		if (!/^\/(\?|$)/.test(url)) return '404 Not Found'
		const leave = newcomers.enter(networkOf(addressOf(request)))
		if (leave === 'too many of one') return '429 Too Many Requests'
		return leave === 'too many' ? '503 Service Unavailable' : leave
	}

	server.on('upgrade', upgrade)
	return () => {
		isAccepting = false
	}
}

/** In seconds; clients that heed it do not come back at once. */
const RETRY_AFTER = 5

function refuse(raw: Duplex, status: string): void {
	raw.on('error', () => {})
	raw.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nRetry-After: ${RETRY_AFTER}\r\nContent-Length: 0\r\n\r\n`)
}
