import { type AnyOperation, operation } from '../operation.ts'
import { MyVoiceChanges, VoiceChanges, VoiceState, VoiceStatusInput } from '../resources/voice.ts'
import { ids } from './path.ts'

export const getSelfVoiceState = operation({
	id: 'get_self_voice_state',
	method: 'GET',
	path: '/guilds/{guild_id}/voice-states/@me',
	summary: 'Where the caller is in voice.',
	callers: ['bot'],
	params: ids('guild_id'),
	returns: VoiceState,
	errors: ['UnknownGuild', 'UnknownVoiceState'],
})

/** Connect in that channel. */
export const getVoiceState = operation({
	id: 'get_voice_state',
	method: 'GET',
	path: '/guilds/{guild_id}/voice-states/{user_id}',
	summary: 'Where a member is in voice.',
	callers: ['bot'],
	params: ids('guild_id', 'user_id'),
	returns: VoiceState,
	errors: ['UnknownGuild', 'UnknownVoiceState'],
})

export const updateSelfVoiceState = operation({
	id: 'update_self_voice_state',
	method: 'PATCH',
	path: '/guilds/{guild_id}/voice-states/@me',
	summary: 'Speaks, falls silent, or asks to speak on the stage the caller is on.',
	callers: ['bot'],
	params: ids('guild_id'),
	body: MyVoiceChanges,
	errors: ['UnknownGuild', 'UnknownVoiceState', 'ChannelType', 'NotInVoice'],
})

/** MuteMembers in that channel. */
export const updateVoiceState = operation({
	id: 'update_voice_state',
	method: 'PATCH',
	path: '/guilds/{guild_id}/voice-states/{user_id}',
	summary: 'Lets somebody on a stage speak, or silences them.',
	callers: ['bot'],
	params: ids('guild_id', 'user_id'),
	body: VoiceChanges,
	errors: ['UnknownGuild', 'UnknownVoiceState', 'ChannelType', 'NotInVoice'],
})

/** ManageChannels besides for one who is not in it. */
export const updateVoiceChannelStatus = operation({
	id: 'update_voice_channel_status',
	method: 'PUT',
	path: '/channels/{channel_id}/voice-status',
	summary: 'Says what a voice channel is about just now, until the last has left it.',
	callers: ['bot'],
	permission: 'SetVoiceChannelStatus',
	params: ids('channel_id'),
	body: VoiceStatusInput,
	errors: ['UnknownChannel', 'ChannelType'],
})

export const VOICE_OPERATIONS: readonly AnyOperation[] = [
	getSelfVoiceState,
	getVoiceState,
	updateSelfVoiceState,
	updateVoiceState,
	updateVoiceChannelStatus,
]
