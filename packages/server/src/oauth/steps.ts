import type { ApplicationRow } from '../domain/applications/applications.ts'
import { findApplication } from '../domain/applications/applications.ts'
import type { IntegrationType } from '../domain/applications/authorizations.ts'
import { isChallenge } from '../domain/applications/pkce.ts'
import { isPrivateUse, isRedirectAllowed } from '../domain/applications/redirects.ts'
import { readScopes, scopeProblem } from '../domain/applications/scopes.ts'
import type { Reading } from '../ports/store.ts'
import type { Asked } from './asked.ts'
import { OAuthError } from './errors.ts'
import { type InstallAsked, integrationTypeOf, isInstallLink, readInstall } from './install-asked.ts'
import type { Destination } from './location.ts'

const MOST_STATE = 1024
const MOST_NONCE = 255
/** Where an install link ends. */
const END_PAGE = '/oauth2/authorized'

/** What applications hear whose publisher asks people in their place (H4). */
export const BELOW_A_PUBLISHER = "This application is below a publisher's, which asks people in its place."

/** Where this server is, and the scheme of its own apps. */
export interface Site {
	/** The origin of the site. */
	issuer: string
	standardScheme: string
}

/** Who asks, and where the answer goes. Until this is known nothing is redirected. */
export interface Target {
	application: ApplicationRow
	/** Of an install link the end page of this site. */
	redirectUri: string
	/** Nothing goes back to the application, not even errors (I1). */
	isInstallLink: boolean
	/** The client named the URI, and must name it again for its code. */
	isRedirectGiven: boolean
}

/** The application and the redirect URI of a request. @throws OAuthError that must never redirect */
export async function findTarget(from: Reading, asked: Asked, { issuer, standardScheme }: Site): Promise<Target> {
	for (const name of ['client_id', 'redirect_uri']) {
		if (asked.repeated.has(name)) throw new OAuthError('invalid_request', `"${name}" may be sent once.`)
	}
	const clientId = asked.values.get('client_id')
	if (clientId === undefined) throw new OAuthError('invalid_request', 'Missing "client_id".')
	const application = await findApplication(from, clientId)
	if (!application) throw new OAuthError('invalid_client', 'Unknown Application')
	if (application.parent_application_id !== null) throw new OAuthError('invalid_client', BELOW_A_PUBLISHER)
	const registered = JSON.parse(application.redirect_uris) as string[]
	const given = asked.values.get('redirect_uri')
	const isLink = isInstallLink(asked)
	const redirectUri = given ?? (isLink ? undefined : registered[0])
	if (redirectUri === undefined && !isLink) {
		throw new OAuthError('invalid_request', 'No "redirect_uri" is registered.')
	}
	const rules = { applicationId: application.id, standardScheme }
	if (redirectUri !== undefined && !isRedirectAllowed(redirectUri, registered, rules)) {
		throw new OAuthError('invalid_request', 'Invalid "redirect_uri" in request.')
	}
	if (isLink || redirectUri === undefined) {
		return { application, redirectUri: `${issuer}${END_PAGE}`, isRedirectGiven: false, isInstallLink: true }
	}
	return { application, redirectUri, isRedirectGiven: given !== undefined, isInstallLink: false }
}

type Check<T> = (asked: Asked, target: Target) => T

/**
 * What is checked once it is known where errors go, in this order (docs/rules/oauth.md A). Each step answers with what it
 * read, under its name, or throws the OAuthError that travels along with the redirect.
 */
