import {
	anyText,
	boolean,
	code,
	type Infer,
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
	timestamp,
} from '../schema.ts'
import { Application } from './application.ts'
import { Role } from './role.ts'
import { User } from './user.ts'

/** What an invite is for, by the number in `target_type`. */
export const INVITE_TARGETS = { stream: 1, application: 2 } as const

/** A guild as those see it who are not in it yet. */
export const InviteGuild = resource()(
	'InviteGuild',
	object({
		id: snowflake,
		name: anyText,
		splash: nullable(anyText),
		banner: nullable(anyText),
		description: nullable(anyText),
		icon: nullable(anyText),
		features: list(anyText, { unique: true }),
		verification_level: nullable(int32),
		vanity_url_code: nullable(anyText),
		nsfw_level: nullable(int32),
		nsfw: nullable(boolean),
		premium_subscription_count: int32,
	}),
)
export type InviteGuild = Infer<typeof InviteGuild>

const { id, name, position, color, colors, icon, unicode_emoji } = Role.properties
/** A role that one gets who comes in (RES-07). */
export const InviteRole = resource()('InviteRole', object({ id, name, position, color, colors, icon, unicode_emoji }))
export type InviteRole = Infer<typeof InviteRole>

const shown = {
	/** 0: into a guild; there are no others. */
	type: code(0),
	code: anyText,
	inviter: optional(User),
	created_at: optional(timestamp),
	max_age: optional(int32),
	expires_at: nullable(timestamp),
	flags: optional(int32),
	guild: InviteGuild,
	guild_id: snowflake,
	channel: object({ id: snowflake, type: int32, name: nullable(anyText) }),
	target_type: optional(code(1, 2)),
	target_user: optional(User),
	target_application: optional(Application),
	/** How often it was used and may be: for those who look after invites. */
	uses: optional(int32),
	max_uses: optional(int32),
	temporary: optional(boolean),
	approximate_member_count: optional(nullable(int32)),
	approximate_presence_count: optional(nullable(int32)),
	roles: optional(nullable(list(InviteRole))),
}

/** An invite into a guild. */
export const Invite = resource()('Invite', object(shown))
export type Invite = Infer<typeof Invite>

/** The same, once somebody has accepted it. */
export const AcceptedInvite = resource()('AcceptedInvite', object({ ...shown, new_member: boolean }))
export type AcceptedInvite = Infer<typeof AcceptedInvite>

export const NewInvite = named(
	'NewInvite',
	object({
		max_age: maybe(integer(0, 5_184_000)),
		max_uses: maybe(integer(0, 100)),
		temporary: maybe(boolean),
		unique: maybe(boolean),
		target_type: maybe(code(1, 2)),
		target_user_id: maybe(snowflake),
		target_application_id: maybe(snowflake),
		role_ids: maybe(list(snowflake, { max: 250, unique: true })),
	}),
)
export type NewInvite = Infer<typeof NewInvite>

/** How far the list of users is worked through: `status` 0 unspecified, 1 under way, 2 done, 3 failed. */
export const TargetUsersJob = resource()(
	'TargetUsersJob',
	object({
		status: code(0, 1, 2, 3),
		total_users: int32,
		processed_users: int32,
		created_at: nullable(timestamp),
		completed_at: nullable(timestamp),
		error_message: nullable(anyText),
	}),
)
export type TargetUsersJob = Infer<typeof TargetUsersJob>

/** The address of its own that a guild may have. */
export const VanityUrl = resource()('VanityUrl', object({ code: nullable(anyText), uses: int32 }))
