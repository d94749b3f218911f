import { ApiError, CHANNEL_TYPES, type ChannelPositions, ChannelUpdate, compareSnowflakes } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type ChannelRow, type GuildAccess, overwritesOf, requirePermissions } from '../access/access.ts'
import { holdGuild } from '../access/held.ts'
import { audit } from '../audit/audit.ts'
import { holdChannel } from './channels.ts'
import { writeOverwrites } from './overwrites.ts'
import { type PlacedChannel, placesOf, requireParent } from './place.ts'
import { presentChannel } from './present.ts'
import { tellChannel } from './tell.ts'

/**
 * Moves channels of a guild, one of them into another category at most.
 * @throws UnknownChannel, OneParentAtATime, MissingPermissions, InvalidFormBody
 */
export async function moveChannels(
	tx: Transaction,
	access: GuildAccess,
	moves: ChannelPositions,
	reason?: string,
): Promise<void> {
	await holdGuild(tx, access.guild.id)
	const places = await placesOf(tx, access.guild.id)
	const held = await holdAll(tx, places, moves)
	const known = moves.map((move) => {
		const channel = held.get(move.id)
		if (!channel) throw new ApiError('UnknownChannel')
		return { move, channel }
	})
	const others = known.filter(
		({ move, channel }) => move.parent_id !== undefined && move.parent_id !== channel.parent_id,
	)
	if (others.length > 1) throw new ApiError('OneParentAtATime')
	for (const [index, { move, channel }] of known.entries()) {
		const row: ChannelRow = { ...channel, position: move.position ?? channel.position }
		if (move.parent_id !== undefined && move.parent_id !== channel.parent_id) {
			row.parent_id = requireParent(places, row, move.parent_id, [index, 'parent_id'])
		}
		await moveChannel(tx, access, { before: channel, after: row, isLocked: move.lock_permissions === true, reason })
	}
}

/**
 * Takes hold of the channels that move, and of the categories whose rights they take over: categories first, as whoever
 * changes what one says holds it before what stands in it.
 */
async function holdAll(
	tx: Transaction,
	places: readonly PlacedChannel[],
	moves: ChannelPositions,
): Promise<Map<string, ChannelRow>> {
	const named = new Set(
		moves.flatMap(({ id, parent_id, lock_permissions }) => {
			const parentId = parent_id === undefined ? places.find((place) => place.id === id)?.parent_id : parent_id
			return lock_permissions && parentId ? [id, parentId] : [id]
		}),
	)
	const isCategory = ({ type }: PlacedChannel) => type === CHANNEL_TYPES.category
	const sorted = places
		.filter(({ id }) => named.has(id))
		.sort((a, b) => Number(isCategory(b)) - Number(isCategory(a)) || compareSnowflakes(a.id, b.id))
	const held = new Map<string, ChannelRow>()
	for (const { id } of sorted) held.set(id, await holdChannel(tx, id))
	return held
}

async function moveChannel(
	tx: Transaction,
	access: GuildAccess,
	move: { before: ChannelRow; after: ChannelRow; isLocked: boolean; reason: string | undefined },
): Promise<void> {
	const { before, after, isLocked, reason } = move
	const isMoved = after.parent_id !== before.parent_id
	if (!isMoved && after.position === before.position && !isLocked) return
	const moved = await tx.db
		.updateTable('channels')
		.set({ position: after.position, parent_id: after.parent_id })
		.where('id', '=', after.id)
		.returningAll()
		.executeTakeFirst()
	if (!moved) throw new ApiError('UnknownChannel')
	const overwrites = await overwritesOf(tx, after.id)
	const wanted = isLocked && after.parent_id ? await overwritesOf(tx, after.parent_id) : overwrites
	if (wanted !== overwrites) {
		requirePermissions(access, 'ManageRoles')
		await writeOverwrites(tx, { channel: after, userId: access.userId }, { before: overwrites, after: wanted, reason })
	}
	tellChannel(tx, ChannelUpdate, presentChannel(moved, wanted))
	if (!isMoved) return
	await audit(tx, {
		guildId: access.guild.id,
		userId: access.userId,
		targetId: after.id,
		action: 'channelUpdate',
		changes: [{ key: 'parent_id', old_value: before.parent_id, new_value: after.parent_id }],
		reason,
	})
}
