import { ApiError, type Infer } from '@guildhall/protocol'
import { authorizedPage, elsewherePage, failurePage, returningPage, unverifiedPage } from '@guildhall/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Login } from '../domain/accounts/logins.ts'
import type { ApplicationRow } from '../domain/applications/applications.ts'
import { findApplication } from '../domain/applications/applications.ts'
import { findConsentRequest, keepConsentRequest, takeConsentRequest } from '../domain/applications/consent-requests.ts'
import { isRedirectAllowed } from '../domain/applications/redirects.ts'
import { requireRpcToken } from '../domain/applications/rpc-tokens.ts'
import { sendJson } from '../http/answers.ts'
import { applicationCardOf } from '../http/cards.ts'
import { formOf, NO_CORS, rawQuery } from '../http/pages.ts'
import { parseBody } from '../http/parse.ts'
import { readAsked } from './asked.ts'
import { type AuthorizeWorld, consider } from './authorize.ts'
import { consentPageOf, type Form } from './consent-page.ts'
import { type Decision, decide } from './decide.ts'
import { choiceFrom, DECISION, decisionOf } from './decision.ts'
import { OAuthError } from './errors.ts'
import { askerOf, offerTo } from './offer.ts'
import { offerAsJson } from './offer-json.ts'
import type { PendingRequest } from './pending.ts'
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
				case 'elsewhere': {
					const { application, url } = considered
					return sendPage(reply, elsewherePage({ application: applicationCardOf(store, application), url }), IN_POPUP)
				}
				case 'consent': {
					const { application, pending } = considered
					const name = await keepConsentRequest(store, (login as Login).hash, pending)
					const here = `${PAGE}?${rawQuery(request)}`
					return await showConsent(reply, login as Login, { application, pending, request: name, here })
				}
				default:
					return considered satisfies never
			}
		} catch (error) {
			if (error instanceof OAuthError) return sendFailure(reply, error)
			throw error
		}
	})

	async function showConsent(
		reply: FastifyReply,
		login: Login,
		shown: { application: ApplicationRow; pending: PendingRequest; request: string; here: string },
		after?: { form: Form; error: ApiError },
	): Promise<FastifyReply> {
		const { application, pending } = shown
		const asker = await askerOf(store, application)
		const offer = await offerTo(store, login.user.id, pending)
		const page = consentPageOf(store, { ...shown, login, asker, offer, ...(after ? { after } : {}) })
		return sendPage(reply, page, { ...IN_POPUP, ...(after ? { status: after.error.status } : {}) })
	}

	/** The page without scripts sends its form here; the answer leads back by itself. */
	http.post(PAGE, NO_CORS, async (request, reply) => {
		const login = await logins.of(request)
		const form = formOf(request)
		if (!logins.isFromOwnPage(request)) {
			return sendPage(reply, failurePage({ kind: 'foreign', origin: config.origin }), { status: 403 })
		}
		if (!login || !logins.isCsrfToken(login, form.csrf_token)) return sendExpired(reply)
		const name = form.request ?? ''
		try {
			const decided = await settle(login, name, decisionOf(form))
			if (!decided) return sendExpired(reply)
			return sendBack(reply, decided.application, decided.location)
		} catch (error) {
			// The request still waits: nothing of the decision has stayed, and another choice may do.
			const waiting = error instanceof ApiError && (await waitingRequest(login, name))
			if (!waiting) throw error
			return showConsent(reply, login, { ...waiting, request: name, here: form.here ?? PAGE }, { form, error })
		}
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
			if (considered.kind === 'elsewhere') return sendJson(reply, 200, { location: considered.url })
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
		const asker = await askerOf(store, application)
		const offer = await offerTo(store, login.user.id, pending)
		return {
			request: await keepConsentRequest(store, login.hash, pending),
			csrf_token: login.csrfToken,
			...offerAsJson(pending, { asker, offer, user: login.user }),
		}
	}

	http.post(API, NO_CORS, async (request, reply) => {
		const login = await logins.of(request)
		if (!login) throw new ApiError('InvalidToken')
		logins.requireOwnScript(request, login)
		if (!request.headers['content-type']?.startsWith('application/json')) throw new ApiError('InvalidFormBody')
		const {
			request: name,
			authorize,
			rpc_token,
			...body
		} = parseBody(DECISION, request.body ?? {}) as Infer<typeof DECISION>
		const decision: Decision = authorize ? { isAllowed: true, ...choiceFrom(body) } : { isAllowed: false }
		const decided = await settle(login, name, decision, rpc_token)
		if (!decided) throw new ApiError('InvalidState')
		return sendJson(reply.header('cache-control', 'no-store'), 200, { location: decided.location })
	})

	/** No other site asks in advance whether it may do any of this. */
	for (const url of [PAGE, API]) {
		http.options(url, NO_CORS, async () => {
			throw new ApiError('MethodNotAllowed')
		})
	}

	http.get('/oauth2/authorized', NO_CORS, (request, reply) => {
		const isDenied = readAsked(rawQuery(request)).values.has('error')
		return sendPage(reply, authorizedPage({ isDenied }), IN_POPUP)
	})

	/** Carries out a decision about a request that waits in this login; undefined where there is none any more. */
	async function settle(
		login: Login,
		name: string,
		decision: Decision,
		rpcToken?: string,
	): Promise<{ application: ApplicationRow; location: string } | undefined> {
		return store.transaction(async (tx) => {
			const pending = (await takeConsentRequest(tx, login.hash, name)) as PendingRequest | undefined
			const application = pending && (await findApplication(tx, pending.applicationId))
			if (!pending || !application || !isStillGood(application, pending)) return undefined
			if (rpcToken !== undefined) {
				const { scopes, install } = pending
				await requireRpcToken(tx, application.id, { token: rpcToken, scopes, isInstall: install.options.length > 0 })
			}
			return { application, location: await decide(tx, application, { pending, person: login, decision }) }
		})
	}

	/** What was registered when the page was shown may have been taken back since. */
	function isStillGood(application: ApplicationRow, { destination, isInstallLink }: PendingRequest): boolean {
		if (isInstallLink) return true
		const rules = { applicationId: application.id, standardScheme: config.standardScheme }
		return isRedirectAllowed(destination.redirectUri, JSON.parse(application.redirect_uris) as string[], rules)
	}

	async function waitingRequest(login: Login, name: string) {
		const pending = (await findConsentRequest(store, login.hash, name)) as PendingRequest | undefined
		const application = pending && (await findApplication(store, pending.applicationId))
		return pending && application ? { pending, application } : undefined
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
