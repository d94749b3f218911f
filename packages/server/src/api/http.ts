import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import { ApiError, formError, type Operation, readableText } from '@guildhall/protocol'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Caller } from '../domain/access/caller.ts'
import { networkOf } from '../domain/access/networks.ts'
import { RateLimited, sendApiError, sendError, sendJson, setLimitHeaders } from '../http/answers.ts'
import type { BrowserLogins } from '../http/browser-login.ts'
import { readLastBytes } from '../http/last-bytes.ts'
import { parseJson } from '../http/parse.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { readPath, UNVERSIONED } from '../http/versions.ts'
import type { Logger } from '../log.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Store } from '../ports/store.ts'
import type { Callers } from './callers.ts'
import type { Handler } from './handle.ts'
import { admit, type Kernel, type RequestBody } from './kernel.ts'
import { BITS_ARE_TEXT_SINCE, withOldPermissions } from './old-permissions.ts'
import { discardFiles, isUpload, MOST_REQUEST_BYTES, readUpload, type UploadPlace } from './uploads.ts'

/** Everything is answered by this name in `Via`: one client takes a 429 without the header for a ban (clients.md 5). */
const VIA = '1.1 guildhall'
const JSON_TYPE = 'application/json'
const UNKNOWN_TYPE = Symbol('a content type that is not accepted')

/** Shapes are checked by the kernel; without these the framework would load a validator and a serializer of its own. */
const NO_COMPILERS = {
	buildValidator: () => refuse,
	buildSerializer: () => refuse,
}

function refuse(): never {
	throw new Error('A route must not declare a schema: operations do.')
}

/** How long a client may take for its headers, and for a whole request, in milliseconds. */
const HEADERS_MS = 20_000
const REQUEST_MS = 300_000
/** How often both are looked at. */
const LOOK_MS = 5000

/** What a game calls a player has 1,024 characters, each of which may be written as twelve. */
const MOST_OF_PARAMETER = 12 * 1024

export interface HttpOptions {
	log: Logger
	trustedProxies: readonly string[]
	/** Which requests leave HTTP; what else a client would rather speak is passed over. */
	leavesHttp(request: IncomingMessage): boolean
}

/** The HTTP server without routes: parsing, limits of size, errors in the wire's form. Other doors add their routes to it. */
export async function createHttp({ log, trustedProxies, leavesHttp }: HttpOptions): Promise<FastifyInstance> {
	const http = fastify({
		trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
		requestTimeout: REQUEST_MS,
		http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: LOOK_MS, shouldUpgradeCallback: leavesHttp },
		clientErrorHandler: answerClientError,
		logger: false,
		schemaController: { compilersFactory: NO_COMPILERS },
		bodyLimit: MOST_REQUEST_BYTES,
		exposeHeadRoutes: true,
		routerOptions: { maxParamLength: MOST_OF_PARAMETER, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
		rewriteUrl: (request) => readPath(request.url ?? '/').url,
		frameworkErrors: (error, request, reply) => sendError(log, error, request, reply),
	})
	http.removeAllContentTypeParsers()
	http.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, ({ takesNoBody }, text, done) => {
		try {
			// What takes no body does not read one either: a client may write anything there.
			done(null, text === '' || takesNoBody ? undefined : parseJson(text as string))
		} catch (error) {
			done(error as Error)
		}
	})
	// Read by `readUpload`, once it is known who asks.
	http.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
	http.addContentTypeParser('*', (_request, payload, done) => {
		// Some clients name a type of a body that is not there.
		let isEmpty = true
		payload.on('data', () => {
			isEmpty = false
		})
		payload.on('end', () => done(null, isEmpty ? undefined : UNKNOWN_TYPE))
		payload.on('error', done)
	})
	await http.register(cors, {
		origin: '*',
		// An OPTIONS that is no preflight is answered like one, not with a refusal in another form.
		strictPreflight: false,
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
		].join(', '),
		maxAge: 86_400,
	})
	await http.register(cookie)
	await http.register(formbody, { bodyLimit: 1024 * 1024 })
	http.addHook('onRequest', (_request, reply, done) => {
		reply.header('via', VIA)
		done()
	})
	http.addHook('onSend', (request, reply, _payload, done) => {
		const { raw } = request
		const isClosing = !reply.raw.shouldKeepAlive || reply.getHeader('connection') === 'close'
		if (raw.complete !== false || raw.destroyed || !isClosing) done()
		else readLastBytes(raw).then(() => done(), done)
	})
	http.setErrorHandler((error, request, reply) => sendError(log, error as FastifyError, request, reply))
	http.setNotFoundHandler((_request, reply) => sendApiError(reply, new ApiError('NotFound')))
	return http
}

