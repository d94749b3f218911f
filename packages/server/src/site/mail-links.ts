import {
	addressConfirmedPage,
	confirmAddressPage,
	failurePage,
	newPasswordPage,
	resetPage,
	resetSentPage,
} from '@guildhall/web'
import type { FastifyInstance } from 'fastify'
import { confirmAddress, findAddressToConfirm } from '../domain/accounts/addresses.ts'
import { askReset, findReset, resetPassword } from '../domain/accounts/resets.ts'
import { formOf, NO_CORS } from '../http/pages.ts'
import { FORM, go, queryOf, type SiteDoor, sendForeign } from './world.ts'

/** Adds what links in mails open: a new password, and the confirmation of an address. */
export async function addMailLinks(http: FastifyInstance, door: SiteDoor): Promise<void> {
	const { store, logins, sendPage, sendsMail } = door

	http.get('/login/reset', NO_CORS, (_request, reply) => sendPage(reply, resetPage({ sendsMail })))

	http.post('/login/reset', FORM, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		if (!sendsMail) return sendPage(reply, resetPage({ sendsMail }), { status: 403 })
		const { name = '' } = formOf(request)
		const { limits } = door
		const isAsked = await askReset(store, { name, address: request.ip, limits })
		if (!isAsked) return sendPage(reply, resetPage({ sendsMail, isLimited: true }), { status: 429 })
		return go(reply, '/login/reset/sent')
	})

	http.get('/login/reset/sent', NO_CORS, (_request, reply) => sendPage(reply, resetSentPage()))

	http.get('/login/reset/choose', NO_CORS, async (request, reply) => {
		const token = queryOf(request, 'token')
		const found = await findReset(store, token)
		if (!found) return sendPage(reply, failurePage({ kind: 'link' }), { status: 400 })
		return sendPage(reply, newPasswordPage({ token, username: found.user.username }))
	})

	http.post('/login/reset/choose', FORM, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const { token = '', password = '' } = formOf(request)
		const reset = await resetPassword(store, token, password)
		if (!reset) return sendPage(reply, failurePage({ kind: 'link' }), { status: 400 })
		if ('problem' in reset) {
			const found = await findReset(store, token)
			const page = newPasswordPage({ token, username: found?.user.username ?? '', problem: reset.problem })
			return sendPage(reply, page, { status: 400 })
		}
		logins.forget(reply)
		return go(reply, '/login?reset=1')
	})

	http.get('/email/confirm', NO_CORS, async (request, reply) => {
		const token = queryOf(request, 'token')
		const found = await findAddressToConfirm(store, token)
		if (!found) return sendPage(reply, failurePage({ kind: 'link' }), { status: 400 })
		return sendPage(reply, confirmAddressPage({ token, email: found.email, username: found.user.username }))
	})

	http.post('/email/confirm', FORM, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const isConfirmed = await confirmAddress(store, formOf(request).token ?? '')
		if (!isConfirmed) return sendPage(reply, failurePage({ kind: 'link' }), { status: 400 })
		return go(reply, '/email/confirmed')
	})

	http.get('/email/confirmed', NO_CORS, (_request, reply) => sendPage(reply, addressConfirmedPage()))
}
