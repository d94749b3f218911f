import type { APIVoiceRegion } from 'discord-api-types/v10'
import {
	anyText,
	boolean,
	type Infer,
	maybe,
	named,
	nullable,
	object,
	optional,
	resource,
	snowflake,
	textUpTo,
	timestamp,
} from '../schema.ts'
import { Member } from './member.ts'

export const VoiceRegion = resource<APIVoiceRegion>()(
	'VoiceRegion',
	object({ id: anyText, name: anyText, custom: boolean, deprecated: boolean, optimal: boolean }),
)
export type VoiceRegion = Infer<typeof VoiceRegion>

/** Where somebody is in voice. */
export const VoiceState = resource()(
	'VoiceState',
	object({
		guild_id: nullable(snowflake),
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

const { guild_id: _guild, member: _member, ...withoutGuild } = VoiceState.properties
/** The same inside GUILD_CREATE, where guild and member stand beside it. */
export const GuildVoiceState = object(withoutGuild)
export type GuildVoiceState = Infer<typeof GuildVoiceState>

/** Missing, null and nothing but white space clear it. */
export const VoiceStatusInput = named('VoiceStatusInput', object({ status: maybe(textUpTo(500)) }))
export type VoiceStatusInput = Infer<typeof VoiceStatusInput>

/** What is changed of one's own place on a stage. `channel_id`: the stage one is on. */
export const MyVoiceChanges = named(
	'MyVoiceChanges',
	object({
		channel_id: maybe(snowflake),
		suppress: maybe(boolean),
		request_to_speak_timestamp: maybe(timestamp),
	}),
)
export type MyVoiceChanges = Infer<typeof MyVoiceChanges>

/** What is changed of another's place on a stage. */
export const VoiceChanges = named('VoiceChanges', object({ channel_id: maybe(snowflake), suppress: maybe(boolean) }))
export type VoiceChanges = Infer<typeof VoiceChanges>
