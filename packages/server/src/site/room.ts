import { ApiError, type ErrorTree } from '@guildhall/protocol'
import { type AccountPage, failurePage } from '@guildhall/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Login } from '../domain/accounts/logins.ts'
import { isProved } from '../domain/accounts/proofs.ts'
import { sendJson } from '../http/answers.ts'
import { readForm, type SentForm } from '../http/forms.ts'
import { NO_CORS } from '../http/pages.ts'
import { DONE, type Done } from './done.ts'
import { go, goSignIn, queryOf, type SiteDoor, sendForeign } from './world.ts'

/** Somebody who is signed in, at a page. */
export interface Visit {
	login: Login
	userId: string
	request: FastifyRequest
	/** Parts of the path, by name. */
	params: Readonly<Record<string, string>>
	/** What every page is given. */
	page: AccountPage
	/** Gives the browser another cookie: the login has another value now. */
	keep(loginToken: string): void
	/** Takes the cookie away: the login is over. */
	forget(): void
}

/** What came of a form. */
export type Outcome =
	/** Something was done; shown at this page, or at another. */
	| { done: Done; at?: string }
	| { go: string }
	/** What is wrong, by field; by '' what is wrong with the whole. */
	| { problems: Readonly<Record<string, string>>; status?: number }
	/** Told once, on the page itself: a secret is not kept in an address. */
	| { shown: NonNullable<AccountPage['shown']> }
	/** Shown beside what was typed, which is kept nowhere yet. */
	| { report: NonNullable<AccountPage['report']> }
	/** A page that is shown this once. */
	| { text: string }

/** What a form does. */
export interface Act {
	/** Only for whoever proved lately who they are. */
	needsProof?: boolean
	/** @throws ApiError, which is shown where it belongs */
	run(visit: Visit, form: SentForm): Promise<Outcome>
}

/** A page for whoever is signed in, and what its forms do. */
export interface Room {
	/** With `:name` where ids stand. */
	path: string
	/** The page itself is only for whoever proved lately who they are. */
	needsProof?: boolean
	/** @throws ApiError where the person may not see it */
	show(visit: Visit): Promise<string>
	/** By the field `act`. */
	acts: Readonly<Record<string, Act>>
	/** Says of what is being typed why it cannot be saved, or that it can. */
	check?(visit: Visit, typed: Readonly<Record<string, unknown>>): Promise<object>
	/** Bytes of a file that its form may hold. */
	mostFileBytes?: number
}

/** Larger is no form without a file. */
const FIELDS_LIMIT = 64 * 1024

/**
 * Adds a page and its forms. A form that cannot be carried out comes back as it was filled in, without its secrets, with
 * what is wrong.
 */
export function addRoom(http: FastifyInstance, door: SiteDoor, room: Room): void {
	const { store, logins, sendPage } = door
	const { mostFileBytes = 0, check } = room

	http.get(room.path, NO_CORS, async (request, reply) => {
		const login = await logins.of(request)
		if (!login) return goSignIn(reply, hereOf(request))
		if (room.needsProof && !isProved(login, store.now())) return goProve(request, reply)
		const done = queryOf(request, 'done')
		const sentence = Object.hasOwn(DONE, done) ? DONE[done as Done] : undefined
		return show(reply, visitOf(request, reply, login, { done: sentence }))
	})

	http.post(room.path, { ...NO_CORS, bodyLimit: mostFileBytes + FIELDS_LIMIT }, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const login = await logins.of(request)
		if (!login) return goSignIn(reply, hereOf(request))
		let fields: SentForm['fields'] = {}
		try {
			const sent = await readForm(request, mostFileBytes)
			const { act: name = '', csrf_token, ...rest } = sent.fields
			fields = rest
			const act = Object.hasOwn(room.acts, name) ? room.acts[name] : undefined
			if (!act || !logins.isCsrfToken(login, csrf_token)) {
				return sendPage(reply, failurePage({ kind: 'expired' }), { status: 400 })
			}
			if ((room.needsProof || act.needsProof) && !isProved(login, store.now())) return goProve(request, reply)
			const outcome = await act.run(visitOf(request, reply, login), { ...sent, fields })
			return await follow({ request, reply, login, fields }, outcome)
		} catch (error) {
			if (!isRefusal(error)) throw error
			return follow({ request, reply, login, fields }, { problems: problemsOf(error), status: error.status })
		}
	})

	if (check) {
		http.post(`${room.path}/check`, NO_CORS, async (request, reply) => {
			const login = await logins.of(request)
			if (!login) throw new ApiError('InvalidToken')
			logins.requireOwnScript(request, login)
			const typed = (request.body ?? {}) as Record<string, unknown>
			const found = await check(visitOf(request, reply, login), typed)
			return sendJson(reply.header('cache-control', 'no-store'), 200, found)
		})
	}

	async function show(reply: FastifyReply, visit: Visit, status = 200): Promise<FastifyReply> {
		try {
			return sendPage(reply, await room.show(visit), { status })
		} catch (error) {
			if (!isRefusal(error)) throw error
			return sendPage(reply, failurePage({ kind: 'not-found' }), { status: 404 })
		}
	}

	async function follow({ request, reply, login, fields }: Sent, outcome: Outcome): Promise<FastifyReply> {
		if ('text' in outcome) return sendPage(reply, outcome.text)
		if ('go' in outcome) return go(reply, outcome.go)
		if ('done' in outcome) return go(reply, `${outcome.at ?? hereOf(request)}?done=${outcome.done}`)
		const again = (notices: Notices) => visitOf(request, reply, login, notices)
		if ('shown' in outcome) return show(reply, again({ shown: outcome.shown }))
		const typed = withoutSecrets(fields)
		if ('report' in outcome) return show(reply, again({ report: outcome.report, typed }))
		return show(reply, again({ problems: outcome.problems, typed }), outcome.status ?? 400)
	}

	function visitOf(request: FastifyRequest, reply: FastifyReply, login: Login, notices: Notices = {}): Visit {
		return {
			login,
			userId: login.user.id,
			request,
			params: request.params as Record<string, string>,
			page: { csrfToken: login.csrfToken, here: hereOf(request), now: store.now(), ...notices },
			keep: (loginToken) => logins.keep(reply, loginToken),
			forget: () => logins.forget(reply),
		}
	}
}

/** A form under way. */
interface Sent {
	request: FastifyRequest
	reply: FastifyReply
	login: Login
	fields: SentForm['fields']
}

type Notices = Pick<AccountPage, 'done' | 'problems' | 'typed' | 'shown' | 'report'>

/** What the person is told; mistakes of ours go on to the log. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

/** Whoever has proved it comes back to the page. */
function goProve(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	return go(reply, `/account/proof?${new URLSearchParams({ next: hereOf(request) })}`)
}

/** The path of the page, also for what its script asks. */
const hereOf = ({ url }: FastifyRequest): string => (url.split('?')[0] ?? '/').replace(/\/check$/, '')

/** What was typed, to be typed no second time. */
function withoutSecrets({ password, code, web_api_key, ...typed }: SentForm['fields']): Record<string, string> {
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
