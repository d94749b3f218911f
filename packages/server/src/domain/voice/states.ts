import type { GuildVoiceState, Member, VoiceState } from '@guildhall/protocol'
import { wireTimeOrNull } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import { prepared } from '../../ports/prepared.ts'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'

export type VoiceRow = Selectable<Tables['voice_states']>

const stateOf = prepared((db, guildId: string, userId: string) =>
	db.selectFrom('voice_states').selectAll().where('guild_id', '=', guildId).where('user_id', '=', userId),
)
const statesOf = prepared((db, guildId: string) =>
	db.selectFrom('voice_states').selectAll().where('guild_id', '=', guildId).orderBy('user_id'),
)

/** Where a member is in voice; undefined for nowhere. */
export async function findVoiceState(from: Reading, guildId: string, userId: string): Promise<VoiceRow | undefined> {
	const [row] = await stateOf(from, guildId, userId)
	return row
}

/** Everybody in voice in the guild. */
export function voiceStatesIn(from: Reading, guildId: string): Promise<readonly VoiceRow[]> {
	return statesOf(from, guildId)
}

/** Everybody in the channel, by id. */
export function voiceStatesInChannel({ db }: Reading, channelId: string): Promise<VoiceRow[]> {
	return db.selectFrom('voice_states').selectAll().where('channel_id', '=', channelId).orderBy('user_id').execute()
}

/** Whether two users are in the same voice channel. */
export async function areInOneVoiceChannel({ db }: Reading, oneId: string, otherId: string): Promise<boolean> {
	const rows = await db
		.selectFrom('voice_states')
		.select(['user_id', 'channel_id'])
		.where('user_id', 'in', [oneId, otherId])
		.execute()
	const channels = new Set(rows.filter((row) => row.user_id === oneId).map((row) => row.channel_id))
	return rows.some((row) => row.user_id === otherId && channels.has(row.channel_id))
}

/** What was said in this session; or in any session of this node. */
export function voiceStatesHeldBy(
	{ db }: Reading,
	holder: { sessionId: string } | { node: number },
): Promise<VoiceRow[]> {
	const rows = db.selectFrom('voice_states').selectAll().orderBy('guild_id').orderBy('user_id')
	return 'node' in holder
		? rows.where('node', '=', holder.node).execute()
		: rows.where('session_id', '=', holder.sessionId).execute()
}

/** Writes where a member is, in place of where they were. */
export async function keepVoiceState(tx: Transaction, row: VoiceRow): Promise<void> {
	await tx.db
		.insertInto('voice_states')
		.values(row)
		.onConflict((conflict) => conflict.columns(['guild_id', 'user_id']).doUpdateSet(row))
		.execute()
}

export async function removeVoiceState(tx: Transaction, { guild_id, user_id }: VoiceRow): Promise<void> {
	await tx.db.deleteFrom('voice_states').where('guild_id', '=', guild_id).where('user_id', '=', user_id).execute()
}

/** As the wire has it. Who is mute or deaf for all stands at the member. */
export function presentVoiceState(row: VoiceRow, member: Member): VoiceState {
	return { guild_id: row.guild_id, ...presentWithoutGuild(row, member), member }
}

/** The same inside GUILD_CREATE, where guild and member stand beside it. */
export function presentWithoutGuild(row: VoiceRow, member: Pick<Member, 'mute' | 'deaf'>): GuildVoiceState {
	return {
		channel_id: row.channel_id,
		user_id: row.user_id,
		session_id: row.session_id,
		deaf: member.deaf,
		mute: member.mute,
		self_deaf: row.is_self_deaf === 1,
		self_mute: row.is_self_mute === 1,
		self_stream: false,
		self_video: false,
		suppress: row.is_suppressed === 1,
		request_to_speak_timestamp: wireTimeOrNull(row.asked_to_speak_at),
	}
}
