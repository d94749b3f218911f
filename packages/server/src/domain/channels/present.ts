import {
	CHANNEL_TYPES,
	type DirectChannel,
	type GuildChannel,
	type Overwrite,
	type PermissionOverwrite,
	wireTimeOrNull,
} from '@guildhall/protocol'
import type { ChannelRow } from '../access/access.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { presentLink } from './linked.ts'
import { type ChannelSettings, readSettings } from './settings.ts'
import { traitsOf } from './types.ts'

export function presentOverwrite({ id, type, allow, deny }: Overwrite): PermissionOverwrite {
	return { id, type, allow: allow.toString(), deny: deny.toString() }
}

/** A channel of a guild, with the fields that its type has. */
export function presentChannel(channel: ChannelRow, overwrites: readonly Overwrite[]): GuildChannel {
	const { hasMessages, hasVoice, hasThreads, isForum, hasTopic } = traitsOf(channel.type)
	const settings = readSettings(channel.settings)
	return {
		id: channel.id,
		type: channel.type,
		guild_id: channel.guild_id as string,
		name: channel.name ?? '',
		position: channel.position,
		parent_id: channel.parent_id,
		flags: channel.flags,
		permission_overwrites: overwrites.map(presentOverwrite),
		...(channel.type === CHANNEL_TYPES.category ? {} : { nsfw: channel.is_nsfw === 1 }),
		...(hasMessages || isForum
			? { last_message_id: channel.last_message_id, rate_limit_per_user: channel.rate_limit_per_user }
			: {}),
		...(hasMessages && !hasVoice ? { last_pin_timestamp: wireTimeOrNull(channel.last_pin_at) } : {}),
		...(hasTopic ? { topic: channel.topic } : {}),
		...(hasVoice ? voiceFields(channel) : {}),
		...(hasThreads ? threadFields(channel, settings) : {}),
		...(isForum ? forumFields(settings) : {}),
		...(channel.linked_lobby === null ? {} : { linked_lobby: presentLink(channel.linked_lobby) }),
	}
}

function voiceFields(channel: ChannelRow) {
	return {
		bitrate: channel.bitrate ?? 64_000,
		user_limit: channel.user_limit ?? 0,
		rtc_region: channel.rtc_region,
		...(channel.video_quality_mode === null ? {} : { video_quality_mode: channel.video_quality_mode }),
	}
}

function threadFields(channel: ChannelRow, settings: ChannelSettings) {
	return {
		...(channel.default_auto_archive_duration === null
			? {}
			: { default_auto_archive_duration: channel.default_auto_archive_duration }),
		...(settings.defaultThreadRateLimit === undefined
			? {}
			: { default_thread_rate_limit_per_user: settings.defaultThreadRateLimit }),
	}
}

function forumFields(settings: ChannelSettings) {
	const { tags = [], defaultReaction = null } = settings
	return {
		available_tags: tags.map((tag) => ({
			id: tag.id,
			name: tag.name,
			moderated: tag.isModerated,
			emoji_id: tag.emojiId,
			emoji_name: tag.emojiName,
		})),
		default_reaction_emoji: defaultReaction && {
			emoji_id: defaultReaction.emojiId,
			emoji_name: defaultReaction.emojiName,
		},
		default_sort_order: settings.defaultSortOrder ?? null,
		default_forum_layout: settings.defaultForumLayout ?? 0,
		default_tag_setting: settings.defaultTagSetting ?? null,
	}
}

/** A conversation of two as one of them sees it: `recipients` are the others. */
export function presentDirectChannel(channel: ChannelRow, recipients: readonly UserRow[]): DirectChannel {
	return {
		id: channel.id,
		type: channel.type,
		last_message_id: channel.last_message_id,
		flags: channel.flags,
		last_pin_timestamp: wireTimeOrNull(channel.last_pin_at),
		recipients: recipients.map(presentUser),
	}
}
