import { failurePage, proofPage, STRINGS, waitOf } from '@guildhall/web'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Login } from '../../domain/accounts/logins.ts'
import { listPasskeys } from '../../domain/accounts/passkeys.ts'
import { proveByPassword } from '../../domain/accounts/proofs.ts'
import { formOf, NO_CORS } from '../../http/pages.ts'
import { canHavePasskeys } from '../passkeys.ts'
import { FORM, go, goSignIn, nextIn, queryOf, type SiteDoor, sendForeign, setRetryAfter } from '../world.ts'

const HERE = '/account/proof'

/** Adds the page that asks once more who one is, before what matters can be changed. */
export function addProof(http: FastifyInstance, door: SiteDoor): void {
	const { store, config, logins, sendPage } = door

	http.get(HERE, NO_CORS, async (request, reply) => {
		const login = await logins.of(request)
		const next = nextIn(door, queryOf(request, 'next'))
		return login ? show(reply, login, next) : goSignIn(reply, next)
	})

	http.post(HERE, FORM, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const login = await logins.of(request)
		const { password = '', csrf_token, next: given } = formOf(request)
		const next = nextIn(door, given)
		if (!login) return goSignIn(reply, next)
		if (!logins.isCsrfToken(login, csrf_token)) {
			return sendPage(reply, failurePage({ kind: 'expired' }), { status: 400 })
		}
		const { limits } = door
		const proved = await proveByPassword(store, login, { password, address: request.ip, limits })
		switch (proved.outcome) {
			case 'proved':
				logins.keep(reply, proved.loginToken)
				return go(reply, next)
			case 'wrong':
				return show(reply, login, next, { password: STRINGS.account.proof.wrong })
			case 'limited':
				setRetryAfter(reply, proved.retryAfterMs)
				return show(reply, login, next, { '': STRINGS.login.limited(waitOf(proved.retryAfterMs)) }, 429)
			default:
				return proved satisfies never
		}
	})

	async function show(
		reply: FastifyReply,
		{ user, csrfToken }: Login,
		next: string,
		problems?: Record<string, string>,
		status = problems ? 400 : 200,
	): Promise<FastifyReply> {
		const hasPasskeys = canHavePasskeys(config) && (await listPasskeys(store, user.id)).length > 0
		const { username } = user
		const page = proofPage({ csrfToken, here: HERE, now: store.now(), next, username, hasPasskeys, problems })
		return sendPage(reply, page, { status })
	}
}
