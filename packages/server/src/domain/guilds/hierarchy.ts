import { ApiError } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { type GuildAccess, rank } from '../access/access.ts'

/** @throws MissingPermissions unless a role at this position is below all that the caller may touch */
export function requireBelow(access: GuildAccess, position: number): void {
	if (position >= rank(access)) throw new ApiError('MissingPermissions')
}

/**
 * Whether the caller stands above a member: the owner above everybody, the others above those whose highest role is
 * lower than their own.
 */
export async function outranks({ db }: Reading, access: GuildAccess, userId: string): Promise<boolean> {
	if (userId === access.guild.owner_id) return false
	if (access.userId === access.guild.owner_id) return true
	const highest = await db
		.selectFrom('member_roles')
		.innerJoin('roles', 'roles.id', 'member_roles.role_id')
		.select((role) => role.fn.max('roles.position').as('position'))
		.where('member_roles.guild_id', '=', access.guild.id)
		.where('member_roles.user_id', '=', userId)
		.executeTakeFirst()
	return (highest?.position ?? 0) < rank(access)
}

/** @throws MissingPermissions unless the caller stands above the member */
export async function requireOutranked(from: Reading, access: GuildAccess, userId: string): Promise<void> {
	if (!(await outranks(from, access, userId))) throw new ApiError('MissingPermissions')
}
