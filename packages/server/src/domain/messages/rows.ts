import type { Component, Embed } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Tables } from '../../ports/tables.ts'

export type MessageRow = Selectable<Tables['messages']>
export type AttachmentRow = Selectable<Tables['attachments']>

/** Kinds of messages this server makes, by the number in `type`. */
export const MESSAGE_TYPES = {
	default: 0,
	pinned: 6,
	reply: 19,
	command: 20,
	contextCommand: 23,
} as const

/** Bits of a message's `flags`. */
export const MESSAGE_FLAGS = {
	crossposted: 1 << 0,
	suppressEmbeds: 1 << 2,
	suppressNotifications: 1 << 12,
	voiceMessage: 1 << 13,
	snapshot: 1 << 14,
	componentsV2: 1 << 15,
	/** A player's session sent it. */
	socialLayer: 1 << 16,
} as const

/** Bit of an attachment's `flags` (RES-10). */
export const SPOILER = 1 << 3

/** What few messages have. Addresses of media stand here as they were given; `present.ts` makes them whole. */
export interface Extra {
	/** Users the message names, in the order of their naming. */
	mentions?: string[]
	roles?: string[]
	reference?: Reference
	embeds?: Embed[]
	components?: Component[]
	poll?: StoredPoll
	snapshot?: Snapshot
	/** As whom a webhook posted it. */
	webhook?: WebhookFace
	/** The lobby it came from, in a linked channel. */
	lobby?: LobbyFace
	/** The game it was written in, and what that keeps with it. */
	game?: { applicationId: string; metadata?: Record<string, string> }
}

/** What a webhook is called on a message. */
export interface WebhookFace {
	name: string
	/** Hash of a stored picture. */
	avatar: string | null
	applicationId: string | null
}

/** What stands on a message that was said in a lobby: the game's name and icon, not the player's. */
export interface LobbyFace {
	id: string
	applicationId: string
	name: string
	icon: string | null
	/** What the game called the player. */
	additionalName?: string
}

export interface Reference {
	/** 0 a reply or a pin, 1 a forward. */
	type: 0 | 1
	messageId: string
	channelId: string
	guildId?: string
}

export interface StoredPoll {
	question: string
	answers: { id: number; text: string; emoji?: { id: string | null; name: string | null } }[]
	expiresAt: number
	allowsSeveral: boolean
}

/** What a forward keeps of the message it shows: no author, no guild (RES-12). Its attachments are rows of the forward. */
export interface Snapshot {
	type: number
	content: string
	sentAt: number
	editedAt: number | null
	flags: number
	mentions: string[]
	roles: string[]
	embeds: Embed[]
	components: Component[]
}

export function readExtra(row: Pick<MessageRow, 'extra'>): Extra {
	return row.extra === null ? {} : (JSON.parse(row.extra) as Extra)
}

/** Null where there is nothing to keep. */
export function writeExtra(extra: Extra): string | null {
	const kept = Object.entries(extra).filter(([, value]) => !Array.isArray(value) || value.length > 0)
	return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept))
}
