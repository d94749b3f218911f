import { GuildMemberUpdate, guildPermissions, type MyGuild, type PrivateMember } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { featuresOf, type GuildRow } from '../access/access.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { tellFriends } from '../relationships/tell-friends.ts'
import { countAmong, getMember } from './members.ts'
import { presentMember } from './present.ts'
import { countsOf } from './view.ts'

export interface GuildPage {
	before: string | undefined
	after: string | undefined
	limit: number
	/** With counts: the users who are online. */
	onlineIds: readonly string[] | undefined
}

/** The guilds a user is in by ascending id, each with what they may do there (EP-07). */
export async function listMyGuilds(from: Reading, userId: string, page: GuildPage): Promise<MyGuild[]> {
	const guilds = await guildsOf(from, userId, page)
	const guildIds = guilds.map(({ id }) => id)
	const roles = await rolesHeld(from, userId, guildIds)
	const online = page.onlineIds && (await countAmong(from, guildIds, page.onlineIds))
	return guilds.map((guild) => ({
		id: guild.id,
		name: guild.name,
		icon: guild.icon,
		banner: guild.banner,
		owner: guild.owner_id === userId,
		permissions: guildPermissions({
			guildId: guild.id,
			ownerId: guild.owner_id,
			userId,
			roles: roles.get(guild.id) ?? [],
		}).toString(),
		features: featuresOf(guild),
		...(online ? countsOf(guild, online) : {}),
	}))
}

async function guildsOf({ db }: Reading, userId: string, { before, after, limit }: GuildPage): Promise<GuildRow[]> {
	let query = db
		.selectFrom('members')
		.innerJoin('guilds', 'guilds.id', 'members.guild_id')
		.selectAll('guilds')
		.where('members.user_id', '=', userId)
		.limit(limit)
	if (after) query = query.where('members.guild_id', '>', after)
	if (!before) return query.orderBy('members.guild_id').execute()
	return (await query.where('members.guild_id', '<', before).orderBy('members.guild_id', 'desc').execute()).reverse()
}

/** The roles a user holds in these guilds, `@everyone` among them. */
async function rolesHeld({ db }: Reading, userId: string, guildIds: readonly string[]) {
	const held = new Map<string, { id: string; permissions: bigint }[]>()
	if (guildIds.length === 0) return held
	const everyone = db.selectFrom('roles').select(['guild_id', 'id', 'permissions']).where('id', 'in', guildIds)
	const own = db
		.selectFrom('member_roles')
		.innerJoin('roles', 'roles.id', 'member_roles.role_id')
		.select(['roles.guild_id', 'roles.id', 'roles.permissions'])
		.where('member_roles.user_id', '=', userId)
		.where('member_roles.guild_id', 'in', guildIds)
	for (const { guild_id, id, permissions } of await everyone.unionAll(own).execute()) {
		held.set(guild_id, [...(held.get(guild_id) ?? []), { id, permissions: BigInt(permissions) }])
	}
	return held
}

/** The caller as a member of a guild. */
export async function getMyMember(from: Reading, guildId: string, userId: string): Promise<PrivateMember> {
	const { row, roleIds, user } = await getMember(from, guildId, userId)
	return presentMember(row, roleIds, user)
}

/** Tells every guild a user is in, and their friends, what they look like now. */
export async function tellMemberships(tx: Transaction, user: UserRow): Promise<void> {
	const rows = await tx.db.selectFrom('members').selectAll().where('user_id', '=', user.id).execute()
	const guildIds = rows.map((row) => row.guild_id)
	const roles = await rolesHeld(tx, user.id, guildIds)
	for (const row of rows) {
		const held = (roles.get(row.guild_id) ?? []).map(({ id }) => id)
		const roleIds = held.filter((id) => id !== row.guild_id)
		const member = presentMember(row, roleIds, user)
		tx.emit(GuildMemberUpdate, { guildId: row.guild_id }, { ...member, guild_id: row.guild_id })
	}
	await tellFriends(tx, user)
}

/** How many guilds a user is in. */
export async function countGuilds({ db }: Reading, userId: string): Promise<number> {
	const row = await db
		.selectFrom('members')
		.select((member) => member.fn.countAll<number>().as('count'))
		.where('user_id', '=', userId)
		.executeTakeFirst()
	return Number(row?.count ?? 0)
}
