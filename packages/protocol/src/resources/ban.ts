import type { APIBan } from 'discord-api-types/v10'
import { anyText, type Infer, integer, list, maybe, named, nullable, object, resource, snowflake } from '../schema.ts'
import { User } from './user.ts'

export const Ban = resource<Pick<APIBan, 'reason'>>()('Ban', object({ user: User, reason: nullable(anyText) }))
export type Ban = Infer<typeof Ban>

/** `delete_message_days` is the older form; seconds win. */
export const NewBan = named(
	'NewBan',
	object({
		delete_message_seconds: maybe(integer(0, 604_800)),
		delete_message_days: maybe(integer(0, 7)),
	}),
)
export type NewBan = Infer<typeof NewBan>

export const NewBans = named(
	'NewBans',
	object({
		user_ids: list(snowflake, { min: 1, max: 200, unique: true }),
		delete_message_seconds: maybe(integer(0, 604_800)),
	}),
)
export type NewBans = Infer<typeof NewBans>

export const BulkBanResult = resource()(
	'BulkBanResult',
	object({ banned_users: list(snowflake), failed_users: list(snowflake) }),
)
export type BulkBanResult = Infer<typeof BulkBanResult>
