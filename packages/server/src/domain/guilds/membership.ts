import {
	AccessChanged,
	ApiError,
	GuildMemberAdd,
	GuildMemberRemove,
	GuildRoleDelete,
	type Member,
	RightsChanged,
} from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { MemberRow } from '../access/access.ts'
import { getUser, type UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { holdMember, holdPlace } from './held.ts'
import { MOST_MEMBERS, presentMember } from './present.ts'
import { takeTagOff } from './tags.ts'
import { leaveVoice } from './voice.ts'

/** How many guilds a person may be in; bots are in as many as want them. */
const MOST_GUILDS = 100
/** Rows of one insert: databases bound the number of parameters. */
const ROWS_AT_ONCE = 500

export interface NewMembership {
	nick?: string | null
	/** Roles of the guild, without `@everyone`. */
	roleIds?: readonly string[]
	isMute?: boolean
	isDeaf?: boolean
	flags?: number
	/** Out again when their last session has ended. */
	isTemporary?: boolean
}

/**
 * Brings a user into a guild, and tells everybody there. Undefined where they are in it already.
 * @throws BannedFromGuild, MaximumGuilds, MaximumMembers
 */
export async function addMember(
	tx: Transaction,
	guildId: string,
	given: Pick<UserRow, 'id'>,
	membership: NewMembership = {},
): Promise<Member | undefined> {
	await holdPlace(tx, guildId, given.id)
	// As they look now; who comes in is told of by it.
	const user = await getUser(tx, given.id)
	await requireRoom(tx, guildId, user)
	const row: MemberRow = {
		...blankMember(tx, guildId, user.id),
		nick: membership.nick || null,
		is_mute: membership.isMute ? 1 : 0,
		is_deaf: membership.isDeaf ? 1 : 0,
		flags: membership.flags ?? 0,
		is_temporary: membership.isTemporary ? 1 : 0,
	}
	const roleIds = membership.roleIds ?? []
	const { numInsertedOrUpdatedRows } = await tx.db
		.insertInto('members')
		.values(row)
		.onConflict((conflict) => conflict.columns(['guild_id', 'user_id']).doNothing())
		.executeTakeFirst()
	if (numInsertedOrUpdatedRows === 0n) return undefined
	if (roleIds.length > 0) {
		const held = roleIds.map((roleId) => ({ guild_id: guildId, user_id: user.id, role_id: roleId }))
		await tx.db.insertInto('member_roles').values(held).execute()
	}
	await count(tx, guildId, 1)
	const member = presentMember(row, roleIds, user)
	tx.emit(GuildMemberAdd, { guildId, exceptUserId: user.id }, { ...member, guild_id: guildId })
	tx.emit(AccessChanged, { userIds: [user.id] }, { user_id: user.id, guild_id: guildId, gained: true })
	return member
}

async function requireRoom({ db }: Reading, guildId: string, user: UserRow): Promise<void> {
	const ban = await db
		.selectFrom('bans')
		.select('user_id')
		.where('guild_id', '=', guildId)
		.where('user_id', '=', user.id)
		.executeTakeFirst()
	if (ban) throw new ApiError('BannedFromGuild')
	if (user.is_bot) return
	const joined = await db
		.selectFrom('members')
		.select('guild_id')
		.where('user_id', '=', user.id)
		.limit(MOST_GUILDS)
		.execute()
	if (joined.length >= MOST_GUILDS) throw new ApiError('MaximumGuilds')
}

/** Seats many at once where nobody is listening yet: in a guild that is being made. */
export async function seatMembers(tx: Transaction, guildId: string, userIds: readonly string[]): Promise<void> {
	for (let at = 0; at < userIds.length; at += ROWS_AT_ONCE) {
		const rows = userIds.slice(at, at + ROWS_AT_ONCE).map((userId) => blankMember(tx, guildId, userId))
		await tx.db.insertInto('members').values(rows).execute()
		for (const row of rows) {
			tx.emit(AccessChanged, { userIds: [row.user_id] }, { user_id: row.user_id, guild_id: guildId, gained: true })
		}
	}
	await count(tx, guildId, userIds.length)
}

/**
 * Takes a user out of a guild and tells everybody there. A bot takes its own role along, and its application is installed there no longer.
 * @throws UnknownMember where they are not in it
 */
export async function removeMember(tx: Transaction, guildId: string, user: UserRow): Promise<void> {
	await holdPlace(tx, guildId, user.id)
	// Held first: who comes into voice at the same moment is in it, and leaves it here, or is no member any more.
	if (!(await holdMember(tx, guildId, user.id))) throw new ApiError('UnknownMember')
	await leaveVoice(tx, guildId, user.id)
	await tx.db.deleteFrom('members').where('guild_id', '=', guildId).where('user_id', '=', user.id).execute()
	await count(tx, guildId, -1)
	await takeTagOff(tx, guildId, user.id)
	tx.emit(GuildMemberRemove, { guildId, exceptUserId: user.id }, { guild_id: guildId, user: presentUser(user) })
	tx.emit(AccessChanged, { userIds: [user.id] }, { user_id: user.id, guild_id: guildId, gained: false })
	if (!user.is_bot) return
	await removeBotRole(tx, guildId, user.id)
	// A bot has the id of its application (HC-91).
	await tx.db
		.deleteFrom('installations')
		.where('guild_id', '=', guildId)
		.where('application_id', '=', user.id)
		.execute()
}

async function removeBotRole(tx: Transaction, guildId: string, botId: string): Promise<void> {
	const roles = await tx.db
		.deleteFrom('roles')
		.where('guild_id', '=', guildId)
		.where('bot_id', '=', botId)
		.returning('id')
		.execute()
	for (const { id } of roles) {
		await tx.db.deleteFrom('overwrites').where('target_id', '=', id).execute()
		tx.emit(RightsChanged, { guildId }, { guild_id: guildId })
		tx.emit(GuildRoleDelete, { guildId }, { guild_id: guildId, role_id: id })
	}
}

function blankMember(tx: Transaction, guildId: string, userId: string): MemberRow {
	return {
		guild_id: guildId,
		user_id: userId,
		nick: null,
		avatar: null,
		banner: null,
		bio: null,
		joined_at: tx.now(),
		is_deaf: 0,
		is_mute: 0,
		flags: 0,
		timed_out_until: null,
		is_temporary: 0,
	}
}

/** @throws MaximumMembers */
async function count(tx: Transaction, guildId: string, by: number): Promise<void> {
	const guild = await tx.db
		.updateTable('guilds')
		.set((guild) => ({ member_count: guild('member_count', '+', by) }))
		.where('id', '=', guildId)
		.returning('member_count')
		.executeTakeFirst()
	if (by > 0 && guild && guild.member_count > MOST_MEMBERS) throw new ApiError('MaximumMembers')
}
