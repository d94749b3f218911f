import { ApiError, SCOPES, type ScopeDeclaration } from '@guildhall/protocol'
import type { UserRow } from '../domain/accounts/accounts.ts'
import type { ApplicationRow } from '../domain/applications/applications.ts'
import { allow, findAuthorization } from '../domain/applications/authorizations.ts'
import { createCode } from '../domain/applications/codes.ts'
import { issueAccessToken } from '../domain/applications/tokens.ts'
import type { Store } from '../ports/store.ts'
import type { Asked } from './asked.ts'
import { OAuthError } from './errors.ts'
import { type Destination, locationOf } from './location.ts'
import { type AuthorizeRequest, checkRequest, destinationOf, findTarget, type Target } from './steps.ts'

/** What authorization needs of the world. */
export interface AuthorizeWorld {
	store: Store
	/** The origin of the site. */
	issuer: string
	standardScheme: string
}

/** The person before the page, and when they last proved who they are. */
export interface Person {
	user: UserRow
	authTime: number
}

/** A good request that waits for its person. Plain data: it is kept while they decide. */
export interface PendingRequest {
	applicationId: string
	destination: Destination
	isRedirectGiven: boolean
	scopes: readonly string[]
	nonce: string | null
	codeChallenge: string | null
}

export type Consideration =
	/** The answer is known: an error, or a consent given earlier. */
	| { kind: 'redirect'; application: ApplicationRow; location: string }
	| { kind: 'sign-in' }
	/** The mail address is not confirmed; `location` takes the person back without a consent. */
	| { kind: 'unverified'; application: ApplicationRow; location: string }
	| { kind: 'consent'; application: ApplicationRow; pending: PendingRequest }

/**
 * What comes of a request, before the person is asked.
 * @throws OAuthError where there is nowhere to redirect to
 */
export async function consider(
	world: AuthorizeWorld,
	asked: Asked,
	person: Person | undefined,
): Promise<Consideration> {
	const target = await findTarget(world.store, asked, world.standardScheme)
	const destination = destinationOf(asked, target, world.issuer)
	try {
		return await considerRequest(world, checkRequest(asked, target), destination, person)
	} catch (error) {
		if (!(error instanceof OAuthError)) throw error
		return { kind: 'redirect', application: target.application, location: refusal(destination, error) }
	}
}

async function considerRequest(
	world: AuthorizeWorld,
	request: AuthorizeRequest,
	destination: Destination,
	person: Person | undefined,
): Promise<Consideration> {
	const { application, scopes } = request
	// Only OpenID Connect says that `none` must not show a page; without it the page is what clients expect.
	const mustBeSilent = request.prompt === 'none' && scopes.includes('openid')
	if (!person) {
		if (mustBeSilent) throw new OAuthError('login_required', 'The person is not signed in.')
		return { kind: 'sign-in' }
	}
	if (!person.user.is_verified) {
		if (mustBeSilent) throw new OAuthError('interaction_required', 'The person must confirm their email address.')
		const denied = new OAuthError('access_denied', 'The person must confirm their email address.')
		return { kind: 'unverified', application, location: refusal(destination, denied) }
	}
	const pending = pendingOf(request, destination)
	if (request.prompt === 'none') {
		if (await isAllowedAlready(world.store, person.user.id, request)) {
			return { kind: 'redirect', application, location: await grant(world.store, pending, person) }
		}
		if (mustBeSilent) throw new OAuthError('consent_required', 'The person has not allowed this yet.')
	}
	return { kind: 'consent', application, pending }
}

function pendingOf(request: AuthorizeRequest, destination: Destination): PendingRequest {
	return {
		applicationId: request.application.id,
		destination,
		isRedirectGiven: request.isRedirectGiven,
		scopes: request.scopes,
		nonce: request.nonce,
		codeChallenge: request.codeChallenge,
	}
}

async function isAllowedAlready(store: Store, userId: string, { application, scopes }: Target & { scopes: string[] }) {
	const authorization = await findAuthorization(store, { applicationId: application.id, userId })
	if (!authorization) return false
	const allowed = new Set(JSON.parse(authorization.scopes) as string[])
	return scopes.every((scope) => allowed.has(scope))
}

/**
 * Carries out what the person decided. Answers with where to go.
 * @throws VerifyAccount
 */
export async function decide(
	store: Store,
	pending: PendingRequest,
	person: Person,
	isAllowed: boolean,
): Promise<string> {
	if (isAllowed) return grant(store, pending, person)
	return refusal(
		pending.destination,
		new OAuthError('access_denied', 'The resource owner or authorization server denied the request'),
	)
}

async function grant(store: Store, pending: PendingRequest, { user, authTime }: Person): Promise<string> {
	if (!user.is_verified) throw new ApiError('VerifyAccount')
	const { destination, scopes, applicationId } = pending
	const pair = { applicationId, userId: user.id }
	if (!destination.isFragment) {
		const redirectUri = pending.isRedirectGiven ? destination.redirectUri : null
		const { nonce, codeChallenge } = pending
		const code = await store.transaction((tx) =>
			createCode(tx, { ...pair, scopes, redirectUri, nonce, codeChallenge, authTime }),
		)
		return locationOf(destination, { code })
	}
	const tokens = await store.transaction(async (tx) => {
		const { id } = await allow(tx, pair, scopes)
		return issueAccessToken(tx, { ...pair, authorizationId: id, familyId: tx.newId(), scopes })
	})
	return locationOf(destination, {
		access_token: tokens.accessToken,
		token_type: 'Bearer',
		expires_in: String(tokens.expiresIn),
		scope: scopes.join(' '),
	})
}

function refusal(destination: Destination, { error, message }: OAuthError): string {
	return locationOf(destination, { error, error_description: message })
}

/** The scopes in words: each one asked for, with what it stands for. */
export function inWords(scopes: readonly string[]): { says: string; includes: string[] }[] {
	return scopes.map((name) => {
		const { says, expands = [] } = SCOPES[name as keyof typeof SCOPES] as ScopeDeclaration
		const parts = expands.map((part) => SCOPES[part as keyof typeof SCOPES] as ScopeDeclaration)
		// An umbrella under this one holds nothing of its own.
		const includes = [...new Set(parts.filter((part) => !part.expands && part.says !== '').map((part) => part.says))]
		return { says, includes }
	})
}
