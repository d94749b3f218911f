import { ApiError, hasPermissions, type VoiceState } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { type GuildAccess, guildAccess, overwritesOf, permissionsIn } from '../access/access.ts'
import { presentVoiceState, type VoiceRow, voiceStatesIn } from '../voice/states.ts'
import { findMember, presentMembers } from './members.ts'

/** Everybody in voice in channels that the member may view; nobody for one who is no member. */
export async function voiceStatesSeenBy(from: Reading, userId: string, guildId: string): Promise<VoiceRow[]> {
	const rows = await voiceStatesIn(from, guildId)
	const seen = await channelsSeenBy(
		from,
		{ userId, guildId },
		rows.map((row) => row.channel_id),
	)
	return rows.filter((row) => seen.has(row.channel_id))
}

/** Where a member is in voice, as the wire has it; undefined for one who has left the guild since. */
export async function viewVoiceState(from: Reading, row: VoiceRow): Promise<VoiceState | undefined> {
	const found = await findMember(from, row.guild_id, row.user_id)
	const [member] = found ? await presentMembers(from, row.guild_id, [found]) : []
	return member && presentVoiceState(row, member)
}

/** Those of these channels of the guild that the member may view; none for one who is no member. */
export async function channelsSeenBy(
	from: Reading,
	{ userId, guildId }: { userId: string; guildId: string },
	channelIds: readonly string[],
): Promise<Set<string>> {
	const seen = new Set<string>()
	if (channelIds.length === 0) return seen
	const access = await findAccess(from, userId, guildId)
	if (!access) return seen
	for (const id of new Set(channelIds)) {
		if (hasPermissions(permissionsIn(access, await overwritesOf(from, id)), 'ViewChannel')) seen.add(id)
	}
	return seen
}

async function findAccess(from: Reading, userId: string, guildId: string): Promise<GuildAccess | undefined> {
	try {
		return await guildAccess(from, userId, guildId)
	} catch (error) {
		if (error instanceof ApiError) return undefined
		throw error
	}
}
