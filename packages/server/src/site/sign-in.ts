import { loginPage } from '@guildhall/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endLogin } from '../domain/accounts/logins.ts'
import { signIn } from '../domain/accounts/sign-in.ts'
import { ticketMs } from '../domain/accounts/tickets.ts'
import { formOf, NO_CORS } from '../http/pages.ts'
import { canHavePasskeys } from './passkeys.ts'
import { FORM, go, newLoginOf, nextIn, queryOf, type SiteDoor, sendForeign, setRetryAfter } from './world.ts'

/** Sign-in may happen in a window that a game opened, which waits for it. */
export const IN_POPUP = { keepsOpener: true }

/** Adds sign-in with a password, and sign-out. */
export async function addSignIn(http: FastifyInstance, door: SiteDoor): Promise<void> {
	const { store, config, logins, notes, sendPage } = door
	const about = {
		canRegister: config.registration.isOpen,
		sendsMail: door.sendsMail,
		hasPasskeys: canHavePasskeys(config),
	}

	http.get('/login', NO_CORS, async (request, reply) => {
		const next = nextIn(door, queryOf(request, 'next'))
		if (await logins.of(request)) return go(reply, next)
		const hasReset = queryOf(request, 'reset') === '1'
		return sendPage(reply, loginPage({ ...about, next, hasReset }), IN_POPUP)
	})

	http.post('/login', FORM, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const form = formOf(request)
		const { name = '', password = '' } = form
		const next = nextIn(door, form.next)
		const { limits } = door
		const login = newLoginOf(door, request)
		const signedIn = await signIn(store, { name, password, address: request.ip, limits, login })
		switch (signedIn.outcome) {
			case 'signed-in':
				logins.keep(reply, signedIn.loginToken)
				return go(reply, next)
			case 'second-step':
				notes.keep(reply, 'second-step', signedIn.ticket, ticketMs('second-step'))
				return go(reply, `/login/second-step?${new URLSearchParams({ next })}`)
			case 'wrong':
				return sendPage(reply, loginPage({ ...about, next, name, problem: { kind: 'wrong' } }), {
					status: 400,
					...IN_POPUP,
				})
			case 'limited': {
				const { retryAfterMs: ms } = signedIn
				setRetryAfter(reply, ms)
				const page = loginPage({ ...about, next, name, problem: { kind: 'limited', ms } })
				return sendPage(reply, page, { status: 429, ...IN_POPUP })
			}
			default:
				return signedIn satisfies never
		}
	})

	http.post('/logout', FORM, async (request: FastifyRequest, reply: FastifyReply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const form = formOf(request)
		const login = await logins.of(request)
		const token = logins.tokenOf(request)
		if (login && token && logins.isCsrfToken(login, form.csrf_token)) {
			await store.transaction((tx) => endLogin(tx, token))
			logins.forget(reply)
		}
		return go(reply, nextIn(door, form.next, '/'))
	})
}
