import { type AnyOperation, operation } from '../operation.ts'
import { Channel } from '../resources/channel.ts'
import { NewDirectChannel } from '../resources/channel-input.ts'
import { MyGuild } from '../resources/guild.ts'
import { PrivateMember } from '../resources/member.ts'
import { Connection, MyAccountChanges, MyUserChanges, PrivateUser, User } from '../resources/user.ts'
import { flag, integer, list, object, optional, snowflake } from '../schema.ts'
import { ids } from './path.ts'

export const getMyUser = operation({
	id: 'get_my_user',
	method: 'GET',
	path: '/users/@me',
	summary: 'The user whom the credentials stand for; the mail address only with the scope `email`.',
	callers: ['bot', 'bearer', 'login'],
	scopes: ['identify'],
	limit: 'unlimited',
	returns: PrivateUser,
})

export const updateMyUser = operation({
	id: 'update_my_user',
	method: 'PATCH',
	path: '/users/@me',
	summary: "Changes the caller's own name and pictures; provisional accounts change their display name.",
	callers: ['bot', 'bearer', 'login'],
	scopes: ['account.global_name.update'],
	body: MyUserChanges,
	returns: PrivateUser,
})

export const updateMyAccount = operation({
	id: 'update_my_account',
	method: 'PATCH',
	path: '/users/@me/account',
	summary: "Changes the display name of the caller's provisional account.",
	callers: ['bearer'],
	scopes: ['account.global_name.update'],
	body: MyAccountChanges,
	returns: PrivateUser,
})

export const getUser = operation({
	id: 'get_user',
	method: 'GET',
	path: '/users/{user_id}',
	summary: 'A user by id.',
	callers: ['bot'],
	params: ids('user_id'),
	returns: User,
	errors: ['UnknownUser'],
})

export const listMyGuilds = operation({
	id: 'list_my_guilds',
	method: 'GET',
	path: '/users/@me/guilds',
	summary: 'The guilds the caller is in, by ascending id.',
	callers: ['bot', 'bearer', 'login'],
	scopes: ['guilds'],
	query: object({
		before: optional(snowflake),
		after: optional(snowflake),
		limit: integer(1, 200, { default: 200 }),
		with_counts: flag(false),
	}),
	returns: list(MyGuild),
})

export const leaveGuild = operation({
	id: 'leave_guild',
	method: 'DELETE',
	path: '/users/@me/guilds/{guild_id}',
	summary: 'Leaves a guild. Its owner cannot.',
	callers: ['bot', 'login'],
	params: ids('guild_id'),
	errors: ['UnknownGuild', 'InvalidGuild'],
})

export const getMyGuildMember = operation({
	id: 'get_my_guild_member',
	method: 'GET',
	path: '/users/@me/guilds/{guild_id}/member',
	summary: 'The caller as a member of a guild.',
	callers: ['bearer'],
	scopes: ['guilds.members.read'],
	params: ids('guild_id'),
	returns: PrivateMember,
	errors: ['UnknownGuild'],
})

export const createDm = operation({
	id: 'create_dm',
	method: 'POST',
	path: '/users/@me/channels',
	summary: 'Opens the direct channel with a user, or answers with the one there is.',
	callers: ['bot'],
	body: NewDirectChannel,
	returns: Channel,
	errors: ['UnknownUser', 'InvalidRecipients', 'CannotMessageUser'],
})

/** Some clients name themselves where others write `@me`. */
export const createDmById = operation({
	...createDm,
	id: 'create_dm_by_id',
	path: '/users/{user_id}/channels',
	summary: 'The same, for a bot that names itself.',
	params: ids('user_id'),
	errors: [...(createDm.errors ?? []), 'MissingAccess'],
	deprecated: true,
})

export const listMyConnections = operation({
	id: 'list_my_connections',
	method: 'GET',
	path: '/users/@me/connections',
	summary: 'The accounts elsewhere that the user has connected.',
	callers: ['bearer'],
	scopes: ['connections'],
	returns: list(Connection),
})

export const USER_OPERATIONS: readonly AnyOperation[] = [
	getMyUser,
	updateMyUser,
	updateMyAccount,
	getUser,
	listMyGuilds,
	leaveGuild,
	getMyGuildMember,
	createDm,
	createDmById,
	listMyConnections,
]
