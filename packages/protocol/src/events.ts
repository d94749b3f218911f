/**
 * Every event, a few lines each: what it is called, who hears it, what it carries (events.md §6, social.md §7). What the
 * gateway says to one session alone is declared in session-events.ts.
 */

import { type EventDeclaration, event } from './event.ts'
import { Application } from './resources/application.ts'
import { AuditLogEntry } from './resources/audit-log.ts'
import { GuildChannel } from './resources/channel.ts'
import { ReactionEmoji } from './resources/emoji.ts'
import { Guild } from './resources/guild.ts'
import { GatewayLobby, GatewayLobbyMember, GatewayLobbyMessage } from './resources/lobby.ts'
import { Member } from './resources/member.ts'
import { GatewayMessage } from './resources/message.ts'
import { ActivityInvite, Presence } from './resources/presence.ts'
import { ApplicationIdentity, UserApplicationProfile } from './resources/profile.ts'
import { GameRelationship, Relationship } from './resources/relationship.ts'
import { Role } from './resources/role.ts'
import { PrivateUser, User } from './resources/user.ts'
import { VoiceState } from './resources/voice.ts'
import {
	anyText,
	boolean,
	code,
	either,
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
import { SESSION_EVENTS } from './session-events.ts'

export const GuildUpdate = event({ name: 'GUILD_UPDATE', audience: 'guild', intent: 'Guilds', data: Guild })

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

export const InviteCreate = event({
	name: 'INVITE_CREATE',
	audience: 'channel',
	intent: 'GuildInvites',
	permission: ['ManageChannels'],
	data: object({
		channel_id: snowflake,
		guild_id: snowflake,
		code: anyText,
		created_at: timestamp,
		expires_at: nullable(timestamp),
		inviter: optional(User),
		max_age: int32,
		max_uses: int32,
		uses: int32,
		temporary: boolean,
		target_type: optional(code(1, 2)),
		target_user: optional(User),
		target_application: optional(Application),
		role_ids: optional(list(snowflake)),
	}),
})
/** It was taken back, or used for the last time. */
export const InviteDelete = event({
	name: 'INVITE_DELETE',
	audience: 'channel',
	intent: 'GuildInvites',
	permission: ['ManageChannels'],
	data: object({ channel_id: snowflake, guild_id: snowflake, code: anyText }),
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
/** An invite into what somebody plays, or a request for one, to sessions that do not read it as a message. */
export const ActivityInviteCreate = event({
	name: 'ACTIVITY_INVITE_CREATE',
	audience: 'user',
	data: ActivityInvite,
})
/** One's user comes along with an activity: what the game needs to let them in. */
export const ActivityJoin = event({
	name: 'ACTIVITY_JOIN',
	audience: 'user',
	data: object({ application_id: snowflake, secret: anyText, invite: optional(ActivityInvite) }),
})
/** One's own user, or what everybody sees of a friend. */
export const UserUpdate = event({ name: 'USER_UPDATE', audience: 'user', data: either(PrivateUser, User) })
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

/** What a user is to the game has changed: for them, and their friends who play it. */
export const UserApplicationIdentityUpdate = event({
	name: 'USER_APPLICATION_IDENTITY_UPDATE',
	audience: 'user',
	data: object({ user_id: snowflake, application_id: snowflake, ...UserApplicationProfile.properties }),
})
const { profile: _profile, ...applicationIdentity } = ApplicationIdentity.properties
/** The game knows them no more. */
export const UserApplicationIdentityRemove = event({
	name: 'USER_APPLICATION_IDENTITY_REMOVE',
	audience: 'user',
	data: object({ ...applicationIdentity, application_id: snowflake }),
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
/** The older way of saying that a member is connected, and that they are not; LOBBY_MEMBER_UPDATE says it too. */
export const LobbyMemberConnect = event({ name: 'LOBBY_MEMBER_CONNECT', audience: 'lobby', data: connection })
export const LobbyMemberDisconnect = event({ name: 'LOBBY_MEMBER_DISCONNECT', audience: 'lobby', data: connection })
export const LobbyMessageCreate = event({ name: 'LOBBY_MESSAGE_CREATE', audience: 'lobby', data: GatewayLobbyMessage })
export const LobbyMessageUpdate = event({ name: 'LOBBY_MESSAGE_UPDATE', audience: 'lobby', data: GatewayLobbyMessage })
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
/** Two users have become friends, or have ceased to be, on some track: they see each other's presence, or no more. */
export const FriendsChanged = event({
	name: 'FRIENDS_CHANGED',
	audience: 'internal',
	isInternal: true,
	data: object({ user_id: snowflake, other_id: snowflake }),
})
/** Of two users one has blocked the other: neither follows what the other plays any more. */
export const UserBlocked = event({
	name: 'USER_BLOCKED',
	audience: 'internal',
	isInternal: true,
	data: object({ user_id: snowflake, other_id: snowflake }),
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
	...SESSION_EVENTS,
	GuildUpdate,
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
	InviteCreate,
	InviteDelete,
	WebhooksUpdate,
	TypingStart,
	PresenceUpdate,
	ActivityInviteCreate,
	ActivityJoin,
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
	UserApplicationIdentityUpdate,
	UserApplicationIdentityRemove,
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
	FriendsChanged,
	UserBlocked,
	TokensRevoked,
]
