import { ApiError, formError, hasPermissions, type NewMessage, readSnowflake } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type ChannelAccess, channelAccess } from '../access/access.ts'
import type { BotCaller } from '../access/caller.ts'
import { attachmentsOf } from './attachments.ts'
import { mayReadContent } from './content-gate.ts'
import { lockMessage } from './find.ts'
import {
	type AttachmentRow,
	MESSAGE_FLAGS,
	MESSAGE_TYPES,
	type MessageRow,
	type Reference,
	readExtra,
	type Snapshot,
} from './rows.ts'

type Wish = NonNullable<NewMessage['message_reference']>

/** What a message answers or forwards. */
export type Referred =
	| { kind: 'reply'; reference: Reference; original: MessageRow }
	| { kind: 'forward'; reference: Reference; snapshot: Snapshot; attachments: AttachmentRow[] }

/** Types of messages that people write; others say what happened. */
const WRITTEN: readonly number[] = [
	MESSAGE_TYPES.default,
	MESSAGE_TYPES.reply,
	MESSAGE_TYPES.command,
	MESSAGE_TYPES.contextCommand,
]
const FORWARD = 1

export function isForward(wish: Wish | null | undefined): boolean {
	return wish?.type === FORWARD
}

/**
 * The message that a new one answers. Undefined where it is gone and that is no failure.
 * @throws ReplyWithoutHistory, InvalidFormBody
 */
export async function readReply(tx: Transaction, access: ChannelAccess, wish: Wish): Promise<Referred | undefined> {
	if (!hasPermissions(access.permissions, 'ReadMessageHistory')) throw new ApiError('ReplyWithoutHistory')
	const { channel } = access
	if (wish.channel_id && wish.channel_id !== channel.id) {
		throw formError(
			['message_reference', 'channel_id'],
			'REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL',
			'Cannot reply to a message in a different channel',
		)
	}
	if (wish.guild_id && wish.guild_id !== channel.guild_id) {
		throw formError(
			['message_reference', 'guild_id'],
			'MESSAGE_REFERENCE_GUILD_MISMATCH',
			'The channel is not in this guild',
		)
	}
	const original = await findIn(tx, channel.id, wish.message_id)
	if (!original) {
		if (wish.fail_if_not_exists === false) return undefined
		throw unknownReference()
	}
	if (!WRITTEN.includes(original.type)) {
		throw formError(
			['message_reference'],
			'REPLIES_CANNOT_REFERENCE_SYSTEM_MESSAGE',
			'Cannot reply to a system message',
		)
	}
	const reference: Reference = { type: 0, messageId: original.id, channelId: channel.id, ...guildOf(access) }
	return { kind: 'reply', reference, original }
}

/**
 * What a forward keeps of the message it shows.
 * @throws UnknownChannel, MissingAccess, InvalidMessageType, ForwardUnreadable, InvalidFormBody
 */
export async function readForward(
	tx: Transaction,
	userId: string,
	wish: Wish,
	bot: BotCaller | undefined,
): Promise<Referred> {
	if (!wish.channel_id) {
		throw formError(['message_reference', 'channel_id'], 'BASE_TYPE_REQUIRED', 'This field is required')
	}
	const source = await channelAccess(tx, userId, wish.channel_id)
	if (!hasPermissions(source.permissions, 'ReadMessageHistory')) throw new ApiError('MissingAccess')
	// Held until the forward is written, so that the files of a message that is being removed are not shared any more.
	const original = await lockMessage(tx, wish.channel_id, wish.message_id)
	if (!original) throw unknownReference()
	const extra = readExtra(original)
	if (!WRITTEN.includes(original.type) || extra.poll) throw new ApiError('InvalidMessageType')
	const isExempt =
		source.recipientIds !== undefined || original.author_id === userId || extra.mentions?.includes(userId)
	if (bot && !isExempt && !mayReadContent(bot.applicationFlags)) throw new ApiError('ForwardUnreadable')
	const attachments = await attachmentsOf(tx, [original.id])
	const reference: Reference = {
		type: FORWARD,
		messageId: original.id,
		channelId: original.channel_id,
		...guildOf(source),
	}
	return { kind: 'forward', reference, snapshot: snapshotOf(original), attachments }
}

/** A forward of a forward shows what that one shows. */
function snapshotOf(original: MessageRow): Snapshot {
	const { snapshot, mentions = [], roles = [], embeds = [], components = [] } = readExtra(original)
	if (snapshot) return snapshot
	return {
		type: original.type,
		content: original.content,
		sentAt: readSnowflake(original.id).at,
		editedAt: original.edited_at,
		flags: original.flags & ~(MESSAGE_FLAGS.crossposted | MESSAGE_FLAGS.suppressNotifications),
		mentions,
		roles,
		embeds: original.flags & MESSAGE_FLAGS.suppressEmbeds ? [] : embeds,
		components,
	}
}

function guildOf({ channel }: ChannelAccess): { guildId?: string } {
	return channel.guild_id === null ? {} : { guildId: channel.guild_id }
}

function unknownReference(): ApiError {
	return formError(['message_reference'], 'MESSAGE_REFERENCE_UNKNOWN_MESSAGE', 'Unknown message')
}

async function findIn({ db }: Transaction, channelId: string, messageId: string): Promise<MessageRow | undefined> {
	return db
		.selectFrom('messages')
		.selectAll()
		.where('id', '=', messageId)
		.where('channel_id', '=', channelId)
		.executeTakeFirst()
}
