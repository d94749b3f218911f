import { ApiError, CHANNEL_TYPES, type VoiceStatusInput } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type ChannelAccess, requirePermissions } from '../access/access.ts'
import { audit } from '../audit/audit.ts'
import { requireGuildChannel } from '../channels/update.ts'
import { setVoiceStatus } from '../voice/channels.ts'
import { findVoiceState } from '../voice/states.ts'

/** Says what a voice channel is about (EP-06). @throws DirectChannel, ChannelType, MissingPermissions */
export async function updateVoiceStatus(
	tx: Transaction,
	access: ChannelAccess,
	input: VoiceStatusInput,
	reason?: string,
): Promise<void> {
	const { guild, channel, userId } = requireGuildChannel(access)
	const guildId = guild.guild.id
	if (channel.type !== CHANNEL_TYPES.voice) throw new ApiError('ChannelType')
	const own = await findVoiceState(tx, guildId, userId)
	if (own?.channel_id !== channel.id) requirePermissions(access, 'ManageChannels')
	const status = input.status?.trim() || null
	if (!(await setVoiceStatus(tx, { guildId, channelId: channel.id }, status))) return
	const entry = { guildId, userId, targetId: channel.id, reason }
	await audit(
		tx,
		status === null
			? { ...entry, action: 'voiceStatusClear', options: { channel_id: channel.id } }
			: { ...entry, action: 'voiceStatusSet', options: { channel_id: channel.id, status } },
	)
}
