import type { FastifyReply, FastifyRequest } from 'fastify'

interface PageOptions {
	status?: number
	/** Keeps the tie to the window that opened this one: a game that signs in through a popup waits for it. */
	keepsOpener?: boolean
}

/** What pages may load and do: their own style and script, pictures of the platform, forms of the site. */
function policyOf(cdnUrl: string): string {
	return [
		"default-src 'none'",
		"style-src 'self'",
		"script-src 'self'",
		"connect-src 'self'",
		`img-src 'self' ${new URL(cdnUrl).origin}`,
		"form-action 'self'",
		"frame-ancestors 'none'",
		"base-uri 'none'",
	].join('; ')
}

export type SendPage = (reply: FastifyReply, text: string, options?: PageOptions) => FastifyReply

/** Sends pages with the headers that keep them to themselves. */
export function createSendPage(cdnUrl: string): SendPage {
	const policy = policyOf(cdnUrl)
	return (reply, text, { status = 200, keepsOpener = false } = {}) =>
		reply
			.code(status)
			.headers({
				'content-type': 'text/html; charset=utf-8',
				'cache-control': 'no-store',
				'content-security-policy': policy,
				'cross-origin-opener-policy': keepsOpener ? 'unsafe-none' : 'same-origin',
				'cross-origin-resource-policy': 'same-origin',
				'permissions-policy': 'camera=(), geolocation=(), microphone=()',
				// Forms carry their origin with this one, which `no-referrer` would empty; other sites still learn nothing.
				'referrer-policy': 'same-origin',
				'x-content-type-options': 'nosniff',
				'x-frame-options': 'DENY',
			})
			.send(text)
}

/** Routes with this never tell browsers that other sites may read them. */
export const NO_CORS = { config: { cors: false } } as const

/** The text fields of a form. Of a field that comes twice, and of files, nothing. */
export function formOf(request: FastifyRequest): Record<string, string> {
	const { body } = request
	if (body === null || typeof body !== 'object') return {}
	return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'))
}

/** The query of a request as it was sent, without the question mark. */
export function rawQuery(request: FastifyRequest): string {
	const question = request.originalUrl.indexOf('?')
	return question < 0 ? '' : request.originalUrl.slice(question + 1)
}
