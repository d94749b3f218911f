/**
 * Every event, a few lines each: what it is called, who hears it, what it carries (events.md §6, social.md §7). READY and
 * RESUMED are the gateway's own.
 */

import { type EventDeclaration, event } from './event.ts'
import { AuditLogEntry } from './resources/audit-log.ts'
import { GuildChannel } from './resources/channel.ts'
import { ReactionEmoji } from './resources/emoji.ts'
import { Guild } from './resources/guild.ts'
import { GatewayLobby, GatewayLobbyMember, LobbyMessage } from './resources/lobby.ts'
import { Member } from './resources/member.ts'
import { GatewayMessage } from './resources/message.ts'
import { Presence } from './resources/presence.ts'
import { GameRelationship, Relationship } from './resources/relationship.ts'
import { Role } from './resources/role.ts'
import { PrivateUser, User } from './resources/user.ts'
import { GuildVoiceState, VoiceState } from './resources/voice.ts'
import {
	anyText,
	anything,
	boolean,
	code,
	int32,
	int53,
	list,
	nullable,
	object,
	oneOf,
	optional,
	snowflake,
	timestamp,
} from './schema.ts'

/** A guild with all that a session begins with; sent to one who came in, or whose session opens. */
export const GuildCreate = event({
	name: 'GUILD_CREATE',
	audience: 'user',
	intent: 'Guilds',
	data: object({
		...Guild.properties,
		joined_at: timestamp,
		large: boolean,
		unavailable: optional(boolean),
		member_count: int32,
		voice_states: list(GuildVoiceState),
		members: list(Member),
		channels: list(GuildChannel),
		threads: list(anything),
		presences: list(Presence),
		stage_instances: list(anything),
		guild_scheduled_events: list(anything),
		soundboard_sounds: list(anything),
	}),
})
export const GuildUpdate = event({ name: 'GUILD_UPDATE', audience: 'guild', intent: 'Guilds', data: Guild })
/** Without `unavailable`: the user is out, or the guild is gone. */
export const GuildDelete = event({
	name: 'GUILD_DELETE',
	audience: 'guild',
	intent: 'Guilds',
	data: object({ id: snowflake, unavailable: optional(boolean) }),
})

export const ChannelCreate = event({
	name: 'CHANNEL_CREATE',
	audience: 'channel',
	intent: 'Guilds',
	data: GuildChannel,
})
export const ChannelUpdate = event({
	name: 'CHANNEL_UPDATE',
	audience: 'channel',
	intent: 'Guilds',
	data: GuildChannel,
})
export const ChannelDelete = event({
	name: 'CHANNEL_DELETE',
	audience: 'channel',
	intent: 'Guilds',
	data: GuildChannel,
})
export const ChannelPinsUpdate = event({
	name: 'CHANNEL_PINS_UPDATE',
	audience: 'channel',
	intent: 'Guilds',
	directIntent: 'DirectMessages',
	data: object({
		guild_id: optional(snowflake),
		channel_id: snowflake,
		last_pin_timestamp: optional(nullable(timestamp)),
	}),
})

const roleOfGuild = object({ guild_id: snowflake, role: Role })
export const GuildRoleCreate = event({
	name: 'GUILD_ROLE_CREATE',
	audience: 'guild',
	intent: 'Guilds',
	data: roleOfGuild,
})
export const GuildRoleUpdate = event({
	name: 'GUILD_ROLE_UPDATE',
	audience: 'guild',
	intent: 'Guilds',
	data: roleOfGuild,
})
export const GuildRoleDelete = event({
	name: 'GUILD_ROLE_DELETE',
	audience: 'guild',
	intent: 'Guilds',
	data: object({ guild_id: snowflake, role_id: snowflake }),
})

