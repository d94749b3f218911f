import type { Reading, Transaction } from '../../ports/store.ts'

/** From whom somebody takes messages in games. */
export const MESSAGE_SENDERS = ['everyone', 'friends', 'nobody'] as const
export type MessageSenders = (typeof MESSAGE_SENDERS)[number]

export const isMessageSenders = (text: string): text is MessageSenders =>
	(MESSAGE_SENDERS as readonly string[]).includes(text)

/** From whom these people take messages in games; from everybody who set nothing. */
export async function messageSendersOf(
	{ db }: Reading,
	userIds: readonly string[],
): Promise<ReadonlyMap<string, MessageSenders>> {
	const senders = new Map<string, MessageSenders>(userIds.map((id) => [id, 'everyone']))
	if (userIds.length === 0) return senders
	const rows = await db.selectFrom('account_settings').selectAll().where('user_id', 'in', userIds).execute()
	for (const { user_id, game_messages } of rows) {
		if (isMessageSenders(game_messages)) senders.set(user_id, game_messages)
	}
	return senders
}

export async function setMessageSenders({ db }: Transaction, userId: string, senders: MessageSenders): Promise<void> {
	const row = { game_messages: senders }
	await db
		.insertInto('account_settings')
		.values({ user_id: userId, ...row })
		.onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
		.execute()
}
