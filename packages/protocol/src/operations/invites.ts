import { type AnyOperation, operation } from '../operation.ts'
import { AcceptedInvite, Invite, NewInvite, TargetUsersJob, VanityUrl } from '../resources/invite.ts'
import { flag, list, object, optional, snowflake, text } from '../schema.ts'
import { ids } from './path.ts'

const byCode = object({ code: text(1, 100) })
/** The part of a multipart body that lists users, in CSV. */
const listed = { textFiles: ['target_users_file'] } as const

export const createChannelInvite = operation({
	id: 'create_channel_invite',
	method: 'POST',
	path: '/channels/{channel_id}/invites',
	summary: 'Makes an invite to a channel.',
	callers: ['bot'],
	permission: 'CreateInstantInvite',
	params: ids('channel_id'),
	body: NewInvite,
	...listed,
	returns: Invite,
	errors: ['UnknownChannel', 'DirectChannel', 'ChannelType', 'MaximumInvites', 'UnknownRole', 'InvalidRole'],
})

export const listChannelInvites = operation({
	id: 'list_channel_invites',
	method: 'GET',
	path: '/channels/{channel_id}/invites',
	summary: 'The invites to a channel.',
	callers: ['bot'],
	permission: 'ManageChannels',
	params: ids('channel_id'),
	returns: list(Invite),
	errors: ['UnknownChannel', 'DirectChannel'],
})

/** ManageGuild, or ViewAuditLog for less of each. */
export const listGuildInvites = operation({
	id: 'list_guild_invites',
	method: 'GET',
	path: '/guilds/{guild_id}/invites',
	summary: 'The invites into a guild.',
	callers: ['bot'],
	params: ids('guild_id'),
	returns: list(Invite),
	errors: ['UnknownGuild'],
})

export const resolveInvite = operation({
	id: 'invite_resolve',
	method: 'GET',
	path: '/invites/{code}',
	summary: 'What an invite leads to.',
	callers: ['anyone'],
	params: byCode,
	query: object({
		with_counts: flag(false),
		/** No event could be meant, nor a message. */
		guild_scheduled_event_id: optional(snowflake),
		target_channel_id: optional(snowflake),
		target_message_id: optional(snowflake),
	}),
	returns: Invite,
	errors: ['UnknownInvite'],
})

/** ManageChannels in the channel, or ManageGuild. */
export const revokeInvite = operation({
	id: 'invite_revoke',
	method: 'DELETE',
	path: '/invites/{code}',
	summary: 'Takes an invite back.',
	callers: ['bot', 'login'],
	params: byCode,
	returns: Invite,
	errors: ['UnknownInvite'],
})

/** Of our own making: the public platform keeps the route to its own client. */
export const acceptInvite = operation({
	id: 'accept_invite',
	method: 'POST',
	path: '/invites/{code}',
	summary: 'Comes into the guild of an invite.',
	callers: ['login', 'bearer'],
	scopes: ['guilds.join'],
	params: byCode,
	returns: AcceptedInvite,
	errors: ['UnknownInvite', 'InvalidInvite', 'BannedFromGuild', 'MaximumGuilds', 'JoiningLimited'],
})

export const getInviteTargetUsers = operation({
	id: 'get_invite_target_users',
	method: 'GET',
	path: '/invites/{code}/target-users',
	summary: 'Whom an invite is for, in CSV.',
	callers: ['bot'],
	params: byCode,
	answersIn: 'text/csv',
	errors: ['UnknownInvite', 'UnknownInviteTargetUsers'],
})

export const updateInviteTargetUsers = operation({
	id: 'update_invite_target_users',
	method: 'PUT',
	path: '/invites/{code}/target-users',
	summary: 'Says anew whom an invite is for.',
	callers: ['bot'],
	params: byCode,
	...listed,
	errors: ['UnknownInvite'],
})

export const getInviteTargetUsersJobStatus = operation({
	id: 'get_invite_target_users_job_status',
	method: 'GET',
	path: '/invites/{code}/target-users/job-status',
	summary: 'How far the list of users of an invite is worked through.',
	callers: ['bot'],
	params: byCode,
	returns: TargetUsersJob,
	errors: ['UnknownInvite', 'UnknownInviteTargetUsersJob'],
})

export const getGuildVanityUrl = operation({
	id: 'get_guild_vanity_url',
	method: 'GET',
	path: '/guilds/{guild_id}/vanity-url',
	summary: "The guild's address of its own; no guild of this platform has one.",
	callers: ['bot'],
	permission: 'ManageGuild',
	params: ids('guild_id'),
	returns: VanityUrl,
	errors: ['UnknownGuild'],
})

export const INVITE_OPERATIONS: readonly AnyOperation[] = [
	createChannelInvite,
	listChannelInvites,
	listGuildInvites,
	resolveInvite,
	revokeInvite,
	acceptInvite,
	getInviteTargetUsers,
	updateInviteTargetUsers,
	getInviteTargetUsersJobStatus,
	getGuildVanityUrl,
]