const memberOfGuild = object({ ...Member.properties, guild_id: snowflake })
export const GuildMemberAdd = event({
	name: 'GUILD_MEMBER_ADD',
	audience: 'guild',
	intent: 'GuildMembers',
	data: memberOfGuild,
})
export const GuildMemberUpdate = event({
	name: 'GUILD_MEMBER_UPDATE',
	audience: 'guild',
	intent: 'GuildMembers',
	alwaysToSubject: true,
	data: memberOfGuild,
})
export const GuildMemberRemove = event({
	name: 'GUILD_MEMBER_REMOVE',
	audience: 'guild',
	intent: 'GuildMembers',
	data: object({ guild_id: snowflake, user: User }),
})
/** The answer to a request for members; never emitted, made by the gateway. */
export const GuildMembersChunk = event({
	name: 'GUILD_MEMBERS_CHUNK',
	audience: 'user',
	data: object({
		guild_id: snowflake,
		members: list(Member),
		chunk_index: int32,
		chunk_count: int32,
		not_found: optional(list(anything)),
		presences: optional(list(Presence)),
		nonce: optional(anyText),
	}),
})

const ban = object({ guild_id: snowflake, user: User })
export const GuildBanAdd = event({
	name: 'GUILD_BAN_ADD',
	audience: 'guild',
	intent: 'GuildModeration',
	permission: ['BanMembers', 'ViewAuditLog'],
	data: ban,
})
export const GuildBanRemove = event({
	name: 'GUILD_BAN_REMOVE',
	audience: 'guild',
	intent: 'GuildModeration',
	permission: ['BanMembers', 'ViewAuditLog'],
	data: ban,
})
export const GuildAuditLogEntryCreate = event({
	name: 'GUILD_AUDIT_LOG_ENTRY_CREATE',
	audience: 'guild',
	intent: 'GuildModeration',
	permission: ['ViewAuditLog'],
	data: object({ ...AuditLogEntry.properties, guild_id: snowflake }),
})

export const MessageCreate = event({
	name: 'MESSAGE_CREATE',
	audience: 'channel',
	intent: 'GuildMessages',
	directIntent: 'DirectMessages',
	content: true,
	data: GatewayMessage,
})
export const MessageUpdate = event({
	name: 'MESSAGE_UPDATE',
	audience: 'channel',
	intent: 'GuildMessages',
	directIntent: 'DirectMessages',
	content: true,
	data: GatewayMessage,
})
export const MessageDelete = event({
	name: 'MESSAGE_DELETE',
	audience: 'channel',
	intent: 'GuildMessages',
	directIntent: 'DirectMessages',
	data: object({ id: snowflake, channel_id: snowflake, guild_id: optional(snowflake) }),
})
export const MessageDeleteBulk = event({
	name: 'MESSAGE_DELETE_BULK',
	audience: 'channel',
	intent: 'GuildMessages',
	data: object({ ids: list(snowflake), channel_id: snowflake, guild_id: optional(snowflake) }),
})

const reactedTo = { channel_id: snowflake, message_id: snowflake, guild_id: optional(snowflake) }
const reaction = { user_id: snowflake, ...reactedTo, emoji: ReactionEmoji, burst: boolean, type: int32 }
export const MessageReactionAdd = event({
	name: 'MESSAGE_REACTION_ADD',
	audience: 'channel',
	intent: 'GuildMessageReactions',
	directIntent: 'DirectMessageReactions',
	data: object({
		...reaction,
		member: optional(Member),
		message_author_id: optional(snowflake),
		burst_colors: optional(list(anyText)),
	}),
})
export const MessageReactionRemove = event({
	name: 'MESSAGE_REACTION_REMOVE',
	audience: 'channel',
	intent: 'GuildMessageReactions',
	directIntent: 'DirectMessageReactions',
	data: object(reaction),
})
export const MessageReactionRemoveAll = event({
	name: 'MESSAGE_REACTION_REMOVE_ALL',
	audience: 'channel',
	intent: 'GuildMessageReactions',
	directIntent: 'DirectMessageReactions',
	data: object(reactedTo),
})
export const MessageReactionRemoveEmoji = event({
	name: 'MESSAGE_REACTION_REMOVE_EMOJI',
	audience: 'channel',
	intent: 'GuildMessageReactions',
	directIntent: 'DirectMessageReactions',
	data: object({ ...reactedTo, emoji: ReactionEmoji }),
})

