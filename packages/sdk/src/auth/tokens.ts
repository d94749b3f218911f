import { asObject, idOf, textOf } from '../cache/wire.ts'
import type { Call } from '../client/operation.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'
import type { AuthorizationTokenType } from '../enums/authorization.ts'
import { oauthErrorOf, send } from '../net/http.ts'
import type { ExternalAuth } from './external-auth.ts'
import { clientIdOf, required } from './required.ts'
import { exchange, type Tokens } from './token-values.ts'
import { dropDeadToken, requireBearer } from './update-token.ts'

/** The code of a consent page, and what it was asked for with. */
export interface CodeGrant {
	applicationId: SnowflakeLike
	code: string
	codeVerifier: string
	redirectUri: string
}

/** RFC 6749 §4.1.3, as a public client with PKCE. With proof of an identity elsewhere its placeholder account is merged. */
export async function exchangeCode(call: Call, given: CodeGrant, merged?: ExternalAuth): Promise<Tokens> {
	const { code, codeVerifier, redirectUri } = given
	const form = {
		grant_type: 'authorization_code',
		client_id: clientIdOf(given.applicationId),
		code: required('code', code),
		code_verifier: required('codeVerifier', codeVerifier),
		redirect_uri: required('redirectUri', redirectUri),
		...merged,
	}
	return exchange(call, form)
}

/** RFC 6749 §6. Both tokens of before die. */
export async function refresh(call: Call, applicationId: SnowflakeLike, refreshToken: string): Promise<Tokens> {
	const form = {
		grant_type: 'refresh_token',
		client_id: clientIdOf(applicationId),
		refresh_token: required('refreshToken', refreshToken),
	}
	try {
		return await exchange(call, form)
	} catch (error) {
		if (oauthErrorOf(error) === 'invalid_grant') await dropDeadToken(call)
		throw error
	}
}

/** RFC 7009; here it ends every token of the application for the user. */
export async function revoke({ state, signal }: Call, applicationId: SnowflakeLike, token: string): Promise<void> {
	const form = { client_id: clientIdOf(applicationId), token: required('token', token) }
	await send({ method: 'POST', path: '/oauth2/token/revoke', form, signal }, state.http)
}

/** Whose token it is; works without a session and with any token. */
export async function fetchCurrentUser(
	{ state, signal }: Call,
	tokenType: AuthorizationTokenType,
	token: string,
): Promise<{ id: Snowflake; name: string }> {
	requireBearer(tokenType, token)
	const user = asObject(await send({ method: 'GET', path: '/users/@me', token, signal }, state.http))
	return { id: idOf(user.id), name: textOf(user.username) ?? '' }
}
