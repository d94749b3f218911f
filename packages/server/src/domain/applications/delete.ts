import { formError, TokensRevoked } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { ApplicationRow } from './applications.ts'
import { type DeauthorizeCause, deauthorize } from './authorizations.ts'
import { isParent } from './publishers.ts'
import { applicationFor } from './roles.ts'

/** The job that clears away what a deleted application has left. */
export const CLEAR_APPLICATION = 'clear application'

export interface ClearApplication {
	application_id: string
}

/** Authorizations that one transaction ends. */
const AT_ONCE = 50

/**
 * Ends an application for everybody at once: none of its tokens opens anything any more. What it leaves behind is cleared
 * away by a job. @throws UnknownApplication, NotAuthorizedOnApplication, InvalidFormBody where games are below it
 */
export async function deleteApplication(tx: Transaction, actorId: string, applicationId: string): Promise<void> {
	const { application } = await applicationFor(tx, actorId, applicationId, 'own')
	if (await isParent(tx, applicationId)) {
		throw formError([], 'APPLICATION_HAS_CHILDREN', 'Games are below this application; it cannot be deleted.')
	}
	const { db } = tx
	await db.updateTable('applications').set({ deleted_at: tx.now() }).where('id', '=', applicationId).execute()
	await db.deleteFrom('bot_tokens').where('application_id', '=', applicationId).execute()
	await db.deleteFrom('access_tokens').where('application_id', '=', applicationId).execute()
	await db.deleteFrom('refresh_tokens').where('application_id', '=', applicationId).execute()
	await db.deleteFrom('device_codes').where('application_id', '=', applicationId).execute()
	tx.emit(TokensRevoked, { internal: 'tokens' }, { application_id: applicationId })
	const order: ClearApplication = { application_id: application.id }
	await tx.enqueue(CLEAR_APPLICATION, order)
}

/** Ends some of the authorizations that are left. True where there may be more. */
export async function endAuthorizations(
	tx: Transaction,
	applicationId: string,
	cause: DeauthorizeCause = 'application-deleted',
): Promise<boolean> {
	const rows = await tx.db
		.selectFrom('authorizations')
		.select('user_id')
		.where('application_id', '=', applicationId)
		.where('revoked_at', 'is', null)
		.limit(AT_ONCE)
		.execute()
	for (const { user_id: userId } of rows) await deauthorize(tx, { applicationId, userId }, cause)
	return rows.length === AT_ONCE
}

/** Removes the row and all that hangs on it, once nothing else is left; its bot's messages stay, by a name of nobody. */
export async function removeApplication(tx: Transaction, { id, bot_user_id }: ApplicationRow): Promise<void> {
	await tx.db.deleteFrom('applications').where('id', '=', id).execute()
	if (bot_user_id === null) return
	await tx.db
		.updateTable('users')
		.set({ username: `deleted_bot_${bot_user_id}`, global_name: null, avatar: null, deleted_at: tx.now() })
		.where('id', '=', bot_user_id)
		.execute()
}
