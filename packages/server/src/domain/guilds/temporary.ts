import type { Reading, Transaction } from '../../ports/store.ts'
import { getUser } from '../accounts/accounts.ts'
import { roleIdsOf } from './members.ts'
import { removeMember } from './membership.ts'

/** Takes a user whose last session has ended out of the guilds where they were for as long; who has a role stays (invites.md J9). */
export async function endTemporary(tx: Transaction, userId: string): Promise<void> {
	const rows = await tx.db
		.selectFrom('members')
		.select('guild_id')
		.where('user_id', '=', userId)
		.where('is_temporary', '=', 1)
		.execute()
	for (const { guild_id: guildId } of rows) {
		const held = await roleIdsOf(tx, guildId, [userId])
		if (!held.has(userId)) await removeMember(tx, guildId, await getUser(tx, userId))
	}
}

/** Whether a user is in some guild for as long as they play. */
export async function isTemporary({ db }: Reading, userId: string): Promise<boolean> {
	const row = await db
		.selectFrom('members')
		.select('user_id')
		.where('user_id', '=', userId)
		.where('is_temporary', '=', 1)
		.limit(1)
		.executeTakeFirst()
	return row !== undefined
}
