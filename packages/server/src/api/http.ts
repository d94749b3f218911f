import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import { ApiError, formError } from '@guildhall/protocol'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from '../log.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Store } from '../ports/store.ts'
import type { Callers } from './callers.ts'
import type { Handler } from './handle.ts'
import { admit, type Kernel, parseJson, RateLimited, type RequestBody } from './kernel.ts'
import type { LimitState, RateLimiter } from './rate-limit.ts'
import { isUpload, MOST_REQUEST_BYTES, readUpload, type UploadPlace } from './uploads.ts'
import { readPath } from './versions.ts'

/** Everything is answered by this name in `Via`: one client takes a 429 without the header for a ban (clients.md 5). */
const VIA = '1.1 guildhall'
const JSON_TYPE = 'application/json'
const UNKNOWN_TYPE = Symbol('a content type that is not accepted')

/** The HTTP server without routes: parsing, limits of size, errors in the wire's form. Other doors add their routes to it. */
export async function createHttp(log: Logger, trustedProxies: readonly string[]): Promise<FastifyInstance> {
	const http = fastify({
		trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
		logger: false,
		bodyLimit: MOST_REQUEST_BYTES,
		exposeHeadRoutes: true,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
		rewriteUrl: (request) => readPath(request.url ?? '/').url,
		frameworkErrors: (error, request, reply) => sendError(log, error, request, reply),
	})
	http.removeAllContentTypeParsers()
	http.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (_request, text, done) => {
		try {
			done(null, text === '' ? undefined : parseJson(text as string))
		} catch (error) {
			done(error as Error)
		}
	})
	// Read by `readUpload`, once it is known who asks.
	http.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
	http.addContentTypeParser('*', (_request, payload, done) => {
		payload.resume()
		payload.on('end', () => done(null, UNKNOWN_TYPE))
		payload.on('error', done)
	})
	await http.register(cors, {
		origin: '*',
		methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
		allowedHeaders: [
			'Authorization',
			'Content-Type',
			'X-Audit-Log-Reason',
			'X-Discord-Locale',
			'X-RateLimit-Precision',
		],
		exposedHeaders: [
			'Retry-After',
			'X-RateLimit-Limit',
			'X-RateLimit-Remaining',
			'X-RateLimit-Reset',
			'X-RateLimit-Reset-After',
			'X-RateLimit-Bucket',
			'X-RateLimit-Scope',
			'X-RateLimit-Global',
		],
		maxAge: 86_400,
	})
	await http.register(cookie)
	await http.register(formbody, { bodyLimit: 1024 * 1024 })
	http.addHook('onRequest', async (_request, reply) => {
		reply.header('via', VIA)
	})
	http.setErrorHandler((error, request, reply) => sendError(log, error as FastifyError, request, reply))
	http.setNotFoundHandler((_request, reply) => sendApiError(reply, new ApiError('NotFound')))
	return http
}

export interface ApiOptions {
	handlers: readonly Handler[]
	kernel: Kernel
	callers: Callers
	limiter: RateLimiter
	store: Store
	blobs: Blobs
}

