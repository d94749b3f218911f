import { asObject, integerOf, textOf } from '../cache/wire.ts'
import type { ClientState } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import { AuthorizationTokenType } from '../enums/authorization.ts'
import { type HttpRequest, send } from '../net/http.ts'

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

/** Asks the token endpoint (RFC 6749 §3.2), as a public client. */
export function exchange(state: ClientState, form: Record<string, string>, signal: AbortSignal): Promise<TokenValues> {
	return fetchTokens(state, { path: '/oauth2/token', form, signal })
}

/** Asks for tokens; neither they nor anything that came along appears in a log. */
export async function fetchTokens(state: ClientState, given: Omit<HttpRequest, 'method'>): Promise<TokenValues> {
	const wire = asObject(await send({ ...given, method: 'POST' }, state.http))
	const accessToken = textOf(wire.access_token)
	if (!accessToken) throw failure('AuthorizationFailed', 'The answer holds no token')
	const refreshToken = textOf(wire.refresh_token) ?? ''
	for (const secret of [accessToken, refreshToken, textOf(wire.id_token)]) state.redactor.remember(secret)
	const expiresIn = integerOf(wire.expires_in)
	state.lifetimes.remember(accessToken, expiresIn)
	return [accessToken, refreshToken, AuthorizationTokenType.Bearer, expiresIn, textOf(wire.scope) ?? '']
}
