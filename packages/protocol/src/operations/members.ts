import { type AnyOperation, operation } from '../operation.ts'
import { Member, MemberChanges, MyMemberChanges, MyNick, NewMember, PrivateMember } from '../resources/member.ts'
import { integer, list, object, optional, snowflake, text } from '../schema.ts'
import { ids } from './path.ts'

export const listGuildMembers = operation({
	id: 'list_guild_members',
	method: 'GET',
	path: '/guilds/{guild_id}/members',
	summary: 'Members by ascending user id. The application needs the members intent.',
	callers: ['bot'],
	params: ids('guild_id'),
	query: object({ limit: integer(1, 1000, { default: 1 }), after: optional(snowflake) }),
	returns: list(Member),
	errors: ['UnknownGuild', 'MissingAccess'],
})

export const searchGuildMembers = operation({
	id: 'search_guild_members',
	method: 'GET',
	path: '/guilds/{guild_id}/members/search',
	summary: 'Members whose name or nickname begins with the query.',
	callers: ['bot'],
	params: ids('guild_id'),
	query: object({ query: text(1, 100), limit: integer(1, 1000, { default: 1 }) }),
	returns: list(Member),
	errors: ['UnknownGuild'],
})

export const getGuildMember = operation({
	id: 'get_guild_member',
	method: 'GET',
	path: '/guilds/{guild_id}/members/{user_id}',
	summary: 'One member.',
	callers: ['bot'],
	params: ids('guild_id', 'user_id'),
	returns: Member,
	errors: ['UnknownGuild', 'UnknownMember', 'UnknownUser'],
})

export const addGuildMember = operation({
	id: 'add_guild_member',
	method: 'PUT',
	path: '/guilds/{guild_id}/members/{user_id}',
	summary: 'Brings in a user who granted `guilds.join`. One who is a member already: no body.',
	callers: ['bot'],
	permission: 'CreateInstantInvite',
	params: ids('guild_id', 'user_id'),
	body: NewMember,
	status: 201,
	returns: Member,
	errors: ['UnknownGuild', 'UnknownUser', 'InvalidAccessToken', 'MissingScope', 'BannedFromGuild', 'MaximumGuilds'],
})

export const updateGuildMember = operation({
	id: 'update_guild_member',
	method: 'PATCH',
	path: '/guilds/{guild_id}/members/{user_id}',
	summary: 'Changes a member; each field has its own permission.',
	callers: ['bot'],
	params: ids('guild_id', 'user_id'),
	body: MemberChanges,
	returns: Member,
	errors: ['UnknownGuild', 'UnknownMember', 'UnknownRole', 'UnknownChannel', 'ChannelType', 'NotInVoice'],
})

export const updateMyGuildMember = operation({
	id: 'update_my_guild_member',
	method: 'PATCH',
	path: '/guilds/{guild_id}/members/@me',
	summary: 'Changes the caller as a member.',
	callers: ['bot'],
	params: ids('guild_id'),
	body: MyMemberChanges,
	returns: PrivateMember,
	errors: ['UnknownGuild'],
})

export const updateMyNick = operation({
	id: 'update_my_nick',
	method: 'PATCH',
	path: '/guilds/{guild_id}/members/@me/nick',
	summary: "Changes the caller's nickname in a guild, for older clients: `update_my_guild_member` does it too.",
	callers: ['bot'],
	params: ids('guild_id'),
	body: MyNick,
	returns: MyNick,
	errors: ['UnknownGuild'],
	deprecated: true,
})

export const deleteGuildMember = operation({
	id: 'delete_guild_member',
	method: 'DELETE',
	path: '/guilds/{guild_id}/members/{user_id}',
	summary: "Removes a member whose highest role is below the caller's.",
	callers: ['bot'],
	permission: 'KickMembers',
	params: ids('guild_id', 'user_id'),
	errors: ['UnknownGuild', 'UnknownMember'],
})

export const addGuildMemberRole = operation({
	id: 'add_guild_member_role',
	method: 'PUT',
	path: '/guilds/{guild_id}/members/{user_id}/roles/{role_id}',
	summary: "Gives a member a role below the caller's highest.",
	callers: ['bot'],
	permission: 'ManageRoles',
	params: ids('guild_id', 'user_id', 'role_id'),
	errors: ['UnknownGuild', 'UnknownMember', 'UnknownRole'],
})

export const deleteGuildMemberRole = operation({
	id: 'delete_guild_member_role',
	method: 'DELETE',
	path: '/guilds/{guild_id}/members/{user_id}/roles/{role_id}',
	summary: "Takes a role below the caller's highest from a member.",
	callers: ['bot'],
	permission: 'ManageRoles',
	params: ids('guild_id', 'user_id', 'role_id'),
	errors: ['UnknownGuild', 'UnknownMember', 'UnknownRole'],
})

export const MEMBER_OPERATIONS: readonly AnyOperation[] = [
	listGuildMembers,
	searchGuildMembers,
	getGuildMember,
	addGuildMember,
	updateGuildMember,
	updateMyGuildMember,
	updateMyNick,
	deleteGuildMember,
	addGuildMemberRole,
	deleteGuildMemberRole,
]
