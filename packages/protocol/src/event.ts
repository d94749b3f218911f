import type { Static, TSchema } from 'typebox'
import type { IntentName } from './intents.ts'
import type { PermissionName } from './permissions.ts'

/**
 * Whom an event is addressed to. `channel`: everybody of the guild who may view the channel, or the recipients of a
 * direct channel. `session`: one session, from its gateway, never over a bus. `internal`: our own nodes.
 */
export type Audience = 'guild' | 'channel' | 'user' | 'lobby' | 'application' | 'session' | 'internal'

/** What an event is called, who hears it, what it carries. */
export interface EventDeclaration<S extends TSchema = TSchema> {
	/** The `t` of the dispatch. */
	name: string
	audience: Audience
	/** A bot hears it only with this intent; absent: always. */
	intent?: IntentName
	/** The intent in its place when it comes from a direct channel. */
	directIntent?: IntentName
	/** A member hears it only with one of these on the guild, or on the channel for the audience `channel`. */
	permission?: readonly PermissionName[]
	/** The user whom it is about (`data.user.id` or `data.user_id`) hears it without the intent and the permission. */
	alwaysToSubject?: boolean
	/** Moves between our own parts: whoever subscribes to its subject acts on it, no client is ever sent it. */
	isInternal?: boolean
	/** Carries text of people: `content`, `embeds`, `attachments`, `components` are emptied without MESSAGE_CONTENT. */
	content?: boolean
	data: S
}

/** Declares an event of the gateway. */
export function event<S extends TSchema>(declared: EventDeclaration<S>): EventDeclaration<S> {
	return declared
}

export type EventData<E> = E extends EventDeclaration<infer S> ? Static<S> : never
