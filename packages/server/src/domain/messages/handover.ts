import type { Transaction } from '../../ports/store.ts'
import { gameOfDirect } from '../channels/direct.ts'
import {
	type DirectOf,
	handOverDirect,
	holdDirectBetween,
	holdDirectOf,
	joinDirect,
	removeDirect,
} from '../channels/handover.ts'
import { followToChannel } from './ephemeral.ts'
import { removeRows } from './remove.ts'
import { type MessageRow, readExtra } from './rows.ts'

const MESSAGES_AT_ONCE = 100

/** Whose direct channels go to whom. */
interface Handover {
	fromId: string
	toId: string
}

/**
 * Makes another user a side of one's direct channels, and the author of what one said there, some messages at a time.
 * Where the other side has a channel with them already, the messages go into that; what the two said to each other goes
 * away. The cursor is the channel and the message that came last. Undefined once no channel is left.
 */
export async function moveDirectMessages(
	tx: Transaction,
	handover: Handover,
	cursor: string | null,
): Promise<string | undefined> {
	const direct = await holdDirectOf(tx, handover.fromId)
	if (!direct) return undefined
	const { channel, otherId } = direct
	const [channelId, messageId = '0'] = cursor?.split(':') ?? []
	const rows = await someMessages(tx, channel.id, channelId === channel.id ? messageId : '0')
	const last = rows.at(-1)
	if (otherId === handover.toId) {
		if (last) await removeRows(tx, idsOf(rows))
		else await removeDirect(tx, channel.id)
		return `${channel.id}:0`
	}
	const pair = { userId: handover.toId, otherId, applicationId: gameOfDirect(channel) }
	const into = await holdDirectBetween(tx, pair)
	if (last) {
		await giveAuthor(tx, idsOf(rows), handover)
		if (into) await moveInto(tx, rows, into.id)
		return `${channel.id}:${last.id}`
	}
	await finish(tx, direct, handover, into)
	return `${channel.id}:0`
}

/** All messages have been seen. Those that were seen before the other channel was opened are still to go there. */
async function finish(
	tx: Transaction,
	direct: DirectOf,
	handover: Handover,
	into: DirectOf['channel'] | undefined,
): Promise<void> {
	if (!into) await handOverDirect(tx, direct, handover)
	else if ((await someMessages(tx, direct.channel.id, '0')).length === 0) await joinDirect(tx, direct, into)
}

const idsOf = (rows: readonly MessageRow[]) => rows.map(({ id }) => id)

function someMessages({ db }: Transaction, channelId: string, after: string): Promise<MessageRow[]> {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('channel_id', '=', channelId)
		.where('id', '>', after)
		.orderBy('id')
		.limit(MESSAGES_AT_ONCE)
		.execute()
}

/** Makes what `fromId` wrote, and how they reacted, that of `toId`. */
async function giveAuthor({ db }: Transaction, ids: readonly string[], { fromId, toId }: Handover): Promise<void> {
	await db
		.updateTable('messages')
		.set({ author_id: toId })
		.where('id', 'in', ids)
		.where('author_id', '=', fromId)
		.execute()
	// The two sides of a channel are different people: no reaction is there twice.
	await db
		.updateTable('reactions')
		.set({ user_id: toId })
		.where('message_id', 'in', ids)
		.where('user_id', '=', fromId)
		.execute()
}

/** Attachments keep the address that they were given out under: it names the channel they came through. */
async function moveInto(tx: Transaction, rows: readonly MessageRow[], channelId: string): Promise<void> {
	await tx.db.updateTable('messages').set({ channel_id: channelId }).where('id', 'in', idsOf(rows)).execute()
	await followToChannel(tx, idsOf(rows), channelId)
	for (const row of rows) {
		const { reference, ...extra } = readExtra(row)
		if (reference?.channelId !== row.channel_id) continue
		const moved = JSON.stringify({ ...extra, reference: { ...reference, channelId } })
		await tx.db.updateTable('messages').set({ extra: moved }).where('id', '=', row.id).execute()
	}
}
