import { randomBytes } from 'node:crypto'
import type { AccessChanged, EventData, EventDeclaration } from '@guildhall/protocol'
import { hasDirect, type Listening, type Shard } from '../domain/access/audience.ts'
import { type Dispatch, dispatchOf } from './dispatch.ts'
import type { HubSession, Listener } from './hub.ts'
import type { Admission, Holder } from './identify.ts'
import type { Keeper } from './keeper.ts'
import { Session } from './session.ts'
import type { GatewaySocket } from './socket.ts'

export type AccessChange = EventData<typeof AccessChanged>

/** What may wait to be sent before more of a session's beginning is put together (G9). */
const ROOMY_BYTES = 1024 * 1024

/** What a session asks of the gateway. */
export interface SessionHost {
	/** Milliseconds, by the clock of sockets. */
	now(): number
	readonly keeper: Keeper
	accessChanged(session: OpenSession, change: AccessChange): void
}

/** A session: whose it is, what it hears, what it has said, and the socket that carries it, if one does. */
export class OpenSession implements HubSession {
	readonly id = randomBytes(16).toString('hex')
	readonly kind: 'bot' | 'player'
	readonly userId: string
	readonly applicationId: string
	readonly intents: number
	readonly shard: Shard | undefined
	readonly largeThreshold: number
	readonly compress: boolean
	readonly capabilities: number
	readonly hearsDirect: boolean
	readonly readsDirect: boolean
	readonly readsEmail: boolean
	readonly readsPremium: boolean
	readonly hearsLobbies: boolean
	readonly readsRelationships: boolean
	/** A player's token: whether it sees friends and what they play, and shows its own user and what they play. */
	readonly readsPresences: boolean
	readonly readsActivities: boolean
	readonly writesPresence: boolean
	readonly writesActivities: boolean
	/** Whether the game takes requests to authorize (G27). */
	takesAuthorizeRequests = false
	readonly #scopes: ReadonlySet<string> | undefined
	/** Of the token it was opened or last resumed with. */
	tokenHash: string
	readonly queue: Session
	readonly listeners = new Map<string, Listener>()
	socket: GatewaySocket | undefined = undefined
	isEnded = false
	/** What changed before READY was said; undefined afterwards. */
	early: AccessChange[] | undefined = []
	/** Takes back the end of a session that nothing carries. */
	cancelExpiry: (() => void) | undefined = undefined
	/** Work on its presence in lobbies, one after the other. */
	attendance: Promise<void> | undefined = undefined
	#waiting: (() => void)[] | undefined = undefined
	readonly #host: SessionHost

	constructor(host: SessionHost, admission: Admission) {
		const { caller } = admission
		this.#host = host
		this.queue = new Session(host.keeper)
		this.kind = caller.kind === 'bot' ? 'bot' : 'player'
		this.userId = caller.userId
		this.applicationId = caller.applicationId
		this.intents = admission.intents
		this.shard = admission.shard
		this.largeThreshold = admission.largeThreshold
		this.compress = admission.compress
		this.capabilities = admission.capabilities
		this.tokenHash = admission.tokenHash
		const scopes = caller.kind === 'bearer' ? caller.scopes : undefined
		this.#scopes = scopes
		this.hearsDirect = hasDirect(this.kind === 'bot' ? admission.shard : undefined)
		this.readsDirect = !scopes || scopes.has('dm_channels.messages.read')
		this.readsEmail = !scopes || scopes.has('email')
		this.readsPremium = !scopes || scopes.has('identify.premium')
		this.hearsLobbies = scopes?.has('lobbies.write') === true
		this.readsRelationships = scopes?.has('relationships.read') === true
		this.readsPresences = scopes?.has('presences.read') === true
		this.readsActivities = scopes?.has('activities.read') === true
		this.writesPresence = !scopes || scopes.has('presences.write')
		this.writesActivities = !scopes || scopes.has('activities.write')
	}

	/** Whether it can go on with another token: of the same player or bot for the same game, reaching no less. */
	canGoOnWith({ caller }: Holder): boolean {
		const { userId, applicationId } = caller
		if (userId !== this.userId || applicationId !== this.applicationId) return false
		const reached = caller.kind === 'bearer' ? caller.scopes : undefined
		const scopes = this.#scopes
		return scopes
			? reached !== undefined && [...scopes].every((scope) => (reached as ReadonlySet<string>).has(scope))
			: !reached
	}

	/** For domain/access: who listens. */
	get listening(): Listening {
		const { kind, userId, applicationId, shard, hearsLobbies } = this
		return { kind, userId, applicationId, hearsLobbies, ...(shard && kind === 'bot' ? { shard } : {}) }
	}

	hear(dispatch: Dispatch): void {
		if (this.isEnded) return
		this.queue.add(dispatch)
		this.socket?.pumpLater()
	}

	/** Says something to this session alone. */
	say<E extends EventDeclaration>({ name }: E, data: EventData<E>): void {
		this.hear(dispatchOf(name, JSON.stringify(data), this.#host.now()))
	}

	accessChanged(change: AccessChange): void {
		if (this.early) this.early.push(change)
		else this.#host.accessChanged(this, change)
	}

	/** Resolves when little waits to be sent, or the session has ended. A session without a socket has no room. */
	async room(): Promise<void> {
		while (!this.isEnded && !this.#isRoomy) {
			await new Promise<void>((resolve) => {
				this.#waiting ??= []
				this.#waiting.push(resolve)
			})
		}
	}

	/** To be called when something was sent, or the session has ended. */
	roomMade(): void {
		if (!this.#waiting || !(this.isEnded || this.#isRoomy)) return
		const waiting = this.#waiting
		this.#waiting = undefined
		for (const resolve of waiting) resolve()
	}

	get #isRoomy(): boolean {
		return this.queue.isAttached && this.queue.unsentBytes < ROOMY_BYTES
	}
}
