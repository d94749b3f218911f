import { type AccountPage, failurePage, STRINGS } from '@guildhall/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Login } from '../../domain/accounts/logins.ts'
import { isProved } from '../../domain/accounts/proofs.ts'
import { readForm, type SentForm } from '../../http/forms.ts'
import { NO_CORS } from '../../http/pages.ts'
import { go, goSignIn, type SiteDoor, sendForeign } from '../world.ts'

/** Somebody at a page of their account. */
export interface Visit {
	login: Login
	userId: string
	request: FastifyRequest
	/** What every page is given. */
	page: AccountPage
	/** Gives the browser another cookie: the login has another value now. */
	keep(loginToken: string): void
	/** Takes the cookie away: the login is over. */
	forget(): void
}

const { security, profile, logins, apps, games, changeEmail } = STRINGS.account

/** What can have been done, by the word for it in an address. */
const DONE = {
	saved: profile.saved,
	'picture-removed': profile.pictureRemoved,
	'email-sent': changeEmail.sent,
	'email-changed': security.emailChanged,
	'confirm-sent': security.confirmSent,
	'password-changed': security.passwordChanged,
	'two-step-off': security.twoStepDisabled,
	'passkey-added': security.passkeyAdded,
	'passkey-renamed': security.passkeyRenamed,
	'passkey-removed': security.passkeyRemoved,
	'login-ended': logins.ended,
	'others-ended': logins.othersEnded,
	'app-removed': apps.removed,
	'games-saved': games.saved,
	'game-asked': games.asked,
} as const
type Done = keyof typeof DONE

/** What came of a form. */
export type Outcome =
	/** Something was done; shown at this page, or at another. */
	| { done: Done; at?: string }
	| { go: string }
	/** What is wrong, by field; by '' what is wrong with the whole. */
	| { problems: Readonly<Record<string, string>>; status?: number }
	/** A page that is shown this once. */
	| { text: string }

interface Act {
	/** Only for whoever proved lately who they are. */
	needsProof?: boolean
	run(visit: Visit, fields: Readonly<Record<string, string>>, form: SentForm): Promise<Outcome>
}

/** A page of the account, and what its forms do. */
export interface Room {
	path: string
	/** The page itself is only for whoever proved lately who they are. */
	needsProof?: boolean
	show(visit: Visit): Promise<string>
	/** By the field `act`. */
	acts: Readonly<Record<string, Act>>
	/** Bytes of a file that its form may hold. */
	mostFileBytes?: number
}

/** Larger is no form without a file. */
const FIELDS_LIMIT = 64 * 1024

/** Adds a page and its forms. A form with something wrong comes back as it was filled in, without its secrets. */
export function addRoom(http: FastifyInstance, door: SiteDoor, room: Room): void {
	const { store, logins, sendPage } = door
	const { path, mostFileBytes = 0 } = room

	http.get<{ Querystring: { done?: string } }>(path, NO_CORS, async (request, reply) => {
		const login = await logins.of(request)
		if (!login) return goSignIn(reply, path)
		if (room.needsProof && !isProved(login, store.now())) return goProve(reply)
		const { done } = request.query
		const sentence = typeof done === 'string' && Object.hasOwn(DONE, done) ? DONE[done as Done] : undefined
		return sendPage(reply, await room.show(visitOf(request, reply, login, { done: sentence })))
	})

	http.post(path, { ...NO_CORS, bodyLimit: mostFileBytes + FIELDS_LIMIT }, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const login = await logins.of(request)
		if (!login) return goSignIn(reply, path)
		const form = await readForm(request, mostFileBytes)
		const { act: name = '', csrf_token, ...fields } = form.fields
		const act = Object.hasOwn(room.acts, name) ? room.acts[name] : undefined
		if (!act || !logins.isCsrfToken(login, csrf_token)) {
			return sendPage(reply, failurePage({ kind: 'expired' }), { status: 400 })
		}
		if ((room.needsProof || act.needsProof) && !isProved(login, store.now())) return goProve(reply)
		const outcome = await act.run(visitOf(request, reply, login, {}), fields, form)
		if ('text' in outcome) return sendPage(reply, outcome.text)
		if ('go' in outcome) return go(reply, outcome.go)
		if ('done' in outcome) return go(reply, `${outcome.at ?? path}?done=${outcome.done}`)
		const { password, code, ...typed } = fields
		const visit = visitOf(request, reply, login, { problems: outcome.problems, typed })
		return sendPage(reply, await room.show(visit), { status: outcome.status ?? 400 })
	})

	/** Whoever has proved it comes back to the page. */
	const goProve = (reply: FastifyReply) => go(reply, `/account/proof?${new URLSearchParams({ next: path })}`)

	function visitOf(
		request: FastifyRequest,
		reply: FastifyReply,
		login: Login,
		notices: Pick<AccountPage, 'done' | 'problems' | 'typed'>,
	): Visit {
		return {
			login,
			userId: login.user.id,
			request,
			page: { csrfToken: login.csrfToken, here: path, now: store.now(), ...notices },
			keep: (loginToken) => logins.keep(reply, loginToken),
			forget: () => logins.forget(reply),
		}
	}
}
