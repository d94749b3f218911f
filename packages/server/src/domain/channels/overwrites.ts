import {
	ALL_PERMISSIONS,
	ApiError,
	ChannelUpdate,
	hasPermissions,
	type Overwrite,
	type OverwriteInput,
	RightsChanged,
} from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type ChannelAccess, type ChannelRow, overwritesOf, requireGrantable } from '../access/access.ts'
import { steadyRole } from '../access/held.ts'
import { holdChannel } from './channels.ts'
import { overwriteRow } from './insert.ts'
import { auditOverwrites } from './overwrite-audit.ts'
import { presentChannel } from './present.ts'
import { tellChannel } from './tell.ts'

const MOST_OVERWRITES = 1000
const CATEGORY = 4

/** An overwrite as a request gives it, with its target. */
export type TargetedOverwrite = OverwriteInput & { id: string }

/** Sets what a role or a member may do in a channel. @throws UnknownPermissionOverwrite, MaximumOverwrites, MissingPermissions */
export async function setOverwrite(
	tx: Transaction,
	access: ChannelAccess,
	input: TargetedOverwrite,
	reason?: string,
): Promise<void> {
	const channel = await holdChannel(tx, access.channel.id)
	const before = await overwritesOf(tx, channel.id)
	const others = before.filter(({ id }) => id !== input.id)
	if (others.length >= MOST_OVERWRITES) throw new ApiError('MaximumOverwrites')
	const wanted = await readOverwrites(tx, access.channel.guild_id as string, [input], before)
	await changeOverwrites(tx, { ...access, channel }, { before, after: [...others, ...wanted], reason })
}

/** Takes back what a channel says about a role or a member. @throws UnknownPermissionOverwrite, MissingPermissions */
export async function removeOverwrite(
	tx: Transaction,
	access: ChannelAccess,
	targetId: string,
	reason?: string,
): Promise<void> {
	const channel = await holdChannel(tx, access.channel.id)
	const before = await overwritesOf(tx, channel.id)
	const after = before.filter(({ id }) => id !== targetId)
	if (after.length === before.length) throw new ApiError('UnknownPermissionOverwrite')
	await changeOverwrites(tx, { ...access, channel }, { before, after, reason })
}

async function changeOverwrites(
	tx: Transaction,
	access: ChannelAccess,
	change: { before: Overwrite[]; after: Overwrite[]; reason: string | undefined },
): Promise<void> {
	requireChanges(grantable(access, change.before), change.before, change.after)
	await writeOverwrites(tx, access, change)
	tellChannel(tx, ChannelUpdate, presentChannel(access.channel, change.after))
}

/**
 * Overwrites as the domain has them. Of a new one the target must be a role of the guild, or a member.
 * @throws UnknownPermissionOverwrite
 */
export async function readOverwrites(
	tx: Transaction,
	guildId: string,
	inputs: readonly TargetedOverwrite[],
	before: readonly Overwrite[] = [],
): Promise<Overwrite[]> {
	const read = new Map<string, Overwrite>()
	for (const { id, type, allow, deny } of inputs) {
		const known = before.find((overwrite) => overwrite.id === id)
		const kind = known?.type ?? (await targetType(tx, guildId, id, type))
		read.set(id, { id, type: kind, allow: bits(allow), deny: bits(deny) })
	}
	return [...read.values()]
}

const bits = (text: string | null | undefined): bigint => BigInt(text ?? 0) & ALL_PERMISSIONS

async function targetType(
	tx: Transaction,
	guildId: string,
	id: string,
	wanted: number | null | undefined,
): Promise<number> {
	// Held: with a role goes what channels say about it.
	if (wanted !== 1 && (await steadyRole(tx, guildId, id))) return 0
	const member =
		wanted === 0
			? undefined
			: await tx.db
					.selectFrom('members')
					.select('user_id')
					.where('guild_id', '=', guildId)
					.where('user_id', '=', id)
					.executeTakeFirst()
	if (!member) throw new ApiError('UnknownPermissionOverwrite')
	return 1
}

/** What the caller may grant: what they have, and anything where the channel itself lets them manage rights. */
export function grantable(access: ChannelAccess, overwrites: readonly Overwrite[]): bigint {
	const { guild, userId, permissions } = access
	const isOwn = ({ id }: Overwrite) => id === userId || guild?.roles.some((role) => role.id === id)
	const isManager = overwrites.some((overwrite) => isOwn(overwrite) && hasPermissions(overwrite.allow, 'ManageRoles'))
	return isManager ? ALL_PERMISSIONS : permissions | (guild?.permissions ?? 0n)
}

/** @throws MissingPermissions where one of the bits that change is not the caller's to give */
export function requireChanges(permissions: bigint, before: readonly Overwrite[], after: readonly Overwrite[]): void {
	const old = new Map(before.map((overwrite) => [overwrite.id, overwrite]))
	const now = new Map(after.map((overwrite) => [overwrite.id, overwrite]))
	for (const id of new Set([...old.keys(), ...now.keys()])) {
		const [a, b] = [old.get(id), now.get(id)]
		const changed = ((a?.allow ?? 0n) ^ (b?.allow ?? 0n)) | ((a?.deny ?? 0n) ^ (b?.deny ?? 0n))
		requireGrantable(permissions, changed)
	}
}

/**
 * Replaces the overwrites of a channel, in those channels too that have the same as their category until now. Tells of
 * these others, not of the channel itself: whoever calls may have more to tell of it.
 */
export async function writeOverwrites(
	tx: Transaction,
	{ channel, userId }: Pick<ChannelAccess, 'channel' | 'userId'>,
	{ before, after, reason }: { before: Overwrite[]; after: Overwrite[]; reason: string | undefined },
): Promise<void> {
	if (areSame(before, after)) return
	const guildId = channel.guild_id as string
	await replace(tx, channel.id, after)
	await auditOverwrites(tx, { guildId, channelId: channel.id, userId, before, after, reason })
	tx.emit(RightsChanged, { guildId }, { guild_id: guildId })
	if (channel.type === CATEGORY) await carryOver(tx, channel, before, after)
}

async function carryOver(tx: Transaction, category: ChannelRow, before: Overwrite[], after: Overwrite[]) {
	const children = await tx.db
		.selectFrom('channels')
		.select('id')
		.where('parent_id', '=', category.id)
		.orderBy('id')
		.execute()
	for (const { id } of children) {
		const child = await holdChannel(tx, id)
		if (!areSame(await overwritesOf(tx, child.id), before)) continue
		await replace(tx, child.id, after)
		tellChannel(tx, ChannelUpdate, presentChannel(child, after))
	}
}

async function replace(tx: Transaction, channelId: string, overwrites: readonly Overwrite[]): Promise<void> {
	await tx.db.deleteFrom('overwrites').where('channel_id', '=', channelId).execute()
	if (overwrites.length === 0) return
	await tx.db
		.insertInto('overwrites')
		.values(overwrites.map((overwrite) => overwriteRow(channelId, overwrite)))
		.execute()
}

/** Whether both say the same, in whatever order. */
export function areSame(a: readonly Overwrite[], b: readonly Overwrite[]): boolean {
	const text = (overwrites: readonly Overwrite[]) =>
		overwrites
			.map(({ id, type, allow, deny }) => `${id} ${type} ${allow} ${deny}`)
			.sort()
			.join()
	return a.length === b.length && text(a) === text(b)
}
