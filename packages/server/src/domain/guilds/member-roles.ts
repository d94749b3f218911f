import { ApiError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type GuildAccess, requirePermissions } from '../access/access.ts'
import { audit } from '../audit/audit.ts'
import { requireBelow } from './hierarchy.ts'
import type { FullMember } from './members.ts'
import type { RoleRow } from './present.ts'

/**
 * Gives a member exactly these roles; every one that comes or goes must be below the caller's highest. Answers with
 * those the member holds then: the very same list where nothing changed.
 * @throws UnknownRole, InvalidRole, MissingPermissions
 */
export async function changeRoles(
	tx: Transaction,
	access: GuildAccess,
	member: FullMember,
	wanted: readonly string[] | null | undefined,
	reason?: string,
): Promise<string[]> {
	if (wanted === undefined) return member.roleIds
	requirePermissions(access, 'ManageRoles')
	const { id: guildId } = access.guild
	const kept = (wanted ?? []).filter((id) => id !== guildId)
	const added = kept.filter((id) => !member.roleIds.includes(id))
	const removed = member.roleIds.filter((id) => !kept.includes(id))
	if (added.length + removed.length === 0) return member.roleIds
	const roles = await requireRoles(tx, access, [...added, ...removed])
	const userId = member.row.user_id
	if (removed.length > 0) {
		await tx.db
			.deleteFrom('member_roles')
			.where('guild_id', '=', guildId)
			.where('user_id', '=', userId)
			.where('role_id', 'in', removed)
			.execute()
	}
	if (added.length > 0) {
		await tx.db
			.insertInto('member_roles')
			.values(added.map((role_id) => ({ guild_id: guildId, user_id: userId, role_id })))
			.onConflict((conflict) => conflict.columns(['guild_id', 'user_id', 'role_id']).doNothing())
			.execute()
	}
	const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: roles.get(id)?.name }))
	await audit(tx, {
		guildId,
		userId: access.userId,
		targetId: userId,
		action: 'memberRoleUpdate',
		changes: [
			...(added.length > 0 ? [{ key: '$add', new_value: named(added) }] : []),
			...(removed.length > 0 ? [{ key: '$remove', new_value: named(removed) }] : []),
		],
		reason,
	})
	return kept.sort()
}

/** The roles with these ids, each of which the caller may hand out. @throws UnknownRole, InvalidRole, MissingPermissions */
export async function requireRoles(
	{ db }: Transaction,
	access: GuildAccess,
	ids: readonly string[],
): Promise<Map<string, RoleRow>> {
	if (ids.length === 0) return new Map()
	const rows = await db.selectFrom('roles').selectAll().where('id', 'in', ids).execute()
	const roles = new Map(rows.map((row) => [row.id, row]))
	for (const id of ids) {
		const role = roles.get(id)
		if (role?.guild_id !== access.guild.id) throw new ApiError('UnknownRole')
		if (id === access.guild.id || role.is_managed) throw new ApiError('InvalidRole')
		requireBelow(access, role.position)
	}
	return roles
}
