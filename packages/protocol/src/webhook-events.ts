/** Every event that is sent to applications over HTTP, a few lines each (webhook-events.md §4). */
import type { Static, TSchema } from 'typebox'
import { ApplicationCard } from './resources/application.ts'
import { Channel } from './resources/channel.ts'
import { Entitlement } from './resources/entitlement.ts'
import { Guild } from './resources/guild.ts'
import { LobbyMessage } from './resources/lobby.ts'
import { Message } from './resources/message.ts'
import { Activity } from './resources/presence.ts'
import { User } from './resources/user.ts'
import { anyText, code, either, int32, list, object, optional, snowflake, timestamp } from './schema.ts'

/** What an event over HTTP is called and what it carries. */
export interface WebhookEventDeclaration<S extends TSchema = TSchema> {
	/** The `type` of the envelope's event, by which applications subscribe to it. */
	name: string
	data: S
}

const webhookEvent = <S extends TSchema>(name: string, data: S): WebhookEventDeclaration<S> => ({ name, data })

export type WebhookEventData<E> = E extends WebhookEventDeclaration<infer S> ? Static<S> : never

/** A person lets the application use their account, or installs it. */
export const ApplicationAuthorized = webhookEvent(
	'APPLICATION_AUTHORIZED',
	object({
		/** 0 into a guild, 1 into the account; absent where nothing was installed. */
		integration_type: optional(code(0, 1)),
		user: User,
		scopes: list(anyText),
		/** With `integration_type` 0. */
		guild: optional(Guild),
	}),
)

/** A person's authorization ended, whatever ended it; `user` is the platform account. */
export const ApplicationDeauthorized = webhookEvent('APPLICATION_DEAUTHORIZED', object({ user: User }))

export const EntitlementCreated = webhookEvent('ENTITLEMENT_CREATE', Entitlement)
/** It changed; of what a subscription gives, only that it ended. */
export const EntitlementUpdated = webhookEvent('ENTITLEMENT_UPDATE', Entitlement)
/** Refunded or taken back; `deleted` is true. */
export const EntitlementDeleted = webhookEvent('ENTITLEMENT_DELETE', Entitlement)

export const QuestUserEnrolled = webhookEvent(
	'QUEST_USER_ENROLLMENT',
	object({ user: User, quest_id: snowflake, enrolled_at: timestamp }),
)

const { moderation_metadata: _, lobby_member: __, nonce: ___, ...lobbyMessage } = LobbyMessage.properties

/** Said in a lobby, or in the channel that is linked to it. What moderation says of a message never goes out. */
export const LobbyMessageCreated = webhookEvent('LOBBY_MESSAGE_CREATE', object(lobbyMessage))
/** Its author has changed it. */
export const LobbyMessageUpdated = webhookEvent('LOBBY_MESSAGE_UPDATE', object({ ...lobbyMessage, timestamp }))
export const LobbyMessageDeleted = webhookEvent('LOBBY_MESSAGE_DELETE', object({ id: snowflake, lobby_id: snowflake }))

/** A direct message of players: the platform's own where one of the two has a full account, else one that only the game knows. */
const gameDirectMessage = either(
	object({
		...Message.properties,
		lobby_id: optional(snowflake),
		channel: optional(Channel),
		recipient_id: optional(snowflake),
	}),
	object({
		id: snowflake,
		type: int32,
		content: anyText,
		author: User,
		flags: int32,
		application_id: snowflake,
		channel: optional(Channel),
		channel_id: optional(snowflake),
		recipient_id: optional(snowflake),
		activity: optional(Activity),
		application: optional(ApplicationCard),
		edited_timestamp: optional(timestamp),
	}),
)

export const GameDirectMessageCreated = webhookEvent('GAME_DIRECT_MESSAGE_CREATE', gameDirectMessage)
export const GameDirectMessageUpdated = webhookEvent('GAME_DIRECT_MESSAGE_UPDATE', gameDirectMessage)
/** All of the message that was deleted. */
export const GameDirectMessageDeleted = webhookEvent('GAME_DIRECT_MESSAGE_DELETE', gameDirectMessage)

/** What applications can subscribe to. */
export const WEBHOOK_EVENTS = [
	ApplicationAuthorized,
	ApplicationDeauthorized,
	EntitlementCreated,
	EntitlementUpdated,
	EntitlementDeleted,
	QuestUserEnrolled,
	LobbyMessageCreated,
	LobbyMessageUpdated,
	LobbyMessageDeleted,
	GameDirectMessageCreated,
	GameDirectMessageUpdated,
	GameDirectMessageDeleted,
] as const
