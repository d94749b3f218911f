import { ApiError } from '@guildhall/protocol'
import {
	activatePage,
	activateUnverifiedPage,
	type CodeProblem,
	decidedPage,
	devicePage,
	failurePage,
} from '@guildhall/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Login } from '../domain/accounts/logins.ts'
import { checkDeviceCode, type FoundDevice } from '../domain/applications/device-check.ts'
import { decideDevice } from '../domain/applications/devices.ts'
import { presentDevice } from '../domain/applications/present.ts'
import { applicationCardOf, personCardOf } from '../http/cards.ts'
import { formOf, NO_CORS, rawQuery } from '../http/pages.ts'
import { inWords } from '../http/scope-words.ts'
import type { OAuthDoor } from './world.ts'

const PAGE = '/activate'
const BODY_LIMIT = 16 * 1024
const MOST_CODE = 64

/** Adds the page where people let a device use their account, by the code that it shows them. */
export async function addActivation(http: FastifyInstance, door: OAuthDoor): Promise<void> {
	const { store, logins, sendPage, config } = door

	http.get<{ Querystring: { user_code?: unknown } }>(PAGE, NO_CORS, async (request, reply) => {
		const login = await currentLogin(request)
		if (!login) {
			const next = rawQuery(request) === '' ? PAGE : `${PAGE}?${rawQuery(request)}`
			return reply.header('cache-control', 'no-store').redirect(`/login?${new URLSearchParams({ next })}`, 302)
		}
		if (!login.user.is_verified) return sendPage(reply, activateUnverifiedPage(), { status: 403 })
		const { user_code } = request.query
		const userCode = typeof user_code === 'string' ? user_code.slice(0, MOST_CODE) : ''
		// A code in an address was typed by nobody: it is looked at first, and asked for by the person's own click.
		const { csrfToken } = login
		return sendPage(reply, activatePage({ userCode, isGiven: userCode !== '', csrfToken }))
	})

	http.post(PAGE, { ...NO_CORS, bodyLimit: BODY_LIMIT }, (request, reply) =>
		fromForm(request, reply, async (login, { user_code: userCode = '' }) => {
			const { user } = login
			const checked = await checkDeviceCode(store, { userCode, user, address: request.ip }, door.limits)
			switch (checked.outcome) {
				case 'found':
					return sendDevice(request, reply, login, checked)
				case 'unknown':
					return sendProblem(reply, login, userCode, { kind: 'unknown' })
				case 'limited': {
					const { retryAfterMs } = checked
					reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterMs / 1000))))
					const minutes = Math.max(1, Math.ceil(retryAfterMs / 60_000))
					return sendProblem(reply, login, userCode, { kind: 'limited', minutes })
				}
				default:
					return checked satisfies never
			}
		}),
	)

	http.post(`${PAGE}/decision`, { ...NO_CORS, bodyLimit: BODY_LIMIT }, (request, reply) =>
		fromForm(request, reply, async ({ user, authTime, ...login }, { user_code: userCode = '', result }) => {
			const isGranted = result === 'granted'
			try {
				const decision = { userCode, user, authTime, isGranted }
				const application = await store.transaction((tx) => decideDevice(tx, decision))
				return sendPage(reply, decidedPage({ application: applicationCardOf(store, application), isGranted }))
			} catch (error) {
				if (!(error instanceof ApiError && error.named === 'InvalidState')) throw error
				return sendProblem(reply, login, userCode, { kind: 'over' })
			}
		}),
	)

	/** A form of this page, sent by whoever saw it. */
	async function fromForm(
		request: FastifyRequest,
		reply: FastifyReply,
		run: (login: Login, form: Record<string, string>) => Promise<FastifyReply>,
	): Promise<FastifyReply> {
		if (!logins.isFromOwnPage(request)) {
			return sendPage(reply, failurePage({ kind: 'foreign', origin: config.origin }), { status: 403 })
		}
		const login = await currentLogin(request)
		const form = formOf(request)
		if (!login || !logins.isCsrfToken(login, form.csrf_token)) {
			return sendPage(reply, failurePage({ kind: 'expired' }), { status: 400 })
		}
		if (!login.user.is_verified) return sendPage(reply, activateUnverifiedPage(), { status: 403 })
		return run(login, form)
	}

	function sendDevice(request: FastifyRequest, reply: FastifyReply, login: Login, found: FoundDevice): FastifyReply {
		const { user_code, scopes, kind, is_same_network, address } = presentDevice(found, request.ip)
		const page = devicePage({
			application: applicationCardOf(store, found.application),
			person: personCardOf(store, login.user),
			scopes: inWords(scopes),
			kind,
			otherAddress: is_same_network ? null : address,
			minutesAgo: Math.floor((store.now() - found.device.created_at) / 60_000),
			userCode: user_code,
			csrfToken: login.csrfToken,
		})
		return sendPage(reply, page)
	}

	function sendProblem(
		reply: FastifyReply,
		{ csrfToken }: Pick<Login, 'csrfToken'>,
		userCode: string,
		problem: CodeProblem,
	): FastifyReply {
		const page = activatePage({ userCode: userCode.slice(0, MOST_CODE), isGiven: false, problem, csrfToken })
		return sendPage(reply, page, { status: problem.kind === 'limited' ? 429 : 400 })
	}

	/** @throws RateLimited */
	async function currentLogin(request: FastifyRequest): Promise<Login | undefined> {
		const login = await logins.of(request)
		if (login) door.limits.take('authorize', login.hash)
		return login
	}
}
