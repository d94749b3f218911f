import { isSnowflake, type Member } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { presentMembers } from './members.ts'

/** Rows of one query: databases bound the number of parameters. */
const IDS_AT_ONCE = 1000

export async function countMembers({ db }: Reading, guildId: string): Promise<number> {
	const row = await db
		.selectFrom('members')
		.select((members) => members.fn.countAll<number | string>().as('count'))
		.where('guild_id', '=', guildId)
		.executeTakeFirstOrThrow()
	return Number(row.count)
}

/** Which of these users are in the guild. */
export async function membersAmong({ db }: Reading, guildId: string, userIds: readonly string[]): Promise<string[]> {
	const found: string[] = []
	for (let at = 0; at < userIds.length; at += IDS_AT_ONCE) {
		const rows = await db
			.selectFrom('members')
			.select('user_id')
			.where('guild_id', '=', guildId)
			.where('user_id', 'in', userIds.slice(at, at + IDS_AT_ONCE))
			.execute()
		found.push(...rows.map((row) => row.user_id))
	}
	return found
}

/** Those of these users that are in the guild, by ascending id. Whatever is no id is nobody's. */
export async function membersById(from: Reading, guildId: string, ids: readonly string[]): Promise<Member[]> {
	const userIds = ids.filter(isSnowflake)
	if (userIds.length === 0) return []
	const rows = await from.db
		.selectFrom('members')
		.selectAll()
		.where('guild_id', '=', guildId)
		.where('user_id', 'in', userIds)
		.orderBy('user_id')
		.execute()
	return presentMembers(from, guildId, rows)
}

/** Members that a client of a large guild is told of at once: with a nickname, with a role, or among `also`. */
export async function notableMembers(from: Reading, guildId: string, also: readonly string[]): Promise<Member[]> {
	const rows = await from.db
		.selectFrom('members')
		.selectAll()
		.where('guild_id', '=', guildId)
		.where((member) =>
			member.or([
				member('nick', 'is not', null),
				member.exists(
					member
						.selectFrom('member_roles')
						.select('role_id')
						.whereRef('member_roles.guild_id', '=', 'members.guild_id')
						.whereRef('member_roles.user_id', '=', 'members.user_id'),
				),
			]),
		)
		.orderBy('user_id')
		.execute()
	const known = new Set(rows.map((row) => row.user_id))
	const others = await membersById(
		from,
		guildId,
		also.filter((id) => !known.has(id)),
	)
	return [...(await presentInSlices(from, guildId, rows)), ...others]
}

async function presentInSlices(
	from: Reading,
	guildId: string,
	rows: Parameters<typeof presentMembers>[2],
): Promise<Member[]> {
	const members: Member[] = []
	for (let at = 0; at < rows.length; at += IDS_AT_ONCE) {
		members.push(...(await presentMembers(from, guildId, rows.slice(at, at + IDS_AT_ONCE))))
	}
	return members
}
