import type { Socket } from 'node:net'
import { CLOSE_CODES, type CloseName, OPCODES } from '@guildhall/protocol'
import type { WebSocket } from 'ws'
import { type Ends, payloadWire, plainWire, type Wire } from './codec.ts'
import { type Command, readFrame } from './command.ts'
import { type Connection, type Effect, type Input, newConnection, step } from './connection.ts'
import { controlText, type Dispatch } from './dispatch.ts'
import { ENCODINGS } from './encoding.ts'
import type { GatewayMeters } from './meters.ts'
import type { OpenSession } from './open-session.ts'
import type { Outbox, Sender } from './outbox.ts'
import type { Query } from './query.ts'
import { zlibWire, zstdWire } from './streams.ts'

/** G14: about what is written to a socket at once. */
const WRITE_BYTES = 16 * 1024
/** More than this, or this many dispatches, does not wait for the end of the turn. */
const URGENT_BYTES = 128 * 1024
const URGENT_COUNT = 512
/** G14: what a socket that does not read may be owed in answers. */
const MOST_OWED_BYTES = 64 * 1024
/** How long a client has to answer the end of its connection before it is cut, by the clock of sockets. */
const LAST_WORDS_MS = 5000

export interface SocketParts {
	ws: WebSocket
	raw: Socket
	query: Query
	/** Called when a session is on it: it is known whose it is. */
	onCarried(): void
}

/** What a socket asks of the gateway. */
export interface SocketHost {
	readonly heartbeatMs: number
	readonly outbox: Outbox
	readonly meters: GatewayMeters
	/** Milliseconds, by the clock of sockets. */
	now(): number
	perform(socket: GatewaySocket, command: Exclude<Command, { is: 'heartbeat' }>): void
	/** It carries its session no longer. `code` as the client gave it; undefined where we or the network ended it. */
	lost(socket: GatewaySocket, code: number | undefined): void
	/** It is gone. */
	gone(socket: GatewaySocket): void
}

const HEARTBEAT_ACK = controlText(OPCODES.heartbeatAck)
const RECONNECT = controlText(OPCODES.reconnect)
const INVALID_SESSION = controlText(OPCODES.invalidSession, false)

const PACKED = { 'zlib-stream': zlibWire, 'zstd-stream': zstdWire } as const

/** What is taken from a session for one write; filled anew each time. */
const taken: Dispatch[] = []

/** Carries out what `connection.ts` decides, on one WebSocket. */
export class GatewaySocket implements Sender {
	readonly query: Query
	session: OpenSession | undefined = undefined
	readonly #onCarried: () => void
	#closedAt: number | undefined = undefined
	#owesAck = false
	isWaiting = false
	readonly #ends: Ends
	readonly #host: SocketHost
	readonly #state: Connection
	#wire: Wire

