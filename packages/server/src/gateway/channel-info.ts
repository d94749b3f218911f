import { ChannelInfo, type RequestChannelInfoInput } from '@guildhall/protocol'
import { channelsSeenBy } from '../domain/guilds/voice-view.ts'
import { inSeconds, type VoiceChannelRow, voiceChannelsIn } from '../domain/voice/channels.ts'
import type { Reading } from '../ports/store.ts'
import type { OpenSession } from './open-session.ts'

/** Answers a request for what is not on channels: those that the session may view and that have some of it (G29). */
export async function sayChannelInfo(
	from: Reading,
	session: OpenSession,
	{ guild_id: guildId, fields }: RequestChannelInfoInput,
): Promise<void> {
	const asked = new Set(fields)
	const known = session.listeners.has(`guild.${guildId}`) ? await voiceChannelsIn(from, guildId) : []
	const infos = known
		.map((row) => ({ id: row.channel_id, ...infoOf(row, asked) }))
		.filter(({ id: _id, ...info }) => Object.values(info).some((value) => value !== null))
	const seen = await channelsSeenBy(
		from,
		{ userId: session.userId, guildId },
		infos.map(({ id }) => id),
	)
	session.say(ChannelInfo, { guild_id: guildId, channels: infos.filter(({ id }) => seen.has(id)) })
}

function infoOf({ status, started_at }: VoiceChannelRow, asked: ReadonlySet<unknown>): Record<string, unknown> {
	return {
		...(asked.has('status') ? { status } : {}),
		...(asked.has('voice_start_time') ? { voice_start_time: inSeconds(started_at) } : {}),
	}
}
