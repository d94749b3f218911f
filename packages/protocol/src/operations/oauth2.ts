import { type AnyOperation, operation } from '../operation.ts'
import { Authorization, ConnectedApplication, DeviceRequest, PublicKeys, UserInfo } from '../resources/authorization.ts'
import { list, object, oneOf, text } from '../schema.ts'
import { ids } from './path.ts'

export const getMyOauth2Authorization = operation({
	id: 'get_my_oauth2_authorization',
	method: 'GET',
	path: '/oauth2/@me',
	summary: 'What the access token in use stands for. A bot token is refused like no token at all.',
	callers: ['bearer', 'bot'],
	limit: 'unlimited',
	returns: Authorization,
	errors: ['InvalidAccessToken'],
})

export const getPublicKeys = operation({
	id: 'get_public_keys',
	method: 'GET',
	path: '/oauth2/keys',
	summary: 'The keys that id_tokens are signed with.',
	callers: ['anyone'],
	limit: 'unlimited',
	returns: PublicKeys,
})

export const getUserInfo = operation({
	id: 'get_openid_connect_userinfo',
	method: 'GET',
	path: '/oauth2/userinfo',
	summary: 'The claims about the person that the scopes of the access token allow.',
	callers: ['bearer'],
	scopes: ['openid'],
	returns: UserInfo,
})

export const postUserInfo = operation({
	...getUserInfo,
	id: 'post_openid_connect_userinfo',
	method: 'POST',
	tokenInForm: true,
})

export const listMyApplications = operation({
	id: 'list_my_connected_applications',
	method: 'GET',
	path: '/oauth2/tokens',
	summary: 'The applications that use the account of the person signed in.',
	callers: ['login'],
	returns: list(ConnectedApplication),
})

export const disconnectApplication = operation({
	id: 'disconnect_application',
	method: 'DELETE',
	path: '/oauth2/tokens/{authorization_id}',
	summary: "Takes an application's access back, with all its tokens.",
	callers: ['login'],
	params: ids('authorization_id'),
	errors: ['UnknownToken'],
})

/** As people type it: case, blanks and hyphens do not count. */
const userCode = text(1, 64)

export const verifyDevice = operation({
	id: 'verify_device',
	method: 'POST',
	path: '/oauth2/device/verify',
	summary: 'What the device asks for whose code the person signed in has typed. Only they may decide afterwards.',
	callers: ['login'],
	body: object({ user_code: userCode }),
	returns: DeviceRequest,
	errors: ['InvalidFormBody', 'VerifyAccount'],
})

export const finishDevice = operation({
	id: 'finish_device',
	method: 'POST',
	path: '/oauth2/device/finish',
	summary: 'Lets the device use the account of the person signed in, or refuses. Counts once.',
	callers: ['login'],
	body: object({ user_code: userCode, result: oneOf('granted', 'denied') }),
	errors: ['InvalidState', 'VerifyAccount'],
})

export const OAUTH2_OPERATIONS: readonly AnyOperation[] = [
	getMyOauth2Authorization,
	getPublicKeys,
	getUserInfo,
	postUserInfo,
	listMyApplications,
	disconnectApplication,
	verifyDevice,
	finishDevice,
]
