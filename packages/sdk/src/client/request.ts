import { tellExpiry } from '../auth/expiry.ts'
import { failure, SocialSdkError } from '../core/failure.ts'
import { ClientStatus } from '../enums/clients.ts'
import { type HttpRequest, send, UNAUTHORIZED } from '../net/http.ts'
import type { Call } from './operation.ts'
import type { ClientState, HeldToken } from './state.ts'

/** A request with the client's own token, by an operation that needs a session. */
export async function request(
	{ state, signal }: Call,
	given: Omit<HttpRequest, 'token' | 'form' | 'signal'>,
): Promise<unknown> {
	const token = requireReady(state)
	try {
		return await send({ ...given, signal, token: token.text }, state.http)
	} catch (error) {
		const isRefused = error instanceof SocialSdkError && error.status === UNAUTHORIZED
		if (isRefused) tellExpiry(state, token)
		throw error
	}
}

/** The token of the session that operations are done with. */
export function requireReady({ connection, token }: ClientState): HeldToken {
	if (connection.status() === ClientStatus.Ready && token) return token
	throw failure('ClientNotReady', 'The client is not connected', { retryable: true })
}
