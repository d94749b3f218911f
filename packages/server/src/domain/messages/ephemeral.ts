import { snowflakeAt } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { removeRows } from './remove.ts'
import type { MessageRow } from './rows.ts'

/** How long a message is kept that only a game has (GDM-05). */
const KEPT_MS = 72 * 60 * 60 * 1000
const AT_ONCE = 100

/** Notes that a message goes when its time is over. */
export async function keepForAWhile({ db }: Transaction, { id, channel_id }: MessageRow): Promise<void> {
	await db.insertInto('ephemeral_messages').values({ message_id: id, channel_id }).execute()
}

/** Messages that are to go are in another channel now. */
export async function followToChannel(
	{ db }: Transaction,
	messageIds: readonly string[],
	channelId: string,
): Promise<void> {
	await db
		.updateTable('ephemeral_messages')
		.set({ channel_id: channelId })
		.where('message_id', 'in', messageIds)
		.execute()
}

/** Removes what is over, and channels in which nothing came after it. True where there may be more. */
export async function sweepEphemeral(tx: Transaction): Promise<boolean> {
	const over = await tx.db
		.selectFrom('ephemeral_messages')
		.selectAll()
		.where('message_id', '<', snowflakeAt(tx.now() - KEPT_MS))
		.orderBy('message_id')
		.limit(AT_ONCE)
		.execute()
	const last = over.at(-1)
	if (!last) return false
	const ids = over.map((row) => row.message_id)
	await removeRows(tx, ids)
	await tx.db.deleteFrom('ephemeral_messages').where('message_id', 'in', ids).execute()
	await tx.db
		.deleteFrom('channels')
		.where('id', 'in', [...new Set(over.map((row) => row.channel_id))])
		.where('last_message_id', '<=', last.message_id)
		.execute()
	return over.length === AT_ONCE
}
