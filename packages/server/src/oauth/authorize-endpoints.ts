import { ApiError } from '@guildhall/protocol'
import { authorizedPage, consentPage, failurePage, returningPage, unverifiedPage } from '@guildhall/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Login } from '../domain/accounts/logins.ts'
import { presentUser } from '../domain/accounts/present.ts'
import type { ApplicationRow } from '../domain/applications/applications.ts'
import { findApplication } from '../domain/applications/applications.ts'
import { keepConsentRequest, takeConsentRequest } from '../domain/applications/consent-requests.ts'
import { isPrivateUse, isRedirectAllowed } from '../domain/applications/redirects.ts'
import { sendJson } from '../http/answers.ts'
import { applicationCardOf, personCardOf } from '../http/cards.ts'
import { formOf, NO_CORS, rawQuery } from '../http/pages.ts'
import { readAsked } from './asked.ts'
import { type AuthorizeWorld, consider, decide, inWords, type PendingRequest } from './authorize.ts'
import { OAuthError } from './errors.ts'
import type { OAuthDoor } from './world.ts'

const PAGE = '/oauth2/authorize'
const API = '/api/oauth2/authorize'
/** Keeps the tie to the game's window, also on the way through sign-in. */
const IN_POPUP = { keepsOpener: true }

/** Adds the page where people let an application use their account, and the same as JSON for our own clients. */
export async function addAuthorizeEndpoints(http: FastifyInstance, door: OAuthDoor): Promise<void> {
	const { store, logins, sendPage, config } = door
	const world: AuthorizeWorld = { store, issuer: config.origin, standardScheme: config.standardScheme }

	http.get(PAGE, NO_CORS, async (request, reply) => {
		const login = await currentLogin(request)
		try {
			const considered = await consider(world, readAsked(rawQuery(request)), login)
			switch (considered.kind) {
				case 'redirect': {
					const { application, location } = considered
					// Browsers hold a form to its policy on the whole way: from sign-in it may lead to this page, not past it.
					if (request.headers['sec-fetch-site'] === 'same-origin') return sendBack(reply, application, location)
					return reply.header('cache-control', 'no-store').redirect(location, 302)
				}
				case 'sign-in':
					return reply
						.header('cache-control', 'no-store')
						.redirect(`/login?${new URLSearchParams({ next: `${PAGE}?${rawQuery(request)}` })}`, 302)
				case 'unverified': {
					const { application, location } = considered
					return sendPage(
						reply,
						unverifiedPage({ application: applicationCardOf(store, application), location }),
						IN_POPUP,
					)
				}
				case 'consent':
					return await showConsent(request, reply, login as Login, considered)
				default:
					return considered satisfies never
			}
		} catch (error) {
			if (error instanceof OAuthError) return sendFailure(reply, error)
			throw error
		}
	})

	async function showConsent(
		request: FastifyRequest,
		reply: FastifyReply,
		login: Login,
		{ application, pending }: { application: ApplicationRow; pending: PendingRequest },
	): Promise<FastifyReply> {
		const { redirectUri } = pending.destination
		const page = consentPage({
			application: applicationCardOf(store, application),
			person: personCardOf(store, login.user),
			scopes: inWords(pending.scopes),
			returnsTo: isPrivateUse(redirectUri) ? null : new URL(redirectUri).host,
			request: await keepConsentRequest(store, login.hash, pending),
			csrfToken: login.csrfToken,
			here: `${PAGE}?${rawQuery(request)}`,
		})
		return sendPage(reply, page, IN_POPUP)
	}

	/** The page without scripts sends its form here; the answer leads back by itself. */
	http.post(PAGE, NO_CORS, async (request, reply) => {
		const login = await logins.of(request)
		const form = formOf(request)
		if (!logins.isFromOwnPage(request)) {
			return sendPage(reply, failurePage({ kind: 'foreign', origin: config.origin }), { status: 403 })
		}
		if (!login || !logins.isCsrfToken(login, form.csrf_token)) return sendExpired(reply)
		const decided = await settle(login, form.request ?? '', form.authorize === 'true')
		if (!decided) return sendExpired(reply)
		return sendBack(reply, decided.application, decided.location)
	})

	http.get(API, NO_CORS, async (request, reply) => {
		const login = await currentLogin(request)
		if (!login || isNavigation(request)) {
			return reply.header('cache-control', 'no-store').redirect(`${PAGE}?${rawQuery(request)}`, 302)
		}
		reply.header('cache-control', 'no-store')
		try {
			const considered = await consider(world, readAsked(rawQuery(request)), login)
			if (considered.kind === 'unverified') throw new ApiError('VerifyAccount')
			if (considered.kind === 'redirect') return sendJson(reply, 200, { location: considered.location })
			if (considered.kind === 'sign-in') throw new ApiError('InvalidToken')
			return sendJson(reply, 200, await consentData(login, considered))
		} catch (error) {
			if (error instanceof OAuthError) return sendJson(reply, 400, error)
			throw error
		}
	})

	async function consentData(
		login: Login,
		{ application, pending }: { application: ApplicationRow; pending: PendingRequest },
	): Promise<object> {
		return {
			request: await keepConsentRequest(store, login.hash, pending),
			csrf_token: login.csrfToken,
			application: {
				id: application.id,
				name: application.name,
				icon: application.icon,
				description: application.description,
			},
			user: presentUser(login.user),
			scopes: pending.scopes,
			redirect_uri: pending.destination.redirectUri,
		}
	}

	http.post(API, NO_CORS, async (request, reply) => {
		const login = await logins.of(request)
		if (!login) throw new ApiError('InvalidToken')
		logins.requireOwnScript(request, login)
		if (!request.headers['content-type']?.startsWith('application/json')) throw new ApiError('InvalidFormBody')
		const { request: name, authorize } = (request.body ?? {}) as { request?: unknown; authorize?: unknown }
		if (typeof name !== 'string' || typeof authorize !== 'boolean') throw new ApiError('InvalidFormBody')
		const decided = await settle(login, name, authorize)
		if (!decided) throw new ApiError('InvalidState')
		return sendJson(reply.header('cache-control', 'no-store'), 200, { location: decided.location })
	})

	/** No other site asks in advance whether it may do any of this. */
	for (const url of [PAGE, API]) {
		http.options(url, NO_CORS, async () => {
			throw new ApiError('MethodNotAllowed')
		})
	}

	http.get('/oauth2/authorized', NO_CORS, (_request, reply) => sendPage(reply, authorizedPage(), IN_POPUP))

	/** Carries out a decision about a request that waits in this login; undefined where there is none any more. */
	async function settle(
		login: Login,
		name: string,
		isAllowed: boolean,
	): Promise<{ application: ApplicationRow; location: string } | undefined> {
		const pending = (await store.transaction((tx) => takeConsentRequest(tx, login.hash, name))) as
			| PendingRequest
			| undefined
		const application = pending && (await findApplication(store, pending.applicationId))
		if (!pending || !application) return undefined
		// What was registered when the page was shown may have been taken back since.
		const rules = { applicationId: application.id, standardScheme: config.standardScheme }
		const registered = JSON.parse(application.redirect_uris) as string[]
		if (!isRedirectAllowed(pending.destination.redirectUri, registered, rules)) return undefined
		return { application, location: await decide(store, pending, login, isAllowed) }
	}

	/** @throws RateLimited */
	async function currentLogin(request: FastifyRequest): Promise<Login | undefined> {
		const login = await logins.of(request)
		if (login) door.limits.take('authorize', login.hash)
		return login
	}

	function sendBack(reply: FastifyReply, application: ApplicationRow, location: string): FastifyReply {
		return sendPage(reply, returningPage({ application: applicationCardOf(store, application), location }), IN_POPUP)
	}

	function sendExpired(reply: FastifyReply): FastifyReply {
		return sendPage(reply, failurePage({ kind: 'expired' }), { status: 400, ...IN_POPUP })
	}

	function sendFailure(reply: FastifyReply, { error, message }: OAuthError): FastifyReply {
		const page = failurePage({ kind: 'request', error, description: message })
		return sendPage(reply, page, { status: 400, ...IN_POPUP })
	}
}

/** A person follows a link, rather than a script asking. */
function isNavigation({ headers }: FastifyRequest): boolean {
	return headers['sec-fetch-mode'] === 'navigate' || (headers.accept ?? '').includes('text/html')
}
