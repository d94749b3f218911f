import type { APIGuildMember } from 'discord-api-types/v10'
import {
	anyText,
	boolean,
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
import { AvatarDecoration, Collectibles, User } from './user.ts'

const withoutUser = {
	avatar: nullable(anyText),
	avatar_decoration_data: optional(nullable(AvatarDecoration)),
	banner: nullable(anyText),
	communication_disabled_until: nullable(timestamp),
	flags: int32,
	joined_at: timestamp,
	nick: nullable(anyText),
	pending: boolean,
	premium_since: nullable(timestamp),
	roles: list(snowflake, { unique: true }),
	collectibles: optional(nullable(Collectibles)),
	mute: boolean,
	deaf: boolean,
}

/** A member beside a user who is already there: `member` and `mentions[].member` of messages. */
export const MemberWithoutUser = resource()('MemberWithoutUser', object(withoutUser))
export type MemberWithoutUser = Infer<typeof MemberWithoutUser>

export const Member = resource<Omit<APIGuildMember, 'user' | 'collectibles' | 'avatar_decoration_data'>>()(
	'Member',
	object({ ...withoutUser, user: User }),
)
export type Member = Infer<typeof Member>

/** A member as they see themselves. */
export const PrivateMember = resource()(
	'PrivateMember',
	object({ ...Member.properties, permissions: optional(anyText) }),
)
export type PrivateMember = Infer<typeof PrivateMember>

/** Somebody brought into a guild with the access token they gave (`guilds.join`). */
export const NewMember = named(
	'NewMember',
	object({
		access_token: text(1, 10240),
		nick: maybe(text(0, 32)),
		roles: maybe(list(snowflake, { max: 250, unique: true })),
		mute: maybe(boolean),
		deaf: maybe(boolean),
		flags: maybe(integer(0, 0x7fffffff)),
	}),
)
export type NewMember = Infer<typeof NewMember>

export const MemberChanges = named(
	'MemberChanges',
	object({
		nick: maybe(text(0, 32)),
		roles: maybe(list(snowflake, { max: 350, unique: true })),
		mute: maybe(boolean),
		deaf: maybe(boolean),
		channel_id: maybe(snowflake),
		communication_disabled_until: maybe(timestamp),
		flags: maybe(integer(0, 0x7fffffff)),
	}),
)
export type MemberChanges = Infer<typeof MemberChanges>

export const MyNick = named('MyNick', object({ nick: maybe(text(0, 32)) }))

export const MyMemberChanges = named(
	'MyMemberChanges',
	object({
		nick: maybe(text(0, 32)),
		avatar: maybe(imageData),
		banner: maybe(imageData),
		bio: maybe(text(0, 190)),
	}),
)
export type MyMemberChanges = Infer<typeof MyMemberChanges>
