import type { APIRole } from 'discord-api-types/v10'
import {
	anyText,
	boolean,
	color,
	type Infer,
	imageData,
	int32,
	integer,
	list,
	maybe,
	named,
	nothing,
	nullable,
	object,
	optional,
	permissionBits,
	resource,
	snowflake,
	text,
} from '../schema.ts'

/** `color` is the older form of `colors.primary_color`; both are always written (RES-06). */
export const Role = resource<APIRole>()(
	'Role',
	object({
		id: snowflake,
		name: anyText,
		permissions: anyText,
		position: int32,
		color: int32,
		colors: object({
			primary_color: int32,
			secondary_color: nullable(int32),
			tertiary_color: nullable(int32),
		}),
		hoist: boolean,
		managed: boolean,
		mentionable: boolean,
		icon: nullable(anyText),
		unicode_emoji: nullable(anyText),
		/** A key that is there and null says yes. */
		tags: optional(
			object({
				bot_id: optional(snowflake),
				integration_id: optional(snowflake),
				subscription_listing_id: optional(snowflake),
				premium_subscriber: optional(nothing),
				available_for_purchase: optional(nothing),
				guild_connections: optional(nothing),
			}),
		),
		flags: int32,
	}),
)
export type Role = Infer<typeof Role>

/** What a role is made with, and changed by: everything may be left out. */
export const RoleInput = named(
	'RoleInput',
	object({
		name: maybe(text(1, 100)),
		permissions: maybe(permissionBits),
		color: maybe(color),
		colors: maybe(object({ primary_color: maybe(color), secondary_color: maybe(color), tertiary_color: maybe(color) })),
		hoist: maybe(boolean),
		mentionable: maybe(boolean),
		icon: maybe(imageData),
		unicode_emoji: maybe(text(0, 100)),
	}),
)
export type RoleInput = Infer<typeof RoleInput>

export const RolePositions = named(
	'RolePositions',
	list(object({ id: snowflake, position: maybe(integer(0, 0x7fffffff)) })),
)
export type RolePositions = Infer<typeof RolePositions>
