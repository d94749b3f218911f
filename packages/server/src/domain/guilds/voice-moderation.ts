import {
	ApiError,
	CHANNEL_TYPES,
	formError,
	hasPermissions,
	type MyVoiceChanges,
	readTime,
	type VoiceChanges,
	type VoiceState,
} from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { channelAccess, type GuildAccess, overwritesOf, permissionsIn, requirePermissions } from '../access/access.ts'
import { audit } from '../audit/audit.ts'
import { getChannel } from '../channels/channels.ts'
import { findVoiceState, keepVoiceState, presentVoiceState, type VoiceRow } from '../voice/states.ts'
import { holdMember } from './held.ts'
import { getMember } from './members.ts'
import { presentMember } from './present.ts'
import { enterVoice, holdChannels, isVoice, leaveVoice, tellVoice } from './voice.ts'

/** Where a member is in voice. Of others only who may connect there is told. @throws UnknownVoiceState, MissingPermissions */
export async function getVoiceState(from: Reading, access: GuildAccess, userId: string): Promise<VoiceState> {
	const row = await findVoiceState(from, access.guild.id, userId)
	if (!row) throw new ApiError('UnknownVoiceState')
	if (userId !== access.userId) requirePermissions(await inChannelOf(from, access, row), 'Connect')
	const member = await getMember(from, access.guild.id, userId)
	return presentVoiceState(row, presentMember(member.row, member.roleIds, member.user))
}

/**
 * Moves somebody who is in voice and is held, or takes them out of it.
 * @throws UnknownChannel, ChannelType; MissingPermissions unless the caller may connect there and move members;
 * MissingAccess where the one who is moved may not view it
 */
export async function moveMember(
	tx: Transaction,
	access: GuildAccess,
	{ voice, channelId, reason }: { voice: VoiceRow; channelId: string | null; reason?: string | undefined },
): Promise<void> {
	const entry = { guildId: access.guild.id, userId: access.userId, targetId: null, reason }
	if (channelId === null) {
		await leaveVoice(tx, voice.guild_id, voice.user_id)
		return audit(tx, { ...entry, action: 'memberDisconnect', options: { count: '1' } })
	}
	const channel = await getChannel(tx, channelId)
	if (channel.guild_id !== access.guild.id) throw new ApiError('UnknownChannel')
	if (!isVoice(channel)) throw new ApiError('ChannelType')
	const permissions = permissionsIn(access, await overwritesOf(tx, channelId))
	requirePermissions({ permissions }, 'ViewChannel', 'Connect', 'MoveMembers')
	await holdChannels(tx, voice.guild_id, [voice.channel_id, channelId])
	await enterVoice(tx, voice, await channelAccess(tx, voice.user_id, channelId), voice)
	await audit(tx, { ...entry, action: 'memberMove', options: { channel_id: channelId, count: '1' } })
}

/** One's own place on a stage. @throws UnknownVoiceState, ChannelType, NotInVoice, MissingPermissions, InvalidFormBody */
export async function updateMyVoice(tx: Transaction, access: GuildAccess, changes: MyVoiceChanges): Promise<void> {
	const row = await onStage(tx, access, access.userId, changes.channel_id)
	const { suppress, request_to_speak_timestamp: asked } = changes
	const standing = await inChannelOf(tx, access, row)
	const after = { ...row }
	if (typeof suppress === 'boolean') {
		// To fall silent is everybody's own choice.
		if (!suppress && row.is_suppressed) requirePermissions(standing, 'MuteMembers')
		after.is_suppressed = suppress ? 1 : 0
		after.asked_to_speak_at = null
	}
	if (asked !== undefined) {
		if (asked !== null && !hasPermissions(standing.permissions, 'MuteMembers')) {
			requirePermissions(standing, 'RequestToSpeak')
		}
		after.asked_to_speak_at = asked === null ? null : notPast(readTime(asked), tx.now())
	}
	await save(tx, row, after)
}

/** Another's place on a stage. @throws UnknownVoiceState, ChannelType, NotInVoice, MissingPermissions */
export async function updateVoice(
	tx: Transaction,
	access: GuildAccess,
	{ userId, changes }: { userId: string; changes: VoiceChanges },
): Promise<void> {
	const row = await onStage(tx, access, userId, changes.channel_id)
	requirePermissions(await inChannelOf(tx, access, row), 'MuteMembers')
	if (typeof changes.suppress !== 'boolean') return
	const { user } = await getMember(tx, access.guild.id, userId)
	await save(tx, row, {
		...row,
		is_suppressed: changes.suppress ? 1 : 0,
		// A person is invited to speak, a bot simply speaks.
		asked_to_speak_at: changes.suppress || user.is_bot ? null : tx.now(),
	})
}

async function save(tx: Transaction, before: VoiceRow, after: VoiceRow): Promise<void> {
	if (JSON.stringify(before) === JSON.stringify(after)) return
	await keepVoiceState(tx, after)
	await tellVoice(tx, after)
}

/** Somebody on a stage, who stays there until the commit. `channelId`: the stage the caller thinks of. */
async function onStage(
	tx: Transaction,
	access: GuildAccess,
	userId: string,
	channelId: string | null | undefined,
): Promise<VoiceRow> {
	await holdMember(tx, access.guild.id, userId)
	const row = await findVoiceState(tx, access.guild.id, userId)
	if (!row) throw new ApiError('UnknownVoiceState')
	if (channelId && channelId !== row.channel_id) throw new ApiError('NotInVoice')
	if ((await getChannel(tx, row.channel_id)).type !== CHANNEL_TYPES.stage) throw new ApiError('ChannelType')
	return row
}

/** What the caller may do where somebody is. */
async function inChannelOf(from: Reading, access: GuildAccess, row: VoiceRow): Promise<{ permissions: bigint }> {
	return { permissions: permissionsIn(access, await overwritesOf(from, row.channel_id)) }
}

function notPast(at: number, now: number): number {
	// Whoever asks for this very moment has a clock of their own.
	if (at >= now - CLOCKS_DIFFER_MS) return Math.max(at, now)
	throw formError(
		['request_to_speak_timestamp'],
		'INVALID_REQUEST_TO_SPEAK_TIMESTAMP',
		'The timestamp must not lie in the past.',
	)
}

const CLOCKS_DIFFER_MS = 60_000
