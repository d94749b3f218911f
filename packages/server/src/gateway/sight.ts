import { type GuildChannel, INTENTS, PERMISSIONS, type VoiceState } from '@guildhall/protocol'
import { channelsOf } from '../domain/channels/channels.ts'
import { presentChannel } from '../domain/channels/present.ts'
import { viewVoiceState } from '../domain/guilds/voice-view.ts'
import { type VoiceRow, voiceStatesIn } from '../domain/voice/states.ts'
import type { Reading } from '../ports/store.ts'
import type { Bits, GuildRights } from './rights.ts'

/** What a session knows of the channels of a guild, as far as its rights have decided it (G32). */
export interface Sight {
	/** Members in voice as the session was last told; null, before it is shown the guild: it was told that they left. */
	readonly voices: Map<string, VoiceState | null>
	/** Channels whose news it was not told. */
	readonly missed: Map<string, 'made' | 'changed'>
}

/** A listener of a guild as far as its sight goes. */
export interface Viewer {
	readonly session: { readonly userId: string; readonly intents: number }
	/** Present while it is not shown the guild. */
	readonly held: unknown
	sight: Sight | undefined
}

/** Events that change what a session knows of channels. */
const OF_SIGHT = new Set(['VOICE_STATE_UPDATE', 'CHANNEL_CREATE', 'CHANNEL_UPDATE', 'CHANNEL_DELETE'])

export function isOfSight(name: string): boolean {
	return OF_SIGHT.has(name)
}

export function hasSight(viewer: Viewer): boolean {
	return hearsVoice(viewer) || (viewer.sight?.missed.size ?? 0) > 0
}

/** Keeps that the viewer was told of an event, or missed it because it may not view the channel. */
export function noteOf(viewer: Viewer, { name, data }: { name: string; data: unknown }, isTold: boolean): void {
	if (name === 'VOICE_STATE_UPDATE') {
		if (isTold) noteVoice(viewer, data as VoiceState)
		return
	}
	const { id } = data as GuildChannel
	if (name === 'CHANNEL_DELETE') forgetChannel(viewer, id)
	else if (isTold) viewer.sight?.missed.delete(id)
	else {
		const { missed } = sightOf(viewer)
		missed.set(id, name === 'CHANNEL_CREATE' ? 'made' : (missed.get(id) ?? 'changed'))
	}
}

/** The viewer is shown the guild, with these in voice. What it was told since counts, as it is said behind that. */
export function noteShown(viewer: Viewer, states: readonly VoiceState[]): void {
	if (!hearsVoice(viewer) || (states.length === 0 && !viewer.sight)) return
	const { voices } = sightOf(viewer)
	for (const state of states) if (!voices.has(state.user_id)) voices.set(state.user_id, state)
	for (const [userId, state] of voices) if (!state) voices.delete(userId)
}

/** Something to tell one viewer. */
export interface Glimpse<V> {
	viewer: V
	channelId: string
	name: 'VOICE_STATE_UPDATE' | 'CHANNEL_CREATE' | 'CHANNEL_UPDATE'
	data: VoiceState | GuildChannel
}

/** A guild whose rights have changed. */
export interface Changed {
	from: Reading
	guildId: string
	rights: GuildRights
}

/**
 * What each viewer is to be told of channels that it sees now, and of those in voice whom it sees no longer, as rights
 * are others than before (G32).
 */
