import type { Socket, WebSocketConstructor } from '../platform/platform.ts'
import { tellConnected } from './lobbies.ts'
import { ready } from './ready.ts'
import { setPresence, tellPresence } from './users.ts'
import type { Grant, World } from './world.ts'

/** A gateway without a network: frames arrive in the next turns of the loop, in order. */
export interface FakeGateway {
	readonly WebSocket: WebSocketConstructor
	/** What clients sent, in order. */
	readonly frames: { op: number; d: unknown }[]
	tell(playerIds: Iterable<string>, name: string, data: unknown, exceptSessionId?: string): void
	isConnected(playerId: string): boolean
	/** Closes the sockets of a player, or of everybody; sessions stay and can be resumed. */
	close(code: number, playerId?: string): void
	/** Sessions that are away cannot be resumed any more. */
	forget(): void
	/** What sockets are closed with instead of a session, while it is set. */
	refuseWith: number | undefined
}

interface Session {
	readonly id: string
	readonly grant: Grant
	socket: FakeSocket | undefined
	readonly sent: object[]
}

const HEARTBEAT_MS = 41_250

export function fakeGateway(world: () => World): FakeGateway {
	const sessions = new Map<string, Session>()
	const sockets = new Set<FakeSocket>()

	const gateway: FakeGateway = {
		WebSocket: class extends FakeSocket {
			constructor(_url: string) {
				super({
					opened(socket) {
						sockets.add(socket)
						socket.receive({ op: 10, d: { heartbeat_interval: HEARTBEAT_MS }, s: null, t: null })
					},
					sent(socket, frame) {
						gateway.frames.push(frame)
						hear(socket, frame.op, Object(frame.d))
					},
					closed: leave,
				})
			}
		},
		frames: [],
		refuseWith: undefined,
		tell(playerIds, name, data, exceptSessionId) {
			const ids = new Set(playerIds)
			for (const session of sessions.values()) {
				if (ids.has(session.grant.playerId) && session.id !== exceptSessionId) say(session, name, data)
			}
		},
		isConnected: (playerId) =>
			[...sessions.values()].some(({ grant, socket }) => socket && grant.playerId === playerId),
		close(code, playerId) {
			for (const socket of [...sockets]) {
				const session = sessionOf(socket)
				if (playerId !== undefined && session?.grant.playerId !== playerId) continue
				leave(socket)
				socket.end(code)
			}
		},
		forget() {
			for (const session of sessions.values()) if (!session.socket) sessions.delete(session.id)
		},
	}

	function hear(socket: FakeSocket, op: number, d: Record<string, unknown>): void {
		const session = sessionOf(socket)
		if (op === 1) socket.receive({ op: 11, d: null, s: null, t: null })
		else if (op === 2) identify(socket, d)
		else if (op === 3 && session)
			setPresence(world(), session.grant.playerId, { ...readPresence(d), sessionId: session.id })
		else if (op === 6) resume(socket, d)
		else if (op === 50 && session) renew(socket, session, d)
	}

	function identify(socket: FakeSocket, d: Record<string, unknown>): void {
		const grant = world().tokens.get(String(d.token).replace('Bearer ', ''))
		const isOfGame = grant?.applicationId === undefined || grant.applicationId !== world().publisherId
		if (!grant || !isOfGame || grant.expiresAt <= world().clock.now() || gateway.refuseWith !== undefined) {
			refuse(socket, gateway.refuseWith ?? 4004)
			return
		}
		const session: Session = { id: `session-${sessions.size + 1}`, grant, socket, sent: [] }
		sessions.set(session.id, session)
		const { presence } = d
		if (presence) {
			const said = { ...readPresence(Object(presence)), sessionId: session.id }
			world().presences.set(grant.playerId, said)
		} else if (world().presences.get(grant.playerId)?.sessionId) {
			world().presences.delete(grant.playerId) // of a session of before
		}
		say(session, 'READY', ready(world(), grant.playerId, session.id))
		came(session)
	}

	function resume(socket: FakeSocket, { session_id, seq }: Record<string, unknown>): void {
		const session = sessions.get(String(session_id))
		if (gateway.refuseWith !== undefined) {
			refuse(socket, gateway.refuseWith)
		} else if (session) {
			session.socket = socket
			for (const frame of session.sent.slice(Number(seq))) socket.receive(frame)
			say(session, 'RESUMED', {})
			came(session)
		} else {
			socket.receive({ op: 9, d: false, s: null, t: null })
		}
	}

	function renew(socket: FakeSocket, session: Session, { token }: Record<string, unknown>): void {
		const grant = world().tokens.get(String(token).replace('Bearer ', ''))
		if (grant?.playerId !== session.grant.playerId) refuse(socket, 4004)
		else say(session, 'TOKEN_UPDATED', { expires_at: new Date(grant.expiresAt).toISOString() })
	}

	function refuse(socket: FakeSocket, code: number): void {
		leave(socket)
		socket.end(code)
	}

	function came({ grant: { playerId } }: Session): void {
		tellConnected(world(), playerId)
		tellPresence(world(), playerId)
	}

	function leave(socket: FakeSocket): void {
		sockets.delete(socket)
		const session = sessionOf(socket)
		if (!session) return
		session.socket = undefined
		came(session)
	}

	function say(session: Session, t: string, d: unknown): void {
		// As JSON, so that a client never shares what the platform holds.
		const frame = JSON.parse(JSON.stringify({ op: 0, t, s: session.sent.length + 1, d }))
		session.sent.push(frame)
		session.socket?.receive(frame)
	}

	function sessionOf(socket: FakeSocket): Session | undefined {
		return [...sessions.values()].find((session) => session.socket === socket)
	}

	return gateway
}

function readPresence({ status, activities }: Record<string, unknown>) {
	return { status: String(status ?? 'online'), activities: Array.isArray(activities) ? activities : [] }
}

interface Carrier {
	opened(socket: FakeSocket): void
	sent(socket: FakeSocket, frame: { op: number; d: unknown }): void
	closed(socket: FakeSocket): void
}

/** A WebSocket that leads to a function. */
class FakeSocket implements Socket {
	onopen: ((event: never) => void) | null = null
	onmessage: ((event: never) => void) | null = null
	onerror: ((event: never) => void) | null = null
	onclose: ((event: never) => void) | null = null
	readonly #carrier: Carrier
	#isOver = false

	constructor(carrier: Carrier) {
		this.#carrier = carrier
		this.#soon(() => {
			this.onopen?.({} as never)
			carrier.opened(this)
		})
	}

	send(data: string): void {
		this.#soon(() => this.#carrier.sent(this, JSON.parse(data)))
	}

	close(code = 1000): void {
		if (this.#isOver) return
		this.#carrier.closed(this)
		this.end(code)
	}

	/** The other side sent a frame. */
	receive(frame: object): void {
		this.#soon(() => this.onmessage?.({ data: JSON.stringify(frame) } as never))
	}

	/** It is closed, by whichever side. */
	end(code: number): void {
		this.#isOver = true
		queueMicrotask(() => this.onclose?.({ code } as never))
	}

	#soon(then: () => void): void {
		queueMicrotask(() => {
			if (!this.#isOver) then()
		})
	}
}
