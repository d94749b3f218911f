import {
	anything,
	boolean,
	code,
	either,
	type Infer,
	int53,
	integer,
	list,
	maybe,
	named,
	nothing,
	object,
	oneOf,
	optional,
	snowflake,
	text,
} from '../schema.ts'
import { AttachmentInput } from './attachment.ts'
import { ComponentInput } from './component-input.ts'
import { EmbedInput } from './embed.ts'
import { NewPoll } from './poll.ts'

/** Who is told of a message that names them. Absent: everybody it names. */
export const AllowedMentions = named(
	'AllowedMentions',
	object({
		parse: maybe(list(oneOf('users', 'roles', 'everyone'), { unique: true })),
		users: maybe(list(snowflake, { max: 100, unique: true })),
		roles: maybe(list(snowflake, { max: 100, unique: true })),
		replied_user: maybe(boolean),
	}),
)
export type AllowedMentions = Infer<typeof AllowedMentions>

const said = {
	/** 2000 for everyone (HC §10); the public schema's 4000 is for what this platform does not sell. */
	content: maybe(text(0, 2000)),
	embeds: maybe(list(EmbedInput, { max: 10 })),
	allowed_mentions: maybe(AllowedMentions),
	/** How many is counted with those inside (LIM-08). */
	components: maybe(list(ComponentInput)),
	flags: maybe(integer(0, 0x7fffffff)),
	attachments: maybe(list(AttachmentInput, { max: 10 })),
}

/** Two spellings of one choice of the sender: a string of at most 25 characters, or an integer. */
export const nonce = either(int53, text(0, 25))

/** Refused, not read over, where a message of players is text alone (social.md §6.4). */
const refused = optional(either(nothing, list(anything, { max: 0 })))
export const textOnly = {
	embeds: refused,
	components: refused,
	attachments: refused,
	sticker_ids: refused,
	poll: refused,
	message_reference: refused,
	shared_client_theme: refused,
}

export const NewMessage = named(
	'NewMessage',
	object({
		...said,
		tts: maybe(boolean),
		nonce: maybe(nonce),
		enforce_nonce: maybe(boolean),
		message_reference: maybe(
			object({
				type: maybe(code(0, 1)),
				message_id: snowflake,
				channel_id: maybe(snowflake),
				guild_id: maybe(snowflake),
				fail_if_not_exists: maybe(boolean),
			}),
		),
		sticker_ids: maybe(list(snowflake, { max: 3 })),
		poll: maybe(NewPoll),
	}),
)
export type NewMessage = Infer<typeof NewMessage>

/** Absent leaves, null clears. `attachments` lists all that the message is to have (HC-75). */
export const MessageChanges = named(
	'MessageChanges',
	object({ ...said, sticker_ids: maybe(list(snowflake, { max: 3 })) }),
)
export type MessageChanges = Infer<typeof MessageChanges>
