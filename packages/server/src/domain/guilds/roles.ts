import {
	ApiError,
	GuildRoleCreate,
	GuildRoleDelete,
	GuildRoleUpdate,
	RightsChanged,
	type Role,
	type RoleInput,
} from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { featuresOf, type GuildAccess, requireGrantable } from '../access/access.ts'
import { holdStanding } from '../access/held.ts'
import { audit, changesBetween } from '../audit/audit.ts'
import { holdRole } from './held.ts'
import { requireBelow } from './hierarchy.ts'
import { presentRole, type RoleRow } from './present.ts'
import { draftRole, type RoleDraft, requireRoleIcons } from './role-draft.ts'
import { renumber } from './role-order.ts'

export const MOST_ROLES = 250
const AUDITED = [
	'name',
	'permissions',
	'color',
	'colors',
	'hoist',
	'mentionable',
	'icon_hash',
	'unicode_emoji',
] as const

/** What a request says of a role; its icon is stored already and named by its hash. */
export type RoleChanges = Omit<RoleInput, 'icon'> & { icon?: string | null }

/** The roles of a guild from the lowest up. */
export function rolesOf({ db }: Reading, guildId: string): Promise<RoleRow[]> {
	return db.selectFrom('roles').selectAll().where('guild_id', '=', guildId).orderBy('position').orderBy('id').execute()
}

/** @throws UnknownRole */
export async function getRole({ db }: Reading, guildId: string, roleId: string): Promise<RoleRow> {
	const role = await db.selectFrom('roles').selectAll().where('id', '=', roleId).executeTakeFirst()
	if (role?.guild_id !== guildId) throw new ApiError('UnknownRole')
	return role
}

/** How many members hold each role, `@everyone` not counted. */
export async function countRoleMembers(from: Reading, guildId: string): Promise<Record<string, number>> {
	const roles = await rolesOf(from, guildId)
	const rows = await from.db
		.selectFrom('member_roles')
		.select((held) => ['role_id', held.fn.countAll<number>().as('members')])
		.where('guild_id', '=', guildId)
		.groupBy('role_id')
		.execute()
	const counted = new Map(rows.map(({ role_id, members }) => [role_id, Number(members)]))
	return Object.fromEntries(roles.filter(({ id }) => id !== guildId).map(({ id }) => [id, counted.get(id) ?? 0]))
}

/** Makes a role, above `@everyone` only. @throws MaximumRoles, MissingPermissions, BoostLevelTooLow */
export async function createRole(
	tx: Transaction,
	seen: GuildAccess,
	input: RoleChanges,
	reason?: string,
): Promise<Role> {
	const access = await holdStanding(tx, seen)
	const { guild } = access
	const roles = await rolesOf(tx, guild.id)
	if (roles.length >= MOST_ROLES) throw new ApiError('MaximumRoles')
	const everyone = roles.find(({ id }) => id === guild.id)
	const draft = applyChanges({ permissions: everyone?.permissions ?? '0', ...withoutNulls(input) }, featuresOf(guild))
	if (input.permissions) requireGrantable(access.permissions, BigInt(draft.permissions))
	const role: RoleRow = { ...draft, id: tx.newId(), guild_id: guild.id, position: 1 }
	await tx.db.insertInto('roles').values(role).execute()
	const created = presentRole(role)
	tx.emit(GuildRoleCreate, { guildId: guild.id }, { guild_id: guild.id, role: created })
	const others = roles.filter(({ id }) => id !== guild.id)
	await renumber(tx, guild.id, [...(everyone ? [everyone] : []), role, ...others])
	await audit(tx, {
		guildId: guild.id,
		userId: access.userId,
		targetId: role.id,
		action: 'roleCreate',
		changes: changesBetween(undefined, audited(created), AUDITED),
		reason,
	})
	return created
}

/** Changes a role below the caller's highest. @throws UnknownRole, MissingPermissions, BoostLevelTooLow */
export async function updateRole(
	tx: Transaction,
	seen: GuildAccess,
	roleId: string,
	changes: RoleChanges,
	reason?: string,
): Promise<Role> {
	const access = await holdStanding(tx, seen)
	const { guild } = access
	const before = await holdRole(tx, guild.id, roleId)
	requireBelow(access, before.position)
	const { id, guild_id, position, ...old } = before
	const draft = applyChanges(changes, featuresOf(guild), old)
	if (roleId === guild.id) draft.name = before.name
	const changedBits = BigInt(draft.permissions) ^ BigInt(before.permissions)
	requireGrantable(access.permissions, changedBits)
	const after: RoleRow = { id, guild_id, position, ...draft }
	const role = presentRole(after)
	const audits = changesBetween(audited(presentRole(before)), audited(role), AUDITED)
	if (audits.length === 0) return role
	await tx.db.updateTable('roles').set(draft).where('id', '=', roleId).execute()
	if (changedBits !== 0n) tx.emit(RightsChanged, { guildId: guild.id }, { guild_id: guild.id })
	tx.emit(GuildRoleUpdate, { guildId: guild.id }, { guild_id: guild.id, role })
	await audit(tx, {
		guildId: guild.id,
		userId: access.userId,
		targetId: roleId,
		action: 'roleUpdate',
		changes: audits,
		reason,
	})
	return role
}

/** Removes a role, and what channels say about it. @throws UnknownRole, InvalidRole, MissingPermissions */
export async function deleteRole(tx: Transaction, seen: GuildAccess, roleId: string, reason?: string): Promise<void> {
	const access = await holdStanding(tx, seen)
	const { guild } = access
	const role = await holdRole(tx, guild.id, roleId)
	if (roleId === guild.id || role.is_managed) throw new ApiError('InvalidRole')
	requireBelow(access, role.position)
	await tx.db.deleteFrom('overwrites').where('target_id', '=', roleId).execute()
	await tx.db.deleteFrom('roles').where('id', '=', roleId).execute()
	tx.emit(RightsChanged, { guildId: guild.id }, { guild_id: guild.id })
	tx.emit(GuildRoleDelete, { guildId: guild.id }, { guild_id: guild.id, role_id: roleId })
	await renumber(tx, guild.id, await rolesOf(tx, guild.id))
	await audit(tx, {
		guildId: guild.id,
		userId: access.userId,
		targetId: roleId,
		action: 'roleDelete',
		changes: changesBetween(audited(presentRole(role)), undefined, AUDITED),
		reason,
	})
}

function applyChanges(changes: RoleChanges, features: readonly string[], before?: RoleDraft) {
	const draft = draftRole(changes, features, before)
	if (changes.icon === undefined) return draft
	if (changes.icon !== null) {
		requireRoleIcons(features)
		draft.unicode_emoji = null
	}
	draft.icon = changes.icon
	return draft
}

/** In a body that makes a role null says the same as nothing. */
function withoutNulls(input: RoleChanges): RoleChanges {
	return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}

/** The log names an icon by its hash. */
function audited(role: Role) {
	return { ...role, icon_hash: role.icon }
}
