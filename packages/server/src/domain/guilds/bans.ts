import { ApiError, type Ban, GuildBanAdd, GuildBanRemove } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { GuildAccess } from '../access/access.ts'
import { findUser, findUsers, getUser, type UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { audit } from '../audit/audit.ts'
import { holdPlace } from './held.ts'
import { outranks } from './hierarchy.ts'
import { findMember } from './members.ts'
import { removeMember } from './membership.ts'

/** Bans a user, member or not; one who is banned already stays so. @throws UnknownUser, MissingPermissions */
export async function banUser(tx: Transaction, access: GuildAccess, userId: string, reason?: string): Promise<void> {
	const guild = await holdPlace(tx, access.guild.id, userId)
	const user = await getUser(tx, userId)
	if (!(await canBan(tx, { ...access, guild }, user))) throw new ApiError('MissingPermissions')
	await ban(tx, access, user, reason)
}

export interface BanResult {
	banned: string[]
	/** Nobody's id, banned already, or standing above the caller. */
	failed: string[]
}

/** Bans those that can be. @throws BulkBanFailed where that is none */
export async function banUsers(
	tx: Transaction,
	access: GuildAccess,
	userIds: readonly string[],
	reason?: string,
): Promise<BanResult> {
	const result: BanResult = { banned: [], failed: [] }
	const guild = await holdPlace(tx, access.guild.id, ...userIds)
	for (const userId of userIds) {
		const user = await findUser(tx, userId)
		const isBanned = user && (await canBan(tx, { ...access, guild }, user)) && (await ban(tx, access, user, reason))
		if (isBanned) result.banned.push(userId)
		else result.failed.push(userId)
	}
	if (result.banned.length === 0) throw new ApiError('BulkBanFailed')
	return result
}

async function canBan(tx: Transaction, access: GuildAccess, user: UserRow): Promise<boolean> {
	if (user.id === access.userId || user.id === access.guild.owner_id) return false
	return !(await findMember(tx, access.guild.id, user.id)) || outranks(tx, access, user.id)
}

/** Whether the user was not banned before. */
async function ban(tx: Transaction, access: GuildAccess, user: UserRow, reason?: string): Promise<boolean> {
	const guildId = access.guild.id
	const { numInsertedOrUpdatedRows } = await tx.db
		.insertInto('bans')
		.values({ guild_id: guildId, user_id: user.id, reason: reason ?? null, created_at: tx.now() })
		.onConflict((conflict) => conflict.columns(['guild_id', 'user_id']).doNothing())
		.executeTakeFirst()
	if (numInsertedOrUpdatedRows === 0n) return false
	tx.emit(GuildBanAdd, { guildId }, { guild_id: guildId, user: presentUser(user) })
	if (await findMember(tx, guildId, user.id)) await removeMember(tx, guildId, user)
	await audit(tx, { guildId, userId: access.userId, targetId: user.id, action: 'banAdd', reason })
	return true
}

/** Lifts a ban. @throws UnknownBan */
export async function unbanUser(tx: Transaction, access: GuildAccess, userId: string, reason?: string): Promise<void> {
	const guildId = access.guild.id
	const { user } = await getBan(tx, guildId, userId)
	const { numDeletedRows } = await tx.db
		.deleteFrom('bans')
		.where('guild_id', '=', guildId)
		.where('user_id', '=', userId)
		.executeTakeFirst()
	if (numDeletedRows === 0n) throw new ApiError('UnknownBan')
	tx.emit(GuildBanRemove, { guildId }, { guild_id: guildId, user })
	await audit(tx, { guildId, userId: access.userId, targetId: userId, action: 'banRemove', reason })
}

/** @throws UnknownBan */
export async function getBan(from: Reading, guildId: string, userId: string): Promise<Ban> {
	const row = await from.db
		.selectFrom('bans')
		.select('reason')
		.where('guild_id', '=', guildId)
		.where('user_id', '=', userId)
		.executeTakeFirst()
	const user = row && (await findUser(from, userId))
	if (!user) throw new ApiError('UnknownBan')
	return { user: presentUser(user), reason: row.reason }
}

export interface BanPage {
	limit: number
	before: string | undefined
	after: string | undefined
}

/** Bans by ascending user id: those next to `before`, or else to `after` (HC-93). */
export async function listBans(from: Reading, guildId: string, { limit, before, after }: BanPage): Promise<Ban[]> {
	const page = from.db.selectFrom('bans').select(['user_id', 'reason']).where('guild_id', '=', guildId).limit(limit)
	const rows = before
		? (await page.where('user_id', '<', before).orderBy('user_id', 'desc').execute()).reverse()
		: await page
				.where('user_id', '>', after ?? '0')
				.orderBy('user_id')
				.execute()
	const users = await findUsers(
		from,
		rows.map((row) => row.user_id),
	)
	return rows.flatMap(({ user_id, reason }) => {
		const user = users.get(user_id)
		return user ? [{ user: presentUser(user), reason }] : []
	})
}
