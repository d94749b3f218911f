import type { APIMessage } from 'discord-api-types/v10'
import {
	anyText,
	boolean,
	code,
	either,
	type Infer,
	int32,
	int53,
	list,
	map,
	nullable,
	object,
	optional,
	resource,
	snowflake,
	timestamp,
} from '../schema.ts'
import { ApplicationCard } from './application.ts'
import { Attachment } from './attachment.ts'
import { DirectChannel } from './channel.ts'
import { Component } from './component.ts'
import { Embed } from './embed.ts'
import { Reaction, Sticker, StickerItem } from './emoji.ts'
import { MemberWithoutUser } from './member.ts'
import { Poll } from './poll.ts'
import { ActivityAction } from './presence.ts'
import { User } from './user.ts'

/** What a message says, wherever it stands: also the part of it that a forward keeps. */
const said = {
	type: int32,
	content: anyText,
	mentions: list(User),
	mention_roles: list(snowflake, { unique: true }),
	attachments: list(Attachment),
	embeds: list(Embed),
	timestamp,
	edited_timestamp: nullable(timestamp),
	flags: int32,
	components: list(Component),
	stickers: optional(list(Sticker)),
	sticker_items: optional(list(StickerItem)),
}

export const MessageSnapshot = resource()('MessageSnapshot', object({ message: object(said) }))
export type MessageSnapshot = Infer<typeof MessageSnapshot>

/** Type 0 a reply, 1 a forward. */
export const MessageReference = resource()(
	'MessageReference',
	object({
		type: code(0, 1),
		channel_id: snowflake,
		message_id: optional(snowflake),
		guild_id: optional(snowflake),
	}),
)
export type MessageReference = Infer<typeof MessageReference>

/** What somebody did to bring a message about. `interaction` is the older form. */
const interaction = {
	interaction: optional(object({ id: snowflake, type: int32, name: anyText, user: optional(User) })),
	interaction_metadata: optional(
		object({
			id: snowflake,
			type: int32,
			user: optional(User),
			authorizing_integration_owners: map(snowflake),
			original_response_message_id: optional(snowflake),
			interacted_message_id: optional(snowflake),
			target_user: optional(User),
			target_message_id: optional(snowflake),
		}),
	),
}

const basic = {
	...said,
	id: snowflake,
	channel_id: snowflake,
	author: User,
	pinned: boolean,
	mention_everyone: boolean,
	tts: boolean,
	activity: optional(ActivityAction),
	application: optional(ApplicationCard),
	application_id: optional(snowflake),
	nonce: optional(either(int53, anyText)),
	webhook_id: optional(snowflake),
	message_reference: optional(MessageReference),
	mention_channels: optional(list(object({ id: snowflake, name: anyText, type: int32, guild_id: snowflake }))),
	position: optional(int32),
	poll: optional(Poll),
	...interaction,
	message_snapshots: optional(list(MessageSnapshot)),
	lobby_member: optional(object({ additional_name: anyText })),
	/** The lobby it came from, in a channel that is linked to one; under the same id there. */
	lobby_id: optional(snowflake),
}

/** A message inside another: a reply's original has no original of its own. */
export const ReferencedMessage = resource()('ReferencedMessage', object(basic))
export type ReferencedMessage = Infer<typeof ReferencedMessage>

export const Message = resource<
	Omit<
		APIMessage,
		| 'author'
		| 'mentions'
		| 'embeds'
		| 'components'
		| 'stickers'
		| 'poll'
		| 'application'
		| 'interaction'
		| 'interaction_metadata'
		| 'message_snapshots'
		| 'referenced_message'
		| 'activity'
	>
>()(
	'Message',
	object({
		...basic,
		/** Absent when there are none. */
		reactions: optional(list(Reaction)),
		/** On replies; null when the original is gone. */
		referenced_message: optional(nullable(ReferencedMessage)),
	}),
)
export type Message = Infer<typeof Message>

/** What players' sessions hear of a direct message besides: the maps only within the game they belong to (social.md §10). */
const betweenPlayers = {
	/** The other one of the two, seen from whoever gets the message. */
	recipient_id: optional(snowflake),
	metadata: optional(map(anyText)),
	moderation_metadata: optional(map(anyText)),
	channel: optional(DirectChannel),
	/** The publisher above the game that it was written in, where there is one. */
	parent_application_id: optional(snowflake),
}

/** A direct message of players, as one of the two sees it. In a game's own channel `channel_id` is the other one's id. */
export const PlayerMessage = resource()(
	'PlayerMessage',
	object({ ...Message.properties, ...betweenPlayers, recipient_id: snowflake, channel: DirectChannel }),
)
export type PlayerMessage = Infer<typeof PlayerMessage>

/** A message as the gateway tells it: where it is, and who wrote it as a member there. */
export const GatewayMessage = resource()(
	'GatewayMessage',
	object({
		...Message.properties,
		mentions: list(object({ ...User.properties, member: optional(MemberWithoutUser) })),
		guild_id: optional(snowflake),
		channel_type: optional(int32),
		member: optional(MemberWithoutUser),
		...betweenPlayers,
	}),
)
export type GatewayMessage = Infer<typeof GatewayMessage>

export const Pins = resource()(
	'Pins',
	object({ items: list(object({ pinned_at: timestamp, message: Message })), has_more: boolean }),
)
export type Pins = Infer<typeof Pins>
