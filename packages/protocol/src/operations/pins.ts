import { type AnyOperation, operation } from '../operation.ts'
import { Message, Pins } from '../resources/message.ts'
import { integer, list, object, optional, timestamp } from '../schema.ts'
import { ids } from './path.ts'

/** Without ReadMessageHistory the list is empty. */
export const listPins = operation({
	id: 'list_pins',
	method: 'GET',
	path: '/channels/{channel_id}/messages/pins',
	summary: 'Pinned messages, newest pin first.',
	callers: ['bot'],
	permission: 'ViewChannel',
	params: ids('channel_id'),
	query: object({ before: optional(timestamp), limit: integer(1, 50, { default: 50 }) }),
	returns: Pins,
	errors: ['UnknownChannel'],
})

const pin = {
	callers: ['bot'],
	permission: 'PinMessages',
	params: ids('channel_id', 'message_id'),
	errors: ['UnknownChannel', 'UnknownMessage', 'MaximumPins', 'CannotMessageUser'],
} as const

export const createPin = operation({
	id: 'create_pin',
	method: 'PUT',
	path: '/channels/{channel_id}/messages/pins/{message_id}',
	summary: 'Pins a message.',
	...pin,
})

export const deletePin = operation({
	id: 'delete_pin',
	method: 'DELETE',
	path: '/channels/{channel_id}/messages/pins/{message_id}',
	summary: 'Takes a pin off.',
	...pin,
})

export const deprecatedListPins = operation({
	id: 'deprecated_list_pins',
	method: 'GET',
	path: '/channels/{channel_id}/pins',
	summary: 'The fifty newest pinned messages.',
	callers: ['bot'],
	permission: 'ViewChannel',
	params: ids('channel_id'),
	returns: list(Message),
	errors: ['UnknownChannel'],
	deprecated: true,
})

export const deprecatedCreatePin = operation({
	id: 'deprecated_create_pin',
	method: 'PUT',
	path: '/channels/{channel_id}/pins/{message_id}',
	summary: 'Pins a message.',
	deprecated: true,
	...pin,
})

export const deprecatedDeletePin = operation({
	id: 'deprecated_delete_pin',
	method: 'DELETE',
	path: '/channels/{channel_id}/pins/{message_id}',
	summary: 'Takes a pin off.',
	deprecated: true,
	...pin,
})

export const PIN_OPERATIONS: readonly AnyOperation[] = [
	listPins,
	createPin,
	deletePin,
	deprecatedListPins,
	deprecatedCreatePin,
	deprecatedDeletePin,
]
