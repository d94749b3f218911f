import { failurePage } from '@guildhall/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { NewLogin } from '../domain/accounts/logins.ts'
import type { ExternalWorld } from '../domain/identities/verify.ts'
import type { OpenGames } from '../domain/presence/open-games.ts'
import type { BrowserLogins } from '../http/browser-login.ts'
import type { BrowserNotes } from '../http/browser-notes.ts'
import type { Limits } from '../http/limits.ts'
import { nextOf } from '../http/next.ts'
import { NO_CORS, type SendPage } from '../http/pages.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Mail } from '../ports/mailer.ts'
import type { Store } from '../ports/store.ts'
import type { Vault } from '../ports/vault.ts'

/** What the pages of the site work with. */
export interface SiteDoor {
	store: Store
	/** What people can be asked for an authorization in now. */
	openGames: OpenGames
	blobs: Blobs
	vault: Vault
	/** Asks those whose word applications take for who their players are. */
	externals: ExternalWorld
	config: Config
	logins: BrowserLogins
	notes: BrowserNotes
	sendPage: SendPage
	limits: Limits
	/** Whether people can be reached by mail. */
	sendsMail: boolean
	/** Mails to show to whoever develops, latest first; none on a server for players. */
	shownMails?: readonly Mail[] | undefined
}

/** Longer is no form of the site. */
const BODY_LIMIT = 16 * 1024
/** How routes that take forms are declared. */
export const FORM = { ...NO_CORS, bodyLimit: BODY_LIMIT }

/** What a person sees whose form did not come from a page of this site. */
export function sendForeign(reply: FastifyReply, { config, sendPage }: SiteDoor): FastifyReply {
	return sendPage(reply, failurePage({ kind: 'foreign', origin: config.origin }), { status: 403 })
}

/** Leads on after a form. */
export function go(reply: FastifyReply, to: string): FastifyReply {
	return reply.header('cache-control', 'no-store').redirect(to, 303)
}

/** Leads to the sign-in, and from there back here. */
export function goSignIn(reply: FastifyReply, here: string): FastifyReply {
	return go(reply, `/login?${new URLSearchParams({ next: here })}`)
}

/** Where a form leads next: a path of this site. */
export function nextIn({ config }: SiteDoor, given: unknown, otherwise = '/account'): string {
	// A parameter that comes twice is none.
	return nextOf(typeof given === 'string' ? given : undefined, config.origin, otherwise)
}

/** A login that begins with this request, in place of any that its cookie names. */
export function newLoginOf({ logins }: SiteDoor, request: FastifyRequest): NewLogin {
	return {
		userAgent: request.headers['user-agent'] ?? '',
		address: request.ip,
		replaces: logins.tokenOf(request),
	}
}

/** Text of a query; a parameter that comes twice is none. */
export function queryOf(request: FastifyRequest, name: string): string {
	const value = (request.query as Record<string, unknown>)[name]
	return typeof value === 'string' ? value : ''
}

/** Says when one may try again. */
export function setRetryAfter(reply: FastifyReply, ms: number): void {
	reply.header('retry-after', String(Math.max(1, Math.ceil(ms / 1000))))
}
