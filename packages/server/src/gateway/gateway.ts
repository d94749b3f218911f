import type { IncomingMessage, Server } from 'node:http'
import {
	type EventData,
	type OperatedGateway,
	SoundboardSounds,
	type TokensRevoked,
	TokenUpdated,
	wireTime,
} from '@guildhall/protocol'
import type { Config } from '../config.ts'
import type { SessionStarts } from '../domain/access/session-starts.ts'
import type { OperatedNode } from '../domain/operators/departures.ts'
import type { OpenGames } from '../domain/presence/open-games.ts'
import type { Presences } from '../domain/presence/presences.ts'
import type { Logger } from '../log.ts'
import type { Bus } from '../ports/bus.ts'
import type { Clock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'
import { Arrivals } from './arrivals.ts'
import { Beginnings } from './beginnings.ts'
import { sayChannelInfo } from './channel-info.ts'
import type { Command } from './command.ts'
import { Draining } from './draining.ts'
import { Hub } from './hub.ts'
import { hashOfGiven, holderOf } from './identify.ts'
import { Keeper } from './keeper.ts'
import { MembersRequests } from './members-request.ts'
import { GatewayMeters } from './meters.ts'
import { Newcomers } from './newcomers.ts'
import type { AccessChange, OpenSession, SessionHost } from './open-session.ts'
import { Outbox } from './outbox.ts'
import { PresenceUpdates } from './presence-updates.ts'
import { PresenceWatch } from './presence-watch.ts'
import { Sessions } from './sessions.ts'
import type { GatewaySocket, SocketHost } from './socket.ts'
import { endedBy } from './tokens.ts'
import { attachSockets } from './upgrade.ts'
import { VoiceUpdates } from './voice-updates.ts'

export interface GatewayOptions {
	store: Store
	bus: Bus
	/** The platform's time: how long a session waits for its Resume. */
	clock: Clock
	/** The time of sockets: heartbeats, frames a minute. */
	socketClock: Clock
	log: Logger
	starts: SessionStarts
	presences: Presences
	openGames: OpenGames
	config: Pick<
		Config,
		'heartbeatIntervalMs' | 'resumeWindowMs' | 'newcomers' | 'keptBytes' | 'resetsSpentTokens' | 'disabledFunctions'
	>
	/** Who is at the other end, behind proxies that are believed. */
	addressOf(request: IncomingMessage): string
}

/** What goes on here, for operators. */
export interface GatewayCounts {
	sockets: number
	sessions: number
	/** Sessions that wait for their Resume. */
	detached: number
	/** Subjects that are listened to. */
	subjects: number
}

/** What fate can do to the connections of a user. */
export type Severing = { how: 'terminate' | 'reconnect' | 'invalid' } | { how: 'close'; code: number }

/** G6, G11: how often deadlines of sockets and the age of what is kept are looked at. */
const SWEEP_MS = 1000
/** G24: how long clients have to leave before their sockets are cut. */
const LEAVE_MS = 1000

/** The gateway: carries out what sessions and sockets decide. */
export class Gateway implements SocketHost, SessionHost, OperatedNode {
	readonly heartbeatMs: number
	readonly outbox: Outbox
	readonly keeper: Keeper
	readonly meters = new GatewayMeters()
	readonly #options: GatewayOptions
	readonly #hub: Hub
	readonly #presences: Presences
	readonly #presenceUpdates: PresenceUpdates
	readonly #watch: PresenceWatch
	readonly #arrivals: Arrivals
	readonly #beginnings: Beginnings
	readonly #members: MembersRequests
	readonly #voice: VoiceUpdates
	readonly #draining: Draining
	readonly #sockets = new Set<GatewaySocket>()
	readonly #sessions: Sessions
	readonly #stopListening: () => void
	#stopAccepting: (() => void)[] = []
	#cancelSweep: (() => void) | undefined
	#onEmpty: (() => void) | undefined

	constructor(options: GatewayOptions) {
		const { store, bus, clock, socketClock, log, presences, config } = options
		this.#options = options
		this.heartbeatMs = config.heartbeatIntervalMs
		this.outbox = new Outbox(socketClock, (err) => log.error({ err }, 'a session was not sent what it heard'))
		this.keeper = new Keeper(config.keptBytes)
		this.#hub = new Hub({ bus, store, now: socketClock.now, log })
		this.#presences = presences
		this.#presenceUpdates = new PresenceUpdates({
			store,
			presences,
			clocks: { socket: socketClock, platform: clock },
			onError: (err) => log.error({ err }, 'a presence was not shown'),
		})
		this.#watch = new PresenceWatch(presences, socketClock.now)
		this.#arrivals = new Arrivals({
			...{ store, hub: this.#hub, presences, watch: this.#watch, clock: socketClock, log },
			disabledFunctions: config.disabledFunctions,
		})
		this.#members = new MembersRequests(store, this.#presences)
		this.#voice = new VoiceUpdates(store, (err) => log.error({ err }, 'where a session is in voice was not kept'))
		this.#draining = new Draining(socketClock, () => this.#sockets)
		this.#sessions = new Sessions({
			store,
			clock,
			resumeWindowMs: config.resumeWindowMs,
			onEnd: (session) => {
				this.#arrivals.leaveAll(session)
				this.#watch.end(session)
				this.#presenceUpdates.end(session)
				options.openGames.set(session.id, undefined)
				this.#voice.end(session)
			},
			onError: (err) => log.error({ err }, 'lobbies were not told of a session'),
		})
		this.#beginnings = new Beginnings({
			...{ store, starts: options.starts, socketClock, config, host: this, meters: this.meters },
			...{ sessions: this.#sessions, arrivals: this.#arrivals, presenceUpdates: this.#presenceUpdates },
		})
		this.#stopListening = bus.subscribe('internal.tokens', ({ data }) => {
			this.#work(this.#revoke(data as EventData<typeof TokensRevoked>))
		})
	}

	/** Takes over WebSocket upgrades of the server. */
	attach(server: Server): void {
		const { socketClock: clock, config, addressOf } = this.#options
		const newcomers = new Newcomers(config.newcomers)
		const isOpen = () => !this.#draining.isOn
		const onOpen = (socket: GatewaySocket) => this.#opened(socket)
		this.#stopAccepting.push(attachSockets(server, { host: this, clock, newcomers, addressOf, isOpen, onOpen }))
	}

	counts(): GatewayCounts {
		const detached = this.#sessions.all().filter((session) => !session.queue.isAttached).length
		return {
			sockets: this.#sockets.size,
			sessions: this.#sessions.size,
			detached,
			subjects: this.#hub.size,
		}
	}

	/** G33 */
	drain(overMs: number): void {
		this.#draining.begin(overMs)
	}

	/** Lets clients in again. */
	open(): void {
		this.#draining.end()
	}

	state(): OperatedGateway {
		const { sockets, sessions, detached } = this.counts()
		return { is_draining: this.#draining.isOn, connections: sockets, sessions, waiting: detached }
	}

	/** Those that are open, or about to end. */
	connections(): GatewaySocket[] {
		return [...this.#sockets]
	}

	/** Does it to every connection of the user; says how many there were. */
	sever(userId: string, severing: Severing): number {
		const sockets = [...this.#sockets].filter((socket) => socket.session?.userId === userId)
		for (const socket of sockets) {
			if (severing.how === 'terminate') socket.cut()
			else if (severing.how === 'reconnect') socket.reconnect()
			else if (severing.how === 'close') socket.close(severing.code, '')
			else if (socket.session) {
				this.#sessions.end(socket.session)
				socket.invalidate()
			}
		}
		return sockets.length
	}

	/** Resolves when everything that was heard has been worked through. */
	async settled(): Promise<void> {
		await this.#presenceUpdates.settled()
		await this.#presences.settled()
		await this.#sessions.settled()
		await this.#voice.settled()
		await this.#hub.settled()
		this.outbox.flush()
	}

	/** G24: tells everybody to come back later, and ends when they have gone. */
	async close(): Promise<void> {
		for (const stop of this.#stopAccepting) stop()
		this.#draining.end()
		this.#stopListening()
		const gone = new Promise<void>((resolve) => {
			this.#onEmpty = resolve
			if (this.#sockets.size === 0) resolve()
		})
		for (const socket of [...this.#sockets]) {
			socket.reconnect()
			socket.closeAs('goingAway')
		}
		const cancel = this.#options.socketClock.after(LEAVE_MS, () => {
			for (const socket of [...this.#sockets]) socket.cut()
		})
		await gone
		cancel()
		this.#cancelSweep?.()
		this.outbox.close()
		// Whoever could be told that they go has gone.
		this.#presences.close()
		const sessions = this.#sessions.all()
		for (const session of sessions) this.#sessions.end(session, { isShutdown: true })
		await this.#presences.settled()
		for (const { attendance } of sessions) await attendance
		await this.#voice.settled()
	}

	now(): number {
		return this.#options.socketClock.now()
	}

	accessChanged(session: OpenSession, change: AccessChange): void {
		this.#arrivals.change(session, change)
	}

	perform(socket: GatewaySocket, command: Exclude<Command, { is: 'heartbeat' }>): void {
		const { session } = socket
		switch (command.is) {
			case 'identify':
				this.#work(this.#beginnings.identify(socket, command.d), socket)
				break
			case 'resume':
				this.#work(this.#beginnings.resume(socket, command.d), socket)
				break
			case 'presence':
				if (session && !this.#presenceUpdates.change(session, command.d)) socket.closeAs('decodeError')
				break
			case 'members':
				if (session) this.#work(this.#members.answer(session, command.d))
				break
			case 'sounds':
				for (const guildId of new Set(command.d.guild_ids)) {
					if (!session?.listeners.has(`guild.${guildId}`)) continue
					session.say(SoundboardSounds, { guild_id: guildId, soundboard_sounds: [] })
				}
				break
			case 'channel info':
				if (session) this.#work(sayChannelInfo(this.#options.store, session, command.d))
				break
			case 'voice state':
				if (session) this.#voice.change(session, command.d)
				break
			case 'token':
				if (session) this.#work(this.#updateToken(session, command.d.token), socket)
				break
			case 'authorize requests':
				if (session) this.#takeAuthorizeRequests(session, command.d.can_authorize)
				break
			default:
				command satisfies never
		}
	}

	lost(socket: GatewaySocket, code: number | undefined): void {
		const { session } = socket
		this.#sessions.lost(socket, code, this.now())
		if (session && !session.isEnded && !session.socket) this.#presenceUpdates.lost(session)
	}

	gone(socket: GatewaySocket): void {
		this.#sockets.delete(socket)
		if (this.#sockets.size === 0) this.#onEmpty?.()
	}

	#opened(socket: GatewaySocket): void {
		this.#sockets.add(socket)
		this.#cancelSweep ??= this.#options.socketClock.after(SWEEP_MS, () => this.#sweep())
	}

	#sweep(): void {
		const now = this.now()
		for (const socket of [...this.#sockets]) socket.tick(now)
		for (const session of this.#sessions.all()) session.queue.trim(now)
		const isIdle = this.#sockets.size === 0 && this.#sessions.size === 0
		this.#cancelSweep = isIdle ? undefined : this.#options.socketClock.after(SWEEP_MS, () => this.#sweep())
	}

	/** G27 */
	#takeAuthorizeRequests(session: OpenSession, isSo: boolean): void {
		if (session.kind === 'bot' || session.isEnded) return
		session.takesAuthorizeRequests = isSo
		const { id, userId, applicationId } = session
		this.#options.openGames.set(id, isSo ? { userId, applicationId } : undefined)
	}

	/** G26 */
	async #updateToken(session: OpenSession, token: string): Promise<void> {
		// From here on it ends with this token: one that is revoked while it is looked up must not be missed.
		session.tokenHash = hashOfGiven(token)
		const holder = await holderOf(this.#options.store, token)
		if (session.isEnded) return
		if (!holder || !session.canGoOnWith(holder)) return this.#dismiss(session)
		const { caller } = holder
		session.say(TokenUpdated, {
			expires_at: caller.kind === 'bearer' ? wireTime(caller.expiresAt) : null,
		})
	}

	/** G22 */
	async #revoke(revocation: EventData<typeof TokensRevoked>): Promise<void> {
		for (const session of await endedBy(this.#options.store, revocation, this.#sessions.all())) {
			this.#dismiss(session)
		}
	}

	/** Ends a session whose token is no good. */
	#dismiss(session: OpenSession): void {
		const { socket } = session
		this.#sessions.end(session)
		socket?.closeAs('authenticationFailed')
	}

	/** Work nobody waits for. What fails in it ends the connection that asked for it. */
	#work(work: Promise<void>, socket?: GatewaySocket): void {
		work.catch((err) => {
			this.#options.log.error({ err }, 'the gateway failed')
			socket?.closeAs('unknownError')
		})
	}
}
