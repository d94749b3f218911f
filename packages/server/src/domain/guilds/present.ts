import {
	type Guild,
	type Member,
	type MemberWithoutUser,
	type Role,
	wireTime,
	wireTimeOrNull,
} from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Tables } from '../../ports/tables.ts'
import { featuresOf, type GuildRow, type MemberRow } from '../access/access.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'

export type RoleRow = Selectable<Tables['roles']>

/** Bots count too. */
export const MOST_MEMBERS = 500_000

export function presentRole(role: RoleRow): Role {
	return {
		id: role.id,
		name: role.name,
		permissions: role.permissions,
		position: role.position,
		color: role.color,
		colors: {
			primary_color: role.color,
			secondary_color: role.secondary_color,
			tertiary_color: role.tertiary_color,
		},
		hoist: role.is_hoisted === 1,
		managed: role.is_managed === 1,
		mentionable: role.is_mentionable === 1,
		icon: role.icon,
		unicode_emoji: role.unicode_emoji,
		...(role.bot_id === null ? {} : { tags: { bot_id: role.bot_id } }),
		flags: role.flags,
	}
}

/** `roleIds` without `@everyone`. */
export function presentMember(member: MemberRow, roleIds: readonly string[], user: UserRow): Member {
	return { ...presentMemberWithoutUser(member, roleIds), user: presentUser(user) }
}

/** A member where the user stands beside it: on messages. */
export function presentMemberWithoutUser(member: MemberRow, roleIds: readonly string[]): MemberWithoutUser {
	return {
		avatar: member.avatar,
		avatar_decoration_data: null,
		banner: member.banner,
		communication_disabled_until: wireTimeOrNull(member.timed_out_until),
		flags: member.flags,
		joined_at: wireTime(member.joined_at),
		nick: member.nick,
		pending: false,
		premium_since: null,
		roles: [...roleIds],
		collectibles: null,
		mute: member.is_mute === 1,
		deaf: member.is_deaf === 1,
	}
}

/** A guild and its roles, in their order. */
export function presentGuild(guild: GuildRow, roles: readonly RoleRow[]): Guild {
	return {
		id: guild.id,
		name: guild.name,
		icon: guild.icon,
		description: guild.description,
		home_header: guild.home_header,
		splash: guild.splash,
		discovery_splash: guild.discovery_splash,
		features: featuresOf(guild),
		banner: guild.banner,
		owner_id: guild.owner_id,
		application_id: null,
		region: 'automatic',
		afk_channel_id: guild.afk_channel_id,
		afk_timeout: guild.afk_timeout,
		system_channel_id: guild.system_channel_id,
		system_channel_flags: guild.system_channel_flags,
		widget_enabled: false,
		widget_channel_id: null,
		verification_level: guild.verification_level,
		roles: roles.map(presentRole),
		default_message_notifications: guild.default_message_notifications,
		mfa_level: guild.mfa_level,
		explicit_content_filter: guild.explicit_content_filter,
		max_presences: null,
		max_members: MOST_MEMBERS,
		max_stage_video_channel_users: 50,
		max_video_channel_users: 25,
		vanity_url_code: null,
		premium_tier: 0,
		premium_subscription_count: 0,
		preferred_locale: guild.preferred_locale,
		rules_channel_id: guild.rules_channel_id,
		safety_alerts_channel_id: guild.safety_alerts_channel_id,
		public_updates_channel_id: guild.public_updates_channel_id,
		premium_progress_bar_enabled: guild.premium_progress_bar_enabled === 1,
		nsfw: guild.nsfw_level === 1 || guild.nsfw_level === 3,
		nsfw_level: guild.nsfw_level,
		emojis: [],
		stickers: [],
		incidents_data: null,
	}
}
