import { ApiError, GuildRoleUpdate, RightsChanged, type RolePositions } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { GuildAccess } from '../access/access.ts'
import { audit } from '../audit/audit.ts'
import { requireBelow } from './hierarchy.ts'
import { presentRole, type RoleRow } from './present.ts'

/** Gives the roles of a guild that is held the positions that their order says, and tells of those that moved. Answers with all of them. */
export async function renumber(tx: Transaction, guildId: string, ordered: readonly RoleRow[]): Promise<RoleRow[]> {
	const numbered = ordered.map((role, position): RoleRow => ({ ...role, position }))
	for (const [index, role] of numbered.entries()) {
		if (ordered[index]?.position === role.position) continue
		await tx.db.updateTable('roles').set({ position: role.position }).where('id', '=', role.id).execute()
		tx.emit(GuildRoleUpdate, { guildId }, { guild_id: guildId, role: presentRole(role) })
	}
	return numbered
}

/**
 * Puts roles where they are wanted, the others close up. `before` are the guild's roles from the lowest up, the guild is held.
 * @throws UnknownRole, MissingPermissions, InvalidRole
 */
export async function moveRoles(
	tx: Transaction,
	access: GuildAccess,
	{ before, positions, reason }: { before: readonly RoleRow[]; positions: RolePositions; reason?: string | undefined },
): Promise<RoleRow[]> {
	const { guild } = access
	const moved = positions.flatMap(({ id, position }) => {
		const role = before.find((candidate) => candidate.id === id)
		if (!role) throw new ApiError('UnknownRole')
		if (typeof position !== 'number' || position === role.position) return []
		if (id === guild.id || position === 0) throw new ApiError('InvalidRole')
		requireBelow(access, role.position)
		requireBelow(access, position)
		return [{ role, position }]
	})
	if (moved.length === 0) return [...before]
	const ordered = before.filter((role) => !moved.some((move) => move.role.id === role.id))
	for (const { role, position } of moved.sort((a, b) => a.position - b.position)) ordered.splice(position, 0, role)
	const after = await renumber(tx, guild.id, ordered)
	tx.emit(RightsChanged, { guildId: guild.id }, { guild_id: guild.id })
	for (const { role } of moved) {
		const position = after.find(({ id }) => id === role.id)?.position
		await audit(tx, {
			guildId: guild.id,
			userId: access.userId,
			targetId: role.id,
			action: 'roleUpdate',
			changes: [{ key: 'position', old_value: role.position, new_value: position }],
			reason,
		})
	}
	return after
}
