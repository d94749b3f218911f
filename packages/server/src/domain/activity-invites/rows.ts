import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'

export type InviteRow = Selectable<Tables['activity_invites']>

/** Keeps an invite or a request in the place of an earlier one of the two (Q22). */
export async function keepInvite(tx: Transaction, row: InviteRow): Promise<void> {
	const { receiver_id: _, sender_id: __, application_id: ___, type: ____, ...rest } = row
	await tx.db
		.insertInto('activity_invites')
		.values(row)
		.onConflict((conflict) =>
			conflict.columns(['receiver_id', 'sender_id', 'application_id', 'type']).doUpdateSet(rest),
		)
		.execute()
}

/** The invite that is still good by its time. */
export async function findInvite(
	{ db, now }: Reading,
	{ receiverId, senderId, applicationId }: { receiverId: string; senderId: string; applicationId: string },
): Promise<InviteRow | undefined> {
	return db
		.selectFrom('activity_invites')
		.selectAll()
		.where('receiver_id', '=', receiverId)
		.where('sender_id', '=', senderId)
		.where('application_id', '=', applicationId)
		.where('type', '=', 1)
		.where('expires_at', '>', now())
		.executeTakeFirst()
}

/** The invites of these users to the receiver that are still good by their time. */
export async function invitesFrom(
	{ db, now }: Reading,
	receiverId: string,
	senderIds: readonly string[],
): Promise<InviteRow[]> {
	if (senderIds.length === 0) return []
	return db
		.selectFrom('activity_invites')
		.selectAll()
		.where('receiver_id', '=', receiverId)
		.where('sender_id', 'in', senderIds)
		.where('type', '=', 1)
		.where('expires_at', '>', now())
		.execute()
}

/** Notes that the invite is accepted; false where it was before. */
export async function noteAccepted({ db }: Transaction, invite: InviteRow): Promise<boolean> {
	const noted = await db
		.updateTable('activity_invites')
		.set({ is_accepted: 1 })
		.where('receiver_id', '=', invite.receiver_id)
		.where('sender_id', '=', invite.sender_id)
		.where('application_id', '=', invite.application_id)
		.where('type', '=', invite.type)
		.where('is_accepted', '=', 0)
		.returning('message_id')
		.execute()
	return noted.length > 0
}

/** Forgets invites that are too old. */
export async function sweepInvites(tx: Transaction): Promise<boolean> {
	await tx.db.deleteFrom('activity_invites').where('expires_at', '<=', tx.now()).execute()
	return false
}
