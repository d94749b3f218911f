import {
	anyText,
	boolean,
	code,
	type Infer,
	imageData,
	int32,
	integer,
	list,
	maybe,
	named,
	nullable,
	object,
	optional,
	resource,
	snowflake,
	text,
	timestamp,
} from '../schema.ts'
import { NewChannel } from './channel-input.ts'
import { Emoji, Sticker } from './emoji.ts'
import { Role, RoleInput } from './role.ts'

const afkTimeout = code(60, 300, 900, 1800, 3600)
const verificationLevel = code(0, 1, 2, 3, 4)
const notifications = code(0, 1)
const contentFilter = code(0, 1, 2)

/** A guild without what is too much for one answer: channels, members, presences. */
export const Guild = resource()(
	'Guild',
	object({
		id: snowflake,
		name: anyText,
		icon: nullable(anyText),
		description: nullable(anyText),
		home_header: nullable(anyText),
		splash: nullable(anyText),
		discovery_splash: nullable(anyText),
		features: list(anyText, { unique: true }),
		banner: nullable(anyText),
		owner_id: snowflake,
		application_id: nullable(snowflake),
		region: anyText,
		afk_channel_id: nullable(snowflake),
		afk_timeout: afkTimeout,
		system_channel_id: nullable(snowflake),
		system_channel_flags: int32,
		widget_enabled: boolean,
		widget_channel_id: nullable(snowflake),
		verification_level: verificationLevel,
		roles: list(Role),
		default_message_notifications: notifications,
		mfa_level: code(0, 1),
		explicit_content_filter: contentFilter,
		max_presences: nullable(int32),
		max_members: int32,
		max_stage_video_channel_users: int32,
		max_video_channel_users: int32,
		vanity_url_code: nullable(anyText),
		premium_tier: code(0, 1, 2, 3),
		premium_subscription_count: int32,
		preferred_locale: anyText,
		rules_channel_id: nullable(snowflake),
		safety_alerts_channel_id: nullable(snowflake),
		public_updates_channel_id: nullable(snowflake),
		premium_progress_bar_enabled: boolean,
		premium_progress_bar_enabled_user_updated_at: optional(nullable(timestamp)),
		nsfw: boolean,
		nsfw_level: code(0, 1, 2, 3),
		emojis: list(Emoji),
		stickers: list(Sticker),
		incidents_data: nullable(
			object({ invites_disabled_until: nullable(timestamp), dms_disabled_until: nullable(timestamp) }),
		),
	}),
)
export type Guild = Infer<typeof Guild>

const counts = {
	approximate_member_count: optional(nullable(int32)),
	approximate_presence_count: optional(nullable(int32)),
}

/** The counts are there when they were asked for. */
export const GuildWithCounts = resource()('GuildWithCounts', object({ ...Guild.properties, ...counts }))
export type GuildWithCounts = Infer<typeof GuildWithCounts>

/** A guild in the list of one's own: `permissions` are the caller's on the guild as a whole. */
export const MyGuild = resource()(
	'MyGuild',
	object({
		id: snowflake,
		name: anyText,
		icon: nullable(anyText),
		banner: nullable(anyText),
		owner: boolean,
		permissions: anyText,
		features: list(anyText, { unique: true }),
		...counts,
	}),
)
export type MyGuild = Infer<typeof MyGuild>

export const GuildPreview = resource()(
	'GuildPreview',
	object({
		id: snowflake,
		name: anyText,
		icon: nullable(anyText),
		description: nullable(anyText),
		home_header: nullable(anyText),
		splash: nullable(anyText),
		discovery_splash: nullable(anyText),
		features: list(anyText, { unique: true }),
		approximate_member_count: int32,
		approximate_presence_count: int32,
		emojis: list(Emoji),
		stickers: list(Sticker),
	}),
)
export type GuildPreview = Infer<typeof GuildPreview>

const settings = {
	region: maybe(text(0, 100)),
	icon: maybe(imageData),
	verification_level: maybe(verificationLevel),
	default_message_notifications: maybe(notifications),
	explicit_content_filter: maybe(contentFilter),
	afk_timeout: maybe(afkTimeout),
	afk_channel_id: maybe(snowflake),
	system_channel_id: maybe(snowflake),
	system_channel_flags: maybe(integer(0, 0x7fffffff)),
}

/** What a guild is made with. Ids of roles and channels are the caller's own placeholders, by which they refer to each other. */
export const NewGuild = named(
	'NewGuild',
	object({
		name: text(2, 100),
		...settings,
		roles: maybe(list(object({ id: snowflake, ...RoleInput.properties }), { max: 250 })),
		channels: maybe(list(object({ id: maybe(snowflake), ...NewChannel.properties }), { max: 500 })),
	}),
)
export type NewGuild = Infer<typeof NewGuild>

export const GuildChanges = named(
	'GuildChanges',
	object({
		name: optional(text(2, 100)),
		...settings,
		description: maybe(text(0, 300)),
		preferred_locale: maybe(text(2, 10)),
		splash: maybe(imageData),
		banner: maybe(imageData),
		discovery_splash: maybe(imageData),
		home_header: maybe(imageData),
		features: maybe(list(text(1, 100), { max: 200, unique: true })),
		rules_channel_id: maybe(snowflake),
		safety_alerts_channel_id: maybe(snowflake),
		public_updates_channel_id: maybe(snowflake),
		premium_progress_bar_enabled: maybe(boolean),
		owner_id: optional(snowflake),
	}),
)
export type GuildChanges = Infer<typeof GuildChanges>

/** What a guild shows of itself beside its members' names. */
export const GuildProfile = resource()(
	'GuildProfile',
	object({ id: snowflake, name: anyText, tag: nullable(anyText), badge: nullable(anyText) }),
)
export type GuildProfile = Infer<typeof GuildProfile>

/** `tag`: 1 to 4 characters, counted by the domain as people count them. Null takes it away. */
export const GuildProfileChanges = named(
	'GuildProfileChanges',
	object({ tag: maybe(text(1, 32)), badge: maybe(imageData) }),
)
export type GuildProfileChanges = Infer<typeof GuildProfileChanges>
