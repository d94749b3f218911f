import { type AnyOperation, operation } from '../operation.ts'
import { DirectChannel } from '../resources/channel.ts'
import { DirectMessageChanges, DirectSummary, NewDirectMessage } from '../resources/direct-message.ts'
import { ModerationMetadata } from '../resources/lobby.ts'
import { PlayerMessage } from '../resources/message.ts'
import { integer, list, object } from '../schema.ts'
import { ids } from './path.ts'

/** Of our own making but for moderation, as third parties have seen the routes of the public client library (social.md §7.1). */
const writing = { callers: ['bearer'], scopes: ['dm_channels.messages.write'] } as const
const reading = { callers: ['bearer'], scopes: ['dm_channels.messages.read'] } as const
const listing = { callers: ['bearer'], scopes: ['dm_channels.read'] } as const

export const createDirectMessage = operation({
	id: 'create_user_message',
	method: 'POST',
	path: '/users/{user_id}/messages',
	summary: 'Writes to another player, invites them into what one plays, or asks to be let in.',
	callers: ['bearer'],
	/** With the second one alone only what has an `activity`, and without words (presence.md Q21). */
	scopes: ['dm_channels.messages.write', 'activities.invites.write'],
	limit: { count: 5, seconds: 5 },
	/** What an application may that was not approved for more (social.md §9). */
	unapprovedLimit: { count: 100, seconds: 7200 },
	params: ids('user_id'),
	body: NewDirectMessage,
	returns: PlayerMessage,
	errors: ['UnknownUser', 'EmptyMessage', 'CannotMessageUser', 'InvalidActivityAction'],
})

export const listDirectMessages = operation({
	id: 'list_user_messages',
	method: 'GET',
	path: '/users/{user_id}/messages',
	summary: 'What two players wrote to each other lately, newest first.',
	...reading,
	params: ids('user_id'),
	query: object({ limit: integer(1, 200, { default: 50 }) }),
	returns: list(PlayerMessage),
	errors: ['UnknownChannel'],
})

export const updateDirectMessage = operation({
	id: 'update_user_message',
	method: 'PATCH',
	path: '/users/{user_id}/messages/{message_id}',
	summary: 'Changes what one wrote to another player.',
	...writing,
	params: ids('user_id', 'message_id'),
	body: DirectMessageChanges,
	returns: PlayerMessage,
	errors: ['UnknownMessage', 'OthersMessage', 'EmptyMessage', 'CannotMessageUser'],
})

export const deleteDirectMessage = operation({
	id: 'delete_user_message',
	method: 'DELETE',
	path: '/users/{user_id}/messages/{message_id}',
	summary: 'Removes what one wrote to another player.',
	...writing,
	params: ids('user_id', 'message_id'),
	errors: ['UnknownMessage', 'OthersMessage'],
})

export const listDirectSummaries = operation({
	id: 'list_user_message_summaries',
	method: 'GET',
	path: '/users/@me/dms',
	summary: 'With whom one has written, latest first.',
	...listing,
	returns: list(DirectSummary),
})

export const listDirectSummariesOfGame = operation({
	...listDirectSummaries,
	id: 'partner_sdk_list_user_message_summaries',
	path: '/partner-sdk/users/@me/channels',
})

export const getDirectChannel = operation({
	id: 'get_user_channel',
	method: 'GET',
	path: '/users/@me/dms/{user_id}',
	summary: "The platform's direct channel with another user.",
	...listing,
	params: ids('user_id'),
	returns: DirectChannel,
	errors: ['UnknownChannel'],
})

export const moderateDirectMessage = operation({
	id: 'update_user_message_external_moderation_metadata',
	method: 'PUT',
	path: '/partner-sdk/dms/{user_id_1}/{user_id_2}/messages/{message_id}/moderation-metadata',
	summary: "Sets what the application's moderation says about a direct message; the body replaces what was there.",
	callers: ['bot'],
	params: ids('user_id_1', 'user_id_2', 'message_id'),
	body: ModerationMetadata,
	errors: ['UnknownMessage', 'NotAuthorizedOnApplication'],
})

export const DIRECT_MESSAGE_OPERATIONS: readonly AnyOperation[] = [
	createDirectMessage,
	listDirectMessages,
	updateDirectMessage,
	deleteDirectMessage,
	listDirectSummaries,
	listDirectSummariesOfGame,
	getDirectChannel,
	moderateDirectMessage,
]
