import type { Snowflake } from '../core/snowflake.ts'
import { asObject, idOf, integerOf, metadataOf, objects } from './wire.ts'

export interface LobbyMember {
	id: Snowflake
	metadata: Record<string, string>
	flags: number
	isConnected: boolean
}

export interface Lobby {
	id: Snowflake
	metadata: Record<string, string>
	members: Map<Snowflake, LobbyMember>
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
		isProvisional,
	}
}

export function readMember(value: unknown): LobbyMember {
	const wire = asObject(value)
	return {
		id: idOf(wire.id),
		metadata: metadataOf(wire.metadata),
		flags: integerOf(wire.flags),
		isConnected: wire.connected === true,
	}
}
