import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a browser keeps between two pages of one matter, in a cookie of its own. */
export interface BrowserNotes {
	of(request: FastifyRequest, name: NoteName): string | undefined
	/** Keeps it so long, in milliseconds. */
	keep(reply: FastifyReply, name: NoteName, value: string, ms: number): void
	forget(reply: FastifyReply, name: NoteName): void
}

export type NoteName =
	/** The registration that this browser began. */
	| 'registration'
	/** A sign-in that waits for its second step. */
	| 'second-step'

export function createBrowserNotes(origin: string): BrowserNotes {
	const isSecure = origin.startsWith('https:')
	const nameOf = (name: NoteName) => (isSecure ? `__Host-${name}` : name)
	const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure }
	return {
		of: (request, name) => request.cookies[nameOf(name)],
		keep(reply, name, value, ms) {
			reply.setCookie(nameOf(name), value, { ...options, maxAge: Math.floor(ms / 1000) })
		},
		forget(reply, name) {
			reply.clearCookie(nameOf(name), options)
		},
	}
}
