import { failure } from '../core/failure.ts'
import type { AuthenticationExternalAuthType } from '../enums/authorization.ts'
import { required } from './required.ts'

/** How the wire calls the members of the enum, by their numbers. */
const WIRE_NAMES: readonly string[] = [
	'OIDC',
	'EPIC_ONLINE_SERVICES_ACCESS_TOKEN',
	'EPIC_ONLINE_SERVICES_ID_TOKEN',
	'STEAM_SESSION_TICKET',
	'UNITY_SERVICES_ID_TOKEN',
	'DISCORD_BOT_ISSUED_ACCESS_TOKEN',
	'APPLE_ID_TOKEN',
	'PLAYSTATION_NETWORK_ID_TOKEN',
]

/** What proves who a player is elsewhere, as the wire has it. */
export interface ExternalAuth extends Record<string, string> {
	external_auth_type: string
	external_auth_token: string
}

export function externalAuth(type: AuthenticationExternalAuthType, token: string): ExternalAuth {
	const name = WIRE_NAMES[type]
	if (name === undefined) throw failure('ValidationError', `AuthenticationExternalAuthType ${type} is none`)
	return { external_auth_type: name, external_auth_token: required('externalAuthToken', token) }
}
