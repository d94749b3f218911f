import {
	ApiError,
	ChannelPinsUpdate,
	hasPermissions,
	type Message,
	type Pins,
	wireTime,
	wireTimeOrNull,
} from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { ChannelAccess } from '../access/access.ts'
import type { Somebody } from '../access/caller.ts'
import { findUsers } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import { announceCreate, announceUpdate } from './announce.ts'
import { lockKnownMessage } from './find.ts'
import { insertMessage } from './insert.ts'
import { audienceOf, requireUnblocked, whereabouts } from './place.ts'
import { presentMessage, presentMessages } from './present.ts'
import { seenBy } from './read.ts'
import { type Extra, MESSAGE_TYPES, type MessageRow, writeExtra } from './rows.ts'

/** Pinned messages of one channel. */
const MOST_PINS = 250

interface PinPath {
	messageId: string
	reason?: string | undefined
}

/**
 * Pins a message, and says so in the channel. One that is pinned already is left as it is.
 * @throws UnknownMessage, SystemMessage, MaximumPins, CannotMessageUser
 */
export async function pinMessage(
	tx: Transaction,
	access: ChannelAccess,
	{ messageId, reason }: PinPath,
): Promise<void> {
	const { channel } = access
	await requireUnblocked(tx, access)
	await holdPins(tx, channel.id)
	const message = await lockKnownMessage(tx, channel.id, messageId)
	if (message.pinned_at !== null) return
	if (message.type === MESSAGE_TYPES.pinned) throw new ApiError('SystemMessage')
	const { count, newest } = await pinsOf(tx, channel.id)
	if (count >= MOST_PINS) throw new ApiError('MaximumPins')
	// Pages of pins are cut by time, so no two of a channel have the same.
	const pinnedAt = Math.max(tx.now(), newest + 1)
	await setPinned(tx, access, message, pinnedAt)
	await writeAudit(tx, access, message, 'messagePin', reason)
	await sayPinned(tx, access, message.id)
}

/** Takes a pin off; one that is not there is no failure. @throws UnknownMessage */
export async function unpinMessage(
	tx: Transaction,
	access: ChannelAccess,
	{ messageId, reason }: PinPath,
): Promise<void> {
	await holdPins(tx, access.channel.id)
	const message = await lockKnownMessage(tx, access.channel.id, messageId)
	if (message.pinned_at === null) return
	await setPinned(tx, access, message, null)
	await writeAudit(tx, access, message, 'messageUnpin', reason)
}

/** Pins of a channel change one after the other. */
async function holdPins({ db }: Transaction, channelId: string): Promise<void> {
	await db
		.updateTable('channels')
		.set((channel) => ({ last_pin_at: channel.ref('last_pin_at') }))
		.where('id', '=', channelId)
		.execute()
}

async function pinsOf({ db }: Reading, channelId: string): Promise<{ count: number; newest: number }> {
	const row = await db
		.selectFrom('messages')
		.select((message) => [message.fn.countAll<number>().as('count'), message.fn.max('pinned_at').as('newest')])
		.where('channel_id', '=', channelId)
		.where('pinned_at', 'is not', null)
		.executeTakeFirstOrThrow()
	return { count: Number(row.count), newest: Number(row.newest ?? 0) }
}

async function setPinned(
	tx: Transaction,
	access: ChannelAccess,
	message: MessageRow,
	pinnedAt: number | null,
): Promise<void> {
	await tx.db.updateTable('messages').set({ pinned_at: pinnedAt }).where('id', '=', message.id).execute()
	const lastPinAt = pinnedAt ?? ((await pinsOf(tx, message.channel_id)).newest || null)
	await tx.db.updateTable('channels').set({ last_pin_at: lastPinAt }).where('id', '=', message.channel_id).execute()
	const [shown] = await presentMessages(tx, [{ ...message, pinned_at: pinnedAt }], access.userId)
	await announceUpdate(tx, access, shown as Message)
	tx.emit(ChannelPinsUpdate, audienceOf(access), {
		...whereabouts(access),
		last_pin_timestamp: wireTimeOrNull(lastPinAt),
	})
}

async function writeAudit(
	tx: Transaction,
	access: ChannelAccess,
	message: MessageRow,
	action: 'messagePin' | 'messageUnpin',
	reason: string | undefined,
): Promise<void> {
	if (!access.guild) return
	await audit(tx, {
		guildId: access.guild.guild.id,
		userId: access.userId,
		targetId: message.author_id,
		action,
		options: { channel_id: message.channel_id, message_id: message.id },
		reason,
	})
}

/** The line in the channel that tells of a pin: a message of type 6. */
async function sayPinned(tx: Transaction, access: ChannelAccess, pinnedId: string): Promise<void> {
	const { channel, userId } = access
	const extra: Extra = {
		reference: {
			type: 0,
			messageId: pinnedId,
			channelId: channel.id,
			...(channel.guild_id === null ? {} : { guildId: channel.guild_id }),
		},
	}
	const row: MessageRow = {
		id: tx.newId(),
		channel_id: channel.id,
		author_id: userId,
		type: MESSAGE_TYPES.pinned,
		content: '',
		flags: 0,
		is_tts: 0,
		mentions_everyone: 0,
		edited_at: null,
		pinned_at: null,
		extra: writeExtra(extra),
	}
	await insertMessage(tx, row)
	const users = await findUsers(tx, [userId])
	await announceCreate(tx, access, presentMessage(tx, row, extra, { users, attachments: [] }))
}

export interface PinsPage {
	/** Milliseconds; only pins made before. */
	before?: number
	limit: number
}

/** Pinned messages, newest pin first; none without ReadMessageHistory. */
export async function listPins(
	from: Reading,
	access: ChannelAccess,
	reader: Somebody,
	{ before, limit }: PinsPage,
): Promise<Pins> {
	if (!hasPermissions(access.permissions, 'ReadMessageHistory')) return { items: [], has_more: false }
	const all = from.db
		.selectFrom('messages')
		.selectAll()
		.where('channel_id', '=', access.channel.id)
		.where('pinned_at', 'is not', null)
	const page = before === undefined ? all : all.where('pinned_at', '<', before)
	const rows = await page
		.orderBy('pinned_at', 'desc')
		.limit(limit + 1)
		.execute()
	const shown = rows.slice(0, limit)
	const messages = seenBy(reader, access, await presentMessages(from, shown, access.userId))
	return {
		items: messages.map((message, index) => ({ pinned_at: wireTime(shown[index]?.pinned_at ?? 0), message })),
		has_more: rows.length > limit,
	}
}
