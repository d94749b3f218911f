import { failure } from '../core/failure.ts'
import type { Snowflake } from '../core/snowflake.ts'
import { AuthenticationCodeChallengeMethod, IntegrationType } from '../enums/authorization.ts'
import type { AuthorizationArgs } from '../records/authorization-args.ts'
import { randomText } from './random.ts'

/** The arguments of `Authorize`, checked. */
export interface AuthorizeRequest {
	clientId: string
	/** What must come back with the answer. */
	state: string
	/** The challenge, for whoever has to remember what belongs together. */
	challenge: string | undefined
	/** The address of the consent page. */
	url(webBase: string, redirectUri: string): string
}

const { S256 } = AuthenticationCodeChallengeMethod

/** Checks the arguments of `Authorize`; each field becomes a parameter of the consent page. */
export function authorizeRequest(args: AuthorizationArgs, defaultClientId: Snowflake): AuthorizeRequest {
	const clientId = args.ClientId() || defaultClientId
	const scopes = args.Scopes().trim()
	const integrationType = args.IntegrationType()
	const challenge = args.CodeChallenge()
	demand(scopes !== '', 'Scopes are needed')
	demand(clientId !== 0n, 'An application id is needed: in ClientId or by SetApplicationId')
	demand(isKnown(integrationType), `IntegrationType ${integrationType} is none`)
	demand(!challenge || challenge.Method() === S256, 'The method of a code challenge is S256')
	demand(challenge?.Challenge() !== '', 'The code challenge is empty')
	// One without text would come back as none, and then anybody's answer would do.
	const state = args.State() || randomText(32)
	const nonce = args.Nonce()
	return {
		clientId: String(clientId),
		state,
		challenge: challenge?.Challenge(),
		url(webBase, redirectUri) {
			const query = new URLSearchParams({
				client_id: String(clientId),
				response_type: 'code',
				scope: scopes,
				state,
				redirect_uri: redirectUri,
			})
			if (challenge) {
				query.set('code_challenge', challenge.Challenge())
				query.set('code_challenge_method', 'S256')
			}
			if (nonce !== undefined) query.set('nonce', nonce)
			if (integrationType !== undefined) query.set('integration_type', String(integrationType))
			return `${webBase}/oauth2/authorize?${query}`
		},
	}
}

function isKnown(type: IntegrationType | undefined): boolean {
	return type === undefined || Object.values(IntegrationType).includes(type)
}

function demand(condition: boolean, sentence: string): void {
	if (!condition) throw failure('ValidationError', sentence)
}