/** A channel has other webhooks than before. */
export const WebhooksUpdate = event({
	name: 'WEBHOOKS_UPDATE',
	audience: 'channel',
	intent: 'GuildWebhooks',
	data: object({ guild_id: snowflake, channel_id: snowflake }),
})

/** `timestamp` in seconds. */
export const TypingStart = event({
	name: 'TYPING_START',
	audience: 'channel',
	intent: 'GuildMessageTyping',
	directIntent: 'DirectMessageTyping',
	data: object({
		channel_id: snowflake,
		guild_id: optional(snowflake),
		user_id: snowflake,
		timestamp: int53,
		member: optional(Member),
	}),
})
export const PresenceUpdate = event({
	name: 'PRESENCE_UPDATE',
	audience: 'guild',
	intent: 'GuildPresences',
	data: Presence,
})
export const UserUpdate = event({ name: 'USER_UPDATE', audience: 'user', data: PrivateUser })
/** A player wishes, on the pages of the platform, that the game asks for their authorization. */
export const AuthorizeRequest = event({ name: 'AUTHORIZE_REQUEST', audience: 'user', data: object({}) })
/** What a provisional account had has gone over to the user's own, and it is gone. */
export const UserMergeOperationCompleted = event({
	name: 'USER_MERGE_OPERATION_COMPLETED',
	audience: 'user',
	data: object({ merge_operation_id: snowflake, source_user_id: snowflake }),
})
export const VoiceStateUpdate = event({
	name: 'VOICE_STATE_UPDATE',
	audience: 'channel',
	intent: 'GuildVoiceStates',
	alwaysToSubject: true,
	data: VoiceState,
})
/** What a voice channel is said to be about just now; null: nothing. */
export const VoiceChannelStatusUpdate = event({
	name: 'VOICE_CHANNEL_STATUS_UPDATE',
	audience: 'channel',
	intent: 'Guilds',
	data: object({ id: snowflake, guild_id: snowflake, status: nullable(anyText) }),
})
/** The first came into a voice channel, or the last has left it: then null. Seconds since the epoch. */
export const VoiceChannelStartTimeUpdate = event({
	name: 'VOICE_CHANNEL_START_TIME_UPDATE',
	audience: 'channel',
	intent: 'Guilds',
	data: object({ id: snowflake, guild_id: snowflake, voice_start_time: nullable(int53) }),
})

/** One is something else to another user than before, on the track of the platform. Never tells that one was blocked. */
export const RelationshipAdd = event({ name: 'RELATIONSHIP_ADD', audience: 'user', data: Relationship })
/** One is nothing to that user any more; `type` is what one was. */
export const RelationshipRemove = event({
	name: 'RELATIONSHIP_REMOVE',
	audience: 'user',
	data: object({ id: snowflake, type: code(1, 2, 3, 4) }),
})
const { user: _user, ...gameRelationship } = GameRelationship.properties
/** The same within a game, for its sessions alone. */
export const GameRelationshipAdd = event({ name: 'GAME_RELATIONSHIP_ADD', audience: 'user', data: GameRelationship })
export const GameRelationshipRemove = event({
	name: 'GAME_RELATIONSHIP_REMOVE',
	audience: 'user',
	data: object(gameRelationship),
})

