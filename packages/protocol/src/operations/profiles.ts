import { type AnyOperation, operation } from '../operation.ts'
import { ApplicationCard } from '../resources/application.ts'
import {
	ApplicationIdentities,
	IdentityDeletion,
	IdentityProfile,
	IdentityProfileChanges,
	LinkedAccounts,
} from '../resources/profile.ts'
import { anyText, flag, list, object, optional, snowflake, text } from '../schema.ts'
import { ids } from './path.ts'

/** Documented, but not in the OpenAPI document: what a game's server says of its own players (social.md §7.1). */
const server = { callers: ['bot'] } as const
const externalId = text(1, 1024)
const ofPlayer = object({ application_id: snowflake, user_id: snowflake, external_id: externalId })
const errors = ['NotAuthorizedOnApplication', 'UnknownUser'] as const

export const getIdentityProfile = operation({
	id: 'get_application_identity_profile',
	method: 'GET',
	path: '/applications/{application_id}/users/{user_id}/identities/{external_id}/profile',
	summary: 'What the game says of a player.',
	...server,
	params: ofPlayer,
	returns: IdentityProfile,
	errors,
})

export const updateIdentityProfile = operation({
	id: 'update_application_identity_profile',
	method: 'PATCH',
	path: '/applications/{application_id}/users/{user_id}/identities/{external_id}/profile',
	summary: 'Says something of a player: 201 with all of it the first time, 204 afterwards.',
	...server,
	params: ofPlayer,
	body: IdentityProfileChanges,
	status: 201,
	returns: IdentityProfile,
	errors: [...errors, 'TooManyIdentities'],
})

export const listUserIdentities = operation({
	id: 'get_user_application_identities',
	method: 'GET',
	path: '/users/{user_id}/application-identities/{application_id}',
	summary: 'Who a user is to the game.',
	...server,
	params: ids('user_id', 'application_id'),
	returns: ApplicationIdentities,
	errors,
})

export const findIdentities = operation({
	id: 'get_application_identities_by_external_id',
	method: 'GET',
	path: '/applications/{application_id}/application-identities/{provider_type}/{external_id}',
	summary: 'Whose account a player is whom a provider knows by this id.',
	...server,
	params: object({ application_id: snowflake, provider_type: text(1, 100), external_id: externalId }),
	query: object({ provider_id: optional(anyText) }),
	returns: ApplicationIdentities,
	errors: ['NotAuthorizedOnApplication'],
})

export const deleteIdentity = operation({
	id: 'delete_application_identity',
	method: 'POST',
	path: '/users/{user_id}/application-identities/{application_id}/{provider_type}/{external_id}/delete',
	summary: 'Forgets who a user is to the game; an account that stands for nobody else ends.',
	...server,
	params: object({
		user_id: snowflake,
		application_id: snowflake,
		provider_type: text(1, 100),
		external_id: externalId,
	}),
	body: IdentityDeletion,
	errors: [...errors, 'MergeSourceBanned'],
})

/** As third parties have seen it: for players, about each other. */
export const listIdentitiesOfPlayer = operation({
	id: 'list_user_application_identities',
	method: 'GET',
	path: '/users/{user_id}/application-identities',
	summary: 'Who another player is in the game; nobody where they do not play it.',
	callers: ['bearer'],
	scopes: ['application_identities.write'],
	params: ids('user_id'),
	query: object({ with_profiles: flag(false) }),
	returns: ApplicationIdentities,
})

export const getApplicationCard = operation({
	id: 'get_partial_application',
	method: 'GET',
	path: '/applications/{application_id}/partial',
	summary: 'The card of an application.',
	callers: ['bearer', 'login', 'bot'],
	params: ids('application_id'),
	returns: ApplicationCard,
	errors: ['UnknownApplication'],
})

/** As third parties have seen it: who people are in the game of the lobby that is linked to a channel. */
export const listLinkedAccounts = operation({
	id: 'list_channel_linked_accounts',
	method: 'GET',
	path: '/channels/{channel_id}/linked-accounts',
	summary: 'Who users are in the game of the lobby that is linked to a channel.',
	callers: ['bearer', 'login', 'bot'],
	scopes: ['guilds.channels.read'],
	permission: 'ViewChannel',
	params: ids('channel_id'),
	query: object({ user_ids: list(snowflake, { min: 1, max: 100 }) }),
	returns: LinkedAccounts,
	errors: ['UnknownChannel', 'UnknownLobby'],
})

export const PROFILE_OPERATIONS: readonly AnyOperation[] = [
	getIdentityProfile,
	updateIdentityProfile,
	listUserIdentities,
	findIdentities,
	deleteIdentity,
	listIdentitiesOfPlayer,
	getApplicationCard,
	listLinkedAccounts,
]
