import type { GatewayActivity } from 'discord-api-types/v10'
import {
	anyText,
	boolean,
	type Infer,
	int32,
	int53,
	list,
	nullable,
	object,
	oneOf,
	optional,
	resource,
	snowflake,
} from '../schema.ts'
import { ReactionEmoji } from './emoji.ts'

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
		client_status: object({
			desktop: optional(anyText),
			mobile: optional(anyText),
			web: optional(anyText),
			vr: optional(anyText),
		}),
	}),
)
export type Presence = Infer<typeof Presence>
