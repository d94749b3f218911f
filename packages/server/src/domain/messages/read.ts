import { formError, hasPermissions, type Message } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import type { ChannelAccess } from '../access/access.ts'
import type { Somebody } from '../access/caller.ts'
import { mayReadContent, withoutContent } from './content-gate.ts'
import { findMessage } from './find.ts'
import { requireText } from './place.ts'
import { presentMessages } from './present.ts'
import type { MessageRow } from './rows.ts'

export interface Page {
	limit: number
	before?: string
	after?: string
	around?: string
}

/**
 * Messages of a channel, newest first; none without ReadMessageHistory.
 * @throws InvalidFormBody where more than one of `before`, `after` and `around` is given
 */
export async function listMessages(
	from: Reading,
	access: ChannelAccess,
	reader: Somebody,
	page: Page,
): Promise<Message[]> {
	requireText(access)
	if ([page.before, page.after, page.around].filter((id) => id !== undefined).length > 1) {
		throw formError([], 'MESSAGE_PAGINATION_EXCLUSIVE', 'Only one of before, after and around may be given.')
	}
	if (!hasPermissions(access.permissions, 'ReadMessageHistory')) return []
	const rows = await rowsOf(from, access.channel.id, page)
	return seenBy(reader, access, await presentMessages(from, rows, access.userId))
}

/** One message. @throws UnknownMessage */
export async function getMessage(
	from: Reading,
	access: ChannelAccess,
	reader: Somebody,
	messageId: string,
): Promise<Message> {
	const row = await findMessage(from, access.channel.id, messageId)
	const [message] = await presentMessages(from, [row], access.userId)
	return seenAs(reader, access, message as Message)
}

/** One message with what the reader's application may read of it. */
export function seenAs(reader: Somebody, access: ChannelAccess, message: Message): Message {
	return seenBy(reader, access, [message])[0] as Message
}

/** Messages with what the reader's application may read of them (events.md §6). */
export function seenBy(reader: Somebody, { userId, recipientIds }: ChannelAccess, messages: Message[]): Message[] {
	if (reader.kind !== 'bot' || mayReadContent(reader.applicationFlags)) return messages
	const isDirect = recipientIds !== undefined
	return messages.map((message) => withoutContent(message, { userId, isDirect }))
}

async function rowsOf(from: Reading, channelId: string, { limit, before, after, around }: Page): Promise<MessageRow[]> {
	if (around !== undefined) {
		const older = await newestUpTo(from, channelId, Math.ceil((limit + 1) / 2), around)
		const newer = await oldestAfter(from, channelId, limit - older.length, around)
		return [...newer, ...older]
	}
	if (after !== undefined) return oldestAfter(from, channelId, limit, after)
	const all = from.db.selectFrom('messages').selectAll().where('channel_id', '=', channelId)
	const page = before === undefined ? all : all.where('id', '<', before)
	return page.orderBy('id', 'desc').limit(limit).execute()
}

function newestUpTo({ db }: Reading, channelId: string, limit: number, id: string): Promise<MessageRow[]> {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('channel_id', '=', channelId)
		.where('id', '<=', id)
		.orderBy('id', 'desc')
		.limit(limit)
		.execute()
}

/** Those that came right after, newest first. */
async function oldestAfter({ db }: Reading, channelId: string, limit: number, id: string): Promise<MessageRow[]> {
	const rows = await db
		.selectFrom('messages')
		.selectAll()
		.where('channel_id', '=', channelId)
		.where('id', '>', id)
		.orderBy('id')
		.limit(limit)
		.execute()
	return rows.reverse()
}
