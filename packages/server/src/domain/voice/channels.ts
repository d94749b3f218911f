import { VoiceChannelStartTimeUpdate, VoiceChannelStatusUpdate } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'

export type VoiceChannelRow = Selectable<Tables['voice_channels']>

/** A voice channel, and its guild. */
export interface VoicePlace {
	guildId: string
	channelId: string
}

/** What is known of the voice channels of a guild; a channel of which nothing is known is missing. */
export function voiceChannelsIn({ db }: Reading, guildId: string): Promise<VoiceChannelRow[]> {
	return db
		.selectFrom('voice_channels')
		.selectAll()
		.where('guild_id', '=', guildId)
		.where((channel) => channel.or([channel('status', 'is not', null), channel('started_at', 'is not', null)]))
		.orderBy('channel_id')
		.execute()
}

/**
 * Takes hold of a voice channel until the commit: who comes, who leaves and what its status is happens one after the
 * other.
 */
export function holdVoiceChannel(tx: Transaction, { guildId, channelId }: VoicePlace): Promise<VoiceChannelRow> {
	return tx.db
		.insertInto('voice_channels')
		.values({ channel_id: channelId, guild_id: guildId, status: null, started_at: null })
		.onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ guild_id: guildId }))
		.returningAll()
		.executeTakeFirstOrThrow()
}

export async function countInVoice({ db }: Reading, channelId: string): Promise<number> {
	const row = await db
		.selectFrom('voice_states')
		.select((state) => state.fn.countAll<number | string>().as('count'))
		.where('channel_id', '=', channelId)
		.executeTakeFirstOrThrow()
	return Number(row.count)
}

/** To be called when somebody came or left: a channel has a beginning while somebody is in it, and its status goes with the last. */
export async function settleVoiceChannel(tx: Transaction, place: VoicePlace): Promise<void> {
	const { guildId, channelId } = place
	const row = await holdVoiceChannel(tx, place)
	const isEmpty = (await countInVoice(tx, channelId)) === 0
	if (isEmpty === (row.started_at === null)) return
	if (isEmpty) await setVoiceStatus(tx, place, null)
	const startedAt = isEmpty ? null : tx.now()
	await tx.db.updateTable('voice_channels').set({ started_at: startedAt }).where('channel_id', '=', channelId).execute()
	tx.emit(
		VoiceChannelStartTimeUpdate,
		{ guildId, channelId },
		{ id: channelId, guild_id: guildId, voice_start_time: inSeconds(startedAt) },
	)
}

/** Says what the channel is about, and tells of it; false where nothing else was said before. */
export async function setVoiceStatus(tx: Transaction, place: VoicePlace, status: string | null): Promise<boolean> {
	const { guildId, channelId } = place
	const before = await holdVoiceChannel(tx, place)
	if (before.status === status) return false
	await tx.db.updateTable('voice_channels').set({ status }).where('channel_id', '=', channelId).execute()
	tx.emit(VoiceChannelStatusUpdate, { guildId, channelId }, { id: channelId, guild_id: guildId, status })
	return true
}

/** Milliseconds as the wire has the beginning of a voice channel: whole seconds. */
export function inSeconds(at: number | null): number | null {
	return at === null ? null : Math.floor(at / 1000)
}
