import { ApiError, GuildRoleCreate, GuildRoleUpdate, RightsChanged } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { holdGuild } from '../access/held.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { presentRole, type RoleRow } from './present.ts'
import { draftRole } from './role-draft.ts'
import { renumber } from './role-order.ts'
import { MOST_ROLES, rolesOf } from './roles.ts'

/**
 * Gives a bot's own role these permissions, and makes the role where there is none yet; a bot that was asked for without
 * any has none. Answers with the role, if there is one.
 * @throws MaximumRoles
 */
export async function setBotRole(
	tx: Transaction,
	guildId: string,
	bot: UserRow,
	permissions: bigint,
): Promise<RoleRow | undefined> {
	await holdGuild(tx, guildId)
	const roles = await rolesOf(tx, guildId)
	const own = roles.find((role) => role.bot_id === bot.id)
	if (own) return changeBits(tx, own, permissions)
	if (permissions === 0n) return undefined
	if (roles.length >= MOST_ROLES) throw new ApiError('MaximumRoles')
	const role: RoleRow = {
		...draftRole({ name: bot.username, permissions: permissions.toString() }, []),
		id: tx.newId(),
		guild_id: guildId,
		position: 1,
		is_managed: 1,
		bot_id: bot.id,
	}
	await tx.db.insertInto('roles').values(role).execute()
	tx.emit(GuildRoleCreate, { guildId }, { guild_id: guildId, role: presentRole(role) })
	const everyone = roles.filter(({ id }) => id === guildId)
	await renumber(tx, guildId, [...everyone, role, ...roles.filter(({ id }) => id !== guildId)])
	return role
}

async function changeBits(tx: Transaction, role: RoleRow, permissions: bigint): Promise<RoleRow> {
	if (BigInt(role.permissions) === permissions) return role
	const changed: RoleRow = { ...role, permissions: permissions.toString() }
	const { guild_id: guildId } = role
	await tx.db.updateTable('roles').set({ permissions: changed.permissions }).where('id', '=', role.id).execute()
	tx.emit(RightsChanged, { guildId }, { guild_id: guildId })
	tx.emit(GuildRoleUpdate, { guildId }, { guild_id: guildId, role: presentRole(changed) })
	return changed
}
