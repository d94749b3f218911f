import { asObject, idOf, timeOf } from '../cache/wire.ts'
import type { Snowflake } from '../core/snowflake.ts'
import { type HttpOptions, send } from '../net/http.ts'

/** What a token stands for. */
export interface TokenFacts {
	applicationId: Snowflake
	/** 0 where the token does not tell. */
	userId: Snowflake
	/** Sorted, so that equal grants are equal text. */
	scopes: string
	/** Milliseconds since the Unix epoch, 0 where the server does not say. */
	expiresAt: number
}

export async function tokenFacts(token: string, http: HttpOptions, signal: AbortSignal): Promise<TokenFacts> {
	const wire = asObject(await send({ method: 'GET', path: '/oauth2/@me', token, signal }, http))
	const scopes = Array.isArray(wire.scopes) ? wire.scopes.map(String).sort() : []
	return {
		applicationId: idOf(asObject(wire.application).id),
		userId: idOf(asObject(wire.user).id),
		scopes: scopes.join(' '),
		expiresAt: timeOf(wire.expires),
	}
}

/** Whether a session may go on with the other token. */
export function isSameGrant(a: TokenFacts | undefined, b: TokenFacts | undefined): boolean {
	if (!a || !b) return true
	return a.applicationId === b.applicationId && a.userId === b.userId && a.scopes === b.scopes
}
