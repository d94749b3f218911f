import { setConnected } from '../domain/lobbies/connections.ts'
import type { Clock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'
import type { OpenSession } from './open-session.ts'
import type { Resumption } from './session.ts'
import type { GatewaySocket } from './socket.ts'

export interface SessionsOptions {
	store: Store
	/** The platform's time: how long a session waits for its Resume. */
	clock: Clock
	resumeWindowMs: number
	/** Called once for each session, when it is over. */
	onEnd(session: OpenSession): void
	onError(error: unknown): void
}

/** G13: so many sessions of a player may wait for their Resume; one more ends the oldest. */
const MOST_DETACHED = 10

/** The sessions of this node, from their beginning to their end. */
export class Sessions {
	readonly #options: SessionsOptions
	readonly #open = new Map<string, OpenSession>()
	/** Of players, the sessions that nothing carries, oldest first. */
	readonly #detached = new Map<string, Set<OpenSession>>()

	constructor(options: SessionsOptions) {
		this.#options = options
	}

	all(): OpenSession[] {
		return [...this.#open.values()]
	}

	get size(): number {
		return this.#open.size
	}

	/** The session that a client names; undefined where there is none, or it has not begun yet. */
	find(id: string): OpenSession | undefined {
		const session = this.#open.get(id)
		return session?.early ? undefined : session
	}

	/** A new session on a socket. Players are connected to their lobbies when the promise resolves (G25). */
	async begin(session: OpenSession, socket: GatewaySocket): Promise<void> {
		this.#open.set(session.id, session)
		session.socket = socket
		socket.carry(session)
		await this.#attend(session, true)
	}

	/** G12: another socket carries it, and says what came after `seq`, if that is known. */
	resume(session: OpenSession, socket: GatewaySocket, seq: number): Resumption {
		const before = session.socket
		const resumption = session.queue.resume(seq)
		if (resumption !== 'resumed') return resumption
		session.socket = socket
		this.#forgetDetached(session)
		// A connection that its client has given up may not be known as lost yet.
		before?.cut()
		socket.carry(session)
		return resumption
	}

	/** G13: the socket carries its session no longer. `code` as the client gave it. */
	lost(socket: GatewaySocket, code: number | undefined, now: number): void {
		const { session } = socket
		if (!session || session.isEnded || session.socket !== socket) return
		session.socket = undefined
		if (code === 1000 || code === 1001 || session.early) {
			this.end(session)
			return
		}
		const { clock, resumeWindowMs } = this.#options
		session.queue.detach(now)
		session.cancelExpiry = clock.after(resumeWindowMs, () => this.end(session))
		if (session.kind === 'player') this.#boundDetached(session)
	}

	/** `isShutdown` where the node goes and not its client. */
	end(session: OpenSession, { isShutdown = false } = {}): void {
		if (session.isEnded) return
		// What was said in this turn is heard before the end.
		session.socket?.pump()
		session.isEnded = true
		session.socket = undefined
		this.#forgetDetached(session)
		this.#open.delete(session.id)
		this.#options.onEnd(session)
		session.queue.end()
		session.roomMade()
		this.#attend(session, false, isShutdown ? this.#options.resumeWindowMs : 0).catch(this.#options.onError)
	}

	/** Resolves when lobbies know who is connected. */
	async settled(): Promise<void> {
		for (const { attendance } of this.all()) await attendance
	}

	#boundDetached(session: OpenSession): void {
		const others = this.#detached.get(session.userId) ?? new Set()
		this.#detached.set(session.userId, others.add(session))
		if (others.size > MOST_DETACHED) for (const oldest of [...others].slice(0, 1)) this.end(oldest)
	}

	#forgetDetached(session: OpenSession): void {
		session.cancelExpiry?.()
		session.cancelExpiry = undefined
		const others = this.#detached.get(session.userId)
		if (others?.delete(session) && others.size === 0) this.#detached.delete(session.userId)
	}

	#attend(session: OpenSession, isConnected: boolean, returnMs = 0): Promise<void> {
		if (session.kind !== 'player') return Promise.resolve()
		const { store } = this.#options
		const { userId, applicationId, id: sessionId } = session
		const before = session.attendance ?? Promise.resolve()
		session.attendance = before.then(() =>
			store.transaction((tx) =>
				setConnected(tx, { userId, applicationId, sessionId, node: store.node }, isConnected, returnMs),
			),
		)
		return session.attendance
	}
}
