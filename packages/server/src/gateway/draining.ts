import type { Clock } from '../ports/clock.ts'
import type { GatewaySocket } from './socket.ts'

/** How often some are told. */
const STEP_MS = 250
/** How long a client has to leave before its connection is closed. */
const LEAVE_MS = 5000

/** Sends the connections of this node away, a few at a time, so that they do not all come to another at once (G33). */
export class Draining {
	readonly #clock: Clock
	readonly #sockets: () => Iterable<GatewaySocket>
	readonly #told = new WeakSet<GatewaySocket>()
	#cancel: (() => void) | undefined
	#isOn = false

	constructor(clock: Clock, sockets: () => Iterable<GatewaySocket>) {
		this.#clock = clock
		this.#sockets = sockets
	}

	/** Whether nobody is let in. */
	get isOn(): boolean {
		return this.#isOn
	}

	begin(overMs: number): void {
		this.#cancel?.()
		this.#isOn = true
		this.#step({ endsAt: this.#clock.now() + overMs, overMs, count: this.#left().length })
	}

	end(): void {
		this.#cancel?.()
		this.#cancel = undefined
		this.#isOn = false
	}

	#step(drain: { endsAt: number; overMs: number; count: number }): void {
		const remaining = Math.max(0, drain.endsAt - this.#clock.now())
		const mayStay = remaining === 0 ? 0 : Math.ceil((drain.count * remaining) / drain.overMs)
		const left = this.#left()
		for (const socket of left.slice(0, Math.max(0, left.length - mayStay))) this.#tell(socket)
		// Some may be on their way in still.
		this.#cancel = this.#clock.after(STEP_MS, () => this.#step(drain))
	}

	#left(): GatewaySocket[] {
		return [...this.#sockets()].filter((socket) => !socket.isClosed && !this.#told.has(socket))
	}

	#tell(socket: GatewaySocket): void {
		this.#told.add(socket)
		socket.reconnect()
		this.#clock.after(LEAVE_MS, () => socket.closeAs('goingAway'))
	}
}
