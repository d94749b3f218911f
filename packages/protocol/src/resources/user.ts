import type { APIUser } from 'discord-api-types/v10'
import {
	anyText,
	boolean,
	code,
	type Infer,
	imageData,
	int32,
	int53,
	maybe,
	named,
	nullable,
	object,
	optional,
	resource,
	snowflake,
	text,
} from '../schema.ts'

export const AvatarDecoration = resource()('AvatarDecoration', object({ asset: anyText, sku_id: nullable(snowflake) }))

export const Collectibles = resource()(
	'Collectibles',
	object({
		nameplate: nullable(object({ sku_id: nullable(snowflake), asset: anyText, label: anyText, palette: anyText })),
	}),
)

/** The guild whose tag a user wears. */
export const PrimaryGuild = resource()(
	'PrimaryGuild',
	object({
		identity_guild_id: nullable(snowflake),
		identity_enabled: nullable(boolean),
		tag: nullable(anyText),
		badge: nullable(anyText),
	}),
)

/** The public type, but for parts whose nullability its OpenAPI document states more widely. */
type WireUser = Omit<APIUser, 'collectibles' | 'avatar_decoration_data'>

/** A user as everybody sees them. */
export const User = resource<WireUser>()(
	'User',
	object({
		id: snowflake,
		username: anyText,
		avatar: nullable(anyText),
		/** "0" for people, four digits for bots. */
		discriminator: anyText,
		public_flags: int32,
		flags: int53,
		bot: optional(boolean),
		system: optional(boolean),
		banner: optional(nullable(anyText)),
		accent_color: optional(nullable(int32)),
		global_name: nullable(anyText),
		avatar_decoration_data: optional(nullable(AvatarDecoration)),
		collectibles: optional(nullable(Collectibles)),
		primary_guild: nullable(PrimaryGuild),
	}),
)
export type User = Infer<typeof User>

/** A user as they see themselves; `email` and `verified` only with the scope that grants them. */
export const PrivateUser = resource<WireUser>()(
	'PrivateUser',
	object({
		...User.properties,
		mfa_enabled: boolean,
		locale: anyText,
		premium_type: optional(code(0, 1, 2, 3)),
		email: optional(nullable(anyText)),
		verified: optional(boolean),
		/** Of bots only. */
		bio: optional(anyText),
	}),
)
export type PrivateUser = Infer<typeof PrivateUser>

/** What one changes about oneself: bots their name and pictures, provisional accounts their display name (social.md §3.4). */
export const MyUserChanges = named(
	'MyUserChanges',
	object({
		username: optional(text(2, 32)),
		avatar: maybe(imageData),
		banner: maybe(imageData),
		global_name: maybe(text(1, 32)),
	}),
)
export type MyUserChanges = Infer<typeof MyUserChanges>

/** The display name of a provisional account. */
export const MyAccountChanges = named('MyAccountChanges', object({ global_name: text(1, 32) }))
export type MyAccountChanges = Infer<typeof MyAccountChanges>

export const Connection = resource()(
	'Connection',
	object({
		id: anyText,
		name: nullable(anyText),
		type: anyText,
		friend_sync: boolean,
		show_activity: boolean,
		two_way_link: boolean,
		verified: boolean,
		visibility: code(0, 1),
		revoked: optional(boolean),
	}),
)
export type Connection = Infer<typeof Connection>
