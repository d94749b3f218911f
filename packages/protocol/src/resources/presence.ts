import type { GatewayActivity } from 'discord-api-types/v10'
import {
	anyText,
	anything,
	boolean,
	type Infer,
	int32,
	int53,
	list,
	maybe,
	named,
	nullable,
	object,
	oneOf,
	optional,
	resource,
	snowflake,
	text,
} from '../schema.ts'
import { ApplicationCard } from './application.ts'
import { ReactionEmoji } from './emoji.ts'
import { User } from './user.ts'

/** What somebody is doing; times in milliseconds. */
export const Activity = resource<Omit<GatewayActivity, 'id' | 'party' | 'emoji'>>()(
	'Activity',
	object({
		name: anyText,
		type: int32,
		url: optional(nullable(anyText)),
		created_at: int53,
		timestamps: optional(object({ start: optional(int53), end: optional(int53) })),
		application_id: optional(snowflake),
		status_display_type: optional(nullable(int32)),
		details: optional(nullable(anyText)),
		details_url: optional(nullable(anyText)),
		state: optional(nullable(anyText)),
		state_url: optional(nullable(anyText)),
		emoji: optional(nullable(ReactionEmoji)),
		party: optional(object({ id: optional(anyText), size: optional(list(int32, { min: 2, max: 2 })) })),
		assets: optional(
			object({
				large_image: optional(anyText),
				large_text: optional(anyText),
				large_url: optional(anyText),
				small_image: optional(anyText),
				small_text: optional(anyText),
				small_url: optional(anyText),
				invite_cover_image: optional(anyText),
			}),
		),
		instance: optional(boolean),
		flags: optional(int32),
		buttons: optional(list(anyText)),
		id: optional(anyText),
		/** Of players: who the game belongs to, which of their sessions plays it, and where others can come along. */
		parent_application_id: optional(snowflake),
		session_id: optional(anyText),
		supported_platforms: optional(list(anyText)),
	}),
)
export type Activity = Infer<typeof Activity>

/** Whether somebody is there; of the user only the id is sure. */
export const Presence = resource()(
	'Presence',
	object({
		user: object({ id: snowflake }),
		guild_id: optional(snowflake),
		status: oneOf('online', 'dnd', 'idle', 'offline'),
		activities: list(Activity),
		/** What the hearer was invited into and does not see otherwise, for sessions that follow it. */
		hidden_activities: optional(list(Activity)),
		client_status: object({
			desktop: optional(anyText),
			mobile: optional(anyText),
			web: optional(anyText),
			vr: optional(anyText),
		}),
	}),
)
export type Presence = Infer<typeof Presence>

/** One session of a user, as their own other sessions see it. */
export const UserSession = resource()(
	'UserSession',
	object({
		session_id: anyText,
		status: oneOf('online', 'dnd', 'idle', 'invisible', 'offline'),
		activities: list(Activity),
		client_info: object({ client: anyText, os: anyText, version: int32 }),
		active: boolean,
	}),
)
export type UserSession = Infer<typeof UserSession>

/** Actions of an activity that a message can be about: to invite, and to ask to be let in. */
export const ACTIVITY_ACTIONS = { join: 1, joinRequest: 5 } as const

/** What a message says of an activity: whose session and which party it is about. */
export const ActivityAction = resource()(
	'ActivityAction',
	object({ type: int32, party_id: optional(anyText), session_id: optional(anyText) }),
)
export type ActivityAction = Infer<typeof ActivityAction>

/** An invite as sessions hear it that read no messages. */
export const ActivityInvite = resource()(
	'ActivityInvite',
	object({
		message_id: snowflake,
		channel_id: snowflake,
		author: User,
		application: ApplicationCard,
		application_id: snowflake,
		/** The publisher above that game, where there is one. */
		parent_application_id: optional(snowflake),
		activity: ActivityAction,
	}),
)
export type ActivityInvite = Infer<typeof ActivityInvite>

/** Where the buttons of an activity lead, in their order. */
export const ActivityMetadata = resource()('ActivityMetadata', object({ button_urls: list(anyText) }))
export const ActivitySecret = resource()('ActivitySecret', object({ secret: anyText }))

/** A session that has no socket; `token` is what changes and ends it. */
export const HeadlessSession = resource()(
	'HeadlessSession',
	object({ session_id: anyText, token: anyText, activities: list(Activity) }),
)
export type HeadlessSession = Infer<typeof HeadlessSession>

export const HeadlessSessionInput = named(
	'HeadlessSessionInput',
	object({ activities: list(anything, { max: 1 }), token: maybe(text(1, 128)) }),
)
export const HeadlessSessionEnd = named('HeadlessSessionEnd', object({ token: text(1, 128) }))

/** Invites whose activities a player wants to hear of, also where they do not see them. */
export const ActivitySubscriptions = named(
	'ActivitySubscriptions',
	object({
		subscriptions: list(
			object({
				user_id: snowflake,
				application_id: snowflake,
				party_id: text(1, 128),
				message_id: snowflake,
				channel_id: snowflake,
			}),
			{ min: 1, max: 100 },
		),
	}),
)
