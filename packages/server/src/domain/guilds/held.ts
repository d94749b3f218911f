/** Rows of a guild that are held until the commit: who would change one at the same time waits, and sees what became of it. */
import { ApiError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { GuildRow } from '../access/access.ts'
import type { RoleRow } from './present.ts'

/** @throws UnknownGuild */
export async function holdGuild({ db }: Transaction, guildId: string): Promise<GuildRow> {
	const guild = await db
		.updateTable('guilds')
		.set((row) => ({ tag: row.ref('tag') }))
		.where('id', '=', guildId)
		.returningAll()
		.executeTakeFirst()
	if (!guild) throw new ApiError('UnknownGuild')
	return guild
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
