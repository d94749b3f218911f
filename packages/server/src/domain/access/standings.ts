import {
	channelPermissions,
	guildPermissions,
	type Overwrite,
	type RolePermissions,
	type Standing,
} from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'

/** The standings of several members in one guild, for whoever asks about many at once. */
export interface Standings {
	members: ReadonlyMap<string, Standing>
	/** When one of them changes by itself, because a time-out ends; infinite where none does. */
	goodUntil: number
}

/** Rows of one query: databases bound the number of parameters. */
const IDS_AT_ONCE = 1000

/** Where these users stand in the guild. Who is no member is missing; so is everybody where there is no such guild. */
export async function standingsIn(from: Reading, guildId: string, userIds: readonly string[]): Promise<Standings> {
	const guild = await from.db.selectFrom('guilds').select('owner_id').where('id', '=', guildId).executeTakeFirst()
	const members = new Map<string, Standing>()
	let goodUntil = Number.POSITIVE_INFINITY
	if (!guild) return { members, goodUntil }
	const roles = await rolesById(from, guildId)
	const everyone = roles.get(guildId)
	for (let at = 0; at < userIds.length; at += IDS_AT_ONCE) {
		const ids = userIds.slice(at, at + IDS_AT_ONCE)
		const [rows, held] = [await memberRows(from, guildId, ids), await heldRoles(from, guildId, ids)]
		for (const { user_id: userId, timed_out_until: until } of rows) {
			const isTimedOut = (until ?? 0) > from.now()
			if (isTimedOut) goodUntil = Math.min(goodUntil, until ?? goodUntil)
			const own = (held.get(userId) ?? []).flatMap((id) => roles.get(id) ?? [])
			members.set(userId, {
				guildId,
				ownerId: guild.owner_id,
				userId,
				roles: everyone ? [everyone, ...own] : own,
				isTimedOut,
			})
		}
	}
	return { members, goodUntil }
}

/** The bits of each member in a channel with these overwrites, or in the guild as a whole without any channel. */
export function bitsOf({ members }: Standings, overwrites?: readonly Overwrite[]): Map<string, bigint> {
	const bits = new Map<string, bigint>()
	for (const [userId, standing] of members) {
		bits.set(userId, overwrites ? channelPermissions(standing, overwrites) : guildPermissions(standing))
	}
	return bits
}

async function rolesById({ db }: Reading, guildId: string): Promise<Map<string, RolePermissions>> {
	const rows = await db.selectFrom('roles').select(['id', 'permissions']).where('guild_id', '=', guildId).execute()
	return new Map(rows.map(({ id, permissions }) => [id, { id, permissions: BigInt(permissions) }]))
}

function memberRows({ db }: Reading, guildId: string, userIds: readonly string[]) {
	return db
		.selectFrom('members')
		.select(['user_id', 'timed_out_until'])
		.where('guild_id', '=', guildId)
		.where('user_id', 'in', userIds)
		.execute()
}

async function heldRoles({ db }: Reading, guildId: string, userIds: readonly string[]): Promise<Map<string, string[]>> {
	const rows = await db
		.selectFrom('member_roles')
		.select(['user_id', 'role_id'])
		.where('guild_id', '=', guildId)
		.where('user_id', 'in', userIds)
		.execute()
	const held = new Map<string, string[]>()
	for (const { user_id, role_id } of rows) {
		const own = held.get(user_id)
		if (own) own.push(role_id)
		else held.set(user_id, [role_id])
	}
	return held
}
