import type { Transaction } from '../../ports/store.ts'

/** How long a nonce keeps a message from being made twice (HC §8). */
const KEPT_MS = 5 * 60 * 1000

export interface NonceClaim {
	channelId: string
	authorId: string
	nonce: string
	/** Of the message that is about to be made. */
	messageId: string
}

/**
 * Takes the nonce for a message. Undefined where it is ours; else the id of the message that had it within the last
 * minutes. Of several that come at once, the table's key lets one through.
 */
export async function claimNonce(tx: Transaction, claim: NonceClaim): Promise<string | undefined> {
	const row = {
		channel_id: claim.channelId,
		author_id: claim.authorId,
		nonce: claim.nonce,
		message_id: claim.messageId,
		expires_at: tx.now() + KEPT_MS,
	}
	const taken = await tx.db
		.insertInto('nonces')
		.values(row)
		.onConflict((conflict) =>
			conflict
				.columns(['channel_id', 'author_id', 'nonce'])
				.doUpdateSet({ message_id: row.message_id, expires_at: row.expires_at })
				.where('nonces.expires_at', '<=', tx.now()),
		)
		.returning('message_id')
		.executeTakeFirst()
	if (taken) return undefined
	const earlier = await tx.db
		.selectFrom('nonces')
		.select('message_id')
		.where('channel_id', '=', claim.channelId)
		.where('author_id', '=', claim.authorId)
		.where('nonce', '=', claim.nonce)
		.executeTakeFirst()
	return earlier?.message_id
}

/** Lets a nonce go whose message was removed; it may be used again at once. */
export async function releaseNonces(
	tx: Transaction,
	channelId: string,
	authorId: string,
	messageId: string,
): Promise<void> {
	await tx.db
		.deleteFrom('nonces')
		.where('channel_id', '=', channelId)
		.where('author_id', '=', authorId)
		.where('message_id', '=', messageId)
		.execute()
}

/** Forgets nonces and waiting times that are over. */
export async function sweepExpired(tx: Transaction): Promise<boolean> {
	await tx.db.deleteFrom('nonces').where('expires_at', '<=', tx.now()).execute()
	await tx.db.deleteFrom('slowmodes').where('expires_at', '<=', tx.now()).execute()
	return false
}
