import type { APIOverwrite } from 'discord-api-types/v10'
import {
	anyText,
	boolean,
	code,
	either,
	type Infer,
	int32,
	list,
	nullable,
	object,
	oneOf,
	optional,
	resource,
	snowflake,
	timestamp,
} from '../schema.ts'
import { User } from './user.ts'

/** Kinds of channels, by the number in `type`. */
export const CHANNEL_TYPES = {
	text: 0,
	direct: 1,
	voice: 2,
	group: 3,
	category: 4,
	announcement: 5,
	announcementThread: 10,
	publicThread: 11,
	privateThread: 12,
	stage: 13,
	directory: 14,
	forum: 15,
	media: 16,
	/** Of two players within one game; `id` is the other one's (social.md §8.2). */
	ephemeral: 18,
} as const

const channelType = code(...Object.values(CHANNEL_TYPES))

/** What a role (type 0) or a member (type 1) may do in one channel, against what the guild says. */
export const PermissionOverwrite = resource<APIOverwrite>()(
	'PermissionOverwrite',
	object({ id: snowflake, type: code(0, 1), allow: anyText, deny: anyText }),
)
export type PermissionOverwrite = Infer<typeof PermissionOverwrite>

export const ForumTag = resource()(
	'ForumTag',
	object({
		id: snowflake,
		name: anyText,
		moderated: boolean,
		emoji_id: nullable(snowflake),
		emoji_name: nullable(anyText),
	}),
)
export type ForumTag = Infer<typeof ForumTag>

/** A channel of a guild, of any type; each type has its own part of the optional fields. */
export const GuildChannel = resource()(
	'GuildChannel',
	object({
		id: snowflake,
		type: channelType,
		last_message_id: optional(nullable(snowflake)),
		flags: int32,
		last_pin_timestamp: optional(nullable(timestamp)),
		guild_id: snowflake,
		name: anyText,
		parent_id: optional(nullable(snowflake)),
		rate_limit_per_user: optional(int32),
		bitrate: optional(int32),
		user_limit: optional(int32),
		rtc_region: optional(nullable(anyText)),
		video_quality_mode: optional(code(1, 2)),
		permissions: optional(anyText),
		topic: optional(nullable(anyText)),
		default_auto_archive_duration: optional(code(60, 1440, 4320, 10080)),
		default_thread_rate_limit_per_user: optional(int32),
		position: int32,
		permission_overwrites: optional(list(PermissionOverwrite)),
		nsfw: optional(boolean),
		available_tags: optional(list(ForumTag)),
		default_reaction_emoji: optional(
			nullable(object({ emoji_id: nullable(snowflake), emoji_name: nullable(anyText) })),
		),
		default_sort_order: optional(nullable(code(0, 1))),
		default_forum_layout: optional(code(0, 1, 2)),
		default_tag_setting: optional(nullable(oneOf('match_all', 'match_some'))),
		application_id: optional(nullable(snowflake)),
		/** For the tokens of games (LCH-09). */
		is_linkable: optional(boolean),
		is_viewable_and_writeable_by_all_members: optional(boolean),
		linked_lobby: optional(
			object({
				application_id: snowflake,
				lobby_id: snowflake,
				linked_by: snowflake,
				linked_at: timestamp,
				require_application_authorization: boolean,
			}),
		),
	}),
)
export type GuildChannel = Infer<typeof GuildChannel>

/** A conversation of two; `recipients` are the others, seen from who asks. */
export const DirectChannel = resource()(
	'DirectChannel',
	object({
		id: snowflake,
		type: channelType,
		last_message_id: optional(nullable(snowflake)),
		flags: int32,
		last_pin_timestamp: optional(nullable(timestamp)),
		recipients: list(User),
	}),
)
export type DirectChannel = Infer<typeof DirectChannel>

export const GroupChannel = resource()(
	'GroupChannel',
	object({
		...DirectChannel.properties,
		name: nullable(anyText),
		icon: nullable(anyText),
		owner_id: snowflake,
		managed: optional(boolean),
		application_id: optional(snowflake),
	}),
)
export type GroupChannel = Infer<typeof GroupChannel>

export const Channel = resource()('Channel', either(GuildChannel, GroupChannel, DirectChannel))
export type Channel = Infer<typeof Channel>
