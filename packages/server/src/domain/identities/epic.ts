import { ApiError } from '@guildhall/protocol'
import type { Web } from '../../ports/web.ts'
import { ask, isObject } from './look.ts'
import { displayNameOf } from './names.ts'

const ACCOUNT_ID = /^[0-9a-z]{1,64}$/i

/**
 * Whose access token this is, by Epic's own word (`tokenInfo`): a token that was given to another client is refused.
 * @throws OidcConfigurationNotFound, InvalidIdToken, IdTokenExpired, AudienceMismatch
 */
export async function epicAccountOf(
	web: Web,
	{ api, clientIds, now }: { api: string; clientIds: readonly string[]; now: number },
	token: string,
): Promise<{ subject: string; displayName?: string }> {
	const asked = await ask(web, {
		method: 'POST',
		url: `${api}/epic/oauth/v2/tokenInfo`,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: String(new URLSearchParams({ token })),
	})
	if ('problem' in asked || asked.value.status >= 500) throw new ApiError('OidcConfigurationNotFound')
	const { status, json: info } = asked.value
	if (status !== 200 || !isObject(info) || info.active !== true) throw new ApiError('InvalidIdToken')
	const { client_id, account_id, expires_at } = info
	if (typeof client_id !== 'string' || !clientIds.includes(client_id)) throw new ApiError('AudienceMismatch')
	if (typeof account_id !== 'string' || !ACCOUNT_ID.test(account_id)) throw new ApiError('InvalidIdToken')
	if (typeof expires_at === 'string' && Date.parse(expires_at) <= now) throw new ApiError('IdTokenExpired')
	return { subject: account_id, ...(await nameOf(web, api, { accountId: account_id, token })) }
}

/** The Epic display name; none where the token may not read it. */
async function nameOf(web: Web, api: string, { accountId, token }: { accountId: string; token: string }) {
	const asked = await ask(web, {
		url: `${api}/epic/id/v2/accounts?${new URLSearchParams({ accountId })}`,
		headers: { authorization: `Bearer ${token}` },
	})
	if ('problem' in asked) return {}
	const accounts = asked.value.json
	const account = Array.isArray(accounts) ? accounts.find((one) => one?.accountId === accountId) : undefined
	return displayNameOf(account?.displayName)
}
