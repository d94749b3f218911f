import { guilds, platform, voice } from '@guildhall/protocol'
import { VOICE_REGIONS } from '../domain/channels/regions.ts'
import { getVoiceState, updateMyVoice, updateVoice } from '../domain/guilds/voice-moderation.ts'
import { updateVoiceStatus } from '../domain/guilds/voice-status.ts'
import { type Handler, handle } from './handle.ts'
import { asMember, inChannel } from './standing.ts'

export const VOICE_HANDLERS: readonly Handler[] = [
	handle(platform.listVoiceRegions, async () => [...VOICE_REGIONS]),
	handle(guilds.listGuildVoiceRegions, async (call, world) => {
		await asMember(call, world)
		return [...VOICE_REGIONS]
	}),
	handle(voice.getSelfVoiceState, async (call, world) => {
		const access = await asMember(call, world)
		return getVoiceState(world.store, access, access.userId)
	}),
	handle(voice.getVoiceState, async (call, world) => {
		return getVoiceState(world.store, await asMember(call, world), call.params.user_id)
	}),
	handle(voice.updateSelfVoiceState, async (call, world) => {
		const access = await asMember(call, world)
		await world.store.transaction((tx) => updateMyVoice(tx, access, call.body))
	}),
	handle(voice.updateVoiceState, async (call, world) => {
		const access = await asMember(call, world)
		const update = { userId: call.params.user_id, changes: call.body }
		await world.store.transaction((tx) => updateVoice(tx, access, update))
	}),
	handle(voice.updateVoiceChannelStatus, async (call, { store }) => {
		const { access } = inChannel(call)
		await store.transaction((tx) => updateVoiceStatus(tx, access, call.body, call.reason))
	}),
]
