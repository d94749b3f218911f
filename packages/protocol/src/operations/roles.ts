import { type AnyOperation, operation } from '../operation.ts'
import { Role, RoleInput, RolePositions } from '../resources/role.ts'
import { int32, list, map } from '../schema.ts'
import { ids } from './path.ts'

export const listGuildRoles = operation({
	id: 'list_guild_roles',
	method: 'GET',
	path: '/guilds/{guild_id}/roles',
	summary: 'The roles of a guild.',
	callers: ['bot'],
	params: ids('guild_id'),
	returns: list(Role),
	errors: ['UnknownGuild'],
})

export const getGuildRole = operation({
	id: 'get_guild_role',
	method: 'GET',
	path: '/guilds/{guild_id}/roles/{role_id}',
	summary: 'One role.',
	callers: ['bot'],
	params: ids('guild_id', 'role_id'),
	returns: Role,
	errors: ['UnknownGuild', 'UnknownRole'],
})

export const guildRoleMemberCounts = operation({
	id: 'guild_role_member_counts',
	method: 'GET',
	path: '/guilds/{guild_id}/roles/member-counts',
	summary: 'How many members hold each role; `@everyone` is left out.',
	callers: ['bot'],
	params: ids('guild_id'),
	returns: map(int32),
	errors: ['UnknownGuild'],
})

export const createGuildRole = operation({
	id: 'create_guild_role',
	method: 'POST',
	path: '/guilds/{guild_id}/roles',
	summary: 'Makes a role, above `@everyone` only.',
	callers: ['bot'],
	permission: 'ManageRoles',
	params: ids('guild_id'),
	body: RoleInput,
	returns: Role,
	errors: ['UnknownGuild', 'MaximumRoles', 'BoostLevelTooLow'],
})

export const updateGuildRole = operation({
	id: 'update_guild_role',
	method: 'PATCH',
	path: '/guilds/{guild_id}/roles/{role_id}',
	summary: "Changes a role below the caller's highest.",
	callers: ['bot'],
	permission: 'ManageRoles',
	params: ids('guild_id', 'role_id'),
	body: RoleInput,
	returns: Role,
	errors: ['UnknownGuild', 'UnknownRole', 'BoostLevelTooLow'],
})

export const bulkUpdateGuildRoles = operation({
	id: 'bulk_update_guild_roles',
	method: 'PATCH',
	path: '/guilds/{guild_id}/roles',
	summary: 'Moves roles, and answers with all of them.',
	callers: ['bot'],
	permission: 'ManageRoles',
	params: ids('guild_id'),
	body: RolePositions,
	returns: list(Role),
	errors: ['UnknownGuild', 'UnknownRole'],
})

export const deleteGuildRole = operation({
	id: 'delete_guild_role',
	method: 'DELETE',
	path: '/guilds/{guild_id}/roles/{role_id}',
	summary: "Removes a role below the caller's highest.",
	callers: ['bot'],
	permission: 'ManageRoles',
	params: ids('guild_id', 'role_id'),
	errors: ['UnknownGuild', 'UnknownRole', 'InvalidRole'],
})

export const ROLE_OPERATIONS: readonly AnyOperation[] = [
	listGuildRoles,
	getGuildRole,
	guildRoleMemberCounts,
	createGuildRole,
	updateGuildRole,
	bulkUpdateGuildRoles,
	deleteGuildRole,
]