/** A lobby one came into, or is in when the session opens. */
export const LobbyCreate = event({ name: 'LOBBY_CREATE', audience: 'user', data: GatewayLobby })
export const LobbyUpdate = event({ name: 'LOBBY_UPDATE', audience: 'lobby', data: GatewayLobby })
/** The lobby is gone, or one is out of it. */
export const LobbyDelete = event({
	name: 'LOBBY_DELETE',
	audience: 'lobby',
	data: object({ id: snowflake, reason: oneOf('deleted', 'removed') }),
})
const memberOfLobby = object({ lobby_id: snowflake, application_id: snowflake, member: GatewayLobbyMember })
export const LobbyMemberAdd = event({ name: 'LOBBY_MEMBER_ADD', audience: 'lobby', data: memberOfLobby })
export const LobbyMemberUpdate = event({ name: 'LOBBY_MEMBER_UPDATE', audience: 'lobby', data: memberOfLobby })
export const LobbyMemberRemove = event({ name: 'LOBBY_MEMBER_REMOVE', audience: 'lobby', data: memberOfLobby })
const connection = object({ lobby_id: snowflake, member: GatewayLobbyMember })
export const LobbyMemberConnect = event({ name: 'LOBBY_MEMBER_CONNECT', audience: 'lobby', data: connection })
export const LobbyMemberDisconnect = event({ name: 'LOBBY_MEMBER_DISCONNECT', audience: 'lobby', data: connection })
export const LobbyMessageCreate = event({ name: 'LOBBY_MESSAGE_CREATE', audience: 'lobby', data: LobbyMessage })
export const LobbyMessageUpdate = event({ name: 'LOBBY_MESSAGE_UPDATE', audience: 'lobby', data: LobbyMessage })
export const LobbyMessageDelete = event({
	name: 'LOBBY_MESSAGE_DELETE',
	audience: 'lobby',
	data: object({ id: snowflake, lobby_id: snowflake }),
})

/** What a user can hear has changed: they came into a guild or a lobby, or are out of it. Sent on the user's own subject. */
export const AccessChanged = event({
	name: 'ACCESS_CHANGED',
	audience: 'user',
	isInternal: true,
	data: object({
		user_id: snowflake,
		guild_id: optional(snowflake),
		lobby_id: optional(snowflake),
		gained: boolean,
	}),
})
/** Who may see which channel of a guild may have changed: roles, overwrites, owner, a member's roles. */
export const RightsChanged = event({
	name: 'RIGHTS_CHANGED',
	audience: 'guild',
	isInternal: true,
	data: object({ guild_id: snowflake }),
})
/** Tokens that died: of a user for an application, of an application, or these very ones (SHA-256, hex). */
export const TokensRevoked = event({
	name: 'TOKENS_REVOKED',
	audience: 'internal',
	isInternal: true,
	data: object({
		application_id: optional(snowflake),
		user_id: optional(snowflake),
		token_hashes: optional(list(anyText)),
	}),
})
export const EVENTS: readonly EventDeclaration[] = [
	GuildCreate,
	GuildUpdate,
	GuildDelete,
	ChannelCreate,
	ChannelUpdate,
	ChannelDelete,
	ChannelPinsUpdate,
	GuildRoleCreate,
	GuildRoleUpdate,
	GuildRoleDelete,
	GuildMemberAdd,
	GuildMemberUpdate,
	GuildMemberRemove,
	GuildMembersChunk,
	GuildBanAdd,
	GuildBanRemove,
	GuildAuditLogEntryCreate,
	MessageCreate,
	MessageUpdate,
	MessageDelete,
	MessageDeleteBulk,
	MessageReactionAdd,
	MessageReactionRemove,
	MessageReactionRemoveAll,
	MessageReactionRemoveEmoji,
	WebhooksUpdate,
	TypingStart,
	PresenceUpdate,
	UserUpdate,
	AuthorizeRequest,
	UserMergeOperationCompleted,
	VoiceStateUpdate,
	VoiceChannelStatusUpdate,
	VoiceChannelStartTimeUpdate,
	RelationshipAdd,
	RelationshipRemove,
	GameRelationshipAdd,
	GameRelationshipRemove,
	LobbyCreate,
	LobbyUpdate,
	LobbyDelete,
	LobbyMemberAdd,
	LobbyMemberUpdate,
	LobbyMemberRemove,
	LobbyMemberConnect,
	LobbyMemberDisconnect,
	LobbyMessageCreate,
	LobbyMessageUpdate,
	LobbyMessageDelete,
	AccessChanged,
	RightsChanged,
	TokensRevoked,
]
