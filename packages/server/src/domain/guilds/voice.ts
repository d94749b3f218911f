import { ApiError, CHANNEL_TYPES, hasPermissions, type Member, VoiceStateUpdate } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type ChannelAccess, type ChannelRow, channelAccess } from '../access/access.ts'
import { traitsOf } from '../channels/types.ts'
import { countInVoice, holdVoiceChannel, settleVoiceChannel, type VoicePlace } from '../voice/channels.ts'
import {
	findVoiceState,
	keepVoiceState,
	presentVoiceState,
	removeVoiceState,
	type VoiceRow,
	voiceStatesHeldBy,
	voiceStatesInChannel,
} from '../voice/states.ts'
import { holdMember } from './held.ts'
import { getMember } from './members.ts'
import { presentMember } from './present.ts'

/** The gateway session somebody speaks in. */
export interface VoiceSession {
	userId: string
	sessionId: string
	/** The node that holds it. */
	node: number
}

/** Where somebody wants to be; `channelId` null: nowhere. */
export interface VoiceWish {
	guildId: string
	channelId: string | null
	isSelfMute: boolean
	isSelfDeaf: boolean
}

/** Comes into a voice channel, moves to another, changes what one says of oneself, or leaves. Who may not is not answered (G28). */
export async function changeVoice(tx: Transaction, session: VoiceSession, wish: VoiceWish): Promise<void> {
	const { userId, sessionId, node } = session
	const { guildId, channelId } = wish
	if (!(await holdMember(tx, guildId, userId))) return
	const before = await findVoiceState(tx, guildId, userId)
	if (channelId === null) {
		if (before) await leave(tx, before)
		return
	}
	const said = {
		session_id: sessionId,
		node,
		is_self_mute: wish.isSelfMute ? 1 : 0,
		is_self_deaf: wish.isSelfDeaf ? 1 : 0,
	} as const
	if (before?.channel_id === channelId) {
		await keepVoiceState(tx, { ...before, ...said })
		return tellVoice(tx, { ...before, ...said })
	}
	const access = await accessTo(tx, userId, channelId)
	if (access?.channel.guild_id !== guildId || !hasPermissions(access.permissions, 'Connect')) return
	await holdChannels(tx, guildId, [channelId, before?.channel_id])
	if (await isFull(tx, access)) return
	await enterVoice(tx, { ...said, guild_id: guildId, user_id: userId }, access, before)
}

/** What a state is apart from where. */
type Entrant = Omit<VoiceRow, 'channel_id' | 'is_suppressed' | 'asked_to_speak_at'>

/** Puts a member into a channel, whatever its limit, and tells of it. Member and channels are held. */
export async function enterVoice(
	tx: Transaction,
	entrant: Entrant,
	access: ChannelAccess,
	before: VoiceRow | undefined,
): Promise<void> {
	const { channel } = access
	const place: VoicePlace = { guildId: entrant.guild_id, channelId: channel.id }
	const left = before && { guildId: before.guild_id, channelId: before.channel_id }
	const row: VoiceRow = {
		...entrant,
		channel_id: channel.id,
		is_suppressed: isMutedIn(access) ? 1 : 0,
		asked_to_speak_at: null,
	}
	await keepVoiceState(tx, row)
	await tellVoice(tx, row, before?.channel_id)
	if (left) await settleVoiceChannel(tx, left)
	await settleVoiceChannel(tx, place)
}

/** Takes a member out of voice, if they are in it; true where they were. */
export async function leaveVoice(tx: Transaction, guildId: string, userId: string): Promise<boolean> {
	if (!(await findVoiceState(tx, guildId, userId))) return false
	await holdMember(tx, guildId, userId)
	const row = await findVoiceState(tx, guildId, userId)
	if (row) await leave(tx, row)
	return row !== undefined
}

/** Takes everybody out of voice who came in by this session, or by any session of a node that has started anew. */
export async function endVoice(tx: Transaction, holder: { sessionId: string } | { node: number }): Promise<void> {
	for (const { guild_id, user_id } of await voiceStatesHeldBy(tx, holder)) {
		await holdMember(tx, guild_id, user_id)
		const row = await findVoiceState(tx, guild_id, user_id)
		// It may have gone on in another session.
		const isHeld = row && ('node' in holder ? row.node === holder.node : row.session_id === holder.sessionId)
		if (isHeld) await leave(tx, row)
	}
}

