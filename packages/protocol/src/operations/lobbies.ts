import { type AnyOperation, operation } from '../operation.ts'
import {
	Lobby,
	LobbyBySecret,
	LobbyInput,
	LobbyInvite,
	LobbyLink,
	LobbyMember,
	LobbyMemberInput,
	LobbyMembersInput,
	LobbyMessage,
	LobbyMessageChanges,
	ModerationMetadata,
	NewLobbyMessage,
} from '../resources/lobby.ts'
import { integer, list, object } from '../schema.ts'
import { ids } from './path.ts'

/** What an application may that was not approved for more (social.md §9). */
const unapprovedLimit = { count: 100, seconds: 7200 }
/** Players' calls: any token whose scopes reach lobbies. */
const player = { callers: ['bearer'], scopes: ['lobbies.write'] } as const
/** Calls of a game's server, on lobbies of its own application. */
const server = { callers: ['bot'] } as const

export const createLobby = operation({
	id: 'create_lobby',
	method: 'POST',
	path: '/lobbies',
	summary: 'Makes a lobby that a game server runs.',
	...server,
	unapprovedLimit,
	body: LobbyInput,
	status: 201,
	returns: Lobby,
	errors: ['UnknownUser'],
})

export const createOrJoinLobby = operation({
	id: 'create_or_join_lobby',
	method: 'PUT',
	path: '/lobbies',
	summary: 'Makes the lobby of a secret, or comes into it.',
	...player,
	unapprovedLimit,
	body: LobbyBySecret,
	returns: Lobby,
})

export const getLobby = operation({
	id: 'get_lobby',
	method: 'GET',
	path: '/lobbies/{lobby_id}',
	summary: 'A lobby of the application.',
	...server,
	params: ids('lobby_id'),
	returns: Lobby,
	errors: ['UnknownLobby'],
})

export const editLobby = operation({
	id: 'edit_lobby',
	method: 'PATCH',
	path: '/lobbies/{lobby_id}',
	summary: 'Changes a lobby; metadata and members replace what was there.',
	...server,
	unapprovedLimit,
	params: ids('lobby_id'),
	body: LobbyInput,
	returns: Lobby,
	errors: ['UnknownLobby', 'UnknownUser'],
})

export const deleteLobby = operation({
	id: 'delete_lobby',
	method: 'DELETE',
	path: '/lobbies/{lobby_id}',
	summary: 'Removes a lobby; one that is gone already is no mistake.',
	...server,
	params: ids('lobby_id'),
})

export const addLobbyMember = operation({
	id: 'add_lobby_member',
	method: 'PUT',
	path: '/lobbies/{lobby_id}/members/{user_id}',
	summary: 'Brings a user into a lobby, or changes them there.',
	...server,
	unapprovedLimit,
	params: ids('lobby_id', 'user_id'),
	body: LobbyMemberInput,
	returns: LobbyMember,
	errors: ['UnknownLobby', 'UnknownUser', 'MissingAccess'],
})

export const bulkUpdateLobbyMembers = operation({
	id: 'bulk_update_lobby_members',
	method: 'POST',
	path: '/lobbies/{lobby_id}/members/bulk',
	summary: 'Adds, changes and removes up to 25 members; answers with those added or changed.',
	...server,
	unapprovedLimit,
	params: ids('lobby_id'),
	body: LobbyMembersInput,
	returns: list(LobbyMember),
	errors: ['UnknownLobby', 'UnknownUser'],
})

export const deleteLobbyMember = operation({
	id: 'delete_lobby_member',
	method: 'DELETE',
	path: '/lobbies/{lobby_id}/members/{user_id}',
	summary: 'Takes a user out of a lobby; one who is not in it is no mistake.',
	...server,
	unapprovedLimit,
	params: ids('lobby_id', 'user_id'),
	errors: ['UnknownLobby'],
})

export const leaveLobby = operation({
	id: 'leave_lobby',
	method: 'DELETE',
	path: '/lobbies/{lobby_id}/members/@me',
	summary: 'Leaves a lobby.',
	...player,
	params: ids('lobby_id'),
	errors: ['UnknownLobby'],
})

export const editLobbyChannelLink = operation({
	id: 'edit_lobby_channel_link',
	method: 'PATCH',
	path: '/lobbies/{lobby_id}/channel-linking',
	summary: 'Links a lobby to a channel of a guild, or ends that.',
	...player,
	unapprovedLimit: { count: 20, seconds: 7200 },
	params: ids('lobby_id'),
	body: LobbyLink,
	returns: Lobby,
	errors: [
		'UnknownLobby',
		'MissingAccess',
		'UnknownChannel',
		'ChannelType',
		'AgeRestrictedChannel',
		'MissingPermissions',
	],
})

