/** A guild and its roles, held until the commit: who would change them at the same time waits, and sees what became of it. */
import { ApiError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type GuildAccess, type GuildRow, standingIn } from './access.ts'

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

/**
 * Takes hold of a guild, and says how the caller stands in it now: roles that others made or moved a moment ago count.
 * @throws UnknownGuild
 */
export async function holdStanding(tx: Transaction, { guild, userId }: GuildAccess): Promise<GuildAccess> {
	const access = await standingIn(tx, userId, await holdGuild(tx, guild.id))
	if (!access) throw new ApiError('UnknownGuild')
	return access
}

/** Keeps a role from being changed or removed until the commit; many may do so beside each other. False where it is not in the guild. */
export async function steadyRole(tx: Transaction, guildId: string, roleId: string): Promise<boolean> {
	const role = tx.db.selectFrom('roles').select('id').where('id', '=', roleId).where('guild_id', '=', guildId)
	return (await (tx.dialect === 'postgres' ? role.forShare() : role).execute()).length > 0
}
