import {
	ApiError,
	formError,
	GuildMemberUpdate,
	guildPermissions,
	hasPermissions,
	type Member,
	type MemberChanges,
	PERMISSIONS,
	RightsChanged,
	readTime,
} from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type GuildAccess, type MemberRow, requirePermissions, standingIn } from '../access/access.ts'
import { audit, changesBetween } from '../audit/audit.ts'
import { findVoiceState, type VoiceRow } from '../voice/states.ts'
import { requireOutranked } from './hierarchy.ts'
import { changeRoles, requireRoles } from './member-roles.ts'
import { type FullMember, getHeldMember } from './members.ts'
import { presentMember } from './present.ts'
import { tellVoice } from './voice.ts'
import { moveMember } from './voice-moderation.ts'

const MOST_TIMEOUT_MS = 28 * 24 * 60 * 60 * 1000
/** Of the flags only this one is anybody's to change (OP-15). */
const BYPASSES_VERIFICATION = 1 << 2
const AUDITED = ['nick', 'communication_disabled_until', 'flags', 'mute', 'deaf'] as const

export interface MemberUpdate {
	userId: string
	changes: MemberChanges
	reason?: string | undefined
}

/**
 * Changes a member; each field asks for its own permission (OP-15).
 * @throws UnknownUser, UnknownMember, UnknownRole, UnknownChannel, ChannelType, MissingPermissions, NotInVoice, InvalidFormBody
 */
export async function updateMember(
	tx: Transaction,
	access: GuildAccess,
	{ userId, changes, reason }: MemberUpdate,
): Promise<Member> {
	const before = await getHeldMember(tx, access.guild.id, userId)
	const columns = {
		...(await draftNick(tx, access, before, changes)),
		...(await draftTimeout(tx, access, before, changes)),
		...draftFlags(access, before, changes),
	}
	const voice = await findVoice(tx, access, userId, changes)
	const silence = voice ? draftSilence(before.row, changes) : {}
	const roleIds = await changeRoles(tx, access, before, changes.roles, reason)
	const member = await saveMember(tx, access, { before, columns: { ...columns, ...silence }, roleIds, reason })
	if (voice && changes.channel_id !== undefined && changes.channel_id !== voice.channel_id) {
		await moveMember(tx, access, { voice, channelId: changes.channel_id, reason })
	} else if (voice && Object.keys(silence).length > 0) await tellVoice(tx, voice)
	return member
}

/** One role of one member. */
export interface MemberRole {
	userId: string
	roleId: string
	reason?: string | undefined
}

/** Gives a member a role; one they hold already stays. @throws UnknownMember, UnknownRole, InvalidRole, MissingPermissions */
export async function addRole(tx: Transaction, access: GuildAccess, { userId, roleId, reason }: MemberRole) {
	const before = await getHeldMember(tx, access.guild.id, userId)
	await requireRoles(tx, access, [roleId])
	const roleIds = await changeRoles(tx, access, before, [...new Set([...before.roleIds, roleId])], reason)
	await saveMember(tx, access, { before, columns: {}, roleIds })
}

/** Takes a role from a member; one they do not hold is no mistake. @throws as `addRole` */
export async function removeRole(tx: Transaction, access: GuildAccess, { userId, roleId, reason }: MemberRole) {
	const before = await getHeldMember(tx, access.guild.id, userId)
	await requireRoles(tx, access, [roleId])
	const left = before.roleIds.filter((id) => id !== roleId)
	const roleIds = await changeRoles(tx, access, before, left, reason)
	await saveMember(tx, access, { before, columns: {}, roleIds })
}

/** Writes the columns that changed, tells of it and writes it down. */
export async function saveMember(
	tx: Transaction,
	access: GuildAccess,
	update: { before: FullMember; columns: Partial<MemberRow>; roleIds?: string[]; reason?: string | undefined },
): Promise<Member> {
	const { before, columns, roleIds = before.roleIds, reason } = update
	const guildId = access.guild.id
	const old = presentMember(before.row, before.roleIds, before.user)
	const member = presentMember({ ...before.row, ...columns }, roleIds, before.user)
	if (JSON.stringify(old) === JSON.stringify(member) && !('bio' in columns)) return member
	if (Object.keys(columns).length > 0) {
		await tx.db
			.updateTable('members')
			.set(columns)
			.where('guild_id', '=', guildId)
			.where('user_id', '=', before.row.user_id)
			.execute()
	}
	if ('timed_out_until' in columns || roleIds !== before.roleIds) {
		tx.emit(RightsChanged, { guildId }, { guild_id: guildId })
	}
	tx.emit(GuildMemberUpdate, { guildId }, { ...member, guild_id: guildId })
	const changes = changesBetween<Member>(old, member, AUDITED)
	if (changes.length > 0) {
		const entry = { guildId, userId: access.userId, targetId: before.row.user_id, reason }
		await audit(tx, { ...entry, action: 'memberUpdate', changes })
	}
	return member
}

