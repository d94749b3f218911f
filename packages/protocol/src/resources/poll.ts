import {
	anyText,
	boolean,
	code,
	type Infer,
	int32,
	integer,
	list,
	maybe,
	named,
	object,
	optional,
	resource,
	snowflake,
	text,
	timestamp,
} from '../schema.ts'
import { ReactionEmoji } from './emoji.ts'

const media = object({ text: optional(anyText), emoji: optional(ReactionEmoji) })

export const Poll = resource()(
	'Poll',
	object({
		question: media,
		answers: list(object({ answer_id: int32, poll_media: media })),
		expiry: timestamp,
		allow_multiselect: boolean,
		layout_type: code(1),
		results: object({
			answer_counts: list(object({ id: int32, count: int32, me_voted: boolean })),
			is_finalized: boolean,
		}),
	}),
)
export type Poll = Infer<typeof Poll>

const emoji = object({ id: maybe(snowflake), name: maybe(text(0, 32)), animated: maybe(boolean) })

export const NewPoll = named(
	'NewPoll',
	object({
		question: object({ text: maybe(text(1, 300)), emoji: maybe(emoji) }),
		answers: list(object({ poll_media: object({ text: maybe(text(1, 55)), emoji: maybe(emoji) }) }), {
			min: 1,
			max: 10,
		}),
		duration: maybe(integer(1, 768)),
		allow_multiselect: maybe(boolean),
		layout_type: maybe(code(1)),
	}),
)
export type NewPoll = Infer<typeof NewPoll>
