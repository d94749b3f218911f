import { ApiError, formError, oauth2, wireTime } from '@guildhall/protocol'
import { type BearerCaller, type Caller, type LoginCaller, userIdOf } from '../domain/access/caller.ts'
import { getUser } from '../domain/accounts/accounts.ts'
import { presentUser } from '../domain/accounts/present.ts'
import { presentUserInfo } from '../domain/accounts/user-info.ts'
import { getApplication } from '../domain/applications/applications.ts'
import { disconnect, listConnected } from '../domain/applications/connected.ts'
import { checkDeviceCode } from '../domain/applications/device-check.ts'
import { decideDevice } from '../domain/applications/devices.ts'
import { presentApplication, presentConnected, presentDevice } from '../domain/applications/present.ts'
import { type Handler, handle, type World } from './handle.ts'

export const OAUTH2_HANDLERS: readonly Handler[] = [
	handle(oauth2.getMyOauth2Authorization, async ({ caller }, { store }) => {
		const { applicationId, userId, scopes, granted, expiresAt } = bearer(caller)
		return {
			application: presentApplication(await getApplication(store, applicationId)),
			scopes: [...granted],
			expires: wireTime(expiresAt),
			...(scopes.has('identify') ? { user: presentUser(await getUser(store, userId)) } : {}),
		}
	}),
	handle(oauth2.getPublicKeys, async (_call, { keyring }) => ({ keys: await keyring.published() })),
	handle(oauth2.getUserInfo, ({ caller }, world) => userInfo(caller, world)),
	handle(oauth2.postUserInfo, ({ caller }, world) => userInfo(caller, world)),
	handle(oauth2.listMyApplications, async ({ caller }, { store }) =>
		(await listConnected(store, userIdOf(caller))).map(presentConnected),
	),
	handle(oauth2.disconnectApplication, async ({ caller, params }, { store }) => {
		const isEnded = await store.transaction((tx) => disconnect(tx, userIdOf(caller), params.authorization_id))
		if (!isEnded) throw new ApiError('UnknownToken')
	}),
	handle(oauth2.verifyDevice, async ({ caller, body, address }, { store, limits }) => {
		const user = await getUser(store, login(caller).userId)
		const checked = await checkDeviceCode(store, { userCode: body.user_code, user, address }, limits)
		switch (checked.outcome) {
			case 'found':
				return presentDevice(checked, address)
			case 'unknown':
				throw formError(['user_code'], 'DEVICE_USER_CODE_UNKNOWN', 'No device waits for this code.')
			case 'limited':
				throw limits.refusal('userCode', checked.count, checked.retryAfterMs)
			default:
				return checked satisfies never
		}
	}),
	handle(oauth2.finishDevice, async ({ caller, body }, { store }) => {
		const { userId, authTime } = login(caller)
		const user = await getUser(store, userId)
		const decision = { userCode: body.user_code, user, authTime, isGranted: body.result === 'granted' }
		await store.transaction(async (tx) => {
			await decideDevice(tx, decision)
		})
	}),
]

/** What holds for people signed in to the site alone. */
function login(caller: Caller): LoginCaller {
	if (caller.kind !== 'login') throw new ApiError('InvalidToken')
	return caller
}

/** What holds for access tokens alone. @throws InvalidAccessToken for a bot */
function bearer(caller: Caller): BearerCaller {
	if (caller.kind !== 'bearer') throw new ApiError('InvalidAccessToken')
	return caller
}

async function userInfo(caller: Caller, { store }: World) {
	const { userId, scopes } = bearer(caller)
	return presentUserInfo(store, await getUser(store, userId), scopes)
}
