import type { VoiceState } from '../cache/lobbies.ts'
import type { ClientState } from '../client/state.ts'
import { Copyable, heldBy, invalid, make } from '../core/object.ts'
import type { Snowflake } from '../core/snowflake.ts'

interface Held {
	state: ClientState
	lobbyId: Snowflake
	userId: Snowflake
}

/** A live view of how somebody takes part in the call of a lobby. Who is out of it is neither mute nor deaf. */
export class VoiceStateHandle extends Copyable<Held> {
	static override readonly name = 'VoiceStateHandle'
	static readonly nullobj: VoiceStateHandle = invalid(VoiceStateHandle)

	private constructor(...given: ConstructorParameters<typeof Copyable<Held>>) {
		super(...given)
	}

	/** Whether the user hears nobody, and is heard by nobody, by their own choice. */
	SelfDeaf(): boolean {
		return known(this)?.isDeaf ?? false
	}

	/** Whether the user has closed their microphone. */
	SelfMute(): boolean {
		return known(this)?.isMute ?? false
	}
}

/** A handle of somebody who is in the call. */
export function voiceStateHandle(
	state: ClientState,
	lobbyId: Snowflake,
	userId: Snowflake,
): VoiceStateHandle | undefined {
	if (!state.cache.lobbies.get(lobbyId)?.voiceStates.has(userId)) return undefined
	return make(VoiceStateHandle, { state, lobbyId, userId } satisfies Held)
}

function known(handle: VoiceStateHandle): VoiceState | undefined {
	const { state, lobbyId, userId } = heldBy(handle)
	return state.cache.lobbies.get(lobbyId)?.voiceStates.get(userId)
}
