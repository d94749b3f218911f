import { type AnyOperation, operation } from '../operation.ts'
import { AuditLog } from '../resources/audit-log.ts'
import { GuildChannel } from '../resources/channel.ts'
import { ChannelPositions, NewChannel } from '../resources/channel-input.ts'
import {
	Guild,
	GuildChanges,
	GuildPreview,
	GuildProfile,
	GuildProfileChanges,
	GuildWithCounts,
	NewGuild,
} from '../resources/guild.ts'
import { VoiceRegion } from '../resources/voice.ts'
import { flag, integer, list, object, optional, snowflake } from '../schema.ts'
import { ids } from './path.ts'

/** Of our own making: the public platform has taken the route away, ours needs a way for its people (EP-08). */
export const createGuild = operation({
	id: 'create_guild',
	method: 'POST',
	path: '/guilds',
	summary: 'Makes a guild that the signed-in user owns.',
	callers: ['login'],
	body: NewGuild,
	status: 201,
	returns: Guild,
	errors: ['MaximumGuilds'],
})

export const getGuild = operation({
	id: 'get_guild',
	method: 'GET',
	path: '/guilds/{guild_id}',
	summary: 'A guild the caller is in.',
	callers: ['bot'],
	params: ids('guild_id'),
	query: object({ with_counts: flag(false) }),
	returns: GuildWithCounts,
	errors: ['UnknownGuild'],
})

export const getGuildPreview = operation({
	id: 'get_guild_preview',
	method: 'GET',
	path: '/guilds/{guild_id}/preview',
	summary: 'What a guild shows from outside; for those outside only when it can be discovered.',
	callers: ['bot'],
	params: ids('guild_id'),
	returns: GuildPreview,
	errors: ['UnknownGuild'],
})

export const updateGuild = operation({
	id: 'update_guild',
	method: 'PATCH',
	path: '/guilds/{guild_id}',
	summary: 'Changes a guild.',
	callers: ['bot'],
	permission: 'ManageGuild',
	params: ids('guild_id'),
	body: GuildChanges,
	returns: Guild,
	errors: ['UnknownGuild', 'UnknownChannel', 'OwnerOnly'],
})

export const listGuildChannels = operation({
	id: 'list_guild_channels',
	method: 'GET',
	path: '/guilds/{guild_id}/channels',
	summary: 'The channels of a guild, without threads; a bearer gets those its user may see.',
	callers: ['bot', 'bearer'],
	scopes: ['guilds.channels.read'],
	params: ids('guild_id'),
	/** For bearers: what a game wants to know to link a lobby to one of them (L33). */
	query: object({ with_can_link_lobby: flag(false) }),
	returns: list(GuildChannel),
	errors: ['UnknownGuild'],
})

export const createGuildChannel = operation({
	id: 'create_guild_channel',
	method: 'POST',
	path: '/guilds/{guild_id}/channels',
	summary: 'Makes a channel.',
	callers: ['bot'],
	permission: 'ManageChannels',
	params: ids('guild_id'),
	body: NewChannel,
	status: 201,
	returns: GuildChannel,
	errors: ['UnknownGuild', 'MaximumChannels', 'MaximumOverwrites', 'BitrateTooHigh'],
})

export const bulkUpdateGuildChannels = operation({
	id: 'bulk_update_guild_channels',
	method: 'PATCH',
	path: '/guilds/{guild_id}/channels',
	summary: 'Moves channels.',
	callers: ['bot'],
	permission: 'ManageChannels',
	params: ids('guild_id'),
	body: ChannelPositions,
	errors: ['UnknownGuild', 'UnknownChannel', 'OneParentAtATime'],
})

export const listGuildVoiceRegions = operation({
	id: 'list_guild_voice_regions',
	method: 'GET',
	path: '/guilds/{guild_id}/regions',
	summary: 'The voice regions a guild may choose from.',
	callers: ['bot'],
	params: ids('guild_id'),
	returns: list(VoiceRegion),
	errors: ['UnknownGuild'],
})

export const listGuildAuditLogEntries = operation({
	id: 'list_guild_audit_log_entries',
	method: 'GET',
	path: '/guilds/{guild_id}/audit-logs',
	summary: 'Who did what in a guild: newest first, oldest first with `after`.',
	callers: ['bot'],
	permission: 'ViewAuditLog',
	params: ids('guild_id'),
	query: object({
		user_id: optional(snowflake),
		target_id: optional(snowflake),
		action_type: optional(integer(1, 0x7fffffff)),
		before: optional(snowflake),
		after: optional(snowflake),
		limit: integer(1, 100, { default: 50 }),
	}),
	returns: AuditLog,
	errors: ['UnknownGuild'],
})

/** Of our own making, as the next one: third parties have seen it where the public platform's own client asks (RES-05). */
export const getGuildProfile = operation({
	id: 'get_guild_profile',
	method: 'GET',
	path: '/guilds/{guild_id}/profile',
	summary: 'The tag that members of a guild may wear, and its badge.',
	callers: ['bot', 'login'],
	permission: 'ViewChannel',
	params: ids('guild_id'),
	returns: GuildProfile,
	errors: ['UnknownGuild'],
})

export const updateGuildProfile = operation({
	id: 'update_guild_profile',
	method: 'PATCH',
	path: '/guilds/{guild_id}/profile',
	summary: 'Gives a guild a tag with a badge, or takes it away; members who wear it follow.',
	callers: ['bot', 'login'],
	permission: 'ManageGuild',
	params: ids('guild_id'),
	body: GuildProfileChanges,
	returns: GuildProfile,
	errors: ['UnknownGuild'],
})

export const GUILD_OPERATIONS: readonly AnyOperation[] = [
	createGuild,
	getGuild,
	getGuildPreview,
	updateGuild,
	getGuildProfile,
	updateGuildProfile,
	listGuildChannels,
	createGuildChannel,
	bulkUpdateGuildChannels,
	listGuildVoiceRegions,
	listGuildAuditLogEntries,
]
