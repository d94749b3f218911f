import {
	anyText,
	boolean,
	code,
	either,
	type Infer,
	int32,
	int53,
	integer,
	list,
	map,
	maybe,
	named,
	nullable,
	object,
	optional,
	resource,
	snowflake,
	text,
	timestamp,
	uri,
} from '../schema.ts'
import { GuildChannel } from './channel.ts'
import { Message } from './message.ts'
import { AllowedMentions, nonce, textOnly } from './message-input.ts'
import { User } from './user.ts'

/** A member by id alone; clients know the users themselves. */
export const LobbyMember = resource()(
	'LobbyMember',
	object({
		id: snowflake,
		metadata: nullable(map(anyText)),
		flags: int32,
		additional_name: optional(anyText),
	}),
)
export type LobbyMember = Infer<typeof LobbyMember>

export const Lobby = resource()(
	'Lobby',
	object({
		id: snowflake,
		application_id: snowflake,
		metadata: nullable(map(anyText)),
		members: list(LobbyMember),
		/** Absent, never null, when no channel is linked. */
		linked_channel: optional(GuildChannel),
		flags: int53,
		override_event_webhooks_url: optional(nullable(anyText)),
	}),
)
export type Lobby = Infer<typeof Lobby>

/** A member as the gateway tells games: with the user, and whether they are connected. */
export const GatewayLobbyMember = resource()(
	'GatewayLobbyMember',
	object({ ...LobbyMember.properties, connected: boolean, user: User }),
)
export type GatewayLobbyMember = Infer<typeof GatewayLobbyMember>

export const GatewayLobby = resource()(
	'GatewayLobby',
	object({ ...Lobby.properties, members: list(GatewayLobbyMember) }),
)
export type GatewayLobby = Infer<typeof GatewayLobby>

/** At most 25 keys, values of at most 1024 characters; the sum of 1000 is the domain's to check. */
const metadata = maybe(map(text(0, 1024), { max: 25 }))
const flags = maybe(code(0, 1))
const idleTimeout = maybe(integer(5, 604_800))

/** What a game's player sends to make a lobby or to come into one, whichever the secret decides. */
export const LobbyBySecret = named(
	'LobbyBySecret',
	object({
		secret: text(1, 250),
		lobby_metadata: metadata,
		member_metadata: metadata,
		idle_timeout_seconds: idleTimeout,
		flags,
	}),
)
export type LobbyBySecret = Infer<typeof LobbyBySecret>

/** What a game's server makes a lobby with, or changes one by: `metadata` and `members` replace what was there. */
export const LobbyInput = named(
	'LobbyInput',
	object({
		metadata,
		members: maybe(list(object({ id: snowflake, metadata, flags }), { max: 25 })),
		idle_timeout_seconds: idleTimeout,
		flags,
		override_event_webhooks_url: maybe(uri(512)),
	}),
)
export type LobbyInput = Infer<typeof LobbyInput>

export const LobbyMemberInput = named(
	'LobbyMemberInput',
	object({ metadata, flags, additional_name: maybe(text(1, 80)) }),
)
export type LobbyMemberInput = Infer<typeof LobbyMemberInput>

export const LobbyMembersInput = named(
	'LobbyMembersInput',
	list(object({ id: snowflake, ...LobbyMemberInput.properties, remove_member: maybe(boolean) }), {
		min: 1,
		max: 25,
	}),
)
export type LobbyMembersInput = Infer<typeof LobbyMembersInput>

/** Null, or nothing: none. */
export const LobbyLink = named('LobbyLink', object({ channel_id: maybe(snowflake) }))

export const LobbyInvite = resource()('LobbyInvite', object({ code: anyText }))

export const LobbyMessage = resource()(
	'LobbyMessage',
	object({
		id: snowflake,
		type: int32,
		content: anyText,
		lobby_id: snowflake,
		/** The lobby's id, or the linked channel's for what was said there. */
		channel_id: snowflake,
		author: User,
		lobby_member: optional(object({ additional_name: anyText })),
		metadata: optional(map(anyText)),
		moderation_metadata: optional(map(anyText)),
		flags: int32,
		application_id: optional(snowflake),
		/** Once it was edited; an addition to the public shape, so that games can tell. */
		edited_timestamp: optional(timestamp),
		/** Only while it travels, for the session that sent it. */
		nonce: optional(either(int53, anyText)),
	}),
)
export type LobbyMessage = Infer<typeof LobbyMessage>

const { attachments, components, embeds, mention_everyone, mention_roles, mentions, tts } = Message.properties

/**
 * A message as the gateway tells games: of one that was written in the linked channel also what it holds beside its text,
 * and whom it names.
 */
export const GatewayLobbyMessage = resource()(
	'GatewayLobbyMessage',
	object({
		...LobbyMessage.properties,
		timestamp: optional(timestamp),
		tts: optional(tts),
		mentions: optional(mentions),
		mention_roles: optional(mention_roles),
		mention_everyone: optional(mention_everyone),
		attachments: optional(attachments),
		embeds: optional(embeds),
		components: optional(components),
		sticker_items: Message.properties.sticker_items,
		poll: Message.properties.poll,
		message_reference: Message.properties.message_reference,
		message_snapshots: Message.properties.message_snapshots,
		webhook_id: Message.properties.webhook_id,
	}),
)
export type GatewayLobbyMessage = Infer<typeof GatewayLobbyMessage>

export const NewLobbyMessage = named(
	'NewLobbyMessage',
	object({
		content: maybe(text(0, 2000)),
		metadata: maybe(map(text(0, 1024), { max: 25 })),
		flags: maybe(integer(0, 0x7fffffff)),
		nonce: maybe(nonce),
		enforce_nonce: maybe(boolean),
		allowed_mentions: maybe(AllowedMentions),
		...textOnly,
	}),
)
export type NewLobbyMessage = Infer<typeof NewLobbyMessage>

export const LobbyMessageChanges = named(
	'LobbyMessageChanges',
	object({ content: text(0, 2000), metadata: maybe(map(text(0, 1024), { max: 25 })) }),
)
export type LobbyMessageChanges = Infer<typeof LobbyMessageChanges>

/** The body is the map itself. */
export const ModerationMetadata = named('ModerationMetadata', map(text(0, 2000), { max: 5, key: 1024 }))
export type ModerationMetadata = Infer<typeof ModerationMetadata>
