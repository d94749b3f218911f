import {
	boolean,
	code,
	type Infer,
	integer,
	list,
	maybe,
	named,
	object,
	oneOf,
	optional,
	permissionBits,
	snowflake,
	text,
} from '../schema.ts'

const MAX_INT32 = 0x7fffffff

/** Bodies that set one overwrite: the target is in the path. */
export const OverwriteInput = named(
	'OverwriteInput',
	object({ type: maybe(code(0, 1)), allow: maybe(permissionBits), deny: maybe(permissionBits) }),
)
export type OverwriteInput = Infer<typeof OverwriteInput>

const settings = {
	type: maybe(code(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)),
	position: maybe(integer(0, MAX_INT32)),
	/** 1024 for all but forums, which the domain knows. */
	topic: maybe(text(0, 4096)),
	/** The upper bound rests on the type and the guild. */
	bitrate: maybe(integer(8000, MAX_INT32)),
	user_limit: maybe(integer(0, 10_000)),
	nsfw: maybe(boolean),
	rate_limit_per_user: maybe(integer(0, 21_600)),
	parent_id: maybe(snowflake),
	permission_overwrites: maybe(list(object({ id: snowflake, ...OverwriteInput.properties }), { max: 100 })),
	rtc_region: maybe(text(0, 100)),
	video_quality_mode: maybe(code(1, 2)),
	default_auto_archive_duration: maybe(code(60, 1440, 4320, 10080)),
	default_reaction_emoji: maybe(object({ emoji_id: maybe(snowflake), emoji_name: maybe(text(0, 100)) })),
	default_thread_rate_limit_per_user: maybe(integer(0, 21_600)),
	default_sort_order: maybe(code(0, 1)),
	default_forum_layout: maybe(code(0, 1, 2)),
	default_tag_setting: maybe(oneOf('match_all', 'match_some')),
}

const tag = {
	name: text(0, 50),
	emoji_id: maybe(snowflake),
	emoji_name: maybe(text(0, 100)),
	moderated: maybe(boolean),
}

export const NewChannel = named(
	'NewChannel',
	object({ name: text(1, 100), ...settings, available_tags: maybe(list(object(tag), { max: 20 })) }),
)
export type NewChannel = Infer<typeof NewChannel>

/** Changes of any kind of channel; what does not belong to its type is refused or ignored by the domain. */
export const ChannelChanges = named(
	'ChannelChanges',
	object({
		name: maybe(text(1, 100)),
		...settings,
		flags: maybe(integer(0, MAX_INT32)),
		available_tags: maybe(list(object({ id: maybe(snowflake), ...tag }), { max: 20 })),
	}),
)
export type ChannelChanges = Infer<typeof ChannelChanges>

export const ChannelPositions = named(
	'ChannelPositions',
	list(
		object({
			id: snowflake,
			position: maybe(integer(0, MAX_INT32)),
			parent_id: maybe(snowflake),
			lock_permissions: maybe(boolean),
		}),
	),
)
export type ChannelPositions = Infer<typeof ChannelPositions>

export const NewDirectChannel = named(
	'NewDirectChannel',
	object({
		recipient_id: maybe(snowflake),
		access_tokens: optional(list(text(1, 10240), { max: 10 })),
	}),
)
export type NewDirectChannel = Infer<typeof NewDirectChannel>
