import { ApiError, CHANNEL_TYPES, compareSnowflakes, DIRECT_PERMISSIONS, type DirectChannel } from '@guildhall/protocol'
import { prepared } from '../../ports/prepared.ts'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { ChannelAccess, ChannelRow } from '../access/access.ts'
import { findUsers } from '../accounts/accounts.ts'
import { presentDirectChannel } from './present.ts'

/** Two users, and the game whose own channel it is; without one the platform's. */
export interface DirectPair {
	userId: string
	otherId: string
	applicationId?: string | undefined
}

/** The direct channel of two users: the one there is, or a new one. It is open for `userId` afterwards. */
export async function createDm(tx: Transaction, userId: string, otherId: string): Promise<ChannelRow> {
	if (userId === otherId) throw new ApiError('InvalidRecipients')
	return openDirectChannel(tx, { userId, otherId })
}

/** The same, also of a game's own. */
export async function openDirectChannel(tx: Transaction, pair: DirectPair): Promise<ChannelRow> {
	const { userId, otherId, applicationId } = pair
	const existing = await findDirect(tx, pair)
	if (existing) {
		await setOpen(tx, existing.id, userId)
		return existing
	}
	const channel = await tx.db
		.insertInto('channels')
		.values({
			id: tx.newId(),
			type: applicationId === undefined ? CHANNEL_TYPES.direct : CHANNEL_TYPES.ephemeral,
			guild_id: null,
			parent_id: null,
			name: null,
			topic: null,
			position: 0,
			is_nsfw: 0,
			rate_limit_per_user: 0,
			bitrate: null,
			user_limit: null,
			rtc_region: null,
			video_quality_mode: null,
			default_auto_archive_duration: null,
			settings: '{}',
			flags: 0,
			last_message_id: null,
			last_pin_at: null,
			owner_id: null,
			direct_key: directKey(pair),
			created_at: tx.now(),
		})
		.onConflict((conflict) => conflict.column('direct_key').doNothing())
		.returningAll()
		.executeTakeFirst()
	// Somebody else made it at the same moment.
	if (!channel) return openDirectChannel(tx, pair)
	const recipients = [
		{ channel_id: channel.id, user_id: userId, is_open: 1 as const },
		{ channel_id: channel.id, user_id: otherId, is_open: 0 as const },
	]
	await tx.db.insertInto('recipients').values(recipients).execute()
	return channel
}

/** What there is one channel of: two users, whichever comes first, on the platform or within a game. */
export function directKey({ userId, otherId, applicationId }: DirectPair): string {
	const users = [userId, otherId].sort(compareSnowflakes)
	return (applicationId === undefined ? users : [applicationId, ...users]).join(':')
}

/** The game whose own direct channel this is. */
export function gameOfDirect({ type, direct_key }: Pick<ChannelRow, 'type' | 'direct_key'>): string | undefined {
	return type === CHANNEL_TYPES.ephemeral ? direct_key?.split(':')[0] : undefined
}

/** The direct channel of two users, where there is one. */
export async function findDirect(from: Reading, pair: DirectPair): Promise<ChannelRow | undefined> {
	return (await directByKey(from, directKey(pair)))[0]
}

const directByKey = prepared((db, key: string) => db.selectFrom('channels').selectAll().where('direct_key', '=', key))

async function setOpen({ db }: Transaction, channelId: string, userId: string): Promise<void> {
	await db
		.updateTable('recipients')
		.set({ is_open: 1 })
		.where('channel_id', '=', channelId)
		.where('user_id', '=', userId)
		.execute()
}

/** A direct channel as one of its users sees it: with the others. */
export async function viewDirectChannel(from: Reading, channel: ChannelRow, userId: string): Promise<DirectChannel> {
	const rows = await from.db
		.selectFrom('recipients')
		.select('user_id')
		.where('channel_id', '=', channel.id)
		.where('user_id', '!=', userId)
		.execute()
	const others = await findUsers(
		from,
		rows.map((row) => row.user_id),
	)
	return presentDirectChannel(channel, [...others.values()])
}

/** Takes a direct channel off a user's list; what was written stays. */
export async function closeDm({ db }: Transaction, channelId: string, userId: string): Promise<void> {
	await db
		.updateTable('recipients')
		.set({ is_open: 0 })
		.where('channel_id', '=', channelId)
		.where('user_id', '=', userId)
		.execute()
}

/** The platform's or a game's channel as one of the two stands in it. */
export function directAccessOf(channel: ChannelRow, userId: string, otherId: string): ChannelAccess {
	return { channel, userId, recipientIds: [userId, otherId], permissions: DIRECT_PERMISSIONS }
}

/** Notes that somebody has written in a direct channel, and that both see it again. */
export async function noteWritten(tx: Transaction, channelId: string, userId: string): Promise<void> {
	await openForAll(tx, channelId)
	await markWritten(tx, channelId, userId)
}

const openForAll = prepared((db, channelId: string) =>
	db.updateTable('recipients').set({ is_open: 1 }).where('channel_id', '=', channelId).where('is_open', '=', 0),
)

const markWritten = prepared((db, channelId: string, userId: string) =>
	db
		.updateTable('recipients')
		.set({ has_written: 1 })
		.where('channel_id', '=', channelId)
		.where('user_id', '=', userId)
		.where('has_written', '=', 0),
)

/** Whether both sides of a direct channel have written in it. */
export async function haveBothWritten({ db }: Reading, channelId: string): Promise<boolean> {
	const rows = await db.selectFrom('recipients').select('has_written').where('channel_id', '=', channelId).execute()
	return rows.length === 2 && rows.every((row) => row.has_written === 1)
}

/** A direct channel of a user, and who is on its other side. */
export interface DirectWith extends ChannelRow {
	other_id: string
	/** Whether it is on the user's list. */
	is_open: 0 | 1
}

/** A user's direct channels of the platform and of a game, those written in last first. */
export function directOf(
	{ db }: Reading,
	{ userId, applicationId }: { userId: string; applicationId: string },
	limit: number,
): Promise<DirectWith[]> {
	return db
		.selectFrom('recipients as mine')
		.innerJoin('channels', 'channels.id', 'mine.channel_id')
		.innerJoin('recipients as theirs', 'theirs.channel_id', 'mine.channel_id')
		.selectAll('channels')
		.select(['mine.is_open', 'theirs.user_id as other_id'])
		.where('mine.user_id', '=', userId)
		.where('theirs.user_id', '!=', userId)
		.where('channels.last_message_id', 'is not', null)
		.where((channel) =>
			channel.or([
				channel('channels.type', '=', CHANNEL_TYPES.direct),
				channel('channels.direct_key', 'like', `${applicationId}:%:%`),
			]),
		)
		.orderBy('channels.last_message_id', 'desc')
		.limit(limit)
		.execute()
}