	constructor(host: SocketHost, { ws, raw, query, onCarried }: SocketParts) {
		this.#host = host
		this.#onCarried = onCarried
		this.query = query
		this.#ends = { ws, raw, encoding: ENCODINGS[query.encoding], onRoom: () => this.#room() }
		this.#state = newConnection(host.heartbeatMs, host.now())
		this.#wire = (query.compress ? PACKED[query.compress] : plainWire)(this.#ends)
		ws.on('message', (data) => this.#frame(data as Buffer))
		ws.on('ping', (data) => this.input({ on: 'ping', data, now: host.now() }))
		ws.on('close', (code) => this.#closed(code))
		// What goes wrong on a socket ends in 'close'.
		ws.on('error', () => {})
	}

	/** Bytes of the client, frames of the protocol included. */
	get bytesRead(): number {
		return this.#ends.raw.bytesRead
	}

	get isClosed(): boolean {
		return this.#state.phase === 'closed'
	}

	input(input: Input): void {
		for (const effect of step(this.#state, input)) this.#carryOut(effect)
	}

	/** Deadlines: of heartbeats, of bytes, and of a client that does not answer the end. */
	tick(now: number): void {
		if (this.#closedAt === undefined) this.input({ on: 'tick', now, bytes: this.bytesRead })
		else if (now - this.#closedAt >= LAST_WORDS_MS) this.#ends.raw.destroy()
	}

	/** Lets this session be carried; what it has to say follows. */
	carry(session: OpenSession): void {
		this.session = session
		this.#onCarried()
		const { compress, encoding } = this.query
		if (session.compress && !compress && encoding === 'json') this.#wire = payloadWire(this.#ends)
	}

	/** Sends what the session has to say behind this turn, with whatever else it says; at once where that is much. */
	pumpLater(): void {
		const { queue } = this.session ?? {}
		if (!queue) return
		if (queue.unsentBytes > URGENT_BYTES || queue.last - queue.sent > URGENT_COUNT) this.pump()
		else this.#host.outbox.later(this)
	}

	/** Sends what the session has to say, as far as the client reads. */
	pump(): void {
		const { session } = this
		if (!session) return
		const { queue } = session
		const { meters } = this.#host
		while (queue.hasNext && !this.#wire.isFull) {
			const first = queue.sent + 1
			queue.take(taken, WRITE_BYTES)
			if (taken.length === 0) break
			meters.framesSent += taken.length
			meters.bytesSent += this.#wire.dispatches(taken, first)
		}
		session.roomMade()
		if (queue.isTooSlow) {
			meters.dropped++
			this.cut()
		}
	}

	#room(): void {
		if (this.#owesAck) {
			this.#owesAck = false
			if (!this.isClosed) this.#send(HEARTBEAT_ACK)
		}
		this.pump()
	}

	/** Asks the client to come back and resume. */
	reconnect(): void {
		if (!this.isClosed) this.#send(RECONNECT)
	}

	/** Tells the client that its session is over; it may identify again on this socket. */
	invalidate(): void {
		this.session = undefined
		this.input({ on: 'invalid' })
	}

	close(code: number, reason: string): void {
		if (this.isClosed) return
		this.input({ on: 'closed' })
		this.#end(code, reason)
	}

	closeAs(name: CloseName): void {
		const [code, reason] = CLOSE_CODES[name]
		this.close(code, reason)
	}

	/** Ends the connection without a word. */
	cut(): void {
		this.input({ on: 'closed' })
		this.#ends.raw.destroy()
		this.#lose(undefined)
	}

	#carryOut(effect: Effect): void {
		switch (effect.do) {
			case 'hello':
				this.#send(controlText(OPCODES.hello, { heartbeat_interval: this.#host.heartbeatMs }))
				break
			case 'ack':
				// Who does not read is owed one, however many heartbeats come meanwhile.
				if (this.#wire.isFull) this.#owesAck = true
				else this.#send(HEARTBEAT_ACK)
				break
			case 'pong':
				// Who does not read is owed no answer: the next one will do.
				if (this.#ends.raw.writableLength < MOST_OWED_BYTES) this.#ends.ws.pong(effect.data)
				break
			case 'invalid session':
				this.#send(INVALID_SESSION)
				break
			case 'close': {
				const [code, reason] = CLOSE_CODES[effect.close]
				this.#end(code, reason)
				break
			}
			case 'perform':
				this.#host.perform(this, effect.command)
				break
			default:
				effect satisfies never
		}
	}

	#end(code: number, reason: string): void {
		this.pump()
		this.#host.meters.close(code)
		this.#closedAt = this.#host.now()
		this.#wire.close(code, reason)
		this.#lose(undefined)
	}

	/** A message that is no dispatch, behind all that was said before it. */
	#send(text: string): void {
		this.pump()
		const { meters } = this.#host
		meters.framesSent++
		meters.bytesSent += this.#wire.message(this.#ends.encoding.control(text))
	}

	#frame(data: Buffer): void {
		if (this.isClosed) return
		const { meters } = this.#host
		meters.framesReceived++
		meters.bytesReceived += data.length
		this.input({ on: 'frame', frame: readFrame(data, this.#ends.encoding.read), now: this.#host.now() })
	}

	#closed(code: number): void {
		const wasClosed = this.isClosed
		if (!wasClosed) this.#host.meters.close(0)
		this.input({ on: 'closed' })
		this.#lose(wasClosed ? undefined : code)
		this.#host.gone(this)
	}

	#lose(code: number | undefined): void {
		if (!this.session) return
		this.#host.lost(this, code)
		this.session = undefined
	}
}
