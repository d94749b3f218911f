import type { Guild, GuildChannel, Member, Overwrite } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import type { ChannelRow, GuildRow, MemberRow } from '../access/access.ts'
import { channelsOf } from '../channels/channels.ts'
import { presentChannel } from '../channels/present.ts'
import { presentMembers } from './members.ts'
import { presentGuild, type RoleRow } from './present.ts'
import { rolesOf } from './roles.ts'

/** All of a guild that a session begins with, as rows and as the wire has it. */
export interface GuildSnapshot {
	row: GuildRow
	guild: Guild
	roles: RoleRow[]
	channels: { row: ChannelRow; overwrites: Overwrite[]; channel: GuildChannel }[]
	/** By ascending user id, at most as many as were asked for; those in `include` are always among them. */
	members: Member[]
	memberCount: number
}

export interface SnapshotOptions {
	/** How many members at most. */
	members: number
	/** Members that must be among them: whoever the session belongs to. */
	include?: readonly string[]
}

/** The guild and what is in it; undefined where there is none. */
export async function guildSnapshot(
	from: Reading,
	guildId: string,
	options: SnapshotOptions,
): Promise<GuildSnapshot | undefined> {
	const row = await from.db.selectFrom('guilds').selectAll().where('id', '=', guildId).executeTakeFirst()
	if (!row) return undefined
	const roles = await rolesOf(from, guildId)
	const channels = await channelsOf(from, guildId)
	return {
		row,
		guild: presentGuild(row, roles),
		roles,
		channels: channels.map(({ channel, overwrites }) => ({
			row: channel,
			overwrites,
			channel: presentChannel(channel, overwrites),
		})),
		members: await snapshotMembers(from, guildId, options),
		memberCount: row.member_count,
	}
}

async function snapshotMembers(
	from: Reading,
	guildId: string,
	{ members: limit, include = [] }: SnapshotOptions,
): Promise<Member[]> {
	const rows =
		limit === 0
			? []
			: await from.db
					.selectFrom('members')
					.selectAll()
					.where('guild_id', '=', guildId)
					.orderBy('user_id')
					.limit(limit)
					.execute()
	const missing = include.filter((userId) => !rows.some((row) => row.user_id === userId))
	const kept = rows.slice(0, Math.max(0, limit - missing.length))
	const wanted = missing.length === 0 ? [] : await memberRows(from, guildId, missing)
	return presentMembers(from, guildId, [...kept, ...wanted])
}

function memberRows({ db }: Reading, guildId: string, userIds: readonly string[]): Promise<MemberRow[]> {
	return db.selectFrom('members').selectAll().where('guild_id', '=', guildId).where('user_id', 'in', userIds).execute()
}
