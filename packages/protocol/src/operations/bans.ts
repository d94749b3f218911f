import { type AnyOperation, operation } from '../operation.ts'
import { Ban, BulkBanResult, NewBan, NewBanQuery, NewBans } from '../resources/ban.ts'
import { integer, list, object, optional, snowflake } from '../schema.ts'
import { ids } from './path.ts'

export const listGuildBans = operation({
	id: 'list_guild_bans',
	method: 'GET',
	path: '/guilds/{guild_id}/bans',
	summary: 'Bans by ascending user id; `before` wins over `after`.',
	callers: ['bot'],
	permission: 'BanMembers',
	params: ids('guild_id'),
	query: object({
		limit: integer(1, 1000, { default: 1000 }),
		before: optional(snowflake),
		after: optional(snowflake),
	}),
	returns: list(Ban),
	errors: ['UnknownGuild'],
})

export const getGuildBan = operation({
	id: 'get_guild_ban',
	method: 'GET',
	path: '/guilds/{guild_id}/bans/{user_id}',
	summary: 'One ban.',
	callers: ['bot'],
	permission: 'BanMembers',
	params: ids('guild_id', 'user_id'),
	returns: Ban,
	errors: ['UnknownGuild', 'UnknownBan'],
})

export const banUserFromGuild = operation({
	id: 'ban_user_from_guild',
	method: 'PUT',
	path: '/guilds/{guild_id}/bans/{user_id}',
	summary: 'Bans a user, member or not, and removes what they wrote lately if asked.',
	callers: ['bot'],
	permission: 'BanMembers',
	params: ids('guild_id', 'user_id'),
	query: NewBanQuery,
	body: NewBan,
	errors: ['UnknownGuild', 'UnknownUser'],
})

export const unbanUserFromGuild = operation({
	id: 'unban_user_from_guild',
	method: 'DELETE',
	path: '/guilds/{guild_id}/bans/{user_id}',
	summary: 'Lifts a ban.',
	callers: ['bot'],
	permission: 'BanMembers',
	params: ids('guild_id', 'user_id'),
	errors: ['UnknownGuild', 'UnknownBan'],
})

/** Asks for ManageGuild besides. */
export const bulkBanUsersFromGuild = operation({
	id: 'bulk_ban_users_from_guild',
	method: 'POST',
	path: '/guilds/{guild_id}/bulk-ban',
	summary: 'Bans up to 200 users, and says who could not be.',
	callers: ['bot'],
	permission: 'BanMembers',
	params: ids('guild_id'),
	body: NewBans,
	returns: BulkBanResult,
	errors: ['UnknownGuild', 'BulkBanFailed'],
})

export const BAN_OPERATIONS: readonly AnyOperation[] = [
	listGuildBans,
	getGuildBan,
	banUserFromGuild,
	unbanUserFromGuild,
	bulkBanUsersFromGuild,
]
