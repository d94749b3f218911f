import type { APIVoiceRegion } from 'discord-api-types/v10'
import { anyText, boolean, type Infer, nullable, object, optional, resource, snowflake, timestamp } from '../schema.ts'
import { Member } from './member.ts'

export const VoiceRegion = resource<APIVoiceRegion>()(
	'VoiceRegion',
	object({ id: anyText, name: anyText, custom: boolean, deprecated: boolean, optimal: boolean }),
)
export type VoiceRegion = Infer<typeof VoiceRegion>

/** Where somebody is in voice. `guild_id` is left out inside GUILD_CREATE. */
export const VoiceState = resource()(
	'VoiceState',
	object({
		guild_id: optional(nullable(snowflake)),
		channel_id: nullable(snowflake),
		user_id: snowflake,
		member: optional(Member),
		session_id: anyText,
		deaf: boolean,
		mute: boolean,
		self_deaf: boolean,
		self_mute: boolean,
		self_stream: nullable(boolean),
		self_video: boolean,
		suppress: boolean,
		request_to_speak_timestamp: nullable(timestamp),
	}),
)
export type VoiceState = Infer<typeof VoiceState>