/** Of our own making: from the side of the guild. */
export const unlinkChannel = operation({
	id: 'unlink_channel',
	method: 'DELETE',
	path: '/channels/{channel_id}/linked-lobby',
	summary: 'Ends the link of a channel to a lobby; one that is not linked is no mistake.',
	callers: ['bot', 'login'],
	permission: 'ManageChannels',
	params: ids('channel_id'),
	errors: ['UnknownChannel'],
})

export const createLobbyInviteForSelf = operation({
	id: 'create_linked_lobby_guild_invite_for_self',
	method: 'POST',
	path: '/lobbies/{lobby_id}/members/@me/invites',
	summary: 'An invite to the linked channel for whoever asks: good once, for an hour.',
	...player,
	unapprovedLimit,
	params: ids('lobby_id'),
	returns: LobbyInvite,
	errors: ['UnknownLobby', 'MissingAccess', 'UnknownChannel', 'MaximumInvites'],
})

export const createLobbyInviteForUser = operation({
	id: 'create_linked_lobby_guild_invite_for_user',
	method: 'POST',
	path: '/lobbies/{lobby_id}/members/{user_id}/invites',
	summary: 'The same for a member.',
	...server,
	unapprovedLimit,
	params: ids('lobby_id', 'user_id'),
	returns: LobbyInvite,
	errors: ['UnknownLobby', 'UnknownUser', 'MissingAccess', 'UnknownChannel', 'MaximumInvites'],
})

export const createLobbyMessage = operation({
	id: 'create_lobby_message',
	method: 'POST',
	path: '/lobbies/{lobby_id}/messages',
	summary: 'Says something in a lobby.',
	...player,
	unapprovedLimit,
	params: ids('lobby_id'),
	body: NewLobbyMessage,
	status: 201,
	returns: LobbyMessage,
	errors: ['UnknownLobby', 'MissingAccess', 'EmptyMessage'],
})

export const getLobbyMessages = operation({
	id: 'get_lobby_messages',
	method: 'GET',
	path: '/lobbies/{lobby_id}/messages',
	summary: 'What was said lately in a lobby, newest first.',
	...player,
	params: ids('lobby_id'),
	query: object({ limit: integer(1, 200, { default: 50 }) }),
	returns: list(LobbyMessage),
	errors: ['UnknownLobby', 'MissingAccess'],
})

/** Of our own making, as the next one: who wrote a message may change and remove it (social.md §6.4). */
export const updateLobbyMessage = operation({
	id: 'update_lobby_message',
	method: 'PATCH',
	path: '/lobbies/{lobby_id}/messages/{message_id}',
	summary: "Changes one's own message.",
	...player,
	params: ids('lobby_id', 'message_id'),
	body: LobbyMessageChanges,
	returns: LobbyMessage,
	errors: ['UnknownLobby', 'UnknownMessage', 'MissingAccess', 'OthersMessage'],
})

export const deleteLobbyMessage = operation({
	id: 'delete_lobby_message',
	method: 'DELETE',
	path: '/lobbies/{lobby_id}/messages/{message_id}',
	summary: "Removes one's own message.",
	...player,
	params: ids('lobby_id', 'message_id'),
	errors: ['UnknownLobby', 'UnknownMessage', 'MissingAccess', 'OthersMessage'],
})

export const updateLobbyMessageModerationMetadata = operation({
	id: 'update_lobby_message_external_moderation_metadata',
	method: 'PUT',
	path: '/lobbies/{lobby_id}/messages/{message_id}/moderation-metadata',
	summary: "Sets what the application's moderation says about a message; the body replaces what was there.",
	...server,
	params: ids('lobby_id', 'message_id'),
	body: ModerationMetadata,
	errors: ['UnknownLobby', 'UnknownMessage'],
})

export const LOBBY_OPERATIONS: readonly AnyOperation[] = [
	createLobby,
	createOrJoinLobby,
	getLobby,
	editLobby,
	deleteLobby,
	addLobbyMember,
	bulkUpdateLobbyMembers,
	deleteLobbyMember,
	leaveLobby,
	editLobbyChannelLink,
	unlinkChannel,
	createLobbyInviteForSelf,
	createLobbyInviteForUser,
	createLobbyMessage,
	getLobbyMessages,
	updateLobbyMessage,
	deleteLobbyMessage,
	updateLobbyMessageModerationMetadata,
]
