import { type ApprovedIntentName, TokensRevoked } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { ApplicationRow } from './applications.ts'

/** The bits of `flags`: what an operator approved, and what an application takes itself while it is small (LIM-19). */
const FLAGS: Readonly<Record<ApprovedIntentName, { approved: number; limited: number }>> = {
	presences: { approved: 1 << 12, limited: 1 << 13 },
	members: { approved: 1 << 14, limited: 1 << 15 },
	'message-content': { approved: 1 << 18, limited: 1 << 19 },
}

export interface ApprovedIntent {
	intent: ApprovedIntentName
	/** Milliseconds since the epoch. */
	until: number
}

/** Privileged intents that an operator lets the application use. */
export async function approvedIntents({ db }: Reading, applicationId: string): Promise<ApprovedIntent[]> {
	const rows = await db
		.selectFrom('intent_approvals')
		.select(['intent', 'until'])
		.where('application_id', '=', applicationId)
		.orderBy('intent')
		.execute()
	return rows.map(({ intent, until }) => ({ intent: intent as ApprovedIntentName, until }))
}

/** The job that ends an approval, which must be renewed. */
export const END_INTENT = 'end intent'

/** Lets an application use a privileged intent for a while, however many people it has. */
export async function approveIntent(
	tx: Transaction,
	{ id, flags }: ApplicationRow,
	{ intent, until }: ApprovedIntent,
): Promise<void> {
	await tx.db
		.insertInto('intent_approvals')
		.values({ application_id: id, intent, until })
		.onConflict((conflict) => conflict.columns(['application_id', 'intent']).doUpdateSet({ until }))
		.execute()
	await tx.enqueue(END_INTENT, { application_id: id, intent }, until)
	await setFlags(tx, id, flags | FLAGS[intent].approved)
}

/** Takes a privileged intent away, also where the application took it itself. */
export async function revokeIntent(
	tx: Transaction,
	{ id, flags }: ApplicationRow,
	intent: ApprovedIntentName,
): Promise<void> {
	await tx.db.deleteFrom('intent_approvals').where('application_id', '=', id).where('intent', '=', intent).execute()
	await setFlags(tx, id, flags & ~(FLAGS[intent].approved | FLAGS[intent].limited))
}

/** Ends an approval whose time is over, unless it was renewed. */
export async function endIntent(
	tx: Transaction,
	{ application_id, intent }: { application_id: string; intent: ApprovedIntentName },
): Promise<void> {
	const { numDeletedRows } = await tx.db
		.deleteFrom('intent_approvals')
		.where('application_id', '=', application_id)
		.where('intent', '=', intent)
		.where('until', '<=', tx.now())
		.executeTakeFirst()
	if (numDeletedRows === 0n) return
	const row = await tx.db.selectFrom('applications').select('flags').where('id', '=', application_id).executeTakeFirst()
	if (row) await setFlags(tx, application_id, row.flags & ~FLAGS[intent].approved)
}

async function setFlags(tx: Transaction, id: string, flags: number): Promise<void> {
	await tx.db.updateTable('applications').set({ flags }).where('id', '=', id).execute()
	// No token dies, but whoever remembers a bot by its token remembers its flags too.
	tx.emit(TokensRevoked, { internal: 'tokens' }, { token_hashes: [] })
}
