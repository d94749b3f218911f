import type { Socket } from 'node:net'
import { CLOSE_CODES, type CloseName, OPCODES } from '@guildhall/protocol'
import { WebSocket } from 'ws'
import { type Cork, type Corked, payloadWire, plainWire, type Wire, zlibWire, zstdWire } from './codec.ts'
import { type Command, readFrame } from './command.ts'
import { type Connection, type Effect, type Input, newConnection, step } from './connection.ts'
import { controlMessage, type Message } from './dispatch.ts'
import { ENCODINGS, type Encoding } from './encoding.ts'
import type { GatewayMeters } from './meters.ts'
import type { OpenSession } from './open-session.ts'
import type { Query } from './query.ts'

/** G14: what is handed to a socket at once; the rest waits in the session until it has gone out. */
const MOST_BACKLOG_BYTES = 512 * 1024

/** A WebSocket that ends with the gateway's code where a frame is too large or is no text (G3). */
export class ClosingSocket extends WebSocket {
	override close(code?: number, data?: string | Buffer): void {
		super.close(code === 1009 || code === 1007 ? CLOSE_CODES.decodeError[0] : code, data)
	}
}

/** What a socket asks of the gateway. */
export interface SocketHost {
	readonly heartbeatMs: number
	readonly cork: Cork
	readonly meters: GatewayMeters
	/** Milliseconds, by the clock of sockets. */
	now(): number
	perform(socket: GatewaySocket, command: Exclude<Command, { is: 'heartbeat' }>): void
	/** It carries its session no longer. `code` as the client gave it; undefined where we or the network ended it. */
	lost(socket: GatewaySocket, code: number | undefined): void
	/** It is gone. */
	gone(socket: GatewaySocket): void
}

const HEARTBEAT_ACK = controlMessage(OPCODES.heartbeatAck)
const RECONNECT = controlMessage(OPCODES.reconnect)
const INVALID_SESSION = controlMessage(OPCODES.invalidSession, false)

const PACKED = { 'zlib-stream': zlibWire, 'zstd-stream': zstdWire } as const

/** Carries out what `connection.ts` decides, on one WebSocket. */
export class GatewaySocket implements Corked {
	readonly query: Query
	session: OpenSession | undefined = undefined
	writtenIn = -1
	readonly #ws: WebSocket
	readonly raw: Socket
	readonly #host: SocketHost
	readonly #state: Connection
	readonly #encoding: Encoding
	#wire: Wire

	constructor(host: SocketHost, { ws, raw, query }: { ws: WebSocket; raw: Socket; query: Query }) {
		this.#host = host
		this.#ws = ws
		this.raw = raw
		this.query = query
		this.#encoding = ENCODINGS[query.encoding]
		this.#state = newConnection(host.heartbeatMs, host.now())
		const packedWire = query.compress && PACKED[query.compress]
		this.#wire = packedWire ? packedWire({ ws, raw }, () => this.pump()) : plainWire({ ws, raw })
		raw.on('drain', () => this.pump())
		ws.on('message', (data) => this.#frame(data as Buffer))
		ws.on('close', (code) => this.#closed(code))
		// What goes wrong on a socket ends in 'close'.
		ws.on('error', () => {})
	}

	get isClosed(): boolean {
		return this.#state.phase === 'closed'
	}

	input(input: Input): void {
		for (const effect of step(this.#state, input)) this.#carryOut(effect)
	}

	/** Lets this session be carried; what it has to say follows. */
	carry(session: OpenSession): void {
		this.session = session
		const { compress, encoding } = this.query
		if (session.compress && !compress && encoding === 'json') this.#wire = payloadWire({ ws: this.#ws, raw: this.raw })
	}

	/** Sends what the session has to say, as far as the client reads. */
	pump(): void {
		const { session } = this
		if (!session) return
		const { queue } = session
		const wire = this.#wire
		while (queue.hasNext && wire.backlog < MOST_BACKLOG_BYTES) {
			const dispatch = queue.next()
			if (!dispatch) break
			this.#host.cork.before(this)
			this.#count(wire, this.#encoding.dispatch(dispatch, queue.sent))
		}
		session.roomMade()
		if (queue.isTooSlow) {
			this.#host.meters.dropped++
			this.cut()
		}
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
		this.raw.destroy()
		this.#lose(undefined)
	}

	#carryOut(effect: Effect): void {
		switch (effect.do) {
			case 'hello':
				this.#send(controlMessage(OPCODES.hello, { heartbeat_interval: this.#host.heartbeatMs }))
				break
			case 'ack':
				this.#send(HEARTBEAT_ACK)
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
		this.#host.meters.close(code)
		this.#wire.close(code, reason)
		this.#lose(undefined)
	}

	#send(message: Message): void {
		this.#host.cork.before(this)
		this.#count(this.#wire, this.#encoding.control(message))
	}

	#count(wire: Wire, message: Message): void {
		const { meters } = this.#host
		meters.framesSent++
		meters.bytesSent += message.text.length
		wire.send(message)
	}

	#frame(data: Buffer): void {
		if (this.isClosed) return
		const { meters } = this.#host
		meters.framesReceived++
		meters.bytesReceived += data.length
		this.input({ on: 'frame', frame: readFrame(data, this.#encoding.read), now: this.#host.now() })
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
