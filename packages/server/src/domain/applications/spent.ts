import { TokensRevoked } from '@guildhall/protocol'
import { writeMail } from '@guildhall/web'
import type { Transaction } from '../../ports/store.ts'
import { findUser } from '../accounts/accounts.ts'
import { orderMail } from '../accounts/mails.ts'
import { getApplication } from './applications.ts'

/** Takes a bot's token away because it began too many sessions; the owner, who is told, makes another (GWI-02). */
export async function endSpentToken(tx: Transaction, applicationId: string, tokenHash: string): Promise<void> {
	const application = await getApplication(tx, applicationId)
	const { numDeletedRows } = await tx.db
		.deleteFrom('bot_tokens')
		.where('token_hash', '=', tokenHash)
		.where('application_id', '=', applicationId)
		.executeTakeFirst()
	// Somebody else's Identify was faster, or the owner was.
	if (numDeletedRows === 0n) return
	const { bot_user_id: userId, owner_user_id: ownerId, name } = application
	tx.emit(
		TokensRevoked,
		{ internal: 'tokens' },
		{ application_id: applicationId, ...(userId ? { user_id: userId } : {}) },
	)
	const owner = await findUser(tx, ownerId)
	if (!owner?.email || owner.deleted_at !== null) return
	const content = { kind: 'token-spent', username: owner.username, application: name } as const
	await orderMail(tx, { to: owner.email, ...writeMail(content, tx.links.origin) })
}
