import { type AnyOperation, operation } from '../operation.ts'
import { Message } from '../resources/message.ts'
import { MessageChanges } from '../resources/message-input.ts'
import {
	executeQuery,
	NewWebhook,
	NewWebhookMessage,
	Webhook,
	WebhookChanges,
	WebhookChangesByToken,
} from '../resources/webhook.ts'
import { flag, list, named, object, optional, snowflake, text } from '../schema.ts'
import { ids } from './path.ts'

/** The token in the path says who calls (HC-43). */
const byToken = {
	callers: ['anyone'],
	params: object({ webhook_id: snowflake, webhook_token: text(1, 200) }),
} as const
const message = object({ ...byToken.params.properties, message_id: snowflake })
const limit = { count: 5, seconds: 2 }
const errors = ['UnknownWebhook', 'InvalidWebhookToken'] as const

export const createWebhook = operation({
	id: 'create_webhook',
	method: 'POST',
	path: '/channels/{channel_id}/webhooks',
	summary: 'Makes a webhook of a channel.',
	callers: ['bot'],
	permission: 'ManageWebhooks',
	params: ids('channel_id'),
	body: NewWebhook,
	returns: Webhook,
	errors: ['UnknownChannel', 'ChannelType', 'MaximumWebhooks', 'MaximumGuildWebhooks'],
})

export const listChannelWebhooks = operation({
	id: 'list_channel_webhooks',
	method: 'GET',
	path: '/channels/{channel_id}/webhooks',
	summary: 'The webhooks of a channel, with their tokens.',
	callers: ['bot'],
	permission: 'ManageWebhooks',
	params: ids('channel_id'),
	returns: list(Webhook),
	errors: ['UnknownChannel'],
})

export const getGuildWebhooks = operation({
	id: 'get_guild_webhooks',
	method: 'GET',
	path: '/guilds/{guild_id}/webhooks',
	summary: 'The webhooks of all channels of a guild.',
	callers: ['bot'],
	permission: 'ManageWebhooks',
	params: ids('guild_id'),
	returns: list(Webhook),
	errors: ['UnknownGuild'],
})

/** ManageWebhooks in the channel of the webhook, as for the two below. */
export const getWebhook = operation({
	id: 'get_webhook',
	method: 'GET',
	path: '/webhooks/{webhook_id}',
	summary: 'A webhook.',
	callers: ['bot'],
	params: ids('webhook_id'),
	returns: Webhook,
	errors: ['UnknownWebhook'],
})

export const updateWebhook = operation({
	id: 'update_webhook',
	method: 'PATCH',
	path: '/webhooks/{webhook_id}',
	summary: 'Changes a webhook, or moves it to another channel of the guild.',
	callers: ['bot'],
	params: ids('webhook_id'),
	body: WebhookChanges,
	returns: Webhook,
	errors: ['UnknownWebhook', 'UnknownChannel', 'ChannelType', 'MaximumWebhooks'],
})

export const deleteWebhook = operation({
	id: 'delete_webhook',
	method: 'DELETE',
	path: '/webhooks/{webhook_id}',
	summary: 'Takes a webhook away.',
	callers: ['bot'],
	params: ids('webhook_id'),
	errors: ['UnknownWebhook'],
})

export const getWebhookByToken = operation({
	id: 'get_webhook_by_token',
	method: 'GET',
	path: '/webhooks/{webhook_id}/{webhook_token}',
	summary: 'A webhook, for whoever has its token; who made it is left out.',
	...byToken,
	returns: Webhook,
	errors,
})

export const updateWebhookByToken = operation({
	id: 'update_webhook_by_token',
	method: 'PATCH',
	path: '/webhooks/{webhook_id}/{webhook_token}',
	summary: 'Changes the name and the picture of a webhook.',
	...byToken,
	body: WebhookChangesByToken,
	returns: Webhook,
	errors,
})

export const deleteWebhookByToken = operation({
	id: 'delete_webhook_by_token',
	method: 'DELETE',
	path: '/webhooks/{webhook_id}/{webhook_token}',
	summary: 'Takes a webhook away.',
	...byToken,
	errors,
})

export const executeWebhook = operation({
	id: 'execute_webhook',
	method: 'POST',
	path: '/webhooks/{webhook_id}/{webhook_token}',
	summary: 'Posts a message as the webhook; answers with it where `wait` is true.',
	...byToken,
	limit,
	query: executeQuery,
	body: NewWebhookMessage,
	files: true,
	returns: Message,
	errors: [...errors, 'EmptyMessage', 'FileTooLarge', 'UnknownChannel', 'WebhookThreadOutsideForum'],
})

const inThread = { thread_id: optional(snowflake) }

export const getWebhookMessage = operation({
	id: 'get_webhook_message',
	method: 'GET',
	path: '/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}',
	summary: 'A message that the webhook posted.',
	...byToken,
	params: message,
	query: object(inThread),
	returns: Message,
	errors: [...errors, 'UnknownMessage'],
})

export const updateWebhookMessage = operation({
	id: 'update_webhook_message',
	method: 'PATCH',
	path: '/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}',
	summary: 'Changes a message that the webhook posted.',
	...byToken,
	limit,
	params: message,
	query: object({ ...inThread, with_components: flag(false) }),
	body: named('WebhookMessageChanges', object(withoutStickers())),
	files: true,
	returns: Message,
	errors: [...errors, 'UnknownMessage', 'EmptyMessage', 'FileTooLarge'],
})

export const deleteWebhookMessage = operation({
	id: 'delete_webhook_message',
	method: 'DELETE',
	path: '/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}',
	summary: 'Removes a message that the webhook posted.',
	...byToken,
	limit,
	params: message,
	query: object(inThread),
	errors: [...errors, 'UnknownMessage'],
})

function withoutStickers() {
	const { sticker_ids: _, ...said } = MessageChanges.properties
	return said
}

export const WEBHOOK_OPERATIONS: readonly AnyOperation[] = [
	createWebhook,
	listChannelWebhooks,
	getGuildWebhooks,
	getWebhook,
	updateWebhook,
	deleteWebhook,
	getWebhookByToken,
	updateWebhookByToken,
	deleteWebhookByToken,
	executeWebhook,
	getWebhookMessage,
	updateWebhookMessage,
	deleteWebhookMessage,
]
