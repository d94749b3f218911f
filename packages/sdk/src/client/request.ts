import { tellExpiry } from '../auth/expiry.ts'
import { failure, SocialSdkError } from '../core/failure.ts'
import { ClientStatus } from '../enums/clients.ts'
import { HttpStatusCode } from '../enums/results.ts'
import { type HttpRequest, send } from '../net/http.ts'
import type { ClientState } from './state.ts'

/** A request with the client's own token, by an operation that needs a session. */
export async function request(state: ClientState, given: Omit<HttpRequest, 'token' | 'form'>): Promise<unknown> {
	const token = state.token
	if (state.connection.status() !== ClientStatus.Ready || !token) {
		throw failure('ClientNotReady', 'The client is not connected', { retryable: true })
	}
	try {
		return await send({ ...given, token: token.text }, state.http)
	} catch (error) {
		const isRefused = error instanceof SocialSdkError && error.status === HttpStatusCode.Unauthorized
		if (isRefused) tellExpiry(state, token)
		throw error
	}
}
