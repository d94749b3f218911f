import type { Transaction } from '../../ports/store.ts'
import { getUser, takeTurn } from '../accounts/accounts.ts'
import {
	CLEAR_APPLICATION,
	type ClearApplication,
	endAuthorizations,
	removeApplication,
} from '../applications/delete.ts'
import { removeMember } from '../guilds/membership.ts'
import { endIdentities } from '../identities/end.ts'
import { removeOldLobbies } from '../lobbies/remove.ts'

/** Guilds that a bot leaves in one transaction. */
const AT_ONCE = 20

/**
 * Clears away some of what a deleted application has left, and orders the rest: what people allowed it, its players, its
 * lobbies with their links, its bot's places.
 */
export async function clearApplication(tx: Transaction, order: ClearApplication): Promise<void> {
	const application = await tx.db
		.selectFrom('applications')
		.selectAll()
		.where('id', '=', order.application_id)
		.where('deleted_at', 'is not', null)
		.executeTakeFirst()
	if (!application) return
	const isMore =
		(await endAuthorizations(tx, application.id)) ||
		(await endIdentities(tx, application.id)) ||
		(await removeOldLobbies(tx, { applicationId: application.id, beforeId: tx.newId() })) ||
		(application.bot_user_id !== null && (await leaveGuilds(tx, application.bot_user_id)))
	if (isMore) await tx.enqueue(CLEAR_APPLICATION, order)
	else await removeApplication(tx, application)
}

/** True where there may be more. */
async function leaveGuilds(tx: Transaction, userId: string): Promise<boolean> {
	await takeTurn(tx, userId)
	const rows = await tx.db
		.selectFrom('members')
		.select('guild_id')
		.where('user_id', '=', userId)
		.limit(AT_ONCE)
		.execute()
	if (rows.length === 0) return false
	const user = await getUser(tx, userId)
	for (const { guild_id } of rows) await removeMember(tx, guild_id, user)
	return rows.length === AT_ONCE
}
