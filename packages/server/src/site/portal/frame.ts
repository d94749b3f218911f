import { ApiError, type ErrorTree } from '@guildhall/protocol'
import { failurePage, type PortalPage, STRINGS } from '@guildhall/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Login } from '../../domain/accounts/logins.ts'
import { isProved } from '../../domain/accounts/proofs.ts'
import type { ExternalWorld } from '../../domain/identities/verify.ts'
import { MOST_PICTURE_BYTES } from '../../domain/media/images.ts'
import { sendJson } from '../../http/answers.ts'
import { readForm, type SentForm } from '../../http/forms.ts'
import { NO_CORS } from '../../http/pages.ts'
import type { Blobs } from '../../ports/blobs.ts'
import { go, type SiteDoor, sendForeign } from '../world.ts'

/** What the pages of developers work with. */
export interface PortalDoor extends SiteDoor {
	blobs: Blobs
	externals: ExternalWorld
}

/** Somebody who is signed in, at a page. */
export interface Visit {
	userId: string
	login: Login
	/** Parts of the path, by name. */
	params: Readonly<Record<string, string>>
	query: Readonly<Record<string, unknown>>
	/** What every page is given. */
	page: PortalPage
}

/** What came of a form. */
export type Outcome =
	| { go: string }
	/** Shown on the page itself: a secret is told once, and not kept in an address. */
	| { shown: NonNullable<PortalPage['shown']> }
	/** Shown beside what was typed, which is kept nowhere yet. */
	| { report: NonNullable<PortalPage['report']> }
	| { done: Done }

const DONE = {
	saved: STRINGS.portal.saved,
	'secret-removed': STRINGS.portal.oauth.secretRemoved,
	asked: STRINGS.portal.scopes.asked,
	'sent-again': STRINGS.portal.webhooks.sentAgain,
} as const
export type Done = keyof typeof DONE

/** What a form does. */
export interface Act {
	/** Only for whoever proved lately who they are. */
	needsProof?: boolean
	run(visit: Visit, form: SentForm): Promise<Outcome>
}

/** A page, and what its forms do. */
export interface Room {
	/** With `:name` where ids stand. */
	path: string
	/** @throws ApiError where the person may not see it */
	show(visit: Visit): Promise<string>
	/** By the field `act`. @throws ApiError, which is shown where it belongs */
	acts: Readonly<Record<string, Act>>
	/** Says of what is being typed why it cannot be saved, or that it can. */
	check?(
		visit: Visit,
		typed: Readonly<Record<string, unknown>>,
	): Promise<{ problem: string } | { good: string } | object>
}

/** Room for a picture and the fields around it. */
const BODY_LIMIT = MOST_PICTURE_BYTES + 64 * 1024

/** Adds a page and its forms. A form that cannot be carried out comes back as it was filled in, with what is wrong. */
export function addRoom(http: FastifyInstance, door: PortalDoor, room: Room): void {
	const { store, logins, sendPage } = door

	http.get<{ Querystring: { done?: string } }>(room.path, NO_CORS, async (request, reply) => {
		const login = await logins.of(request)
		if (!login) return toLogin(request, reply)
		const { done } = request.query
		const sentence = typeof done === 'string' && Object.hasOwn(DONE, done) ? DONE[done as Done] : undefined
		return show(reply, visitOf(request, login, sentence === undefined ? {} : { done: sentence }))
	})

	http.post(room.path, { ...NO_CORS, bodyLimit: BODY_LIMIT }, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const login = await logins.of(request)
		if (!login) return toLogin(request, reply)
		let form: SentForm = { fields: {} }
		try {
			form = await readForm(request, MOST_PICTURE_BYTES)
			const { act = '', csrf_token } = form.fields
			const what = Object.hasOwn(room.acts, act) ? room.acts[act] : undefined
			if (!what || !logins.isCsrfToken(login, csrf_token)) {
				return sendPage(reply, failurePage({ kind: 'expired' }), { status: 400 })
			}
			if (what.needsProof && !isProved(login, store.now())) {
				return go(reply, `/account/proof?${new URLSearchParams({ next: hereOf(request) })}`)
			}
			return await follow(reply, visitOf(request, login), form, await what.run(visitOf(request, login), form))
		} catch (error) {
			if (!(error instanceof ApiError) || error.status >= 500) throw error
			return show(reply, visitOf(request, login, { problems: problemsOf(error), typed: typedOf(form) }), error.status)
		}
	})

	if (room.check) {
		const check = room.check
		http.post(`${room.path}/check`, NO_CORS, async (request, reply) => {
			const login = await logins.of(request)
			if (!login) throw new ApiError('InvalidToken')
			logins.requireOwnScript(request, login)
			const typed = (request.body ?? {}) as Record<string, unknown>
			return sendJson(reply.header('cache-control', 'no-store'), 200, await check(visitOf(request, login), typed))
		})
	}

	async function show(reply: FastifyReply, visit: Visit, status = 200): Promise<FastifyReply> {
		try {
			return sendPage(reply, await room.show(visit), { status })
		} catch (error) {
			if (!(error instanceof ApiError) || error.status >= 500) throw error
			return sendPage(reply, failurePage({ kind: 'not-found' }), { status: 404 })
		}
	}

	async function follow(reply: FastifyReply, visit: Visit, form: SentForm, outcome: Outcome): Promise<FastifyReply> {
		const { page } = visit
		if ('shown' in outcome) return show(reply, { ...visit, page: { ...page, shown: outcome.shown } })
		if ('report' in outcome) {
			return show(reply, { ...visit, page: { ...page, report: outcome.report, typed: typedOf(form) } })
		}
		const to = 'go' in outcome ? outcome.go : `${page.here}?done=${outcome.done}`
		return reply.header('cache-control', 'no-store').redirect(to, 303)
	}
}

function visitOf(request: FastifyRequest, login: Login, notices: Partial<PortalPage> = {}): Visit {
	return {
		userId: login.user.id,
		login,
		params: request.params as Record<string, string>,
		query: request.query as Record<string, unknown>,
		page: { csrfToken: login.csrfToken, here: hereOf(request), ...notices },
	}
}

const hereOf = (request: FastifyRequest): string => request.url.split('?')[0]?.replace(/\/check$/, '') ?? '/developers'

function toLogin(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const next = String(new URLSearchParams({ next: hereOf(request) }))
	return reply.header('cache-control', 'no-store').redirect(`/login?${next}`, 303)
}

/** What was typed, to be typed no second time; but no secret. */
function typedOf({ fields }: SentForm): Record<string, string> {
	const { csrf_token, act, web_api_key, ...typed } = fields
	return typed
}

/** Complaints by the path to their field; one about nothing in particular by ''. */
function problemsOf(error: ApiError): Record<string, string> {
	const problems: Record<string, string> = {}
	const walk = (node: ErrorTree, path: string): void => {
		for (const [key, value] of Object.entries(node)) {
			if (key !== '_errors') walk(value as ErrorTree, path === '' ? key : `${path}.${key}`)
			else problems[path] = (value as { message: string }[]).map(({ message }) => message).join(' ')
		}
	}
	if (error.errors) walk(error.errors, '')
	return Object.keys(problems).length > 0 ? problems : { '': error.message }
}