/** One's own name takes a permission of its own, others' that one stands above them. */
async function draftNick(tx: Transaction, access: GuildAccess, before: FullMember, { nick }: MemberChanges) {
	const wanted = nick?.trim() || null
	if (nick === undefined || wanted === before.row.nick) return {}
	if (before.row.user_id === access.userId) requireOwnNick(access)
	else {
		requirePermissions(access, 'ManageNicknames')
		await requireOutranked(tx, access, before.row.user_id)
	}
	return { nick: wanted }
}

/** @throws MissingPermissions */
export function requireOwnNick(access: GuildAccess): void {
	if (!hasPermissions(access.permissions, 'ManageNicknames')) requirePermissions(access, 'ChangeNickname')
}

async function draftTimeout(tx: Transaction, access: GuildAccess, before: FullMember, changes: MemberChanges) {
	const { communication_disabled_until: until } = changes
	if (until === undefined) return {}
	const wanted = until === null || readTime(until) <= tx.now() ? null : readTime(until)
	if (wanted === before.row.timed_out_until) return {}
	requirePermissions(access, 'ModerateMembers')
	await requireOutranked(tx, access, before.row.user_id)
	if (wanted === null) return { timed_out_until: null }
	if (wanted > tx.now() + MOST_TIMEOUT_MS) {
		throw formError(
			['communication_disabled_until'],
			'INVALID_COMMUNICATION_DISABLED_TIMESTAMP',
			'The timestamp must be at most 28 days in the future.',
		)
	}
	if (await isAdministrator(tx, access, before.row.user_id)) throw new ApiError('MissingPermissions')
	return { timed_out_until: wanted }
}

async function isAdministrator(tx: Transaction, { guild }: GuildAccess, userId: string): Promise<boolean> {
	const standing = await standingIn(tx, userId, guild)
	if (!standing) return false
	const bits = guildPermissions({ guildId: guild.id, ownerId: guild.owner_id, userId, roles: standing.roles })
	return (bits & PERMISSIONS.Administrator) !== 0n
}

function draftFlags(access: GuildAccess, before: FullMember, { flags }: MemberChanges) {
	if (typeof flags !== 'number') return {}
	const wanted = (before.row.flags & ~BYPASSES_VERIFICATION) | (flags & BYPASSES_VERIFICATION)
	if (wanted === before.row.flags) return {}
	const may =
		hasPermissions(access.permissions, 'ManageGuild') ||
		hasPermissions(access.permissions, 'ManageRoles') ||
		hasPermissions(access.permissions, 'ModerateMembers', 'KickMembers', 'BanMembers')
	if (!may) throw new ApiError('MissingPermissions')
	return { flags: wanted }
}

/**
 * Muting, deafening and moving are about somebody who is in voice: where they are, and stay until the commit. Undefined
 * where nothing of the kind is asked.
 */
async function findVoice(
	tx: Transaction,
	access: GuildAccess,
	userId: string,
	changes: MemberChanges,
): Promise<VoiceRow | undefined> {
	const { mute, deaf, channel_id } = changes
	if (typeof mute === 'boolean') requirePermissions(access, 'MuteMembers')
	if (typeof deaf === 'boolean') requirePermissions(access, 'DeafenMembers')
	if (channel_id !== undefined) requirePermissions(access, 'MoveMembers')
	const isAboutVoice = typeof mute === 'boolean' || typeof deaf === 'boolean' || channel_id !== undefined
	if (!isAboutVoice) return undefined
	const voice = await findVoiceState(tx, access.guild.id, userId)
	if (!voice) throw new ApiError('NotInVoice')
	return voice
}

function draftSilence(row: MemberRow, { mute, deaf }: MemberChanges): Partial<MemberRow> {
	const columns: Partial<MemberRow> = {}
	if (typeof mute === 'boolean' && mute !== (row.is_mute === 1)) columns.is_mute = mute ? 1 : 0
	if (typeof deaf === 'boolean' && deaf !== (row.is_deaf === 1)) columns.is_deaf = deaf ? 1 : 0
	return columns
}
