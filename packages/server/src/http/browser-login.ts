import { timingSafeEqual } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import { ApiError } from '@guildhall/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findLogin, type Login, MOST_LOGIN_MS } from '../domain/accounts/logins.ts'
import type { Store } from '../ports/store.ts'

/** Logins of people with a browser: the cookie that carries them, and the proof that a request is of our own pages. */
export interface BrowserLogins {
	/** The login of the request's cookie, if it has one. Tokens never count as one. */
	of(request: FastifyRequest): Promise<Login | undefined>
	/** The cookie's value. */
	tokenOf(request: FastifyRequest): string | undefined
	keep(reply: FastifyReply, token: string): void
	forget(reply: FastifyReply): void
	/** Whether a page of this site sent the request. Browsers say so, and no other page can say it for them. */
	isFromOwnPage(request: FastifyRequest): boolean
	/** Whether this is what a form of the login carries. */
	isCsrfToken(login: Login, given: unknown): boolean
	/** @throws InvalidRequestOrigin unless a script of ours sent the request for this login. */
	requireOwnScript(request: FastifyRequest, login: Login): void
}

export function createBrowserLogins(store: Store, origin: string): BrowserLogins {
	const isSecure = origin.startsWith('https:')
	// The prefix makes browsers refuse the cookie from a sub-domain or without encryption.
	const name = isSecure ? '__Host-session' : 'session'
	const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure }

	const logins: BrowserLogins = {
		async of(request) {
			const token = logins.tokenOf(request)
			return token ? findLogin(store, token, request.ip) : undefined
		},
		tokenOf: (request) => request.cookies[name],
		keep(reply, token) {
			reply.setCookie(name, token, { ...options, maxAge: MOST_LOGIN_MS / 1000 })
		},
		forget(reply) {
			reply.clearCookie(name, options)
		},
		isFromOwnPage({ headers }) {
			const site = headers['sec-fetch-site']
			return headers.origin === origin && (site === undefined || site === 'same-origin')
		},
		isCsrfToken(login, given) {
			if (typeof given !== 'string' || given.length !== login.csrfToken.length) return false
			const [a, b] = [Buffer.from(given), Buffer.from(login.csrfToken)]
			return a.length === b.length && timingSafeEqual(a, b)
		},
		requireOwnScript(request, login) {
			if (!logins.isFromOwnPage(request) || !logins.isCsrfToken(login, request.headers['x-csrf-token'])) {
				throw new ApiError('InvalidRequestOrigin')
			}
		},
	}
	return logins
}
