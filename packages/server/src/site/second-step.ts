import { loginPage, secondStepPage } from '@guildhall/web'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { listPasskeys } from '../domain/accounts/passkeys.ts'
import { findSecondStep, takeSecondStep } from '../domain/accounts/two-step.ts'
import { formOf, NO_CORS } from '../http/pages.ts'
import { canHavePasskeys } from './passkeys.ts'
import { IN_POPUP } from './sign-in.ts'
import { FORM, go, newLoginOf, nextIn, queryOf, type SiteDoor, sendForeign, setRetryAfter } from './world.ts'

const HERE = '/login/second-step'

/** Adds the second step of signing in. */
export async function addSecondStep(http: FastifyInstance, door: SiteDoor): Promise<void> {
	const { store, vault, config, logins, notes, sendPage } = door

	http.get(HERE, NO_CORS, async (request, reply) => {
		const next = nextIn(door, queryOf(request, 'next'))
		return show(reply, notes.of(request, 'second-step'), { next })
	})

	http.post(HERE, FORM, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const { code = '', next: given } = formOf(request)
		const next = nextIn(door, given)
		const ticket = notes.of(request, 'second-step') ?? ''
		const login = newLoginOf(door, request)
		const { limits } = door
		const done = await takeSecondStep(store, vault, { ticket, code, address: request.ip, limits, login })
		switch (done.outcome) {
			case 'signed-in':
				logins.keep(reply, done.loginToken)
				notes.forget(reply, 'second-step')
				return go(reply, next)
			case 'expired':
				return sendExpired(reply, next)
			case 'wrong':
				return show(reply, ticket, { next, problem: { kind: 'wrong' }, status: 400 })
			case 'limited':
				setRetryAfter(reply, done.retryAfterMs)
				return show(reply, ticket, { next, problem: { kind: 'limited', ms: done.retryAfterMs }, status: 429 })
			default:
				return done satisfies never
		}
	})

	async function show(
		reply: FastifyReply,
		ticket: string | undefined,
		{
			next,
			status = 200,
			problem,
		}: { next: string; status?: number; problem?: Parameters<typeof secondStepPage>[0]['problem'] },
	): Promise<FastifyReply> {
		const waiting = await findSecondStep(store, ticket ?? '')
		if (!waiting) return sendExpired(reply, next)
		const hasPasskeys = canHavePasskeys(config) && (await listPasskeys(store, waiting.user.id)).length > 0
		const page = secondStepPage({ next, hasPasskeys, ...(problem ? { problem } : {}) })
		return sendPage(reply, page, { status, ...IN_POPUP })
	}

	/** One begins again with the password. */
	function sendExpired(reply: FastifyReply, next: string): FastifyReply {
		notes.forget(reply, 'second-step')
		const canRegister = config.registration.isOpen
		const problem = { kind: 'expired' } as const
		const hasPasskeys = canHavePasskeys(config)
		const page = loginPage({ next, canRegister, sendsMail: door.sendsMail, hasPasskeys, problem })
		return sendPage(reply, page, { status: 400, ...IN_POPUP })
	}
}
