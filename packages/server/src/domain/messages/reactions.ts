import {
	ApiError,
	hasPermissions,
	MessageReactionAdd,
	MessageReactionRemove,
	MessageReactionRemoveAll,
	MessageReactionRemoveEmoji,
	type User,
} from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { type ChannelAccess, requirePermissions } from '../access/access.ts'
import { presentUser } from '../accounts/present.ts'
import { getMember } from '../guilds/members.ts'
import { presentMember } from '../guilds/present.ts'
import { presentEmoji, readEmoji } from './emojis.ts'
import { findMessage, lockKnownMessage } from './find.ts'
import { audienceOf, isBlocked, whereabouts } from './place.ts'

/** Different emojis on one message. */
const MOST_EMOJIS = 20
/** Reactions that cost something are not offered here. */
const NORMAL = { burst: false, type: 0 }

/** Which reaction: `emoji` as it stands in the path. */
export interface ReactionPath {
	messageId: string
	emoji: string
}

/**
 * Reacts to a message; AddReactions is needed for an emoji that nobody has used on it yet.
 * @throws UnknownMessage, UnknownEmoji, MissingPermissions, MaximumReactions, ReactionBlocked
 */
export async function addReaction(tx: Transaction, access: ChannelAccess, path: ReactionPath): Promise<void> {
	requirePermissions(access, 'ReadMessageHistory')
	const emoji = readEmoji(path.emoji)
	if (await isBlocked(tx, access)) throw new ApiError('ReactionBlocked')
	const message = await lockKnownMessage(tx, access.channel.id, path.messageId)
	const position = await positionOf(tx, access, message.id, emoji)
	const { numInsertedOrUpdatedRows } = await tx.db
		.insertInto('reactions')
		.values({ message_id: message.id, emoji, user_id: access.userId, position, created_at: tx.now() })
		.onConflict((conflict) => conflict.columns(['message_id', 'emoji', 'user_id']).doNothing())
		.executeTakeFirst()
	if (numInsertedOrUpdatedRows === 0n) return
	const { guild, userId } = access
	const member = guild && (await getMember(tx, guild.guild.id, userId))
	tx.emit(MessageReactionAdd, audienceOf(access), {
		user_id: userId,
		...whereabouts(access),
		message_id: message.id,
		emoji: presentEmoji(emoji),
		...(member ? { member: presentMember(member.row, member.roleIds, member.user) } : {}),
		message_author_id: message.author_id,
		burst_colors: [],
		...NORMAL,
	})
}

/** The place of an emoji among those of the message: its own, or the next. */
async function positionOf(tx: Transaction, access: ChannelAccess, messageId: string, emoji: string): Promise<number> {
	const rows = await tx.db
		.selectFrom('reactions')
		.select((reaction) => ['emoji', reaction.fn.min('position').as('position')])
		.where('message_id', '=', messageId)
		.groupBy('emoji')
		.execute()
	const used = rows.find((row) => row.emoji === emoji)
	if (used) return used.position
	if (!hasPermissions(access.permissions, 'AddReactions')) throw new ApiError('MissingPermissions')
	if (rows.length >= MOST_EMOJIS) throw new ApiError('MaximumReactions')
	return rows.reduce((next, { position }) => Math.max(next, position + 1), 0)
}

/** Takes a reaction away, one's own or another's; whether one may is decided before. One that is not there is no failure. */
export async function removeReaction(
	tx: Transaction,
	access: ChannelAccess,
	{ messageId, emoji: given, userId }: ReactionPath & { userId: string },
): Promise<void> {
	const emoji = readEmoji(given)
	const message = await lockKnownMessage(tx, access.channel.id, messageId)
	const { numDeletedRows } = await tx.db
		.deleteFrom('reactions')
		.where('message_id', '=', message.id)
		.where('emoji', '=', emoji)
		.where('user_id', '=', userId)
		.executeTakeFirst()
	if (numDeletedRows === 0n) return
	tx.emit(MessageReactionRemove, audienceOf(access), {
		user_id: userId,
		...whereabouts(access),
		message_id: message.id,
		emoji: presentEmoji(emoji),
		...NORMAL,
	})
}

/** Takes all reactions with one emoji away. @throws DirectChannel, UnknownMessage, UnknownEmoji */
export async function clearEmoji(tx: Transaction, access: ChannelAccess, path: ReactionPath): Promise<void> {
	if (!access.guild) throw new ApiError('DirectChannel')
	const emoji = readEmoji(path.emoji)
	const message = await lockKnownMessage(tx, access.channel.id, path.messageId)
	const { numDeletedRows } = await tx.db
		.deleteFrom('reactions')
		.where('message_id', '=', message.id)
		.where('emoji', '=', emoji)
		.executeTakeFirst()
	if (numDeletedRows === 0n) return
	tx.emit(MessageReactionRemoveEmoji, audienceOf(access), {
		...whereabouts(access),
		message_id: message.id,
		emoji: presentEmoji(emoji),
	})
}

/** Takes all reactions away. @throws DirectChannel, UnknownMessage */
export async function clearReactions(tx: Transaction, access: ChannelAccess, messageId: string): Promise<void> {
	if (!access.guild) throw new ApiError('DirectChannel')
	const message = await lockKnownMessage(tx, access.channel.id, messageId)
	await tx.db.deleteFrom('reactions').where('message_id', '=', message.id).execute()
	tx.emit(MessageReactionRemoveAll, audienceOf(access), { ...whereabouts(access), message_id: message.id })
}

export interface ReactorsPage {
	/** Only users with greater ids. */
	after?: string
	limit: number
	/** 0 normal, 1 burst. */
	type?: number
}

/** Who reacted with an emoji, by ascending id. @throws UnknownMessage, UnknownEmoji */
export async function listReactors(
	from: Reading,
	access: ChannelAccess,
	path: ReactionPath,
	{ after, limit, type }: ReactorsPage,
): Promise<User[]> {
	const emoji = readEmoji(path.emoji)
	const message = await findMessage(from, access.channel.id, path.messageId)
	if (type === 1) return []
	const all = from.db
		.selectFrom('reactions')
		.innerJoin('users', 'users.id', 'reactions.user_id')
		.selectAll('users')
		.where('reactions.message_id', '=', message.id)
		.where('reactions.emoji', '=', emoji)
	const rest = after === undefined ? all : all.where('reactions.user_id', '>', after)
	return (await rest.orderBy('reactions.user_id').limit(limit).execute()).map(presentUser)
}
