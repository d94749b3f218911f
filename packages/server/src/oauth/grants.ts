import type { ApplicationRow } from '../domain/applications/applications.ts'
import type { Client } from '../domain/applications/clients.ts'
import { type Granted, redeemCode } from '../domain/applications/codes.ts'
import { isDeviceGranted, pollDevice } from '../domain/applications/devices.ts'
import { refreshTokens } from '../domain/applications/refresh.ts'
import { readScopes, scopeProblem } from '../domain/applications/scopes.ts'
import { issueClientToken } from '../domain/applications/tokens.ts'
import { type MergeRequest, prepareMerge } from '../domain/merging/merge.ts'
import type { Transaction } from '../ports/store.ts'
import { OAuthError } from './errors.ts'
import { type Fields, required } from './fields.ts'
import { type GivenByCode, installByCode } from './install-by-code.ts'
import { type ClaimedSource, claimedSource, verifiedSource } from './merge-source.ts'
import type { OAuthDoor } from './world.ts'

/** A way to tokens, and to what else a code gives. @throws OAuthError, and of merges ApiError */
export type Grant = (
	door: Pick<OAuthDoor, 'store' | 'externals' | 'limits'>,
	client: Client,
	fields: Fields,
) => Promise<Granted & { given?: GivenByCode }>

/** By `grant_type`. */
export const GRANTS: Readonly<Record<string, Grant>> = {
	async authorization_code(door, { application, hasSecret }, fields) {
		const registered = JSON.parse(application.redirect_uris) as string[]
		const redirectUri = fields.redirect_uri === 'undefined' ? undefined : fields.redirect_uri
		const redemption = {
			code: required(fields, 'code'),
			applicationId: application.id,
			// One client library sends the word for what it does not have (clients.md 22).
			redirectUri,
			verifier: fields.code_verifier,
			hasSecret,
			defaultRedirectUri: registered[0],
		}
		const claimed = claimedSource(fields)
		const merge = claimed && (await mergeRequest(door, application, claimed))
		const granted = await door.store.transaction(async (tx) => {
			const redeemed = await redeemCode(tx, { ...redemption, ...(await mergeOf(tx, application, merge)) })
			return redeemed && { ...redeemed, given: await installByCode(tx, application, redeemed) }
		})
		if (!granted) throw new OAuthError('invalid_grant', 'Invalid "code" in request.')
		return granted
	},

	async refresh_token({ store }, { application }, fields) {
		const request = {
			refreshToken: required(fields, 'refresh_token'),
			applicationId: application.id,
			scopes: fields.scope === undefined ? undefined : readScopes(fields.scope),
		}
		const refreshed = await refreshTokens(store, request)
		switch (refreshed.outcome) {
			case 'refreshed':
				return refreshed.granted
			case 'wider':
				throw new OAuthError('invalid_scope', 'A refresh may not ask for more than was granted.')
			case 'invalid':
				throw new OAuthError('invalid_grant', 'Invalid "refresh_token" in request')
			default:
				return refreshed satisfies never
		}
	},

	/** A device that waits goes by the errors (RFC 8628 §3.5). */
	async 'urn:ietf:params:oauth:grant-type:device_code'(door, { application }, fields) {
		const poll = { deviceCode: required(fields, 'device_code'), applicationId: application.id }
		const claimed = claimedSource(fields)
		// A provider is asked once, not at every poll of a device that waits.
		const isReady = claimed !== undefined && (await isDeviceGranted(door.store, poll))
		const merge = isReady ? await mergeRequest(door, application, claimed) : undefined
		const polled = await door.store.transaction(async (tx) =>
			pollDevice(tx, { ...poll, ...(claimed && !isReady ? UNVERIFIED : await mergeOf(tx, application, merge)) }),
		)
		switch (polled.outcome) {
			case 'granted':
				return polled.granted
			case 'pending':
				throw new OAuthError('authorization_pending', 'The person has not decided yet.')
			case 'hasty':
				throw new OAuthError('slow_down', 'Wait five seconds longer between requests from now on.')
			case 'denied':
				throw new OAuthError('access_denied', 'The resource owner or authorization server denied the request')
			case 'expired':
				throw new OAuthError('expired_token', 'The "device_code" has expired.')
			case 'invalid':
				throw new OAuthError('invalid_grant', 'Invalid "device_code" in request.')
			default:
				return polled satisfies never
		}
	},

	async client_credentials({ store }, { application, hasSecret }, fields) {
		if (!hasSecret) throw new OAuthError('unauthorized_client', 'This grant needs the client secret.')
		const scopes = readScopes(fields.scope ?? '')
		const problem = scopeProblem(scopes, application, 'client') ?? teamProblem(scopes, application)
		if (problem) throw new OAuthError('invalid_scope', problem)
		const userId = application.owner_user_id
		const tokens = await store.transaction((tx) =>
			issueClientToken(tx, { applicationId: application.id, userId }, scopes),
		)
		return { tokens, userId, nonce: null, authTime: store.now() }
	},
}

/** A team's application acts for nobody's own account. */
const TEAM_SCOPES = ['identify', 'applications.commands.update']

function teamProblem(scopes: readonly string[], { team_id }: Pick<ApplicationRow, 'team_id'>): string | undefined {
	if (team_id === null || scopes.every((scope) => TEAM_SCOPES.includes(scope))) return undefined
	return `An application of a team may only ask for ${TEAM_SCOPES.join(' and ')} in this way.`
}

/** What is asked of a provider before anything is held. */
async function mergeRequest(
	door: Pick<OAuthDoor, 'externals' | 'limits'>,
	{ id }: ApplicationRow,
	claimed: ClaimedSource,
): Promise<MergeRequest> {
	return { source: await verifiedSource(door, id, claimed), limit: door.limits.of('merge') }
}

/** What is done with the account before a code of it is used. */
async function mergeOf(tx: Transaction, application: ApplicationRow, merge: MergeRequest | undefined) {
	return merge ? { beforeUse: await prepareMerge(tx, application, merge) } : {}
}

/** The person decided a moment ago: the device asks again, and then who is to be merged is known. */
const UNVERIFIED = {
	async beforeUse() {
		throw new OAuthError('authorization_pending', 'The person has not decided yet.')
	},
}
