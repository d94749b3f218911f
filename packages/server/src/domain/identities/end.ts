import type { Transaction } from '../../ports/store.ts'
import { retireUser } from '../accounts/accounts.ts'

/** Accounts that one transaction ends. */
const AT_ONCE = 100

/**
 * Ends some of an application's provisional accounts, and what it knows of the players of others. True where there may be
 * more.
 */
export async function endIdentities(tx: Transaction, applicationId: string): Promise<boolean> {
	const identities = await tx.db
		.selectFrom('external_identities')
		.select(['id', 'user_id', 'state'])
		.where('application_id', '=', applicationId)
		.limit(AT_ONCE)
		.execute()
	for (const { id, user_id, state } of identities) {
		if (state !== 'linked') await retireUser(tx, user_id)
		await tx.db.deleteFrom('external_identities').where('id', '=', id).execute()
	}
	// Accounts that were about to end anyway, when everything of theirs had gone over.
	const merges = await tx.db
		.selectFrom('account_moves')
		.select(['id', 'from_user_id'])
		.where('application_id', '=', applicationId)
		.where('kind', '=', 'merge')
		.where('done_at', 'is', null)
		.limit(AT_ONCE)
		.execute()
	for (const { id, from_user_id } of merges) {
		await retireUser(tx, from_user_id)
		await tx.db.deleteFrom('account_moves').where('id', '=', id).execute()
	}
	return identities.length === AT_ONCE || merges.length === AT_ONCE
}
