import { confirmRegistrationPage, failurePage, registerPage, registrationSentPage } from '@guildhall/web'
import type { FastifyInstance } from 'fastify'
import { confirmRegistration, findConfirmable, isOwnRegistration } from '../domain/accounts/confirmation.ts'
import { type Registration, register, remindRegistration } from '../domain/accounts/registration.ts'
import { findTicket, ticketMs } from '../domain/accounts/tickets.ts'
import { formOf, NO_CORS } from '../http/pages.ts'
import { IN_POPUP } from './sign-in.ts'
import { FORM, go, newLoginOf, nextIn, queryOf, type SiteDoor, sendForeign } from './world.ts'

const SENT = '/register/sent'

/** Adds registration, and the confirmation of its mail address. */
export async function addRegistration(http: FastifyInstance, door: SiteDoor): Promise<void> {
	const { store, config, logins, notes, sendPage } = door
	const { isOpen, trustsMail } = config.registration

	http.get('/register', NO_CORS, async (request, reply) => {
		const next = nextIn(door, queryOf(request, 'next'))
		if (await logins.of(request)) return go(reply, next)
		return sendPage(reply, registerPage({ next, isOpen }), IN_POPUP)
	})

	http.post('/register', FORM, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const form = formOf(request)
		const { username = '', email = '', password = '' } = form
		const next = nextIn(door, form.next)
		if (!isOpen) return sendPage(reply, registerPage({ next, isOpen }), { status: 403, ...IN_POPUP })
		const registered = await register(store, {
			username,
			email,
			password,
			next,
			address: request.ip,
			limits: door.limits,
			trustsMail,
			login: newLoginOf(door, request),
		})
		if ('problems' in registered) {
			const { problems } = registered
			return sendPage(reply, registerPage({ next, username, email, problems, isOpen }), {
				status: problems.limit ? 429 : 400,
				...IN_POPUP,
			})
		}
		if ('waiting' in registered) {
			notes.keep(reply, 'registration', registered.waiting, ticketMs('registration'))
			return go(reply, SENT)
		}
		logins.keep(reply, registered.loginToken)
		return go(reply, next)
	})

	http.get(SENT, NO_CORS, async (request, reply) => {
		const waiting = await findTicket(store, 'registration', notes.of(request, 'registration') ?? '')
		if (!waiting) return go(reply, '/register')
		const { email } = waiting.data as Registration
		const reminded = queryOf(request, 'again')
		return sendPage(
			reply,
			registrationSentPage({ email, ...(reminded ? { isReminded: reminded === '1' } : {}) }),
			IN_POPUP,
		)
	})

	http.post('/register/again', FORM, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const isReminded = await remindRegistration(store, notes.of(request, 'registration') ?? '')
		return go(reply, `${SENT}?again=${isReminded ? 1 : 0}`)
	})

	http.get('/register/confirm', NO_CORS, async (request, reply) => {
		const token = queryOf(request, 'token')
		const found = await findConfirmable(store, token)
		if (!found) return sendPage(reply, failurePage({ kind: 'link' }), { status: 400 })
		const isOwn = isOwnRegistration(found, notes.of(request, 'registration'))
		const { username, email } = found.registration
		return sendPage(reply, confirmRegistrationPage({ token, username, email, isOwn, isNameTaken: found.isNameTaken }))
	})

	http.post('/register/confirm', FORM, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const { token = '', password = '', username } = formOf(request)
		const secret = notes.of(request, 'registration')
		const login = newLoginOf(door, request)
		const found = await findConfirmable(store, token)
		const confirmed = await confirmRegistration(store, { token, secret, password, username, login })
		if (confirmed.outcome === 'created') {
			logins.keep(reply, confirmed.loginToken)
			notes.forget(reply, 'registration')
			return go(reply, nextIn(door, confirmed.next))
		}
		if (!found || confirmed.outcome === 'gone') {
			return sendPage(reply, failurePage({ kind: 'link' }), { status: 400 })
		}
		const page = confirmRegistrationPage({
			token,
			username: username ?? found.registration.username,
			email: found.registration.email,
			isOwn: isOwnRegistration(found, secret),
			isNameTaken: found.isNameTaken || confirmed.outcome === 'username',
			problem: confirmed.outcome === 'username' ? confirmed.problem : confirmed.outcome,
		})
		return sendPage(reply, page, { status: confirmed.outcome === 'limited' ? 429 : 400 })
	})
}
