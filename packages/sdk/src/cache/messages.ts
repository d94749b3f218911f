import type { Snowflake } from '../core/snowflake.ts'
import { asObject, idOf, integerOf, metadataOf, textOf, timeOf } from './wire.ts'

export interface Message {
	readonly id: Snowflake
	/** The lobby's id, or of the linked channel for what was said there. */
	channelId: Snowflake
	lobbyId: Snowflake
	authorId: Snowflake
	content: string
	additionalName: string | undefined
	applicationId: Snowflake | undefined
	metadata: Record<string, string>
	moderationMetadata: Record<string, string>
	flags: number
	editedAt: number
}

export function readMessage(value: unknown): Message {
	const wire = asObject(value)
	return {
		id: idOf(wire.id),
		channelId: idOf(wire.channel_id),
		lobbyId: idOf(wire.lobby_id),
		authorId: idOf(asObject(wire.author).id),
		content: textOf(wire.content) ?? '',
		additionalName: textOf(asObject(wire.lobby_member).additional_name),
		applicationId: idOf(wire.application_id) || undefined,
		metadata: metadataOf(wire.metadata),
		moderationMetadata: metadataOf(wire.moderation_metadata),
		flags: integerOf(wire.flags),
		editedAt: timeOf(wire.edited_timestamp),
	}
}

/** The newest messages of each lobby, and those that some handle still holds. */
export interface MessageCache {
	/** Among the newest only: older ones cannot be looked up any more. */
	get(id: Snowflake): Message | undefined
	/** Brings a message that some handle or the cache holds up to date; another is only held by who gets it. */
	hold(message: Message): Message
	/** The same, and counts it among the newest if it is one of them. */
	put(message: Message): Message
	delete(id: Snowflake): void
	deleteLobby(lobbyId: Snowflake): void
	clear(): void
}

const KEPT_PER_LOBBY = 25

export function messageCache(): MessageCache {
	const newest = new Map<Snowflake, Message>()
	const held = new Map<Snowflake, WeakRef<Message>>()
	const collected = new FinalizationRegistry<Snowflake>((id) => {
		if (!held.get(id)?.deref()) held.delete(id)
	})

	function hold(message: Message): Message {
		const present = newest.get(message.id) ?? held.get(message.id)?.deref()
		if (present) return Object.assign(present, message)
		held.set(message.id, new WeakRef(message))
		collected.register(message, message.id)
		return message
	}

	function evict(lobbyId: Snowflake): void {
		const ids = [...newest.values()].filter((message) => message.lobbyId === lobbyId).map((message) => message.id)
		if (ids.length <= KEPT_PER_LOBBY) return
		ids.sort((a, b) => (a < b ? 1 : -1))
		for (const id of ids.slice(KEPT_PER_LOBBY)) newest.delete(id)
	}

	return {
		get: (id) => newest.get(id),
		hold,
		put(given) {
			const message = hold(given)
			newest.set(message.id, message)
			evict(message.lobbyId)
			return message
		},
		delete: (id) => void newest.delete(id),
		deleteLobby(lobbyId) {
			for (const message of newest.values()) if (message.lobbyId === lobbyId) newest.delete(message.id)
		},
		clear: () => newest.clear(),
	}
}
