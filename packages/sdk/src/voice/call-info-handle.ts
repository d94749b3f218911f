import type { ClientState } from '../client/state.ts'
import { Copyable, heldBy, invalid, make } from '../core/object.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { type VoiceStateHandle, voiceStateHandle } from './voice-state-handle.ts'

interface Held {
	state: ClientState
	lobbyId: Snowflake
}

/** A live view of the call of a lobby, for members who are not in it too. */
export class CallInfoHandle extends Copyable<Held> {
	static override readonly name = 'CallInfoHandle'
	static readonly nullobj: CallInfoHandle = invalid(CallInfoHandle)

	private constructor(...given: ConstructorParameters<typeof Copyable<Held>>) {
		super(...given)
	}

	/** The id of the lobby. */
	ChannelId(): Snowflake {
		const { state, lobbyId } = heldBy(this)
		return state.isDestroyed ? 0n : lobbyId
	}

	/** The user ids of everybody in the call; empty once it is over. */
	GetParticipants(): Snowflake[] {
		const { state, lobbyId } = heldBy(this)
		return [...(state.cache.lobbies.get(lobbyId)?.voiceStates.keys() ?? [])]
	}

	/** How somebody takes part, `undefined` for who is not in the call. */
	GetVoiceStateHandle(userId: SnowflakeLike): VoiceStateHandle | undefined {
		const { state, lobbyId } = heldBy(this)
		return voiceStateHandle(state, lobbyId, toSnowflake(userId, 'userId'))
	}

	/** The id of the lobby, as `ChannelId`. */
	GuildId(): Snowflake {
		return this.ChannelId()
	}
}

/** A handle of the call of a lobby, while somebody is in it. */
export function callInfoHandle(state: ClientState, lobbyId: Snowflake): CallInfoHandle | undefined {
	if (!state.cache.lobbies.get(lobbyId)?.voiceStates.size) return undefined
	return make(CallInfoHandle, { state, lobbyId } satisfies Held)
}