const STEPS = {
	once: (({ repeated }) => {
		const [name] = repeated
		if (name !== undefined) throw new OAuthError('invalid_request', `"${name}" may be sent once.`)
		return true
	}) satisfies Check<true>,

	state: (({ values, rawState }) => {
		if ((values.get('state')?.length ?? 0) > MOST_STATE) throw new OAuthError('invalid_request', '"state" is too long.')
		return rawState
	}) satisfies Check<string | undefined>,

	responseType: (({ values }, { redirectUri, isInstallLink }) => {
		if (isInstallLink) return 'none'
		const type = values.get('response_type')
		if (type === undefined) throw new OAuthError('invalid_request', 'Missing "response_type".')
		if (type !== 'code' && type !== 'token') {
			throw new OAuthError('unsupported_response_type', 'Unsupported "response_type".')
		}
		if (type === 'token' && isPrivateUse(redirectUri)) {
			throw new OAuthError('unsupported_response_type', 'An app on a device must use "response_type" code.')
		}
		return type
	}) satisfies Check<'code' | 'token' | 'none'>,

	scopes: (({ values }, { application, isInstallLink }) => {
		const scopes = readScopes(values.get('scope') ?? '')
		// What the application has set for itself comes with the option that is chosen.
		if (isInstallLink && scopes.length === 0) return scopes
		const flow = values.get('response_type') === 'token' ? 'token' : 'code'
		const problem = scopeProblem(scopes, application, flow)
		if (problem) throw new OAuthError('invalid_scope', problem)
		return scopes
	}) satisfies Check<string[]>,

	codeChallenge: (({ values }, { redirectUri }) => {
		const challenge = values.get('code_challenge')
		const method = values.get('code_challenge_method')
		if (challenge === undefined && method === undefined) {
			if (!isPrivateUse(redirectUri)) return null
			throw new OAuthError('invalid_request', 'Missing "code_challenge": an app on a device must use PKCE.')
		}
		if (method !== 'S256') throw new OAuthError('invalid_request', 'Unsupported "code_challenge_method"')
		if (challenge === undefined || !isChallenge(challenge)) {
			throw new OAuthError('invalid_request', 'Invalid "code_challenge".')
		}
		return challenge
	}) satisfies Check<string | null>,

	nonce: (({ values }) => {
		const nonce = values.get('nonce')
		if (nonce === undefined) return null
		if (nonce.length > MOST_NONCE || /\p{C}/u.test(nonce)) throw new OAuthError('invalid_request', 'Invalid "nonce".')
		return nonce
	}) satisfies Check<string | null>,

	prompt: (({ values }) => {
		const prompt = values.get('prompt') ?? 'consent'
		if (prompt !== 'consent' && prompt !== 'none') throw new OAuthError('invalid_request', 'Unsupported "prompt".')
		return prompt
	}) satisfies Check<'consent' | 'none'>,

	integrationType: (({ values }) =>
		integrationTypeOf(values.get('integration_type'))) satisfies Check<IntegrationType | null>,

	install: ((asked, { application, isInstallLink }) => {
		const install = readInstall(asked, application)
		const joins = install.options.some(({ scopes }) => scopes.includes('bot'))
		if (isInstallLink && joins && application.bot_require_code_grant) {
			throw new OAuthError(
				'invalid_request',
				'The bot of this application comes only with a code: "response_type" code.',
			)
		}
		return install
	}) satisfies Check<InstallAsked>,
}

/** A request in which everything is as it should be. */
export type AuthorizeRequest = Target & { [K in keyof typeof STEPS]: ReturnType<(typeof STEPS)[K]> }

/** Runs the steps. @throws OAuthError that goes along with the redirect */
export function checkRequest(asked: Asked, target: Target): AuthorizeRequest {
	const read = Object.entries(STEPS).map(([name, step]) => [name, step(asked, target)])
	return { ...target, ...Object.fromEntries(read) } as AuthorizeRequest
}

/** Where answers to the request go, also while it is not known to be a good one. */
export function destinationOf(asked: Asked, { redirectUri }: Target, issuer: string): Destination {
	return {
		redirectUri,
		isFragment: asked.values.get('response_type') === 'token',
		rawState: (asked.values.get('state')?.length ?? 0) > MOST_STATE ? undefined : asked.rawState,
		issuer: readScopes(asked.values.get('scope') ?? '').includes('openid') ? issuer : undefined,
	}
}
