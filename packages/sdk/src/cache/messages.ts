import type { Snowflake } from '../core/snowflake.ts'
import type { DisclosureTypes } from '../enums/channels.ts'
import { type Additional, readAdditional } from './additional-content.ts'
import { asObject, idOf, integerOf, metadataOf, textOf, timeOf } from './wire.ts'

export interface Message {
	readonly id: Snowflake
	/** The lobby's id, or of the linked channel for what was said there; of two players their channel's, or the other one's. */
	channelId: Snowflake
	/** 0 for what two players write to each other. */
	lobbyId: Snowflake
	/** The other one of the two; 0 in lobbies. */
	recipientId: Snowflake
	authorId: Snowflake
	content: string
	additional: Additional | undefined
	/** The server said nothing of what it holds beside its text: whoever knows of that knows more. */
	isPartial: boolean
	additionalName: string | undefined
	applicationId: Snowflake | undefined
	metadata: Record<string, string>
	moderationMetadata: Record<string, string>
	/** Of what the SDK itself says, once. */
	disclosure: DisclosureTypes | undefined
	flags: number
	editedAt: number
}

export function readMessage(value: unknown): Message {
	const wire = asObject(value)
	return {
		id: idOf(wire.id),
		channelId: idOf(wire.channel_id),
		lobbyId: idOf(wire.lobby_id),
		recipientId: idOf(wire.recipient_id),
		authorId: idOf(asObject(wire.author).id),
		content: textOf(wire.content) ?? '',
		additional: readAdditional(wire),
		isPartial: wire.attachments === undefined,
		additionalName: textOf(asObject(wire.lobby_member).additional_name),
		applicationId: idOf(wire.application_id) || undefined,
		metadata: metadataOf(wire.metadata),
		moderationMetadata: metadataOf(wire.moderation_metadata),
		disclosure: undefined,
		flags: integerOf(wire.flags),
		editedAt: timeOf(wire.edited_timestamp),
	}
}

/** The newest messages of each conversation, in a lobby or of two players, and those that some handle still holds. */
export interface MessageCache {
	/** Among the newest only: older ones cannot be looked up any more. */
	get(id: Snowflake): Message | undefined
	/** Brings a message that some handle or the cache holds up to date; another is only held by who gets it. */
	hold(message: Message): Message
	/** The same, and counts it among the newest if it is one of them. */
	put(message: Message): Message
	/** The same for one that is new: from it on nothing of its conversation was missed. */
	putNew(message: Message): Message
	/** What is known without a gap of what two players wrote, newest first. */
	between(recipientId: Snowflake): Message[]
	delete(id: Snowflake): void
	deleteLobby(lobbyId: Snowflake): void
	/** What comes from here on may follow something that was missed. */
	breakOff(): void
	clear(): void
}

const KEPT = 25

export function messageCache(): MessageCache {
	const newest = new Map<Snowflake, Message>()
	const held = new Map<Snowflake, WeakRef<Message>>()
	/** Of those among the newest that were heard, or said, since the last gap. */
	const unbroken = new Set<Snowflake>()
	const collected = new FinalizationRegistry<Snowflake>((id) => {
		if (!held.get(id)?.deref()) held.delete(id)
	})

	function hold(message: Message): Message {
		const present = newest.get(message.id) ?? held.get(message.id)?.deref()
		if (present) {
			const { additional, isPartial } = message.isPartial ? present : message
			return Object.assign(present, message, { additional, isPartial })
		}
		held.set(message.id, new WeakRef(message))
		collected.register(message, message.id)
		return message
	}

	function put(given: Message): Message {
		const message = hold(given)
		newest.set(message.id, message)
		for (const { id } of of(conversation(message)).slice(KEPT)) forget(id)
		return message
	}

	function of(place: Snowflake): Message[] {
		return [...newest.values()]
			.filter((message) => conversation(message) === place)
			.sort((a, b) => (a.id < b.id ? 1 : -1))
	}

	function forget(id: Snowflake): void {
		newest.delete(id)
		unbroken.delete(id)
	}

	return {
		get: (id) => newest.get(id),
		hold,
		put,
		putNew(given) {
			const message = put(given)
			if (newest.has(message.id)) unbroken.add(message.id)
			return message
		},
		between: (recipientId) => of(recipientId).filter(({ id }) => unbroken.has(id)),
		delete: forget,
		deleteLobby(lobbyId) {
			for (const { id } of of(lobbyId)) forget(id)
		},
		breakOff: () => unbroken.clear(),
		clear() {
			newest.clear()
			unbroken.clear()
		},
	}
}

function conversation({ lobbyId, recipientId, channelId }: Message): Snowflake {
	return lobbyId || recipientId || channelId
}
