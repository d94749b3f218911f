import type { Lobby } from '../cache/lobbies.ts'
import type { ClientState } from '../client/state.ts'
import { Copyable, heldBy, invalid, make } from '../core/object.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { type LobbyMemberHandle, lobbyMemberHandle } from './lobby-member-handle.ts'

interface Held {
	state: ClientState
	id: Snowflake
}

/** A live view of a lobby one is in. */
export class LobbyHandle extends Copyable<Held> {
	static override readonly name = 'LobbyHandle'
	static readonly nullobj: LobbyHandle = invalid(LobbyHandle)

	private constructor(...given: ConstructorParameters<typeof Copyable<Held>>) {
		super(...given)
	}

	/** A member by user id. */
	GetLobbyMemberHandle(memberId: SnowflakeLike): LobbyMemberHandle | undefined {
		const lobby = known(this)
		const id = toSnowflake(memberId, 'memberId')
		return lobby?.members.has(id) ? member(this, id) : undefined
	}

	Id(): Snowflake {
		const { state, id } = heldBy(this)
		return state.isDestroyed ? 0n : id
	}

	/** The user ids of all members. */
	LobbyMemberIds(): Snowflake[] {
		return [...(known(this)?.members.keys() ?? [])]
	}

	LobbyMembers(): LobbyMemberHandle[] {
		return this.LobbyMemberIds().map((id) => member(this, id))
	}

	Metadata(): Record<string, string> {
		return { ...known(this)?.metadata }
	}
}

/** A handle of a lobby that is known. */
export function knownLobby(state: ClientState, id: Snowflake): LobbyHandle | undefined {
	return state.cache.lobbies.has(id) ? make(LobbyHandle, { state, id } satisfies Held) : undefined
}

function known(handle: LobbyHandle): Lobby | undefined {
	const { state, id } = heldBy(handle)
	return state.cache.lobbies.get(id)
}

function member(handle: LobbyHandle, memberId: Snowflake): LobbyMemberHandle {
	const { state, id } = heldBy(handle)
	return lobbyMemberHandle(state, id, memberId)
}
