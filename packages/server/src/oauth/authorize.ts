import { PASSTHROUGH_SCOPES, type Scope } from '@guildhall/protocol'
import type { ApplicationRow } from '../domain/applications/applications.ts'
import { findAuthorization, hold } from '../domain/applications/authorizations.ts'
import { settingsOf } from '../domain/applications/present.ts'
import { isInstallable } from '../domain/guilds/installing.ts'
import type { Store, Transaction } from '../ports/store.ts'
import type { Asked } from './asked.ts'
import { answer } from './decide.ts'
import { OAuthError } from './errors.ts'
import { type Destination, refusal } from './location.ts'
import type { PendingRequest, Person } from './pending.ts'
import { type AuthorizeRequest, checkRequest, destinationOf, findTarget, type Site } from './steps.ts'

/** What authorization needs of the world. */
export interface AuthorizeWorld extends Site {
	store: Store
}

export type Consideration =
	/** The answer is known: an error, or a consent given earlier. */
	| { kind: 'redirect'; application: ApplicationRow; location: string }
	| { kind: 'sign-in' }
	/** The mail address is not confirmed; `location` takes the person back without a consent. */
	| { kind: 'unverified'; application: ApplicationRow; location: string }
	/** The application is installed from a page of its own. */
	| { kind: 'elsewhere'; application: ApplicationRow; url: string }
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
	const target = await findTarget(world.store, asked, world)
	const { application } = target
	if (target.isInstallLink && !asked.values.has('scope')) {
		const url = ownInstallPage(application, world.issuer)
		if (url !== undefined) return { kind: 'elsewhere', application, url }
	}
	const destination = destinationOf(asked, target, world.issuer)
	try {
		return await considerRequest(world, checkRequest(asked, target), destination, person)
	} catch (error) {
		if (!(error instanceof OAuthError) || target.isInstallLink) throw error
		return { kind: 'redirect', application, location: refusal(destination, error) }
	}
}

/** Where the application wants to be installed from; a link that would lead back here is none. */
function ownInstallPage(application: ApplicationRow, issuer: string): string | undefined {
	const { custom_install_url: url } = settingsOf(application)
	if (!url) return undefined
	const { origin, pathname, searchParams } = new URL(url)
	const leadsHere = origin === issuer && pathname.endsWith('/oauth2/authorize') && !searchParams.get('scope')
	return leadsHere ? undefined : url
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
	if (request.install.options.length > 0 && !(await isInstallable(world.store, application, person.user.id))) {
		throw new OAuthError('access_denied', 'Only the owner of this application, or one of its team, may install it.')
	}
	const pending = pendingOf(request, destination)
	if (request.prompt === 'none') {
		const location = await world.store.transaction((tx) => answerSilently(tx, request, pending, person))
		if (location !== undefined) return { kind: 'redirect', application, location }
		if (mustBeSilent) throw new OAuthError('consent_required', 'The person has not allowed this yet.')
	}
	return { kind: 'consent', application, pending }
}

function pendingOf(request: AuthorizeRequest, destination: Destination): PendingRequest {
	const { application, isRedirectGiven, isInstallLink, scopes, nonce, codeChallenge, install } = request
	return {
		applicationId: application.id,
		destination,
		isRedirectGiven,
		isInstallLink,
		scopes,
		nonce,
		codeChallenge,
		install,
	}
}

/**
 * The answer where everything asked for is allowed already; undefined where the person must be asked. What gives something
 * once takes the person each time, and so does an installation that is not there yet.
 */
async function answerSilently(
	tx: Transaction,
	request: AuthorizeRequest,
	pending: PendingRequest,
	person: Person,
): Promise<string | undefined> {
	const { application, scopes, isInstallLink, integrationType } = request
	if (isInstallLink || scopes.some((scope) => PASSTHROUGH_SCOPES.includes(scope as Scope))) return undefined
	const authorization = await findAuthorization(tx, { applicationId: application.id, userId: person.user.id })
	if (!authorization) return undefined
	const installed = JSON.parse(authorization.integration_types) as number[]
	if (request.install.options.length > 0 && integrationType !== null && !installed.includes(integrationType)) {
		return undefined
	}
	const allowed = new Set(JSON.parse(authorization.scopes) as string[])
	if (!scopes.every((scope) => allowed.has(scope))) return undefined
	// Nothing is allowed anew: one that ends in this moment is asked for again.
	if (!(await hold(tx, authorization.id))) return undefined
	return answer(tx, pending, person, { authorizationId: authorization.id, install: null })
}