export async function lookAgain<V extends Viewer>(changed: Changed, viewers: readonly V[]): Promise<Glimpse<V>[]> {
	const { from, guildId } = changed
	const rows = viewers.some(hearsVoice) ? await voiceStatesIn(from, guildId) : []
	const sees = await sightOfChannels(changed, channelsIn(rows, viewers))
	const states = once((row: VoiceRow) => viewVoiceState(from, row))
	const channels = once(() => channelsOf(from, guildId))
	const glimpses: Glimpse<V>[] = []
	for (const viewer of viewers) {
		for (const [id, what] of viewer.sight?.missed ?? []) {
			if (!sees(viewer, id)) continue
			const found = (await channels(undefined)).find(({ channel }) => channel.id === id)
			if (!found) continue
			const data = presentChannel(found.channel, found.overwrites)
			glimpses.push({ viewer, channelId: id, name: what === 'made' ? 'CHANNEL_CREATE' : 'CHANNEL_UPDATE', data })
		}
		if (!hearsVoice(viewer)) continue
		const { voices } = sightOf(viewer)
		const seen = rows.filter((row) => sees(viewer, row.channel_id))
		for (const row of seen) {
			if (voices.get(row.user_id)?.channel_id === row.channel_id) continue
			const data = await states(row)
			if (data) glimpses.push({ viewer, channelId: row.channel_id, name: 'VOICE_STATE_UPDATE', data })
		}
		for (const [userId, state] of voices) {
			// One always hears of oneself; and who is seen elsewhere is not gone.
			const channelId = state?.channel_id
			if (!channelId || userId === viewer.session.userId || sees(viewer, channelId)) continue
			if (seen.some((row) => row.user_id === userId)) continue
			glimpses.push({ viewer, channelId, name: 'VOICE_STATE_UPDATE', data: { ...state, channel_id: null } })
		}
	}
	return glimpses
}

/** Whether an event that waits will say the same, or what is newer. */
export function isComing(
	{ name, data, channelId }: Glimpse<unknown>,
	waiting: readonly { name: string; data: unknown }[],
): boolean {
	if (waiting.some((next) => next.name === 'CHANNEL_DELETE' && subjectOf(next.data) === channelId)) return true
	if (name === 'CHANNEL_CREATE' || ('channel_id' in data && data.channel_id === null)) return false
	return waiting.some((next) => next.name === name && subjectOf(next.data) === subjectOf(data))
}

/** Whom, or which channel, news of sight is about. */
function subjectOf(data: unknown): string {
	const { user_id, id } = data as { user_id?: string; id: string }
	return user_id ?? id
}

/** The channels that it matters to see: those of people in voice, now or as viewers know it, and those that were missed. */
function channelsIn(rows: readonly VoiceRow[], viewers: readonly Viewer[]): Set<string> {
	const ids = new Set(rows.map((row) => row.channel_id))
	for (const { sight } of viewers) {
		for (const id of sight?.missed.keys() ?? []) ids.add(id)
		for (const state of sight?.voices.values() ?? []) if (state?.channel_id) ids.add(state.channel_id)
	}
	return ids
}

async function sightOfChannels(
	{ rights }: Changed,
	ids: Iterable<string>,
): Promise<(viewer: Viewer, channelId: string) => boolean> {
	const bits = new Map<string, Bits>()
	for (const id of ids) bits.set(id, await rights.load(id))
	return ({ session }, id) => ((bits.get(id)?.get(session.userId) ?? 0n) & PERMISSIONS.ViewChannel) !== 0n
}

/** Asks for each thing once, and only when it is needed. */
function once<K, T>(ask: (key: K) => Promise<T>): (key: K) => Promise<T> {
	const known = new Map<K, Promise<T>>()
	return (key) => {
		const answer = known.get(key) ?? ask(key)
		known.set(key, answer)
		return answer
	}
}

const SHOWN_VOICE = INTENTS.Guilds | INTENTS.GuildVoiceStates

/** Whether it was shown who is in voice, and hears what becomes of them. */
function hearsVoice({ session }: Viewer): boolean {
	return (session.intents & SHOWN_VOICE) === SHOWN_VOICE
}

function sightOf(viewer: Viewer): Sight {
	viewer.sight ??= { voices: new Map(), missed: new Map() }
	return viewer.sight
}

function noteVoice(viewer: Viewer, state: VoiceState): void {
	const { voices } = sightOf(viewer)
	if (state.channel_id !== null) voices.set(state.user_id, state)
	else if (viewer.held) voices.set(state.user_id, null)
	else voices.delete(state.user_id)
}

/** A channel is gone, and with it all in it, for those who see it and those who do not. */
function forgetChannel({ sight, held }: Viewer, id: string): void {
	sight?.missed.delete(id)
	for (const [userId, state] of sight?.voices ?? []) {
		if (state?.channel_id !== id) continue
		if (held) sight?.voices.set(userId, null)
		else sight?.voices.delete(userId)
	}
}
