import { ApiError, formError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { changeProfile } from '../accounts/profile.ts'
import { tidyName } from '../accounts/usernames.ts'
import { holdIdentity, type IdentityKey, lockIdentity, presentIdentity } from '../identities/identities.ts'
import { createIdentity } from '../identities/provisional-users.ts'
import type { ApplicationRow } from './applications.ts'
import { allow, deauthorize } from './authorizations.ts'
import type { Granted } from './codes.ts'
import { issueAccessToken, issuePair } from './tokens.ts'

const SCOPES = ['sdk.social_layer']

export interface Arrival {
	key: IdentityKey
	/** What the player is called where they come from. */
	displayName?: string | undefined
	/** Whose account the game takes this to be; null where it does not say. */
	expectedUserId?: string | null | undefined
	/** Whether a refresh token goes along: an older way, kept for OpenID Connect on confidential applications. */
	isRefreshable: boolean
}

/**
 * Whether players without an account can be players of this application: it accepted the terms of the social layer, and
 * has no publisher above it, whose players they are. @throws ProvisionalNotPermitted
 */
export function requireProvisional(application: ApplicationRow): void {
	const { social_terms_at, parent_application_id } = application
	if (social_terms_at === null || parent_application_id !== null) throw new ApiError('ProvisionalNotPermitted')
}

/**
 * Tokens for a player whom the game knows from elsewhere: of the account there is, or of a new provisional one.
 * @throws AccountNotProvisional where the player is linked to a platform account, UsernameGeneration, InvalidFormBody
 */
export async function arrive(tx: Transaction, arrival: Arrival): Promise<Granted> {
	const { key, expectedUserId, isRefreshable } = arrival
	// A name of nothing but blanks is none.
	const displayName = tidyName(arrival.displayName ?? '') || undefined
	const known = await holdIdentity(tx, key)
	const identity = known ?? (await createIdentity(tx, key, displayName))
	const { applicationId } = key
	const userId = identity.user_id
	if (identity.state === 'linked') throw new ApiError('AccountNotProvisional', { extra: presentIdentity(identity) })
	if (expectedUserId && expectedUserId !== userId) {
		throw formError(['provisional_user_id'], 'PROVISIONAL_USER_MISMATCH', 'The player has another account.')
	}
	if (known && displayName) await changeProfile(tx, userId, { globalName: displayName })
	const { id } = await allow(tx, { applicationId, userId }, SCOPES)
	const family = {
		applicationId,
		userId,
		authorizationId: id,
		familyId: tx.newId(),
		scopes: SCOPES,
		authTime: tx.now(),
		kind: 'provisional' as const,
	}
	const tokens = isRefreshable ? await issuePair(tx, family) : await issueAccessToken(tx, family)
	return { tokens, userId, nonce: null, authTime: family.authTime, isProvisional: true }
}

/**
 * Cuts the link between a player and their platform account, because the game asks for it.
 * @throws UnknownUser where the player is not known, InvalidUserType where they are not linked, ResourceLocked
 */
export async function unmerge(tx: Transaction, key: IdentityKey): Promise<void> {
	const identity = await lockIdentity(tx, key)
	if (!identity) throw new ApiError('UnknownUser')
	if (identity.state !== 'linked') throw new ApiError('InvalidUserType')
	await deauthorize(tx, { applicationId: key.applicationId, userId: identity.user_id }, 'unmerged')
}
