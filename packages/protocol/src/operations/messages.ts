import { type AnyOperation, operation } from '../operation.ts'
import { Message } from '../resources/message.ts'
import { MessageChanges, NewMessage } from '../resources/message-input.ts'
import { integer, list, object, optional, snowflake } from '../schema.ts'
import { ids } from './path.ts'

/** Without ReadMessageHistory the list is empty. */
export const listMessages = operation({
	id: 'list_messages',
	method: 'GET',
	path: '/channels/{channel_id}/messages',
	summary: 'Messages of a channel, newest first; one of `around`, `before`, `after`.',
	callers: ['bot'],
	permission: 'ViewChannel',
	params: ids('channel_id'),
	query: object({
		around: optional(snowflake),
		before: optional(snowflake),
		after: optional(snowflake),
		limit: integer(1, 100, { default: 50 }),
	}),
	returns: list(Message),
	errors: ['UnknownChannel', 'NonTextChannel'],
})

export const getMessage = operation({
	id: 'get_message',
	method: 'GET',
	path: '/channels/{channel_id}/messages/{message_id}',
	summary: 'One message.',
	callers: ['bot'],
	permission: 'ReadMessageHistory',
	params: ids('channel_id', 'message_id'),
	returns: Message,
	errors: ['UnknownChannel', 'UnknownMessage'],
})

export const createMessage = operation({
	id: 'create_message',
	method: 'POST',
	path: '/channels/{channel_id}/messages',
	summary: 'Posts a message to a channel.',
	callers: ['bot'],
	permission: 'SendMessages',
	limit: { count: 5, seconds: 5 },
	params: ids('channel_id'),
	body: NewMessage,
	files: true,
	returns: Message,
	errors: [
		'UnknownChannel',
		'EmptyMessage',
		'NonTextChannel',
		'CannotMessageUser',
		'FileTooLarge',
		'ReplyWithoutHistory',
		'ForwardUnreadable',
		'InvalidSticker',
	],
})

export const updateMessage = operation({
	id: 'update_message',
	method: 'PATCH',
	path: '/channels/{channel_id}/messages/{message_id}',
	summary: "Changes one's own message; of others' only whether embeds are shown, with ManageMessages.",
	callers: ['bot'],
	permission: 'ViewChannel',
	limit: { count: 5, seconds: 5 },
	params: ids('channel_id', 'message_id'),
	body: MessageChanges,
	files: true,
	returns: Message,
	errors: [
		'UnknownChannel',
		'UnknownMessage',
		'OthersMessage',
		'EmptyMessage',
		'SystemMessage',
		'FileTooLarge',
		'CannotMessageUser',
	],
})

export const deleteMessage = operation({
	id: 'delete_message',
	method: 'DELETE',
	path: '/channels/{channel_id}/messages/{message_id}',
	summary: "Removes one's own message, or another's with ManageMessages.",
	callers: ['bot'],
	permission: 'ViewChannel',
	limit: { count: 5, seconds: 1 },
	params: ids('channel_id', 'message_id'),
	errors: ['UnknownChannel', 'UnknownMessage', 'SystemMessage'],
})

export const bulkDeleteMessages = operation({
	id: 'bulk_delete_messages',
	method: 'POST',
	path: '/channels/{channel_id}/messages/bulk-delete',
	summary: 'Removes 2 to 100 messages of the last two weeks.',
	callers: ['bot'],
	permission: 'ManageMessages',
	params: ids('channel_id'),
	/** How many, and that none comes twice, is the domain's to check: it has errors of its own. */
	body: object({ messages: list(snowflake) }),
	errors: ['UnknownChannel', 'DirectChannel', 'BulkDeleteCount', 'TooOldToBulkDelete'],
})

export const crosspostMessage = operation({
	id: 'crosspost_message',
	method: 'POST',
	path: '/channels/{channel_id}/messages/{message_id}/crosspost',
	summary: 'Publishes a message of an announcement channel to those who follow it.',
	callers: ['bot'],
	permission: 'SendMessages',
	params: ids('channel_id', 'message_id'),
	returns: Message,
	errors: ['UnknownChannel', 'UnknownMessage', 'ChannelType', 'AlreadyCrossposted'],
})

export const MESSAGE_OPERATIONS: readonly AnyOperation[] = [
	listMessages,
	getMessage,
	createMessage,
	updateMessage,
	deleteMessage,
	bulkDeleteMessages,
	crosspostMessage,
]
