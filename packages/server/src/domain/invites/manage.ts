import { ApiError, hasPermissions, type Invite } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { type GuildAccess, overwritesOf, permissionsIn, standingIn } from '../access/access.ts'
import { audit } from '../audit/audit.ts'
import { guildRow } from '../guilds/guilds.ts'
import { removeInvite } from './accept.ts'
import { auditedFields } from './create.ts'
import { presentInvite, presentInvites } from './present.ts'
import { getInvite, holdInvite, type InviteRow } from './rows.ts'
import { orderList } from './users.ts'

/** What anybody who has the code sees. @throws UnknownInvite */
export async function viewInvite(
	from: Reading,
	code: string,
	onlineIds: readonly string[] | undefined,
): Promise<Invite> {
	return presentInvite(from, await getInvite(from, code), { onlineIds })
}

/** The invites to a channel that still hold, latest first. */
export async function listChannelInvites(from: Reading, channelId: string): Promise<Invite[]> {
	const rows = await from.db
		.selectFrom('invites')
		.selectAll()
		.where('channel_id', '=', channelId)
		.where((invite) => invite.or([invite('expires_at', 'is', null), invite('expires_at', '>', from.now())]))
		.orderBy('id', 'desc')
		.execute()
	return presentInvites(from, rows, { withUse: true })
}

/** Those into a guild (J10). @throws MissingPermissions */
export async function listGuildInvites(from: Reading, { guild, permissions }: GuildAccess): Promise<Invite[]> {
	const withUse = hasPermissions(permissions, 'ManageGuild')
	if (!withUse && !hasPermissions(permissions, 'ViewAuditLog')) throw new ApiError('MissingPermissions')
	const rows = await from.db
		.selectFrom('invites')
		.selectAll()
		.where('guild_id', '=', guild.id)
		.where((invite) => invite.or([invite('expires_at', 'is', null), invite('expires_at', '>', from.now())]))
		.orderBy('id', 'desc')
		.execute()
	return presentInvites(from, rows, { withUse })
}

export interface Caretaker {
	userId: string
	reason?: string | undefined
}

/** Takes an invite back. @throws UnknownInvite, MissingPermissions */
export async function revokeInvite(tx: Transaction, code: string, { userId, reason }: Caretaker): Promise<Invite> {
	const invite = await holdInvite(tx, code)
	const access = await standingAt(tx, invite, userId)
	const inChannel = permissionsIn(access, await overwritesOf(tx, invite.channel_id))
	const may = hasPermissions(access.permissions, 'ManageGuild') || hasPermissions(inChannel, 'ManageChannels')
	if (!may) throw new ApiError('MissingPermissions')
	const shown = await presentInvite(tx, invite, { withUse: true })
	await removeInvite(tx, invite)
	const changes = auditedFields(invite).map(([key, value]) => ({ key, old_value: value }))
	await audit(tx, { guildId: invite.guild_id, userId, targetId: null, action: 'inviteDelete', changes, reason })
	return shown
}

/** The invite, where the user may read its list of users (J12). @throws UnknownInvite, MissingPermissions */
export async function getForReading(from: Reading, code: string, userId: string): Promise<InviteRow> {
	const invite = await getInvite(from, code)
	await requireMaker(from, invite, userId, ['ManageGuild', 'ViewAuditLog'])
	return invite
}

/** Says anew whom an invite is for (J5). @throws UnknownInvite, MissingPermissions */
export async function replaceList(
	tx: Transaction,
	code: string,
	userIds: readonly string[],
	{ userId, reason }: Caretaker,
): Promise<void> {
	const invite = await holdInvite(tx, code)
	await requireMaker(tx, invite, userId, ['ManageGuild'])
	await orderList(tx, invite.id, userIds)
	const changes = [
		{ key: 'code', new_value: code },
		{ key: 'target_users', new_value: userIds.length },
	]
	await audit(tx, { guildId: invite.guild_id, userId, targetId: null, action: 'inviteUpdate', changes, reason })
}

async function requireMaker(
	from: Reading,
	invite: InviteRow,
	userId: string,
	others: readonly ('ManageGuild' | 'ViewAuditLog')[],
): Promise<void> {
	if (invite.inviter_id === userId) return
	const { permissions } = await standingAt(from, invite, userId)
	if (!others.some((name) => hasPermissions(permissions, name))) throw new ApiError('MissingPermissions')
}

/** @throws MissingPermissions where they are no member: that there is such an invite anybody may know */
async function standingAt(from: Reading, invite: InviteRow, userId: string): Promise<GuildAccess> {
	const access = await standingIn(from, userId, await guildRow(from, invite.guild_id))
	if (!access) throw new ApiError('MissingPermissions')
	return access
}
