import { ApiError, type Member } from '@guildhall/protocol'
import { sql } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { MemberRow } from '../access/access.ts'
import { findUsers, getUser, type UserRow } from '../accounts/accounts.ts'
import { holdMember } from './held.ts'
import { presentMember } from './present.ts'

/** A member with all that presenting them takes. */
export interface FullMember {
	row: MemberRow
	/** Without `@everyone`. */
	roleIds: string[]
	user: UserRow
}

/** The member. @throws UnknownUser where nobody has this id, UnknownMember where they are not in the guild */
export async function getMember(from: Reading, guildId: string, userId: string): Promise<FullMember> {
	const user = await getUser(from, userId)
	const row = await findMember(from, guildId, userId)
	if (!row) throw new ApiError('UnknownMember')
	return { row, user, roleIds: (await roleIdsOf(from, guildId, [userId])).get(userId) ?? [] }
}

/** The member, held until the commit. @throws UnknownUser, UnknownMember */
export async function getHeldMember(tx: Transaction, guildId: string, userId: string): Promise<FullMember> {
	await holdMember(tx, guildId, userId)
	return getMember(tx, guildId, userId)
}

export function findMember({ db }: Reading, guildId: string, userId: string): Promise<MemberRow | undefined> {
	return db
		.selectFrom('members')
		.selectAll()
		.where('guild_id', '=', guildId)
		.where('user_id', '=', userId)
		.executeTakeFirst()
}

/** Members as the wire has them, in the order of the rows. */
export async function presentMembers(from: Reading, guildId: string, rows: readonly MemberRow[]): Promise<Member[]> {
	const userIds = rows.map((row) => row.user_id)
	const users = await findUsers(from, userIds)
	const roleIds = await roleIdsOf(from, guildId, userIds)
	return rows.flatMap((row) => {
		const user = users.get(row.user_id)
		return user ? [presentMember(row, roleIds.get(row.user_id) ?? [], user)] : []
	})
}

/** The roles that these members hold, `@everyone` not counted; members without any are missing. */
export async function roleIdsOf(
	{ db }: Reading,
	guildId: string,
	userIds: readonly string[],
): Promise<Map<string, string[]>> {
	const held = new Map<string, string[]>()
	if (userIds.length === 0) return held
	const rows = await db
		.selectFrom('member_roles')
		.select(['user_id', 'role_id'])
		.where('guild_id', '=', guildId)
		.where('user_id', 'in', userIds)
		.orderBy('role_id')
		.execute()
	for (const { user_id, role_id } of rows) held.set(user_id, [...(held.get(user_id) ?? []), role_id])
	return held
}

/** Members by ascending user id, those behind `after`. */
export async function listMembers(
	from: Reading,
	guildId: string,
	{ limit, after }: { limit: number; after: string | undefined },
): Promise<Member[]> {
	const rows = await from.db
		.selectFrom('members')
		.selectAll()
		.where('guild_id', '=', guildId)
		.where('user_id', '>', after ?? '0')
		.orderBy('user_id')
		.limit(limit)
		.execute()
	return presentMembers(from, guildId, rows)
}

/** Members whose username, display name or nickname begins with the text, whatever the case. */
export async function searchMembers(
	from: Reading,
	guildId: string,
	{ query, limit }: { query: string; limit: number },
): Promise<Member[]> {
	const pattern = `${query.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
	const begins = (column: 'users.username' | 'users.global_name' | 'members.nick') =>
		sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
	const rows = await from.db
		.selectFrom('members')
		.innerJoin('users', 'users.id', 'members.user_id')
		.selectAll('members')
		.where('members.guild_id', '=', guildId)
		.where((member) => member.or([begins('users.username'), begins('users.global_name'), begins('members.nick')]))
		.orderBy('members.user_id')
		.limit(limit)
		.execute()
	return presentMembers(from, guildId, rows)
}

/** Ids of one query: databases bound the number of parameters. */
const IDS_AT_ONCE = 5000

/** How many of these users are members, by guild; guilds with none are missing. */
export async function countAmong(
	{ db }: Reading,
	guildIds: readonly string[],
	userIds: readonly string[],
): Promise<Map<string, number>> {
	const counts = new Map<string, number>()
	if (guildIds.length === 0) return counts
	for (let at = 0; at < userIds.length; at += IDS_AT_ONCE) {
		const rows = await db
			.selectFrom('members')
			.select((member) => ['guild_id', member.fn.countAll<number>().as('count')])
			.where('guild_id', 'in', guildIds)
			.where('user_id', 'in', userIds.slice(at, at + IDS_AT_ONCE))
			.groupBy('guild_id')
			.execute()
		for (const { guild_id, count } of rows) counts.set(guild_id, (counts.get(guild_id) ?? 0) + Number(count))
	}
	return counts
}
