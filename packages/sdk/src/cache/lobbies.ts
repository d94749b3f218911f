import type { Snowflake } from '../core/snowflake.ts'
import { asObject, idOf, integerOf, metadataOf, objects, textOf, type Wire } from './wire.ts'

export interface LobbyMember {
	id: Snowflake
	metadata: Record<string, string>
	flags: number
	isConnected: boolean
}

/** How somebody takes part in the call of a lobby. */
export interface VoiceState {
	isMute: boolean
	isDeaf: boolean
}

export interface Lobby {
	id: Snowflake
	metadata: Record<string, string>
	members: Map<Snowflake, LobbyMember>
	linkedChannel: { id: Snowflake; name: string; guildId: Snowflake } | undefined
	/** Of everybody in the call, by user id. */
	voiceStates: Map<Snowflake, VoiceState>
	/** Known from an HTTP answer alone, which tells neither users nor who is connected. */
	isProvisional: boolean
}

export function readLobby(value: unknown, isProvisional = false): Lobby {
	const wire = asObject(value)
	const members = objects(wire.members).map(readMember)
	return {
		id: idOf(wire.id),
		metadata: metadataOf(wire.metadata),
		members: new Map(members.map((member) => [member.id, member])),
		linkedChannel: readLinkedChannel(wire.linked_channel),
		voiceStates: new Map(objects(wire.voice_states).map((state) => [idOf(state.user_id), readVoiceState(state)])),
		isProvisional,
	}
}

export function readMember(wire: Wire): LobbyMember {
	return {
		id: idOf(wire.id),
		metadata: metadataOf(wire.metadata),
		flags: integerOf(wire.flags),
		isConnected: wire.connected === true,
	}
}

export function readVoiceState(wire: Wire): VoiceState {
	return { isMute: wire.self_mute === true, isDeaf: wire.self_deaf === true }
}

function readLinkedChannel(value: unknown): Lobby['linkedChannel'] {
	const wire = asObject(value)
	const id = idOf(wire.id)
	return id === 0n ? undefined : { id, name: textOf(wire.name) ?? '', guildId: idOf(wire.guild_id) }
}
