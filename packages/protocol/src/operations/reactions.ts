import { type AnyOperation, operation } from '../operation.ts'
import { User } from '../resources/user.ts'
import { allOf, code, integer, list, object, optional, snowflake, text } from '../schema.ts'
import { ids } from './path.ts'

/** One bucket for all that adds and removes (HC-87). */
const limit = { count: 1, seconds: 0.25, bucket: 'reactions' }
/** A character, or `name:id` for a custom emoji. */
const emoji = object({ emoji_name: text(1, 200) })
const reaction = allOf(ids('channel_id', 'message_id'), emoji)

/** AddReactions besides, for an emoji nobody has used on the message yet. */
export const addMyMessageReaction = operation({
	id: 'add_my_message_reaction',
	method: 'PUT',
	path: '/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me',
	summary: 'Reacts to a message.',
	callers: ['bot'],
	permission: 'ReadMessageHistory',
	limit,
	params: reaction,
	errors: ['UnknownChannel', 'UnknownMessage', 'UnknownEmoji', 'MaximumReactions', 'ReactionBlocked'],
})

export const deleteMyMessageReaction = operation({
	id: 'delete_my_message_reaction',
	method: 'DELETE',
	path: '/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me',
	summary: "Takes back one's own reaction.",
	callers: ['bot'],
	permission: 'ViewChannel',
	limit,
	params: reaction,
	errors: ['UnknownChannel', 'UnknownMessage', 'UnknownEmoji'],
})

export const deleteUserMessageReaction = operation({
	id: 'delete_user_message_reaction',
	method: 'DELETE',
	path: '/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id}',
	summary: "Removes somebody's reaction.",
	callers: ['bot'],
	permission: 'ManageMessages',
	limit,
	params: allOf(reaction, ids('user_id')),
	errors: ['UnknownChannel', 'UnknownMessage', 'UnknownEmoji'],
})

export const deleteAllMessageReactionsByEmoji = operation({
	id: 'delete_all_message_reactions_by_emoji',
	method: 'DELETE',
	path: '/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}',
	summary: 'Removes all reactions with one emoji.',
	callers: ['bot'],
	permission: 'ManageMessages',
	limit,
	params: reaction,
	errors: ['UnknownChannel', 'UnknownMessage', 'UnknownEmoji'],
})

export const deleteAllMessageReactions = operation({
	id: 'delete_all_message_reactions',
	method: 'DELETE',
	path: '/channels/{channel_id}/messages/{message_id}/reactions',
	summary: 'Removes all reactions.',
	callers: ['bot'],
	permission: 'ManageMessages',
	limit,
	params: ids('channel_id', 'message_id'),
	errors: ['UnknownChannel', 'UnknownMessage'],
})

export const listMessageReactionsByEmoji = operation({
	id: 'list_message_reactions_by_emoji',
	method: 'GET',
	path: '/channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}',
	summary: 'Who reacted with an emoji, by ascending id.',
	callers: ['bot'],
	permission: 'ViewChannel',
	params: reaction,
	query: object({
		after: optional(snowflake),
		limit: integer(1, 100, { default: 25 }),
		type: optional(code(0, 1)),
	}),
	returns: list(User),
	errors: ['UnknownChannel', 'UnknownMessage', 'UnknownEmoji'],
})

export const REACTION_OPERATIONS: readonly AnyOperation[] = [
	addMyMessageReaction,
	deleteMyMessageReaction,
	deleteUserMessageReaction,
	deleteAllMessageReactionsByEmoji,
	deleteAllMessageReactions,
	listMessageReactionsByEmoji,
]