/** What cannot be read as a request at all, or takes too long. */
const CLIENT_ERRORS: Readonly<Record<string, string>> = {
	HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
	ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function answerClientError({ code }: { code?: string }, socket: Socket): void {
	if (code === 'ECONNRESET' || !socket.writable) {
		socket.destroy()
		return
	}
	const status = CLIENT_ERRORS[code ?? ''] ?? '400 Bad Request'
	const body = JSON.stringify({ message: status.replace(' ', ': '), code: 0 })
	const head = `Content-Type: ${JSON_TYPE}\r\nContent-Length: ${body.length}`
	socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${head}\r\n\r\n${body}`)
}

export interface ApiOptions {
	handlers: readonly Handler[]
	kernel: Kernel
	callers: Callers
	logins: BrowserLogins
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
			onRequest: async (request, reply) => {
				request.takesNoBody = handler.operation.body === undefined
				if (!hasTokenInForm(handler, request)) await admitCaller(handler, request, reply, options)
			},
			...(handler.operation.tokenInForm
				? {
						bodyLimit: TOKEN_FORM_LIMIT,
						preHandler: async (request, reply) => {
							if (!hasTokenInForm(handler, request)) return
							const { access_token: token } = (request.body ?? {}) as Record<string, unknown>
							if (typeof token === 'string' && token !== '') request.headers.authorization = `Bearer ${token}`
							await admitCaller(handler, request, reply, options)
						},
					}
				: {}),
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

/** Longer is no form that holds a token. */
const TOKEN_FORM_LIMIT = 16 * 1024

/** Whether who asks is known only from the body. A header comes first, whatever the form says. */
function hasTokenInForm({ operation }: Handler, request: FastifyRequest): boolean {
	return operation.tokenInForm === true && request.headers.authorization === undefined && isForm(request)
}

function isForm({ headers }: FastifyRequest): boolean {
	return headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Set by `admitCaller`. */
		caller?: Caller
		/** Of the path; set by `admitCaller`. */
		version?: number
		/** Set where an operation is declared without a body. */
		takesNoBody?: boolean
	}
}

async function admitCaller(
	handler: Handler,
	request: FastifyRequest,
	reply: FastifyReply,
	options: ApiOptions,
): Promise<void> {
	const { operation } = handler
	const address = networkOf(request.ip)
	const blockedMs = options.limiter.blockedForMs(address)
	if (blockedMs > 0) throw new RateLimited({ isAllowed: false, scope: 'global', retryAfterMs: blockedMs })
	const { version, isOffered } = readPath(request.originalUrl)
	request.version = version
	if (!isOffered) throw new ApiError('InvalidApiVersion', { message: `Invalid API version provided: ${version}` })
	const isOpen = operation.callers.includes('anyone') && operation.callers.length === 1
	const caller = isOpen ? { kind: 'anyone' as const } : await callerOf(operation, request, options)
	request.caller = caller
	admit(operation, caller)
	const state = await options.kernel.limit(operation, {
		caller,
		address,
		params: request.params as Record<string, unknown>,
	})
	if (state) setLimitHeaders(reply, state)
}

/** A token says who calls; without one, where people with a browser may, the login of its cookie. */
async function callerOf({ callers, method }: Operation, request: FastifyRequest, options: ApiOptions): Promise<Caller> {
	const { authorization } = request.headers
	if (authorization === undefined && callers.includes('login')) {
		const login = await options.logins.of(request)
		if (login && method !== 'GET') options.logins.requireOwnScript(request, login)
		if (login) return { kind: 'login', userId: login.user.id, authTime: login.authTime }
	}
	return options.callers.of(authorization, request.raw.socket, nameOf(request))
}

async function answer(
	handler: Handler,
	request: FastifyRequest,
	reply: FastifyReply,
	options: ApiOptions,
): Promise<FastifyReply> {
	const { version = UNVERSIONED } = request
	const { status, body, contentType } = await options.kernel.perform(handler, {
		params: request.params as Record<string, unknown>,
		query: request.query as Record<string, unknown>,
		caller: request.caller ?? { kind: 'anyone' },
		address: request.ip,
		body: () => bodyOfAdmitted(handler, request, options),
		reason: reasonOf(request),
		version,
	})
	if (body === undefined) return reply.code(status).send()
	if (contentType) return reply.code(status).header('content-type', contentType).send(body)
	return sendJson(reply, status, version < BITS_ARE_TEXT_SINCE ? withOldPermissions(body) : body)
}

/** The body, of somebody who is admitted still when it has come: that may take minutes (Z4). */
async function bodyOfAdmitted(
	{ operation }: Handler,
	request: FastifyRequest,
	options: ApiOptions,
): Promise<RequestBody> {
	const body = await bodyOf(request, options, operation)
	if (body.kind === 'none' || request.caller?.kind === 'anyone') return body
	try {
		await callerOf(operation, request, options)
		return body
	} catch (error) {
		if (body.kind === 'multipart') await discardFiles(body.upload.files, options.store)
		throw error
	}
}

async function bodyOf(request: FastifyRequest, place: UploadPlace, operation: Operation): Promise<RequestBody> {
	if (isUpload(request.raw)) {
		const taken = { takesFiles: operation.files === true, textFiles: operation.textFiles ?? [] }
		return { kind: 'multipart', upload: await readUpload(request.raw, place, taken) }
	}
	const { body } = request
	if (body === undefined) return { kind: 'none' }
	if (body === UNKNOWN_TYPE) return { kind: 'unknown' }
	return isForm(request) ? { kind: 'form', value: { ...(body as object) } } : { kind: 'json', value: body }
}

const MOST_NAME = 64

/** What an operator calls themselves, for the record. */
function nameOf({ headers }: FastifyRequest): string | undefined {
	const name = decoded(headers['x-operator'])?.trim()
	return name ? readableText(name.slice(0, MOST_NAME)) : undefined
}

const MOST_REASON = 512

/** @throws InvalidFormBody on `reason` where it is over 512 characters (HC-57). */
function reasonOf(request: FastifyRequest): string | undefined {
	const reason = decoded(request.headers['x-audit-log-reason'])
	if (!reason) return undefined
	if (reason.length <= MOST_REASON) return readableText(reason)
	throw formError(['reason'], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${MOST_REASON} in length.`)
}

/** The text of a header that is percent-encoded, for headers hold little else than English. */
function decoded(header: string | string[] | undefined): string | undefined {
	if (typeof header !== 'string') return undefined
	try {
		return decodeURIComponent(header)
	} catch {
		// A header that is not encoded is taken as it stands.
		return header
	}
}

/** Counts answers of 401, 403 and 429 by address, those of shared limits left out (HC-85). */
export function countInvalid(http: FastifyInstance, limiter: RateLimiter): void {
	http.addHook('onResponse', (request, reply, done) => {
		if (isInvalid(reply)) limiter.countInvalid(networkOf(request.ip))
		done()
	})
}

function isInvalid(reply: FastifyReply): boolean {
	const { statusCode } = reply
	if (statusCode === 401 || statusCode === 403) return true
	// What all of an application have used up together is nobody's mistake.
	return statusCode === 429 && reply.getHeader('x-ratelimit-scope') !== 'shared'
}
