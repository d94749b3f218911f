import { asObject, idOf, integerOf, textOf } from '../cache/wire.ts'
import type { ClientState } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { AuthorizationTokenType } from '../enums/authorization.ts'
import { send } from '../net/http.ts'
import { requireBearer } from './update-token.ts'

/** What a token endpoint answers with, in the order in which callbacks get it. */
export type TokenValues = [
	accessToken: string,
	refreshToken: string,
	tokenType: AuthorizationTokenType,
	expiresIn: number,
	scopes: string,
]

export const NO_TOKENS: TokenValues = ['', '', AuthorizationTokenType.Bearer, 0, '']

export interface Tokens {
	accessToken: string
	/** Empty where there is none. */
	refreshToken: string
	tokenType: AuthorizationTokenType
	/** Seconds. */
	expiresIn: number
	/** As granted, separated by blanks. */
	scopes: string
}

export function tokensOf(...values: TokenValues): Tokens {
	const [accessToken, refreshToken, tokenType, expiresIn, scopes] = values
	return { accessToken, refreshToken, tokenType, expiresIn, scopes }
}

/** RFC 6749 §4.1.3, as a public client with PKCE. */
export async function exchangeCode(
	state: ClientState,
	given: { applicationId: SnowflakeLike; code: string; codeVerifier: string; redirectUri: string },
	signal: AbortSignal,
): Promise<TokenValues> {
	const { code, codeVerifier, redirectUri } = given
	for (const secret of [code, codeVerifier]) state.redactor.remember(secret)
	return exchange(state, signal, {
		grant_type: 'authorization_code',
		client_id: clientId(given.applicationId),
		code: required('code', code),
		code_verifier: required('codeVerifier', codeVerifier),
		redirect_uri: required('redirectUri', redirectUri),
	})
}

/** RFC 6749 §6. Both tokens of before die. */
export async function refresh(
	state: ClientState,
	applicationId: SnowflakeLike,
	refreshToken: string,
	signal: AbortSignal,
): Promise<TokenValues> {
	state.redactor.remember(refreshToken)
	return exchange(state, signal, {
		grant_type: 'refresh_token',
		client_id: clientId(applicationId),
		refresh_token: required('refreshToken', refreshToken),
	})
}

/** RFC 7009; here it ends every token of the application for the user. */
export async function revoke(
	state: ClientState,
	applicationId: SnowflakeLike,
	token: string,
	signal: AbortSignal,
): Promise<void> {
	state.redactor.remember(token)
	const form = { client_id: clientId(applicationId), token: required('token', token) }
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

async function exchange(state: ClientState, signal: AbortSignal, form: Record<string, string>): Promise<TokenValues> {
	const wire = asObject(await send({ method: 'POST', path: '/oauth2/token', form, signal }, state.http))
	const accessToken = textOf(wire.access_token)
	if (!accessToken) throw failure('AuthorizationFailed', 'The answer holds no token')
	const refreshToken = textOf(wire.refresh_token) ?? ''
	for (const secret of [accessToken, refreshToken, textOf(wire.id_token)]) state.redactor.remember(secret)
	return [
		accessToken,
		refreshToken,
		AuthorizationTokenType.Bearer,
		integerOf(wire.expires_in),
		textOf(wire.scope) ?? '',
	]
}

function clientId(applicationId: SnowflakeLike): string {
	const id = toSnowflake(applicationId, 'applicationId')
	if (id === 0n) throw failure('ValidationError', 'An application id is needed')
	return String(id)
}

function required(name: string, value: string): string {
	if (typeof value === 'string' && value !== '') return value
	throw failure('ValidationError', `${name} is needed`)
}
