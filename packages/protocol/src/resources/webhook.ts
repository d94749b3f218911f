import {
	anyText,
	code,
	flag,
	type Infer,
	imageData,
	list,
	maybe,
	named,
	nullable,
	object,
	optional,
	resource,
	snowflake,
	text,
	uri,
} from '../schema.ts'
import { NewMessage } from './message-input.ts'
import { User } from './user.ts'

/** A webhook of a channel: it posts with its token, as itself. `type` 1. */
export const Webhook = resource()(
	'Webhook',
	object({
		type: code(1),
		id: snowflake,
		name: anyText,
		avatar: nullable(anyText),
		channel_id: nullable(snowflake),
		guild_id: optional(nullable(snowflake)),
		application_id: nullable(snowflake),
		user: optional(User),
		token: optional(anyText),
		url: optional(uri()),
	}),
)
export type Webhook = Infer<typeof Webhook>

export const NewWebhook = named('NewWebhook', object({ name: text(1, 80), avatar: maybe(imageData) }))

/** With the token the channel stays. */
export const WebhookChangesByToken = named(
	'WebhookChangesByToken',
	object({ name: optional(text(1, 80)), avatar: maybe(imageData) }),
)
export const WebhookChanges = named(
	'WebhookChanges',
	object({ ...WebhookChangesByToken.properties, channel_id: maybe(snowflake) }),
)

const { nonce: _, enforce_nonce: __, message_reference: ___, sticker_ids: ____, ...said } = NewMessage.properties

/** What a webhook posts; under which name and picture, where that is not its own. */
export const NewWebhookMessage = named(
	'NewWebhookMessage',
	object({
		...said,
		username: maybe(text(1, 80)),
		avatar_url: maybe(uri()),
		thread_name: maybe(text(0, 100)),
		applied_tags: maybe(list(snowflake, { max: 5 })),
	}),
)
export type NewWebhookMessage = Infer<typeof NewWebhookMessage>

/** Whether the answer waits for the message, which it then carries. */
export const executeQuery = object({
	wait: flag(false),
	thread_id: optional(snowflake),
	with_components: flag(false),
})
