import { type AnyOperation, operation } from '../operation.ts'
import {
	ApplicationAsset,
	ExternalAsset,
	ExternalAssetUrls,
	NewApplicationAsset,
} from '../resources/application-asset.ts'
import {
	ActivityMetadata,
	ActivitySecret,
	ActivitySubscriptions,
	HeadlessSession,
	HeadlessSessionEnd,
	HeadlessSessionInput,
} from '../resources/presence.ts'
import { integer, list, object, optional, snowflake, text } from '../schema.ts'
import { ids } from './path.ts'

/** Of our own making, as third parties have seen the routes of the public clients (sdk/server-needs.md §4). */
export const listApplicationAssets = operation({
	id: 'list_application_assets',
	method: 'GET',
	path: '/oauth2/applications/{application_id}/assets',
	summary: 'The pictures that activities of an application can name.',
	callers: ['anyone'],
	params: ids('application_id'),
	returns: list(ApplicationAsset),
	errors: ['UnknownApplication'],
})

export const createApplicationAsset = operation({
	id: 'create_application_asset',
	method: 'POST',
	path: '/oauth2/applications/{application_id}/assets',
	summary: 'Uploads a picture that activities can name.',
	callers: ['bot', 'login'],
	params: ids('application_id'),
	body: NewApplicationAsset,
	returns: ApplicationAsset,
	status: 201,
	errors: ['UnknownApplication', 'NotAuthorizedOnApplication'],
})

export const deleteApplicationAsset = operation({
	id: 'delete_application_asset',
	method: 'DELETE',
	path: '/oauth2/applications/{application_id}/assets/{asset_id}',
	summary: 'Removes a picture; activities that name it go without.',
	callers: ['bot', 'login'],
	params: ids('application_id', 'asset_id'),
	errors: ['UnknownApplication', 'NotAuthorizedOnApplication', 'UnknownAsset'],
})

export const createExternalAssets = operation({
	id: 'create_external_assets',
	method: 'POST',
	path: '/applications/{application_id}/external-assets',
	summary: 'Names for pictures of other servers, which activities can use.',
	callers: ['bot', 'bearer'],
	scopes: ['activities.write'],
	params: ids('application_id'),
	body: ExternalAssetUrls,
	returns: list(ExternalAsset),
	errors: ['UnknownApplication'],
})

const ofActivity = { user_id: snowflake, session_id: text(1, 64), application_id: snowflake }

export const getActivityMetadata = operation({
	id: 'get_activity_metadata',
	method: 'GET',
	path: '/users/{user_id}/sessions/{session_id}/activities/{application_id}/metadata',
	summary: "Where the buttons of a friend's activity lead.",
	callers: ['bearer', 'login'],
	scopes: ['activities.read'],
	params: object(ofActivity),
	returns: ActivityMetadata,
	errors: ['UnknownSession'],
})

const acceptance = {
	path: '/users/{user_id}/sessions/{session_id}/activities/{application_id}/{action}',
	params: object({ ...ofActivity, action: integer(0, 100) }),
	query: object({
		message_id: optional(snowflake),
		channel_id: optional(snowflake),
		own_session_id: optional(text(1, 64)),
	}),
	returns: ActivitySecret,
	errors: ['UnknownSession', 'InvalidActivityAction'],
} as const

export const getActivitySecret = operation({
	id: 'get_activity_secret',
	method: 'GET',
	summary: 'Accepts an invite, or comes into an open party: what the game needs to let one in.',
	callers: ['bearer'],
	scopes: ['activities.read'],
	...acceptance,
})

/** The same on the pages of the platform: a change, so that no other site can make people come along. */
export const acceptActivityInvite = operation({
	id: 'accept_activity_invite',
	method: 'POST',
	summary: 'The same for a person signed in to this site; their game is told.',
	callers: ['login'],
	body: object({}),
	...acceptance,
})

const ofPlayer = { callers: ['bearer'], scopes: ['activities.write'] } as const

export const putHeadlessSession = operation({
	id: 'put_headless_session',
	method: 'POST',
	path: '/users/@me/headless-sessions',
	summary: 'Shows for twenty minutes what one plays, without a socket.',
	...ofPlayer,
	body: HeadlessSessionInput,
	returns: HeadlessSession,
	errors: ['UnknownSession'],
})

export const endHeadlessSession = operation({
	id: 'end_headless_session',
	method: 'POST',
	path: '/users/@me/headless-sessions/delete',
	summary: 'Ends a session without a socket; one that is not there is no mistake.',
	...ofPlayer,
	body: HeadlessSessionEnd,
})

export const subscribeToActivities = operation({
	id: 'subscribe_to_activities',
	method: 'POST',
	path: '/users/@me/activities/subscribe',
	summary: 'Says which invites the sessions of this game follow: they hear of those activities, also of hidden ones.',
	callers: ['bearer'],
	scopes: ['activities.read'],
	body: ActivitySubscriptions,
})

export const ACTIVITY_OPERATIONS: readonly AnyOperation[] = [
	getActivityMetadata,
	getActivitySecret,
	acceptActivityInvite,
	putHeadlessSession,
	endHeadlessSession,
	subscribeToActivities,
	listApplicationAssets,
	createApplicationAsset,
	deleteApplicationAsset,
	createExternalAssets,
]
