import { failurePage } from '@guildhall/web'
import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import type { BrowserLogins } from '../http/browser-login.ts'
import type { SendPage } from '../http/pages.ts'
import type { Store } from '../ports/store.ts'

/** What the pages of the site work with. */
export interface SiteDoor {
	store: Store
	config: Config
	logins: BrowserLogins
	sendPage: SendPage
}

/** What a person sees whose form did not come from a page of this site. */
export function sendForeign(reply: FastifyReply, { config, sendPage }: SiteDoor): FastifyReply {
	return sendPage(reply, failurePage({ kind: 'foreign', origin: config.origin }), { status: 403 })
}
