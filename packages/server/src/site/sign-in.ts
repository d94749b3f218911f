import { loginPage, registerPage } from '@guildhall/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endLogin, type NewLogin } from '../domain/accounts/logins.ts'
import { register } from '../domain/accounts/registration.ts'
import { signIn } from '../domain/accounts/sign-in.ts'
import { nextOf } from '../http/next.ts'
import { formOf, NO_CORS } from '../http/pages.ts'
import { type SiteDoor, sendForeign } from './world.ts'

/** Sign-in may happen in a window that a game opened, which waits for it. */
const IN_POPUP = { keepsOpener: true }
const HOME = '/account'
/** Longer is no password, name or address of anybody. */
const BODY_LIMIT = 16 * 1024
const LIMITED = { ...NO_CORS, bodyLimit: BODY_LIMIT }

/** Adds registration, sign-in and sign-out. */
export async function addSignIn(http: FastifyInstance, door: SiteDoor): Promise<void> {
	const { store, config, logins, sendPage } = door
	const { isOpen, trustsMail } = config.registration
	const limitFactor = config.rateLimits.factor

	const next = (given: string | undefined, otherwise = HOME) => nextOf(given, config.origin, otherwise)
	const newLogin = (request: FastifyRequest): NewLogin => ({
		userAgent: request.headers['user-agent'] ?? '',
		replaces: logins.tokenOf(request),
	})
	const go = (reply: FastifyReply, to: string) => reply.header('cache-control', 'no-store').redirect(to, 303)

	http.get<{ Querystring: { next?: string } }>('/login', NO_CORS, async (request, reply) => {
		const to = next(textOf(request.query.next))
		if (await logins.of(request)) return go(reply, to)
		return sendPage(reply, loginPage({ next: to, canRegister: isOpen }), IN_POPUP)
	})

	http.post('/login', LIMITED, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const form = formOf(request)
		const { name = '', password = '' } = form
		const to = next(form.next)
		const signedIn = await signIn(store, {
			name,
			password,
			address: request.ip,
			limitFactor,
			login: newLogin(request),
		})
		switch (signedIn.outcome) {
			case 'signed-in':
				logins.keep(reply, signedIn.loginToken)
				return go(reply, to)
			case 'wrong':
				return sendPage(reply, loginPage({ next: to, name, problem: { kind: 'wrong' }, canRegister: isOpen }), {
					status: 400,
					...IN_POPUP,
				})
			case 'limited': {
				const { retryAfterMs } = signedIn
				const problem = { kind: 'limited', minutes: Math.max(1, Math.ceil(retryAfterMs / 60_000)) } as const
				reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterMs / 1000))))
				return sendPage(reply, loginPage({ next: to, name, problem, canRegister: isOpen }), {
					status: 429,
					...IN_POPUP,
				})
			}
			default:
				return signedIn satisfies never
		}
	})

	http.get<{ Querystring: { next?: string } }>('/register', NO_CORS, async (request, reply) => {
		const to = next(textOf(request.query.next))
		if (await logins.of(request)) return go(reply, to)
		return sendPage(reply, registerPage({ next: to, isOpen }), IN_POPUP)
	})

	http.post('/register', LIMITED, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const form = formOf(request)
		const { username = '', email = '', password = '' } = form
		const to = next(form.next)
		if (!isOpen) return sendPage(reply, registerPage({ next: to, isOpen }), { status: 403, ...IN_POPUP })
		const registered = await register(store, {
			username,
			email,
			password,
			address: request.ip,
			limitFactor,
			isVerified: trustsMail,
			login: newLogin(request),
		})
		if ('problems' in registered) {
			const { problems } = registered
			return sendPage(reply, registerPage({ next: to, username, email, problems, isOpen }), {
				status: problems.limit ? 429 : 400,
				...IN_POPUP,
			})
		}
		logins.keep(reply, registered.loginToken)
		return go(reply, to)
	})

	http.post('/logout', LIMITED, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const form = formOf(request)
		const login = await logins.of(request)
		const token = logins.tokenOf(request)
		if (login && token && logins.isCsrfToken(login, form.csrf_token)) {
			await store.transaction((tx) => endLogin(tx, token))
			logins.forget(reply)
		}
		return go(reply, next(form.next, '/'))
	})
}

/** A parameter that comes twice is none. */
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
