/** The answers of every door over HTTP: JSON, and errors in the form of the wire (HC §3, §6). */
import { ApiError, ERRORS, formError } from '@guildhall/protocol'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../log.ts'
import type { LimitState, Taken } from './rate-limit.ts'

/** Thrown in place of an answer to who asks too often. */
export class RateLimited extends Error {
	readonly taken: Taken & { isAllowed: false }

	constructor(taken: Taken & { isAllowed: false }) {
		super(taken.scope === 'shared' ? 'The resource is being rate limited.' : 'You are being rate limited.')
		this.taken = taken
	}
}

const JSON_TYPE = 'application/json'

const asWritten = (json: string) => json

/**
 * JSON goes out as text, in one piece with its headers. To text that has no serializer the framework would add a charset,
 * and several clients compare the whole `Content-Type` with `application/json` (clients.md 1).
 */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
	return reply.code(status).header('content-type', JSON_TYPE).serializer(asWritten).send(JSON.stringify(body))
}

/** The headers of HC-80. */
export function setLimitHeaders(
	reply: FastifyReply,
	{ limit, remaining, resetAt, resetAfterMs, bucket }: LimitState,
): void {
	reply.headers({
		'x-ratelimit-limit': String(limit),
		'x-ratelimit-remaining': String(remaining),
		'x-ratelimit-reset': (resetAt / 1000).toFixed(3),
		'x-ratelimit-reset-after': (resetAfterMs / 1000).toFixed(3),
		'x-ratelimit-bucket': bucket,
	})
}

/** Any failure as an answer; what is our mistake is logged, and nothing of it told. */
export function sendError(log: Logger, error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
	if (error instanceof RateLimited) sendRateLimited(reply, error)
	else {
		const known = asApiError(error)
		if (!known) log.error({ err: error, method: request.method, path: request.routeOptions?.url }, 'request failed')
		sendApiError(reply, known ?? new ApiError('ServerError'))
	}
}

/** The framework's own refusals as errors of the wire; undefined for what is our mistake. */
function asApiError(error: FastifyError): ApiError | undefined {
	if (error instanceof ApiError) return error
	switch (error.code) {
		case 'FST_ERR_CTP_BODY_TOO_LARGE':
			return new ApiError('RequestTooLarge')
		case 'FST_ERR_CTP_EMPTY_JSON_BODY':
		case 'FST_ERR_CTP_INVALID_JSON_BODY':
			return new ApiError('InvalidJson')
		case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
			return formError([], 'CONTENT_TYPE_INVALID', 'The content type is not accepted.')
		case 'FST_ERR_BAD_URL':
		case 'FST_ERR_ASYNC_CONSTRAINT':
			return new ApiError('NotFound')
		default:
			return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
				? formError([], 'REQUEST_INVALID', 'The request could not be read.')
				: undefined
	}
}

export function sendApiError(reply: FastifyReply, error: ApiError): void {
	const retryAfter = error.extra?.retry_after
	if (typeof retryAfter === 'number') {
		reply.headers({ 'retry-after': String(Math.max(1, Math.ceil(retryAfter))), 'x-ratelimit-scope': 'user' })
	}
	sendJson(reply, error.status, error)
}

function sendRateLimited(reply: FastifyReply, { taken, message }: RateLimited): void {
	const isGlobal = taken.scope === 'global'
	if (taken.state) setLimitHeaders(reply, taken.state)
	reply.headers({
		'retry-after': String(Math.max(1, Math.ceil(taken.retryAfterMs / 1000))),
		'x-ratelimit-scope': taken.scope,
		...(isGlobal ? { 'x-ratelimit-global': 'true' } : {}),
	})
	const code = taken.scope === 'shared' ? ERRORS.ResourceLimited[0] : 0
	sendJson(reply, 429, { message, retry_after: taken.retryAfterMs / 1000, global: isGlobal, code })
}
