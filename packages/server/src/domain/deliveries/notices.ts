import { writeMail } from '@guildhall/web'
import type { Transaction } from '../../ports/store.ts'
import { findUser } from '../accounts/accounts.ts'
import { orderMail } from '../accounts/mails.ts'
import type { ApplicationRow } from '../applications/applications.ts'

/** What became of an endpoint: given up because it takes nothing, or its address was removed. */
export type Notice = 'failing' | 'events' | 'interactions'

/** Tells the owner by mail that the platform has stopped calling an endpoint. */
export async function orderNotice(tx: Transaction, application: ApplicationRow, what: Notice): Promise<void> {
	const owner = await findUser(tx, application.owner_user_id)
	if (!owner?.email || owner.deleted_at !== null) return
	const content = { kind: 'endpoint', what, username: owner.username, application: application.name } as const
	await orderMail(tx, { to: owner.email, ...writeMail(content, tx.links.origin) })
}
