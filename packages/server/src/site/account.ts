import { isSnowflake, SCOPES, type ScopeDeclaration } from '@guildhall/protocol'
import { accountPage } from '@guildhall/web'
import type { FastifyInstance } from 'fastify'
import { type Connected, disconnect, listConnected } from '../domain/applications/connected.ts'
import { applicationCardOf, personCardOf } from '../http/cards.ts'
import { formOf, NO_CORS } from '../http/pages.ts'
import { type SiteDoor, sendForeign } from './world.ts'

const HERE = '/account'

/** Adds the page of one's own account, with the applications that use it. */
export async function addAccountPages(http: FastifyInstance, door: SiteDoor): Promise<void> {
	const { store, logins, sendPage } = door

	http.get<{ Querystring: { removed?: string } }>(HERE, NO_CORS, async (request, reply) => {
		const login = await logins.of(request)
		if (!login) return reply.header('cache-control', 'no-store').redirect(`/login?next=${HERE}`, 303)
		const { user, csrfToken } = login
		const connected = await listConnected(store, user.id)
		const page = accountPage({
			person: {
				...personCardOf(store, user),
				username: user.username,
				email: user.email,
				isVerified: user.is_verified === 1,
			},
			applications: connected.map((one) => ({
				...applicationCardOf(store, one.application),
				id: one.authorization.id,
				says: saysOf(one),
				since: one.authorization.created_at,
			})),
			csrfToken,
			hasRemoved: request.query.removed === '1',
		})
		return sendPage(reply, page)
	})

	http.post('/account/applications/remove', NO_CORS, async (request, reply) => {
		if (!logins.isFromOwnPage(request)) return sendForeign(reply, door)
		const login = await logins.of(request)
		const { authorization = '', csrf_token } = formOf(request)
		if (!login || !logins.isCsrfToken(login, csrf_token)) return reply.redirect(`/login?next=${HERE}`, 303)
		const isRemoved =
			isSnowflake(authorization) && (await store.transaction((tx) => disconnect(tx, login.user.id, authorization)))
		return reply.header('cache-control', 'no-store').redirect(isRemoved ? `${HERE}?removed=1` : HERE, 303)
	})
}

function saysOf({ authorization }: Connected): string[] {
	const scopes = JSON.parse(authorization.scopes) as (keyof typeof SCOPES)[]
	return scopes
		.map((scope) => (SCOPES[scope] as ScopeDeclaration | undefined)?.says ?? '')
		.filter((says) => says !== '')
}
