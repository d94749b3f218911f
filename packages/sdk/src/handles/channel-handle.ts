import { type Channel, findChannel } from '../cache/channels.ts'
import type { ClientState } from '../client/state.ts'
import { Copyable, heldBy, invalid, make } from '../core/object.ts'
import type { Snowflake } from '../core/snowflake.ts'
import type { ChannelType } from '../enums/channels.ts'

interface Held {
	state: ClientState
	id: Snowflake
}

/** A live view of where messages are: the direct channel of two players, or a lobby. */
export class ChannelHandle extends Copyable<Held> {
	static override readonly name = 'ChannelHandle'
	static readonly nullobj: ChannelHandle = invalid(ChannelHandle)

	private constructor(...given: ConstructorParameters<typeof Copyable<Held>>) {
		super(...given)
	}

	/** The id of the channel; of a lobby it is the lobby's. */
	Id(): Snowflake {
		const { state, id } = heldBy(this)
		return state.isDestroyed ? 0n : id
	}

	/** The name, empty for direct channels and lobbies. */
	Name(): string {
		return known(this)?.name ?? ''
	}

	/** The user ids of the others in a direct channel; empty elsewhere. */
	Recipients(): Snowflake[] {
		return [...(known(this)?.recipients ?? [])]
	}

	/** The kind of channel. */
	Type(): ChannelType {
		return known(this)?.type ?? 0
	}
}

/** A handle of a channel that is known. */
export function knownChannel(state: ClientState, id: Snowflake): ChannelHandle | undefined {
	return findChannel(state.cache, id) && make(ChannelHandle, { state, id } satisfies Held)
}

function known(handle: ChannelHandle): Channel | undefined {
	const { state, id } = heldBy(handle)
	return findChannel(state.cache, id)
}