/**
 * Takes everybody out of a channel that is about to go, if one can be in it. The others learn it by the end of the
 * channel (G28).
 */
export async function clearVoiceChannel(tx: Transaction, guildId: string, channel: ChannelRow): Promise<void> {
	if (!isVoice(channel)) return
	const channelId = channel.id
	// Who is on the way out of it is elsewhere by the time it is held, and stays there.
	await holdVoiceChannel(tx, { guildId, channelId })
	for (const row of await voiceStatesInChannel(tx, channelId)) {
		await removeVoiceState(tx, row)
		const member = await memberOf(tx, row)
		tx.emit(
			VoiceStateUpdate,
			{ guildId, onlyUserIds: [row.user_id] },
			{ ...presentVoiceState(row, member), channel_id: null },
		)
	}
}

/**
 * Tells who may view the channel where a member is. Who saw them in the channel they come from, and does not see the
 * other one, is told that they are gone.
 */
export async function tellVoice(tx: Transaction, row: VoiceRow, fromId?: string): Promise<void> {
	const { guild_id: guildId, channel_id: channelId, user_id: userId } = row
	const state = presentVoiceState(row, await memberOf(tx, row))
	tx.emit(VoiceStateUpdate, { guildId, channelId }, state)
	if (fromId === undefined || fromId === channelId) return
	const witnesses = { guildId, channelId: fromId, exceptChannelId: channelId, exceptUserId: userId }
	tx.emit(VoiceStateUpdate, witnesses, { ...state, channel_id: null })
}

async function leave(tx: Transaction, row: VoiceRow): Promise<void> {
	const { guild_id: guildId, channel_id: channelId } = row
	await holdVoiceChannel(tx, { guildId, channelId })
	await removeVoiceState(tx, row)
	const state = presentVoiceState(row, await memberOf(tx, row))
	tx.emit(VoiceStateUpdate, { guildId, channelId }, { ...state, channel_id: null })
	await settleVoiceChannel(tx, { guildId, channelId })
}

/** Takes hold of channels, always in the same order: two who change places do not wait for each other. */
export async function holdChannels(
	tx: Transaction,
	guildId: string,
	ids: readonly (string | undefined)[],
): Promise<void> {
	const channelIds = ids.filter((id) => id !== undefined).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
	for (const channelId of channelIds) await holdVoiceChannel(tx, { guildId, channelId })
}

async function memberOf(tx: Transaction, { guild_id, user_id }: VoiceRow): Promise<Member> {
	const { row, roleIds, user } = await getMember(tx, guild_id, user_id)
	return presentMember(row, roleIds, user)
}

/** The user's standing in a voice channel that they may view; undefined elsewhere. */
async function accessTo(tx: Transaction, userId: string, channelId: string): Promise<ChannelAccess | undefined> {
	try {
		const access = await channelAccess(tx, userId, channelId)
		return isVoice(access.channel) ? access : undefined
	} catch (error) {
		if (error instanceof ApiError) return undefined
		throw error
	}
}

/** Whether one can be in it with one's voice. */
export function isVoice(channel: ChannelRow): boolean {
	return traitsOf(channel.type).hasVoice === true
}

/** Who may move members comes in, however many there are. */
async function isFull(tx: Transaction, { channel, permissions }: ChannelAccess): Promise<boolean> {
	const limit = channel.user_limit ?? 0
	if (limit === 0 || hasPermissions(permissions, 'MoveMembers')) return false
	return (await countInVoice(tx, channel.id)) >= limit
}

/** On a stage one listens until one is let speak; so does who is away, and who may not speak at all. */
function isMutedIn({ channel, guild, permissions }: ChannelAccess): boolean {
	const isAway = guild?.guild.afk_channel_id === channel.id
	return channel.type === CHANNEL_TYPES.stage || isAway || !hasPermissions(permissions, 'Speak')
}
