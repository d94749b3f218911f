import { ApiError } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { MessageRow } from './rows.ts'

/** The message of the channel. @throws UnknownMessage */
export async function findMessage({ db }: Reading, channelId: string, messageId: string): Promise<MessageRow> {
	const row = await db
		.selectFrom('messages')
		.selectAll()
		.where('id', '=', messageId)
		.where('channel_id', '=', channelId)
		.executeTakeFirst()
	if (!row) throw new ApiError('UnknownMessage')
	return row
}

/**
 * The message, held until the transaction ends: others who change it, or what hangs on it, wait. An update of nothing
 * is the one way of saying so that every database understands.
 */
export function lockMessage(
	{ db }: Transaction,
	channelId: string,
	messageId: string,
): Promise<MessageRow | undefined> {
	return db
		.updateTable('messages')
		.set((message) => ({ flags: message.ref('flags') }))
		.where('id', '=', messageId)
		.where('channel_id', '=', channelId)
		.returningAll()
		.executeTakeFirst()
}

/** @throws UnknownMessage */
export async function lockKnownMessage(tx: Transaction, channelId: string, messageId: string): Promise<MessageRow> {
	const row = await lockMessage(tx, channelId, messageId)
	if (!row) throw new ApiError('UnknownMessage')
	return row
}
