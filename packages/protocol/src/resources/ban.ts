import type { APIBan } from 'discord-api-types/v10'
import {
	anyText,
	type Infer,
	integer,
	list,
	maybe,
	named,
	nullable,
	object,
	optional,
	resource,
	snowflake,
	textUpTo,
} from '../schema.ts'
import { User } from './user.ts'

export const Ban = resource<Pick<APIBan, 'reason'>>()('Ban', object({ user: User, reason: nullable(anyText) }))
export type Ban = Infer<typeof Ban>

/** What goes with a ban of what was written lately; `delete_message_days` is the older form, seconds win. */
const removal = {
	delete_message_seconds: maybe(integer(0, 604_800)),
	delete_message_days: maybe(integer(0, 7)),
}

export const NewBan = named('NewBan', object(removal))
export type NewBan = Infer<typeof NewBan>

/** The same in the address, where discord.py and discordgo say it. The header's reason wins. */
export const NewBanQuery = object({ ...removal, reason: optional(textUpTo(512)) })

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
