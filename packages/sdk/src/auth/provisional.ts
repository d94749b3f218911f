import { takeUser } from '../cache/take-user.ts'
import { request } from '../client/request.ts'
import { type ClientState, tell } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import type { SnowflakeLike } from '../core/snowflake.ts'
import { send } from '../net/http.ts'
import type { ExternalAuth } from './external-auth.ts'
import { clientIdOf, required } from './required.ts'
import { fetchTokens, type TokenValues } from './token-values.ts'

/** Signs in with an identity elsewhere: into the placeholder account that stands for it, which is made where there is none. */
export async function provisionalToken(
	state: ClientState,
	applicationId: SnowflakeLike,
	external: ExternalAuth,
	signal: AbortSignal,
): Promise<TokenValues> {
	const json = { client_id: clientIdOf(applicationId), ...external }
	return fetchTokens(state, { path: '/partner-sdk/token', json, signal })
}

/** Turns the token of a publisher into one of its games. */
export async function childToken(
	state: ClientState,
	parentToken: string,
	childApplicationId: SnowflakeLike,
	signal: AbortSignal,
): Promise<TokenValues> {
	state.redactor.remember(parentToken)
	const json = {
		parent_access_token: required('parentApplicationToken', parentToken),
		child_application_id: clientIdOf(childApplicationId),
	}
	return fetchTokens(state, { path: '/partner-sdk/child-token', json, signal })
}

/** Takes the identity elsewhere out of the account, into a new placeholder account. */
export async function unmerge(
	state: ClientState,
	applicationId: SnowflakeLike,
	external: ExternalAuth,
	signal: AbortSignal,
): Promise<void> {
	const json = { client_id: clientIdOf(applicationId), ...external }
	await send({ method: 'POST', path: '/partner-sdk/provisional-accounts/unmerge', json, signal }, state.http)
}

const LONGEST_NAME = 32

/** Gives the player's placeholder account another display name. */
export async function rename(state: ClientState, name: string, signal: AbortSignal): Promise<void> {
	const length = typeof name === 'string' ? [...name].length : 0
	if (length < 1 || length > LONGEST_NAME) {
		throw failure('ValidationError', `A display name has 1 to ${LONGEST_NAME} characters`)
	}
	const json = { global_name: name }
	const user = await request(state, { method: 'PATCH', path: '/users/@me/account', json, signal })
	tell(state, takeUser(state.cache, user))
}
