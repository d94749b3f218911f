import type { MovableClock } from './clock.ts'
import type { RateLimit } from './limits.ts'
import { newSignIns, type SignIns } from './sign-ins.ts'

/** What the platform in memory holds. Ids are decimal text, as on the wire. */
export interface World {
	readonly clock: MovableClock
	readonly applicationId: string
	readonly players: Map<string, PlayerRow>
	readonly tokens: Map<string, Grant>
	readonly lobbies: Map<string, LobbyRow>
	/** Of lobbies and between players, oldest first. */
	readonly messages: MessageRow[]
	/** What was written with a nonce, by `from to nonce`. */
	readonly nonces: Map<string, { message: MessageRow; at: number }>
	readonly guilds: Map<string, GuildRow>
	/** What the first is to the second, by `track from to`. */
	readonly relations: Map<string, Relation>
	readonly presences: Map<string, Presence>
	/** The last one of each to each other, by `from to`. */
	readonly invites: Map<string, { id: string; partyId: string; at: number }>
	/** Whose parties a player follows: those of whom invited them. */
	readonly follows: Map<string, Set<string>>
	readonly signIns: SignIns
	/** How often routes may be asked, as in `ROUTES`, and what was taken of it, by route and player. */
	readonly limits: Map<string, RateLimit>
	readonly taken: Map<string, { count: number; until: number }>
	/** On the platform. */
	readonly mostFriends: number
	/** Whose game it is, where it has a publisher: players sign in there. */
	readonly publisherId: string | undefined
	/** The other games of the publisher. */
	readonly siblingIds: readonly string[]
	/** What READY says that clients leave alone. */
	disabled: { disabled_functions: string[]; disabled_gateway_events: string[] }
	/** Above all before it. */
	newId(): string
	/** Sends a dispatch to every session of these players; those without a socket get it when they resume. */
	tell(playerIds: Iterable<string>, name: string, data: unknown, exceptSessionId?: string): void
	/** Whether a session of the player has a socket. */
	isConnected(playerId: string): boolean
	/** Closes sockets, of one player or of all. */
	close(code: number, playerId?: string): void
}

export interface PlayerRow {
	readonly id: string
	readonly username: string
	globalName: string | null
	avatar: string | null
	isProvisional: boolean
}

export interface Grant {
	readonly playerId: string
	/** Of the game, unless it is the publisher's. */
	readonly applicationId?: string | undefined
	readonly scopes: readonly string[]
	/** Milliseconds since the Unix epoch. */
	readonly expiresAt: number
}

export interface LobbyRow {
	readonly id: string
	/** None: made by the game's server. */
	readonly secret: string | undefined
	/** Until when the secret lets somebody in. */
	readonly admitsUntil: number
	metadata: Metadata | null
	readonly members: Map<string, { metadata: Metadata | null; flags: number; additionalName: string | undefined }>
	linkedChannelId: string | undefined
}

export type Metadata = Record<string, string>

export interface MessageRow {
	readonly id: string
	readonly authorId: string
	/** One of the two. */
	readonly lobbyId?: string | undefined
	readonly recipientId?: string | undefined
	content: string
	metadata: Metadata | undefined
	moderationMetadata: Metadata | undefined
	readonly additionalName: string | undefined
	editedAt: number | undefined
	/** Whatever else the message carries on the wire. */
	readonly more: object
}

export interface GuildRow {
	readonly id: string
	readonly name: string
	readonly memberIds: Set<string>
	readonly channels: ChannelRow[]
}

export interface ChannelRow {
	readonly id: string
	readonly name: string
	readonly type: number
	readonly position: number
	readonly parentId: string | null
	readonly isLinkable: boolean
	readonly isPrivate: boolean
}

export type Track = 'platform' | 'game'

export interface Relation {
	/** 1 friend, 2 blocked, 3 has been asked, 4 has asked. */
	type: number
	readonly since: number
}

export interface Presence {
	status: string
	activities: readonly object[]
	/** The session that said so, where one did. */
	sessionId?: string | undefined
}

const EPOCH = 1_420_070_400_000

export function newWorld(
	clock: MovableClock,
	facts: Pick<World, 'applicationId' | 'mostFriends' | 'publisherId' | 'siblingIds'>,
	gateway: Pick<World, 'tell' | 'isConnected' | 'close'>,
): World {
	let last = 0n
	return {
		clock,
		...facts,
		players: new Map(),
		tokens: new Map(),
		lobbies: new Map(),
		messages: [],
		nonces: new Map(),
		guilds: new Map(),
		relations: new Map(),
		presences: new Map(),
		invites: new Map(),
		follows: new Map(),
		signIns: newSignIns(),
		limits: new Map(),
		taken: new Map(),
		disabled: { disabled_functions: [], disabled_gateway_events: [] },
		newId() {
			const now = BigInt(clock.now() - EPOCH) << 22n
			last = now > last ? now : last + 1n
			return String(last)
		},
		...gateway,
	}
}

/** What a request is refused with: the platform's error envelope, or that of OAuth 2 where the code is a word. */
export class Refusal extends Error {
	readonly status: number
	readonly body: unknown

	constructor(status: number, code: number | string, message: string, more: object = {}) {
		super(message)
		this.status = status
		this.body = typeof code === 'string' ? { error: code, error_description: message } : { message, code, ...more }
	}
}

/** @example throw unknown('Lobby', 10031) */
export function unknown(what: string, code: number): Refusal {
	return new Refusal(404, code, `Unknown ${what}`)
}

/** @example throw invalid('This lobby cannot be linked', 'LOBBY_NOT_LINKABLE') */
export function invalid(message: string, code: string): Refusal {
	return new Refusal(400, 50035, 'Invalid Form Body', { errors: { _errors: [{ code, message }] } })
}
