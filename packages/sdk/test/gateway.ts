import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Grant } from './platform.ts'

// biome-ignore lint/suspicious/noExplicitAny: frames are looked at freely in tests
type Data = any

/** The gateway of the small platform: one session for each identify, kept while its socket is away. */
export interface Gateway {
	/** What clients sent, in order. */
	frames: { op: number; d: Data }[]
	/** What READY carries beside the user and the session. */
	ready: Record<string, unknown>
	/** Sends a dispatch to every session; those without a socket get it when they resume. */
	dispatch(name: string, data: unknown): void
	/** Closes every socket; sessions stay. */
	sever(code: number): void
	/** Cuts every socket without a goodbye. */
	cut(): void
	send(frame: unknown): void
	/** Whether ops 50 and 51 are known. */
	hasExtensions: boolean
	/** Sessions are unknown from now on. */
	forget(): void
	/** Whether heartbeats are answered. */
	isAlive: boolean
	heartbeatMs: number
	/** What to close with instead of READY. */
	refuseWith: number | undefined
	sockets(): number
	close(): void
}

interface Session {
	id: string
	userId: string
	socket: WebSocket | undefined
	sent: { op: 0; t: string; s: number; d: unknown }[]
}

export function openGateway(server: Server, grantOf: (token: string) => Grant | undefined): Gateway {
	const sessions = new Map<string, Session>()
	const sockets = new WebSocketServer({ server })

	const gateway: Gateway = {
		frames: [],
		ready: {},
		hasExtensions: true,
		isAlive: true,
		heartbeatMs: 40_000,
		refuseWith: undefined,
		dispatch(name, data) {
			for (const session of sessions.values()) say(session, name, data)
		},
		sever: (code) => each((socket) => socket.close(code)),
		cut: () => each((socket) => socket.terminate()),
		send: (frame) => each((socket) => socket.send(JSON.stringify(frame))),
		forget: () => sessions.clear(),
		sockets: () => sockets.clients.size,
		close() {
			each((socket) => socket.terminate())
			sockets.close()
		},
	}

	function each(act: (socket: WebSocket) => void): void {
		for (const session of sessions.values()) session.socket = undefined
		for (const socket of sockets.clients) act(socket)
	}

	function say(session: Session, t: string, d: unknown): void {
		const frame = { op: 0 as const, t, s: session.sent.length + 1, d }
		session.sent.push(frame)
		session.socket?.send(JSON.stringify(frame))
	}

	sockets.on('connection', (socket) => {
		socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: gateway.heartbeatMs }, s: null, t: null }))
		socket.on('message', (text) => {
			const frame = JSON.parse(String(text))
			gateway.frames.push(frame)
			hear(socket, frame)
		})
	})

	function hear(socket: WebSocket, { op, d }: { op: number; d: Data }): void {
		if (op === 1 && gateway.isAlive) socket.send('{"op":11,"d":null,"s":null,"t":null}')
		if (op === 2) identify(socket, d)
		if (op === 6) resume(socket, d)
		if (op === 50 || op === 51) extend(socket, op, d)
	}

	function extend(socket: WebSocket, op: number, d: Data): void {
		const session = [...sessions.values()].find((one) => one.socket === socket)
		if (!gateway.hasExtensions) socket.close(4001)
		else if (op === 50 && session) {
			const grant = grantOf(d.token.replace('Bearer ', ''))
			if (!grant || grant.user.id !== session.userId) socket.close(4004)
			else say(session, 'TOKEN_UPDATED', { expires_at: new Date(grant.expires).toISOString() })
		}
	}

	function identify(socket: WebSocket, { token }: Data): void {
		const user = grantOf(token.replace('Bearer ', ''))?.user
		if (!user || gateway.refuseWith) {
			socket.close(gateway.refuseWith ?? 4004)
			return
		}
		const session: Session = { id: `session-${sessions.size + 1}`, userId: user.id, socket, sent: [] }
		sessions.set(session.id, session)
		const resume_gateway_url = `ws://127.0.0.1:${(server.address() as { port: number }).port}/resume`
		say(session, 'READY', { v: 10, user, session_id: session.id, resume_gateway_url, lobbies: [], ...gateway.ready })
	}

	function resume(socket: WebSocket, { session_id, seq }: Data): void {
		const session = sessions.get(session_id)
		if (!session) {
			socket.send('{"op":9,"d":false,"s":null,"t":null}')
			return
		}
		session.socket = socket
		for (const frame of session.sent.slice(seq)) socket.send(JSON.stringify(frame))
		say(session, 'RESUMED', {})
	}

	return gateway
}
