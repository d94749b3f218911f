/** Rows of a guild that are held until the commit: who would change one at the same time waits, and sees what became of it. */
import { ApiError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { GuildRow } from '../access/access.ts'
import { holdGuild } from '../access/held.ts'
import { takeTurns } from '../accounts/accounts.ts'
import type { RoleRow } from './present.ts'

/**
 * Takes hold of users and of a guild, in this order: who comes into it, who leaves it, is banned there or owns it happens
 * one after the other; so does in how many guilds a user is. @throws UnknownGuild
 */
export async function holdPlace(tx: Transaction, guildId: string, ...userIds: string[]): Promise<GuildRow> {
	await takeTurns(tx, userIds)
	return holdGuild(tx, guildId)
}

/** @throws UnknownRole */
export async function holdRole({ db }: Transaction, guildId: string, roleId: string): Promise<RoleRow> {
	const role = await db
		.updateTable('roles')
		.set((row) => ({ position: row.ref('position') }))
		.where('id', '=', roleId)
		.where('guild_id', '=', guildId)
		.returningAll()
		.executeTakeFirst()
	if (!role) throw new ApiError('UnknownRole')
	return role
}

/** False where there is no such member. */
export async function holdMember({ db }: Transaction, guildId: string, userId: string): Promise<boolean> {
	const held = await db
		.updateTable('members')
		.set((row) => ({ flags: row.ref('flags') }))
		.where('guild_id', '=', guildId)
		.where('user_id', '=', userId)
		.returning('user_id')
		.execute()
	return held.length > 0
}
