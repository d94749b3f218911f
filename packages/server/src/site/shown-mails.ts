import { consolePage } from '@guildhall/web'
import type { FastifyInstance } from 'fastify'
import { NO_CORS } from '../http/pages.ts'
import type { SiteDoor } from './world.ts'

/** Adds the page that shows what would have been mailed. Of a development server only. */
export async function addShownMails(http: FastifyInstance, { shownMails, sendPage }: SiteDoor): Promise<void> {
	if (!shownMails) return
	http.get('/console', NO_CORS, (_request, reply) => sendPage(reply, consolePage({ mails: shownMails })))
}
