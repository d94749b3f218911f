import type { Lobby } from '../cache/lobbies.ts'
import type { ClientState } from '../client/state.ts'
import { Copyable, heldBy, invalid, make } from '../core/object.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { type LinkedChannel, linkedChannel } from '../records/linked-channel.ts'
import { type CallInfoHandle, callInfoHandle } from '../voice/call-info-handle.ts'
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

	/** The call of the lobby while somebody is in it, whether the player is or not. */
	GetCallInfoHandle(): CallInfoHandle | undefined {
		const { state, id } = heldBy(this)
		return callInfoHandle(state, id)
	}

	/** A member by user id, `undefined` for who is none. */
	GetLobbyMemberHandle(memberId: SnowflakeLike): LobbyMemberHandle | undefined {
		const lobby = known(this)
		const id = toSnowflake(memberId, 'memberId')
		return lobby?.members.has(id) ? member(this, id) : undefined
	}

	/** The id of the lobby; 0 when the client behind the handle is gone. */
	Id(): Snowflake {
		const { state, id } = heldBy(this)
		return state.isDestroyed ? 0n : id
	}

	/** The channel of a guild in which everything said here stands too, and the other way round. */
	LinkedChannel(): LinkedChannel | undefined {
		const channel = known(this)?.linkedChannel
		return channel && linkedChannel(channel)
	}

	/** The user ids of all members. */
	LobbyMemberIds(): Snowflake[] {
		return [...(known(this)?.members.keys() ?? [])]
	}

	/** Handles of all members. */
	LobbyMembers(): LobbyMemberHandle[] {
		return this.LobbyMemberIds().map((id) => member(this, id))
	}

	/** What the game wrote on the lobby, as a copy: at most 1,000 characters in all. */
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
