import { type AnyOperation, operation } from '../operation.ts'
import {
	GameRelationship,
	GameRelationshipChange,
	Relationship,
	RelationshipByName,
	RelationshipChange,
	UserSettings,
	UserSettingsChanges,
} from '../resources/relationship.ts'
import { flag, list, object } from '../schema.ts'
import { ids } from './path.ts'

/** Of our own making, all of them, as third parties have seen the routes of the public client library (social.md §7.1). */
const reading = { callers: ['bearer', 'login'], scopes: ['relationships.read'] } as const
const writing = { callers: ['bearer', 'login'], scopes: ['relationships.write'] } as const
/** Within a game only its players move. */
const playing = { callers: ['bearer'] } as const

export const listRelationships = operation({
	id: 'list_relationships',
	method: 'GET',
	path: '/users/@me/relationships',
	summary: "One's friends, pending requests and blocked users.",
	...reading,
	returns: list(Relationship),
})

export const requestFriendByName = operation({
	id: 'request_friend_by_name',
	method: 'POST',
	path: '/users/@me/relationships',
	summary: 'Asks a user, by their unique name, to be friends; accepts where they have asked.',
	...writing,
	body: RelationshipByName,
	errors: ['NoSuchTag', 'RequestsClosed', 'RequestBlocked', 'AlreadyFriends', 'MaximumFriends'],
})

export const putRelationship = operation({
	id: 'put_relationship',
	method: 'PUT',
	path: '/users/@me/relationships/{user_id}',
	summary: 'Asks a user to be friends, accepts where they have asked, or blocks them.',
	...writing,
	params: ids('user_id'),
	body: RelationshipChange,
	errors: ['UnknownUser', 'RequestsClosed', 'RequestBlocked', 'AlreadyFriends', 'NoPendingRequest', 'MaximumFriends'],
})

export const deleteRelationship = operation({
	id: 'delete_relationship',
	method: 'DELETE',
	path: '/users/@me/relationships/{user_id}',
	summary: 'Ends a friendship or a request, or a block; one that is not there is no mistake.',
	...writing,
	params: ids('user_id'),
	query: object({ with_game_relationship: flag(false) }),
})

export const listGameRelationships = operation({
	id: 'list_game_relationships',
	method: 'GET',
	path: '/users/@me/game-relationships',
	summary: "One's friends and pending requests within the game.",
	...reading,
	...playing,
	returns: list(GameRelationship),
})

export const requestGameFriendByName = operation({
	id: 'request_game_friend_by_name',
	method: 'POST',
	path: '/users/@me/game-relationships',
	summary: 'Asks a player, by their unique name, to be friends within the game; accepts where they have asked.',
	...writing,
	...playing,
	body: RelationshipByName,
	errors: ['NoSuchTag', 'RequestsClosed', 'RequestBlocked', 'AlreadyFriends'],
})

export const putGameRelationship = operation({
	id: 'put_game_relationship',
	method: 'PUT',
	path: '/users/@me/game-relationships/{user_id}',
	summary: 'Asks a player to be friends within the game, or accepts where they have asked.',
	...writing,
	...playing,
	params: ids('user_id'),
	body: GameRelationshipChange,
	errors: ['UnknownUser', 'RequestsClosed', 'RequestBlocked', 'AlreadyFriends', 'NoPendingRequest'],
})

export const deleteGameRelationship = operation({
	id: 'delete_game_relationship',
	method: 'DELETE',
	path: '/users/@me/game-relationships/{user_id}',
	summary: 'Ends a friendship or a request within the game; one that is not there is no mistake.',
	...writing,
	...playing,
	params: ids('user_id'),
})

export const getMySettings = operation({
	id: 'get_my_settings',
	method: 'GET',
	path: '/users/@me/settings',
	summary: 'Whose friend requests reach one, and whose tag one wears.',
	callers: ['login'],
	returns: UserSettings,
})

export const updateMySettings = operation({
	id: 'update_my_settings',
	method: 'PATCH',
	path: '/users/@me/settings',
	summary: 'Says whose friend requests reach one, and whose tag one wears.',
	callers: ['login'],
	body: UserSettingsChanges,
	returns: UserSettings,
	errors: ['UnknownGuild'],
})

export const RELATIONSHIP_OPERATIONS: readonly AnyOperation[] = [
	listRelationships,
	requestFriendByName,
	putRelationship,
	deleteRelationship,
	listGameRelationships,
	requestGameFriendByName,
	putGameRelationship,
	deleteGameRelationship,
	getMySettings,
	updateMySettings,
]
