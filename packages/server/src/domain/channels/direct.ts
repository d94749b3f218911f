import { ApiError, CHANNEL_TYPES, compareSnowflakes, type DirectChannel } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { ChannelRow } from '../access/access.ts'
import { findUsers } from '../accounts/accounts.ts'
import { presentDirectChannel } from './present.ts'

/** The direct channel of two users: the one there is, or a new one. It is open for `userId` afterwards. */
export async function createDm(tx: Transaction, userId: string, otherId: string): Promise<ChannelRow> {
	if (userId === otherId) throw new ApiError('InvalidRecipients')
	const key = directKey(userId, otherId)
	const existing = await findDirect(tx, key)
	if (existing) {
		await setOpen(tx, existing.id, userId)
		return existing
	}
	const channel = await tx.db
		.insertInto('channels')
		.values({
			id: tx.newId(),
			type: CHANNEL_TYPES.direct,
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
			direct_key: key,
			created_at: tx.now(),
		})
		.onConflict((conflict) => conflict.column('direct_key').doNothing())
		.returningAll()
		.executeTakeFirst()
	// Somebody else made it at the same moment.
	if (!channel) return createDm(tx, userId, otherId)
	const recipients = [
		{ channel_id: channel.id, user_id: userId, is_open: 1 as const },
		{ channel_id: channel.id, user_id: otherId, is_open: 0 as const },
	]
	await tx.db.insertInto('recipients').values(recipients).execute()
	return channel
}

/** What there is one channel of: two users, whichever comes first. */
export function directKey(userId: string, otherId: string): string {
	return [userId, otherId].sort(compareSnowflakes).join(':')
}

function findDirect({ db }: Transaction, key: string): Promise<ChannelRow | undefined> {
	return db.selectFrom('channels').selectAll().where('direct_key', '=', key).executeTakeFirst()
}

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
