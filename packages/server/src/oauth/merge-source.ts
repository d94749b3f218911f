import { ApiError, type ErrorName, EXTERNAL_AUTH_TYPES, type ExternalAuthType } from '@guildhall/protocol'
import { BOT_ISSUED } from '../domain/identities/identities.ts'
import { verifyExternal } from '../domain/identities/verify.ts'
import type { MergeSource } from '../domain/merging/merge.ts'
import { OAuthError } from './errors.ts'
import type { Fields } from './fields.ts'
import type { OAuthDoor } from './world.ts'

/** What a request says is to be merged, before anybody is asked about it. */
export interface ClaimedSource {
	type: ExternalAuthType
	token: string
}

/** The name of ours for a type that the public API calls after its own platform. */
const ALIASES: Readonly<Record<string, ExternalAuthType>> = { BOT_ISSUED_ACCESS_TOKEN: BOT_ISSUED }

/** The provisional account that the request wants merged, if any. @throws invalid_request */
export function claimedSource({ external_auth_type, external_auth_token }: Fields): ClaimedSource | undefined {
	if (external_auth_type === undefined && external_auth_token === undefined) return undefined
	if (external_auth_type === undefined || external_auth_token === undefined) {
		throw new OAuthError('invalid_request', '"external_auth_type" and "external_auth_token" go together.')
	}
	const named = ALIASES[external_auth_type] ?? external_auth_type
	const type = EXTERNAL_AUTH_TYPES.find((one) => one === named)
	if (!type) throw new OAuthError('invalid_request', 'Unknown "external_auth_type".')
	return { type, token: external_auth_token }
}

/** What is wrong with a token itself. What is wrong with the game's configuration is said as it is. */
const REFUSALS: readonly ErrorName[] = [
	'IdTokenExpired',
	'IssuerMismatch',
	'AudienceMismatch',
	'IdTokenTooOld',
	'InvalidIdToken',
	'KidMissing',
]

/** Asks the provider who that is. Never inside a transaction. @throws AccessTokenRefused, and of configurations what `verifyExternal` throws */
export async function verifiedSource(
	{ externals }: Pick<OAuthDoor, 'externals'>,
	applicationId: string,
	{ type, token }: ClaimedSource,
): Promise<MergeSource> {
	if (type === BOT_ISSUED) return { botIssuedToken: token }
	try {
		const { issuer, subject } = await verifyExternal(externals, applicationId, type, token)
		return { applicationId, type, issuer, subject }
	} catch (error) {
		if (error instanceof ApiError && REFUSALS.includes(error.named)) throw new ApiError('AccessTokenRefused')
		throw error
	}
}
