import type { LobbyMember } from '../cache/lobbies.ts'
import type { ClientState } from '../client/state.ts'
import { Copyable, heldBy, invalid, make } from '../core/object.ts'
import type { Snowflake } from '../core/snowflake.ts'
import { knownUser, type UserHandle } from './user-handle.ts'

interface Held {
	state: ClientState
	lobbyId: Snowflake
	id: Snowflake
}

const CAN_LINK_LOBBY = 1 << 0

/** A live view of a member of a lobby. */
export class LobbyMemberHandle extends Copyable<Held> {
	static override readonly name = 'LobbyMemberHandle'
	static readonly nullobj: LobbyMemberHandle = invalid(LobbyMemberHandle)

	private constructor(...given: ConstructorParameters<typeof Copyable<Held>>) {
		super(...given)
	}

	/** Whether the member may link the lobby to a channel; the game's server decides. */
	CanLinkLobby(): boolean {
		return ((known(this)?.flags ?? 0) & CAN_LINK_LOBBY) !== 0
	}

	/** Whether the member's game is connected now. Members stay members without it. */
	Connected(): boolean {
		return known(this)?.isConnected ?? false
	}

	/** The member's user id. */
	Id(): Snowflake {
		const { state, id } = heldBy(this)
		return state.isDestroyed ? 0n : id
	}

	/** What the game wrote on the member, as a copy: at most 1,000 characters in all. */
	Metadata(): Record<string, string> {
		return { ...known(this)?.metadata }
	}

	/** The user, where known. */
	User(): UserHandle | undefined {
		const { state, id } = heldBy(this)
		return knownUser(state, id)
	}
}

export function lobbyMemberHandle(state: ClientState, lobbyId: Snowflake, id: Snowflake): LobbyMemberHandle {
	return make(LobbyMemberHandle, { state, lobbyId, id } satisfies Held)
}

function known(handle: LobbyMemberHandle): LobbyMember | undefined {
	const { state, lobbyId, id } = heldBy(handle)
	return state.cache.lobbies.get(lobbyId)?.members.get(id)
}
