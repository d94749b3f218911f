import { asObject, idOf, textOf } from '../cache/wire.ts'
import type { ClientState } from '../client/state.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'
import type { AuthorizationTokenType } from '../enums/authorization.ts'
import { oauthErrorOf, send } from '../net/http.ts'
import type { ExternalAuth } from './external-auth.ts'
import { clientIdOf, required } from './required.ts'
import { exchange, type TokenValues } from './token-values.ts'
import { dropDeadToken, requireBearer } from './update-token.ts'

/** RFC 6749 §4.1.3, as a public client with PKCE. With proof of an identity elsewhere its placeholder account is merged. */
export async function exchangeCode(
	state: ClientState,
	given: { applicationId: SnowflakeLike; code: string; codeVerifier: string; redirectUri: string },
	signal: AbortSignal,
	merged?: ExternalAuth,
): Promise<TokenValues> {
	const { code, codeVerifier, redirectUri } = given
	for (const secret of [code, codeVerifier]) state.redactor.remember(secret)
	const form = {
		grant_type: 'authorization_code',
		client_id: clientIdOf(given.applicationId),
		code: required('code', code),
		code_verifier: required('codeVerifier', codeVerifier),
		redirect_uri: required('redirectUri', redirectUri),
		...merged,
	}
	return exchange(state, form, signal)
}

/** RFC 6749 §6. Both tokens of before die. */
export async function refresh(
	state: ClientState,
	applicationId: SnowflakeLike,
	refreshToken: string,
	signal: AbortSignal,
): Promise<TokenValues> {
	state.redactor.remember(refreshToken)
	const form = {
		grant_type: 'refresh_token',
		client_id: clientIdOf(applicationId),
		refresh_token: required('refreshToken', refreshToken),
	}
	try {
		return await exchange(state, form, signal)
	} catch (error) {
		if (oauthErrorOf(error) === 'invalid_grant') await dropDeadToken(state, signal)
		throw error
	}
}

/** RFC 7009; here it ends every token of the application for the user. */
export async function revoke(
	state: ClientState,
	applicationId: SnowflakeLike,
	token: string,
	signal: AbortSignal,
): Promise<void> {
	state.redactor.remember(token)
	const form = { client_id: clientIdOf(applicationId), token: required('token', token) }
	await send({ method: 'POST', path: '/oauth2/token/revoke', form, signal }, state.http)
}

/** Whose token it is; works without a session and with any token. */
export async function fetchCurrentUser(
	state: ClientState,
	tokenType: AuthorizationTokenType,
	token: string,
	signal: AbortSignal,
): Promise<[id: Snowflake, name: string]> {
	requireBearer(tokenType, token)
	state.redactor.remember(token)
	const user = asObject(await send({ method: 'GET', path: '/users/@me', token, signal }, state.http))
	return [idOf(user.id), textOf(user.username) ?? '']
}
