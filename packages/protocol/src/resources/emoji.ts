import type { APIReaction } from 'discord-api-types/v10'
import {
	anyText,
	boolean,
	code,
	type Infer,
	int32,
	list,
	nullable,
	object,
	optional,
	resource,
	snowflake,
} from '../schema.ts'
import { User } from './user.ts'

/** An emoji of a guild or an application. */
export const Emoji = resource()(
	'Emoji',
	object({
		id: snowflake,
		name: anyText,
		user: optional(User),
		roles: list(snowflake),
		require_colons: boolean,
		managed: boolean,
		animated: boolean,
		available: boolean,
	}),
)
export type Emoji = Infer<typeof Emoji>

/** An emoji somebody reacted with: custom ones have an id, the others only their character. */
export const ReactionEmoji = resource()(
	'ReactionEmoji',
	object({ id: nullable(snowflake), name: nullable(anyText), animated: optional(boolean) }),
)
export type ReactionEmoji = Infer<typeof ReactionEmoji>

export const Sticker = resource()(
	'Sticker',
	object({
		id: snowflake,
		name: anyText,
		tags: anyText,
		type: code(1, 2),
		format_type: nullable(code(1, 2, 3, 4)),
		description: nullable(anyText),
		available: boolean,
		guild_id: snowflake,
		user: optional(User),
	}),
)
export type Sticker = Infer<typeof Sticker>

/** A sticker as it stands on a message. */
export const StickerItem = resource()(
	'StickerItem',
	object({ id: snowflake, name: anyText, format_type: code(1, 2, 3, 4) }),
)
export type StickerItem = Infer<typeof StickerItem>

/** How often an emoji was used on a message, and whether by the one who asks. */
export const Reaction = resource<APIReaction>()(
	'Reaction',
	object({
		emoji: ReactionEmoji,
		count: int32,
		count_details: object({ burst: int32, normal: int32 }),
		burst_colors: list(anyText),
		me_burst: boolean,
		me: boolean,
	}),
)
export type Reaction = Infer<typeof Reaction>
