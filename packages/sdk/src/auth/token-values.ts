import { asObject, integerOf, textOf } from '../cache/wire.ts'
import type { Call } from '../client/operation.ts'
import { failure } from '../core/failure.ts'
import { AuthorizationTokenType } from '../enums/authorization.ts'
import { type HttpRequest, send } from '../net/http.ts'

/** What a token endpoint answers with. */
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

/** Asks the token endpoint (RFC 6749 §3.2), as a public client. */
export function exchange(call: Call, form: Record<string, string>): Promise<Tokens> {
	return fetchTokens(call, { path: '/oauth2/token', form })
}

/** Asks for tokens; neither they nor anything that came along appears in a log. */
export async function fetchTokens(
	{ state, signal }: Call,
	given: Omit<HttpRequest, 'method' | 'signal'>,
): Promise<Tokens> {
	const wire = asObject(await send({ ...given, method: 'POST', signal }, state.http))
	const accessToken = textOf(wire.access_token)
	if (!accessToken) throw failure('AuthorizationFailed', 'The answer holds no token')
	const refreshToken = textOf(wire.refresh_token) ?? ''
	for (const secret of [accessToken, refreshToken, textOf(wire.id_token)]) state.redactor.remember(secret)
	const expiresIn = integerOf(wire.expires_in)
	state.lifetimes.remember(accessToken, expiresIn)
	const scopes = textOf(wire.scope) ?? ''
	return { accessToken, refreshToken, tokenType: AuthorizationTokenType.Bearer, expiresIn, scopes }
}
