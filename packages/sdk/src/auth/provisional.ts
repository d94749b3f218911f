import { takeUser } from '../cache/take-user.ts'
import type { Call } from '../client/operation.ts'
import { request } from '../client/request.ts'
import { tell } from '../client/state.ts'
import { checkLength } from '../core/lengths.ts'
import type { SnowflakeLike } from '../core/snowflake.ts'
import type { AuthenticationExternalAuthType } from '../enums/authorization.ts'
import { send } from '../net/http.ts'
import { externalAuth } from './external-auth.ts'
import { clientIdOf, required } from './required.ts'
import { fetchTokens, type Tokens } from './token-values.ts'
import { type CodeGrant, exchangeCode } from './tokens.ts'

/** Signs in with an identity elsewhere: into the placeholder account that stands for it, which is made where there is none. */
export async function provisionalToken(
	call: Call,
	applicationId: SnowflakeLike,
	externalAuthType: AuthenticationExternalAuthType,
	externalAuthToken: string,
): Promise<Tokens> {
	const external = externalAuth(externalAuthType, externalAuthToken)
	const json = { client_id: clientIdOf(applicationId), ...external }
	return fetchTokens(call, { path: '/partner-sdk/token', json })
}

/** The code of a consent page, and the placeholder account of an identity elsewhere is merged into that account. */
export async function mergingToken(
	call: Call,
	grant: CodeGrant,
	externalAuthType: AuthenticationExternalAuthType,
	externalAuthToken: string,
): Promise<Tokens> {
	return exchangeCode(call, grant, externalAuth(externalAuthType, externalAuthToken))
}

/** Turns the token of a publisher into one of its games. */
export async function childToken(
	call: Call,
	parentToken: string,
	childApplicationId: SnowflakeLike,
): Promise<Omit<Tokens, 'refreshToken'>> {
	const json = {
		parent_access_token: required('parentApplicationToken', parentToken),
		child_application_id: clientIdOf(childApplicationId),
	}
	// There is never a refresh token: it ends with the publisher's.
	const { refreshToken: _, ...tokens } = await fetchTokens(call, { path: '/partner-sdk/child-token', json })
	return tokens
}

/** Takes the identity elsewhere out of the account, into a new placeholder account. */
export async function unmerge(
	{ state, signal }: Call,
	applicationId: SnowflakeLike,
	externalAuthType: AuthenticationExternalAuthType,
	externalAuthToken: string,
): Promise<void> {
	const external = externalAuth(externalAuthType, externalAuthToken)
	const json = { client_id: clientIdOf(applicationId), ...external }
	await send({ method: 'POST', path: '/partner-sdk/provisional-accounts/unmerge', json, signal }, state.http)
}

const LONGEST_NAME = 32

/** Gives the player's placeholder account another display name. */
export async function rename(call: Call, name: string): Promise<void> {
	const json = { global_name: checkLength(name, 'name', LONGEST_NAME) }
	const user = await request(call, { method: 'PATCH', path: '/users/@me/account', json })
	tell(call.state, takeUser(call.state.cache, user))
}
