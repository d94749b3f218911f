import { compareSnowflakes } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { ChannelRow } from '../access/access.ts'
import { type DirectPair, directKey, gameOfDirect } from './direct.ts'

/** A direct channel of a user, and who is on its other side. */
export interface DirectOf {
	channel: ChannelRow
	otherId: string
}

/** The earliest of a user's direct channels, held until the commit. */
export async function holdDirectOf(tx: Transaction, userId: string): Promise<DirectOf | undefined> {
	const own = await tx.db
		.selectFrom('recipients')
		.select('channel_id')
		.where('user_id', '=', userId)
		.orderBy('channel_id')
		.limit(1)
		.executeTakeFirst()
	if (!own) return undefined
	const channel = await hold(tx, 'id', own.channel_id)
	const other = await tx.db
		.selectFrom('recipients')
		.select('user_id')
		.where('channel_id', '=', own.channel_id)
		.where('user_id', '!=', userId)
		.executeTakeFirstOrThrow()
	return { channel: channel as ChannelRow, otherId: other.user_id }
}

/** The direct channel of two users, held until the commit, where there is one. */
export function holdDirectBetween(tx: Transaction, pair: DirectPair): Promise<ChannelRow | undefined> {
	return hold(tx, 'direct_key', directKey(pair))
}

function hold({ db }: Transaction, column: 'id' | 'direct_key', value: string): Promise<ChannelRow | undefined> {
	return db
		.updateTable('channels')
		.set((channel) => ({ flags: channel.ref('flags') }))
		.where(column, '=', value)
		.returningAll()
		.executeTakeFirst()
}

/** Makes `toId` a side of the channel in the place of `fromId`. They have no channel with the other side yet. */
export async function handOverDirect(
	{ db }: Transaction,
	{ channel, otherId }: DirectOf,
	{ fromId, toId }: { fromId: string; toId: string },
): Promise<void> {
	await db
		.updateTable('channels')
		.set({ direct_key: directKey({ userId: toId, otherId, applicationId: gameOfDirect(channel) }) })
		.where('id', '=', channel.id)
		.execute()
	await db
		.updateTable('recipients')
		.set({ user_id: toId })
		.where('channel_id', '=', channel.id)
		.where('user_id', '=', fromId)
		.execute()
}

/** Removes a direct channel whose messages are in another one now, which is as open and as new as this one was. */
export async function joinDirect(tx: Transaction, { channel }: DirectOf, into: ChannelRow): Promise<void> {
	await tx.db
		.updateTable('channels')
		.set({
			last_message_id: later(channel.last_message_id, into.last_message_id),
			last_pin_at: Math.max(channel.last_pin_at ?? 0, into.last_pin_at ?? 0) || null,
		})
		.where('id', '=', into.id)
		.execute()
	const { is_open } = await tx.db
		.selectFrom('recipients')
		.select(({ fn }) => fn.max('is_open').as('is_open'))
		.where('channel_id', '=', channel.id)
		.executeTakeFirstOrThrow()
	if (is_open) await tx.db.updateTable('recipients').set({ is_open: 1 }).where('channel_id', '=', into.id).execute()
	await removeDirect(tx, channel.id)
}

/** Removes a direct channel in which nothing is left. */
export async function removeDirect({ db }: Transaction, channelId: string): Promise<void> {
	await db.deleteFrom('channels').where('id', '=', channelId).execute()
}

function later(a: string | null, b: string | null): string | null {
	if (a === null || b === null) return a ?? b
	return compareSnowflakes(a, b) < 0 ? b : a
}
