import {
	boolean,
	type Infer,
	integer,
	map,
	maybe,
	named,
	nullable,
	object,
	resource,
	snowflake,
	text,
} from '../schema.ts'
import { AllowedMentions, nonce, textOnly } from './message-input.ts'

/** At most 25 keys, values of at most 1024 characters; the sum of 1000 is the domain's to check. */
const metadata = maybe(map(text(0, 1024), { max: 25 }))

/** An invite into an activity (1), or a request to be let into one (5); what is absent is found. */
const action = object({ type: integer(0, 100), party_id: maybe(text(2, 128)), session_id: maybe(text(1, 64)) })

/** What one player writes to another. */
export const NewDirectMessage = named(
	'NewDirectMessage',
	object({
		content: maybe(text(0, 2000)),
		metadata,
		flags: maybe(integer(0, 0x7fffffff)),
		nonce: maybe(nonce),
		enforce_nonce: maybe(boolean),
		allowed_mentions: maybe(AllowedMentions),
		activity: maybe(action),
		/** Whose activity it is; absent: the game's own. */
		application_id: maybe(snowflake),
		...textOnly,
	}),
)
export type NewDirectMessage = Infer<typeof NewDirectMessage>

/** Absent metadata stays, null clears it. */
export const DirectMessageChanges = named('DirectMessageChanges', object({ content: maybe(text(0, 2000)), metadata }))
export type DirectMessageChanges = Infer<typeof DirectMessageChanges>

/** With whom a player has written, and the last message of the two. */
export const DirectSummary = resource()(
	'DirectSummary',
	object({ user_id: snowflake, last_message_id: nullable(snowflake) }),
)
export type DirectSummary = Infer<typeof DirectSummary>