/** Adds a route for every operation, below the root that `readPath` makes of `/api/v10`, `/api/v9` and `/api`. */
export function addOperations(http: FastifyInstance, options: ApiOptions): void {
	const byPath = new Map<string, Set<string>>()
	for (const handler of options.handlers) {
		const { method, path } = handler.operation
		const url = `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
		http.route({
			method,
			url,
			// Whether the caller may come in is known before a byte of the body is read.
			onRequest: (request, reply) => admitCaller(handler, request, reply, options),
			handler: (request, reply) => answer(handler, request, reply, options),
		})
		const methods = byPath.get(url) ?? new Set(['HEAD', 'OPTIONS'])
		byPath.set(url, methods.add(method))
	}
	for (const [url, methods] of byPath) {
		const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.has(method))
		if (others.length === 0) continue
		http.route({
			method: others as 'GET'[],
			url,
			exposeHeadRoute: false,
			handler: (_request, reply) => sendApiError(reply, new ApiError('MethodNotAllowed')),
		})
	}
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Set by `admitCaller`. */
		caller?: Awaited<ReturnType<Callers['of']>>
	}
}

async function admitCaller(
	handler: Handler,
	request: FastifyRequest,
	reply: FastifyReply,
	options: ApiOptions,
): Promise<void> {
	const { operation } = handler
	const blockedMs = options.limiter.blockedForMs(request.ip)
	if (blockedMs > 0) throw new RateLimited({ isAllowed: false, scope: 'global', retryAfterMs: blockedMs })
	const { version, isOffered } = readPath(request.originalUrl)
	if (!isOffered) throw new ApiError('InvalidApiVersion', { message: `Invalid API version provided: ${version}` })
	const isOpen = operation.callers.includes('anyone') && operation.callers.length === 1
	const caller = isOpen ? { kind: 'anyone' as const } : await options.callers.of(request.headers.authorization)
	request.caller = caller
	admit(operation, caller)
	const state = options.kernel.limit(operation, {
		caller,
		address: request.ip,
		params: request.params as Record<string, unknown>,
	})
	if (state) setLimitHeaders(reply, state)
}

async function answer(
	handler: Handler,
	request: FastifyRequest,
	reply: FastifyReply,
	options: ApiOptions,
): Promise<FastifyReply> {
	const { status, body } = await options.kernel.perform(handler, {
		params: request.params as Record<string, unknown>,
		query: request.query as Record<string, unknown>,
		caller: request.caller ?? { kind: 'anyone' },
		address: request.ip,
		body: () => bodyOf(request, options, handler.operation.files === true),
		reason: reasonOf(request),
		version: readPath(request.originalUrl).version,
	})
	reply.code(status)
	if (body === undefined) return reply.send()
	return reply.header('content-type', JSON_TYPE).send(written(body))
}

async function bodyOf(request: FastifyRequest, place: UploadPlace, takesFiles: boolean): Promise<RequestBody> {
	if (isUpload(request.raw)) return { kind: 'multipart', upload: await readUpload(request.raw, place, { takesFiles }) }
	const { body } = request
	if (body === undefined) return { kind: 'none' }
	if (body === UNKNOWN_TYPE) return { kind: 'unknown' }
	const isForm = request.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')
	return isForm ? { kind: 'form', value: { ...(body as object) } } : { kind: 'json', value: body }
}

const MOST_REASON = 512

/** @throws InvalidFormBody on `reason` where it is over 512 characters (HC-57). */
function reasonOf(request: FastifyRequest): string | undefined {
	const header = request.headers['x-audit-log-reason']
	if (typeof header !== 'string' || header === '') return undefined
	let reason = header
	try {
		reason = decodeURIComponent(header)
	} catch {
		// A header that is not encoded is taken as it stands.
	}
	if (reason.length <= MOST_REASON) return reason
	throw formError(['reason'], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${MOST_REASON} in length.`)
}

function setLimitHeaders(reply: FastifyReply, { limit, remaining, resetAt, resetAfterMs, bucket }: LimitState): void {
	reply.headers({
		'x-ratelimit-limit': String(limit),
		'x-ratelimit-remaining': String(remaining),
		'x-ratelimit-reset': (resetAt / 1000).toFixed(3),
		'x-ratelimit-reset-after': (resetAfterMs / 1000).toFixed(3),
		'x-ratelimit-bucket': bucket,
	})
}

function sendError(log: Logger, error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
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

/**
 * JSON as bytes: to text the framework would add a charset, and several clients compare the whole `Content-Type`
 * with `application/json` (clients.md 1).
 */
function written(body: unknown): Buffer {
	return Buffer.from(JSON.stringify(body))
}

export function sendApiError(reply: FastifyReply, error: ApiError): void {
	const retryAfter = error.extra?.retry_after
	if (typeof retryAfter === 'number') {
		reply.headers({ 'retry-after': String(Math.max(1, Math.ceil(retryAfter))), 'x-ratelimit-scope': 'user' })
	}
	reply.code(error.status).header('content-type', JSON_TYPE).send(written(error))
}

function sendRateLimited(reply: FastifyReply, { taken, message }: RateLimited): void {
	const isGlobal = taken.scope === 'global'
	if (taken.state) setLimitHeaders(reply, taken.state)
	reply
		.code(429)
		.headers({
			'retry-after': String(Math.max(1, Math.ceil(taken.retryAfterMs / 1000))),
			'x-ratelimit-scope': taken.scope,
			...(isGlobal ? { 'x-ratelimit-global': 'true' } : {}),
			'content-type': JSON_TYPE,
		})
		.send(written({ message, retry_after: taken.retryAfterMs / 1000, global: isGlobal, code: 0 }))
}

/** Counts answers of 401, 403 and 429 by address (HC-85). */
export function countInvalid(http: FastifyInstance, limiter: RateLimiter): void {
	http.addHook('onResponse', async (request, reply) => {
		if (reply.statusCode === 401 || reply.statusCode === 403 || reply.statusCode === 429)
			limiter.countInvalid(request.ip)
	})
}
