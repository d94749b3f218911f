import type { Snowflake } from '../core/snowflake.ts'
import type { ChannelType } from '../enums/channels.ts'
import type { Cache } from './cache.ts'
import type { Happening } from './happenings.ts'
import { takeUser } from './take-user.ts'
import { asObject, idOf, integerOf, objects, textOf, type Wire } from './wire.ts'

// Numbers, as the enum would bring all of its names into the core.
const GUILD_TEXT = 0
const DM = 1
const GROUP_DM = 3
const LOBBY = 17

/** A direct channel of the platform. A game's own has no entry: it has the other one's id, and is asked for by nobody. */
export interface Channel {
	id: Snowflake
	type: ChannelType
	name: string
	/** Without the player. */
	recipients: Snowflake[]
}

export function takeChannel(cache: Cache, value: unknown): Happening[] {
	const wire = asObject(value)
	const type = integerOf(wire.type) as ChannelType
	const id = idOf(wire.id)
	if (id === 0n || (type !== DM && type !== GROUP_DM)) return []
	const others = objects(wire.recipients)
	const recipients = others.map((user) => idOf(user.id)).filter((userId) => userId !== cache.currentUserId)
	cache.channels.set(id, { id, type, name: textOf(wire.name) ?? '', recipients })
	return others.flatMap((user) => takeUser(cache, user))
}

export function deleteChannel(cache: Cache, data: Wire): Happening[] {
	cache.channels.delete(idOf(data.id))
	return []
}

/** A channel that can be looked up: of two friends, a lobby, or what a lobby is linked to. */
export function findChannel(cache: Cache, id: Snowflake): Channel | undefined {
	const channel = cache.channels.get(id)
	if (channel) return channel
	if (cache.lobbies.has(id)) return { id, type: LOBBY, name: '', recipients: [] }
	for (const { linkedChannel } of cache.lobbies.values()) {
		if (linkedChannel?.id === id) return { ...linkedChannel, type: GUILD_TEXT, recipients: [] }
	}
	return undefined
}
