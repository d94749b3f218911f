import { ASSETS, failurePage, homePage } from '@guildhall/web'
import type { FastifyError, FastifyInstance } from 'fastify'
import { AccountBanned } from '../domain/accounts/bans.ts'
import { personCardOf } from '../http/cards.ts'
import { NO_CORS } from '../http/pages.ts'
import { addApps } from './account/apps.ts'
import { addDeletion } from './account/deletion.ts'
import { addFriends } from './account/friends.ts'
import { addLogins } from './account/logins.ts'
import { addProfile } from './account/profile.ts'
import { addProof } from './account/proof.ts'
import { addSecurity } from './account/security.ts'
import { addTwoStep } from './account/two-step.ts'
import { addInvites } from './invites.ts'
import { addMailLinks } from './mail-links.ts'
import { addPasskeys } from './passkeys.ts'
import { addPortal } from './portal/door.ts'
import { addRegistration } from './registration.ts'
import { addSecondStep } from './second-step.ts'
import { addShownMails } from './shown-mails.ts'
import { addSignIn } from './sign-in.ts'
import type { SiteDoor } from './world.ts'

/** Adds the pages of the site: the start page, registration and sign-in, the account. */
export async function addSite(http: FastifyInstance, door: SiteDoor): Promise<void> {
	const { store, config, logins, sendPage } = door
	for (const { path, contentType, content } of Object.values(ASSETS)) {
		http.get(path, NO_CORS, async (_request, reply) =>
			reply
				.headers({
					'content-type': contentType,
					'cache-control': 'public, max-age=31536000, immutable',
					'x-content-type-options': 'nosniff',
				})
				.send(content),
		)
	}

	http.get('/', NO_CORS, async (request, reply) => {
		const login = await logins.of(request)
		const page = homePage({
			...(login ? { person: personCardOf(store, login.user).name } : {}),
			canRegister: config.registration.isOpen,
			hasConsole: door.shownMails !== undefined,
			apiUrl: `${config.origin}/api/v10`,
			gatewayUrl: config.gatewayUrl,
			discoveryUrl: `${config.origin}/.well-known/openid-configuration`,
		})
		return sendPage(reply, page)
	})

	await http.register(async (inner) => {
		inner.setErrorHandler((error: FastifyError, _request, reply) => {
			if (error instanceof AccountBanned) {
				const { until, reason } = error
				return sendPage(reply, failurePage({ kind: 'banned', until, reason }), { status: 403 })
			}
			const status = error.statusCode ?? 500
			// Mistakes of ours are logged, and answered, where all of them are.
			if (status >= 500) throw error
			return sendPage(reply, failurePage({ kind: 'expired' }), { status })
		})
		await addSignIn(inner, door)
		await addRegistration(inner, door)
		await addMailLinks(inner, door)
		await addShownMails(inner, door)
		await addSecondStep(inner, door)
		await addPasskeys(inner, door)
		for (const add of [addProfile, addSecurity, addTwoStep, addProof, addLogins, addFriends, addApps, addDeletion])
			add(inner, door)
		addInvites(inner, door)
		await addPortal(inner, door)
	})
}
