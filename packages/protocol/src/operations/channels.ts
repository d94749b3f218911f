import { type AnyOperation, operation } from '../operation.ts'
import { Channel } from '../resources/channel.ts'
import { ChannelChanges, OverwriteInput } from '../resources/channel-input.ts'
import { ids } from './path.ts'

export const getChannel = operation({
	id: 'get_channel',
	method: 'GET',
	path: '/channels/{channel_id}',
	summary: 'A channel, of a guild or direct.',
	callers: ['bot'],
	permission: 'ViewChannel',
	params: ids('channel_id'),
	returns: Channel,
	errors: ['UnknownChannel'],
})

/** ManageChannels in guilds; ManageRoles besides where overwrites change. */
export const updateChannel = operation({
	id: 'update_channel',
	method: 'PATCH',
	path: '/channels/{channel_id}',
	summary: 'Changes a channel.',
	callers: ['bot'],
	permission: 'ViewChannel',
	params: ids('channel_id'),
	body: ChannelChanges,
	returns: Channel,
	errors: ['UnknownChannel', 'ChannelType', 'MaximumOverwrites', 'BitrateTooHigh'],
})

/** ManageChannels in guilds. */
export const deleteChannel = operation({
	id: 'delete_channel',
	method: 'DELETE',
	path: '/channels/{channel_id}',
	summary: 'Removes a channel of a guild, or closes a direct one.',
	callers: ['bot'],
	permission: 'ViewChannel',
	params: ids('channel_id'),
	returns: Channel,
	errors: ['UnknownChannel', 'CommunityChannel'],
})

export const setChannelPermissionOverwrite = operation({
	id: 'set_channel_permission_overwrite',
	method: 'PUT',
	path: '/channels/{channel_id}/permissions/{overwrite_id}',
	summary: 'Sets what a role or a member may do in a channel.',
	callers: ['bot'],
	permission: 'ManageRoles',
	params: ids('channel_id', 'overwrite_id'),
	body: OverwriteInput,
	errors: ['UnknownChannel', 'UnknownPermissionOverwrite', 'MaximumOverwrites'],
})

export const deleteChannelPermissionOverwrite = operation({
	id: 'delete_channel_permission_overwrite',
	method: 'DELETE',
	path: '/channels/{channel_id}/permissions/{overwrite_id}',
	summary: 'Removes what a channel says about a role or a member.',
	callers: ['bot'],
	permission: 'ManageRoles',
	params: ids('channel_id', 'overwrite_id'),
	errors: ['UnknownChannel', 'UnknownPermissionOverwrite'],
})

export const triggerTypingIndicator = operation({
	id: 'trigger_typing_indicator',
	method: 'POST',
	path: '/channels/{channel_id}/typing',
	summary: 'Says for ten seconds that the caller is writing.',
	callers: ['bot'],
	permission: 'SendMessages',
	params: ids('channel_id'),
	errors: ['UnknownChannel', 'NonTextChannel', 'CannotMessageUser'],
})

export const CHANNEL_OPERATIONS: readonly AnyOperation[] = [
	getChannel,
	updateChannel,
	deleteChannel,
	setChannelPermissionOverwrite,
	deleteChannelPermissionOverwrite,
	triggerTypingIndicator,
]
