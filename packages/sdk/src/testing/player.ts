import { joinLobby, lobbyOf, putMember, removeMember } from './lobbies.ts'
import { edit, remove, sayInLobby, writeTo } from './messages.ts'
import { ask, block, end } from './relations.ts'
import { changePlayer, playerOf, setPresence } from './users.ts'
import type { Metadata, PlayerRow, Track, World } from './world.ts'

/** What a message may carry beside its text. */
export interface MessageExtras {
	metadata?: Metadata
	/** Members of the message on the wire, `{ activity: { type: 1, party_id: 'p' } }` for an invite for example. */
	more?: object
}

/** Somebody on the platform in memory. What they do reaches every client that would hear of it. */
export interface FakePlayer {
	/** Decimal text. */
	readonly id: string
	readonly username: string
	/** An access token of theirs, for `UpdateToken`. */
	token(options?: { expiresInSeconds?: number; scopes?: string[] }): string
	/** Takes another name or picture; `isProvisional` makes the account a placeholder. */
	becomes(change: Partial<Pick<PlayerRow, 'globalName' | 'avatar' | 'isProvisional'>>): void
	/** Comes into the lobby of a secret; gives its id. */
	joins(secret: string, metadata?: { lobbyMetadata?: Metadata; memberMetadata?: Metadata }): string
	/** Changes what a lobby says of them; the flag 1 lets them link it. */
	isMember(lobbyId: string, change: { metadata?: Metadata | null; flags?: number; additionalName?: string }): void
	leaves(lobbyId: string): void
	/** Says something in a lobby; gives the message's id. */
	says(lobbyId: string, content: string, extras?: MessageExtras): string
	/** Writes to another player; gives the message's id. */
	writes(to: FakePlayer, content: string, extras?: MessageExtras): string
	edits(messageId: string, content: string): void
	deletes(messageId: string): void
	/** Asks for a friendship, or accepts one that they were asked for. */
	asks(other: FakePlayer, track?: Track): void
	/** Refuses, takes back, or ends a friendship or a block. */
	ends(other: FakePlayer, track?: Track): void
	blocks(other: FakePlayer): void
	/** Sets what friends see, in the form of the wire. Seen while a client of theirs is connected. */
	shows(presence: { status?: string; activities?: object[] }): void
}

const LIFE_SECONDS = 604_800

export function fakePlayer(world: World, { id, username }: PlayerRow): FakePlayer {
	let tokens = 0
	return {
		id,
		username,
		token({ expiresInSeconds = LIFE_SECONDS, scopes = ['openid', 'sdk.social_layer'] } = {}) {
			const token = `access-token-${username}-${++tokens}`
			const expiresAt = world.clock.now() + expiresInSeconds * 1000
			world.tokens.set(token, { playerId: id, scopes, expiresAt })
			return token
		},
		becomes: (change) => changePlayer(world, id, change),
		joins: (secret, metadata) => joinLobby(world, id, secret, metadata).id,
		isMember: (lobbyId, change) => putMember(world, lobbyOf(world, lobbyId, id), id, change),
		leaves: (lobbyId) => removeMember(world, lobbyOf(world, lobbyId, id), id),
		says: (lobbyId, content, extras) => sayInLobby(world, id, lobbyId, { content, ...extras }).id,
		writes: (to, content, extras) => writeTo(world, id, playerOf(world, to.id).id, { content, ...extras }).id,
		edits: (messageId, content) => void edit(world, id, messageId, content),
		deletes: (messageId) => remove(world, id, messageId),
		asks: (other, track = 'game') => ask(world, track, id, other.id),
		ends: (other, track = 'game') => end(world, track, id, other.id),
		blocks: (other) => block(world, id, other.id),
		shows: ({ status = 'online', activities = [] }) => setPresence(world, id, { status, activities }),
	}
}
