import { guilds, platform } from '@guildhall/protocol'
import { VOICE_REGIONS } from '../domain/channels/regions.ts'
import { type Handler, handle } from './handle.ts'
import { asMember } from './standing.ts'

export const VOICE_HANDLERS: readonly Handler[] = [
	handle(platform.listVoiceRegions, async () => [...VOICE_REGIONS]),
	handle(guilds.listGuildVoiceRegions, async (call, world) => {
		await asMember(call, world)
		return [...VOICE_REGIONS]
	}),
]
