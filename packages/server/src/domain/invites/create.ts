import { ApiError, CHANNEL_TYPES, InviteCreate, type NewInvite } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type ChannelAccess, type GuildAccess, requirePermissions } from '../access/access.ts'
import { audit } from '../audit/audit.ts'
import { holdChannel } from '../channels/channels.ts'
import { requireGuildChannel } from '../channels/update.ts'
import { requireRoles } from '../guilds/member-roles.ts'
import { presentCreated } from './present.ts'
import { type InviteRow, newCode } from './rows.ts'
import { requireTarget, type Target } from './targets.ts'
import { orderList } from './users.ts'

const MOST_IN_CHANNEL = 1000
const DEFAULT_AGE_SECONDS = 86_400

export interface InviteOrder {
	input: NewInvite
	/** Whom it is for, where that is not everybody. */
	userIds?: readonly string[] | undefined
	reason?: string | undefined
}

/**
 * Makes an invite to a channel, or gives again one like it (J1, J2).
 * @throws UnknownChannel, DirectChannel, ChannelType, MaximumInvites, MissingPermissions, UnknownRole, InvalidRole, InvalidFormBody
 */
export async function createInvite(
	tx: Transaction,
	access: ChannelAccess,
	{ input, userIds, reason }: InviteOrder,
): Promise<InviteRow> {
	const { channel, guild, userId } = requireGuildChannel(access)
	if (channel.type === CHANNEL_TYPES.category) throw new ApiError('ChannelType')
	const target = await requireTarget(tx, input)
	const roleIds = await requireGifts(tx, guild, input.role_ids ?? [])
	const wanted = { ...bounds(input), ...target, channel_id: channel.id, inviter_id: userId }
	// Whoever makes one at the same time waits, so that none is one too many.
	await holdChannel(tx, channel.id)
	const isPlain = roleIds.length === 0 && userIds === undefined
	const known = isPlain && !input.unique ? await findAlike(tx, wanted) : undefined
	if (known) return known
	const row = await insertInvite(tx, { ...wanted, guild_id: guild.guild.id, role_ids: JSON.stringify(roleIds) })
	if (userIds) await orderList(tx, row.id, userIds)
	await announce(tx, row, { userId, reason })
	return row
}

type Wanted = ReturnType<typeof bounds> & Target & { channel_id: string; inviter_id: string }

function bounds(input: NewInvite): Pick<InviteRow, 'max_age_seconds' | 'max_uses' | 'is_temporary'> {
	return {
		max_age_seconds: input.max_age ?? DEFAULT_AGE_SECONDS,
		max_uses: input.max_uses ?? 0,
		is_temporary: input.temporary ? 1 : 0,
	}
}

/** Roles that the caller may hand out (J4). */
async function requireGifts(tx: Transaction, guild: GuildAccess, roleIds: readonly string[]): Promise<string[]> {
	if (roleIds.length === 0) return []
	requirePermissions(guild, 'ManageRoles')
	await requireRoles(tx, guild, roleIds)
	return [...roleIds]
}

async function findAlike(tx: Transaction, wanted: Wanted): Promise<InviteRow | undefined> {
	const rows = await tx.db
		.selectFrom('invites')
		.selectAll()
		.where('channel_id', '=', wanted.channel_id)
		.where('inviter_id', '=', wanted.inviter_id)
		.where('max_age_seconds', '=', wanted.max_age_seconds)
		.where('max_uses', '=', wanted.max_uses)
		.where('is_temporary', '=', wanted.is_temporary)
		.where('role_ids', '=', '[]')
		.where('bound_user_id', 'is', null)
		.where((invite) => invite.or([invite('expires_at', 'is', null), invite('expires_at', '>', tx.now())]))
		.where(({ not, exists, selectFrom }) =>
			not(exists(selectFrom('invite_lists').select('invite_id').whereRef('invite_id', '=', 'invites.id'))),
		)
		.orderBy('id', 'desc')
		.execute()
	return rows.find(
		(row) => row.target_type === wanted.target_type && row.target_application_id === wanted.target_application_id,
	)
}

type NewInviteRow = Pick<
	InviteRow,
	'guild_id' | 'channel_id' | 'inviter_id' | 'max_age_seconds' | 'max_uses' | 'is_temporary' | 'role_ids'
> &
	Target &
	Partial<Pick<InviteRow, 'bound_user_id'>>

async function insertInvite(tx: Transaction, wanted: NewInviteRow): Promise<InviteRow> {
	await requireRoom(tx, wanted.channel_id)
	const row: InviteRow = {
		bound_user_id: null,
		...wanted,
		id: tx.newId(),
		code: newCode(),
		uses: 0,
		created_at: tx.now(),
		expires_at: wanted.max_age_seconds === 0 ? null : tx.now() + wanted.max_age_seconds * 1000,
	}
	await tx.db.insertInto('invites').values(row).execute()
	return row
}

/** @throws MaximumInvites */
async function requireRoom(tx: Transaction, channelId: string): Promise<void> {
	const rows = await tx.db
		.selectFrom('invites')
		.select('id')
		.where('channel_id', '=', channelId)
		.where((invite) => invite.or([invite('expires_at', 'is', null), invite('expires_at', '>', tx.now())]))
		.limit(MOST_IN_CHANNEL)
		.execute()
	if (rows.length >= MOST_IN_CHANNEL) throw new ApiError('MaximumInvites')
}

async function announce(
	tx: Transaction,
	row: InviteRow,
	{ userId, reason }: { userId: string | null; reason?: string | undefined },
): Promise<void> {
	const { guild_id: guildId, channel_id: channelId } = row
	tx.emit(InviteCreate, { guildId, channelId }, await presentCreated(tx, row))
	const changes = auditedFields(row).map(([key, value]) => ({ key, new_value: value }))
	await audit(tx, { guildId, userId, targetId: null, action: 'inviteCreate', changes, reason })
}

/** What the log tells of an invite. */
export function auditedFields(row: InviteRow): [string, unknown][] {
	return [
		['code', row.code],
		['channel_id', row.channel_id],
		...(row.inviter_id === null ? [] : [['inviter_id', row.inviter_id] as [string, unknown]]),
		['uses', row.uses],
		['max_uses', row.max_uses],
		['max_age', row.max_age_seconds],
		['temporary', row.is_temporary === 1],
	]
}

export interface PersonalInvite {
	guildId: string
	channelId: string
	/** Who comes in by it, and nobody else. */
	userId: string
	/** Who gives it: a bot, if the application has one. */
	inviterId: string | null
	maxAgeSeconds: number
}

/** Makes an invite that one user can use once (J13). @throws UnknownChannel, MaximumInvites */
export async function createPersonalInvite(tx: Transaction, wanted: PersonalInvite): Promise<InviteRow> {
	await holdChannel(tx, wanted.channelId)
	const row = await insertInvite(tx, {
		guild_id: wanted.guildId,
		channel_id: wanted.channelId,
		inviter_id: wanted.inviterId,
		max_age_seconds: wanted.maxAgeSeconds,
		max_uses: 1,
		is_temporary: 0,
		role_ids: '[]',
		target_type: null,
		target_application_id: null,
		bound_user_id: wanted.userId,
	})
	await announce(tx, row, { userId: wanted.inviterId })
	return row
}
