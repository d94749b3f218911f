import type { Fetch } from '../platform/platform.ts'
import { takeOf } from './limits.ts'
import { ROUTES, requireScopes } from './routes.ts'
import { OPEN_ROUTES } from './sign-in.ts'
import { type Grant, Refusal, type World } from './world.ts'

/** What a client sent. */
export interface FakeRequest {
	method: string
	/** Below the version, without its query. */
	path: string
	query: URLSearchParams
	// biome-ignore lint/suspicious/noExplicitAny: tests look at bodies freely
	body: any
	/** Whose token it came with, if anybody's. */
	playerId: string | undefined
}

export interface FakeAnswer {
	/** 200 unless said. */
	status?: number
	body?: unknown
	headers?: Record<string, string>
}

/**
 * What to answer with: `'down'` fails as a network does, `'never'` lets the client wait, and so does `'lost'`, but the platform
 * has done what was asked.
 */
export type Answering = FakeAnswer | 'down' | 'never' | 'lost'

export interface FakeHttp {
	readonly fetch: Fetch
	readonly requests: FakeRequest[]
	/** What routes answer instead of what the platform would; `undefined` from a function leaves it to the platform. */
	readonly answers: Map<string, (request: FakeRequest) => Answering | undefined>
}

export const API = 'https://platform.invalid/api'

export function fakeHttp(world: World): FakeHttp {
	const http: FakeHttp = {
		requests: [],
		answers: new Map(),
		async fetch(url, init) {
			const { request, grant } = read(world, url, init)
			http.requests.push(request)
			const given = http.answers.get(`${request.method} ${request.path}`)?.(request)
			const answer = given ?? platformAnswer(world, request, grant)
			if (answer === 'down') throw new TypeError('fetch failed')
			if (answer === 'lost') platformAnswer(world, request, grant)
			if (answer === 'never' || answer === 'lost') return aborted(init.signal)
			const { status = 200, body, headers = {} } = answer
			return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
		},
	}
	return http
}

function read(world: World, url: string, init: RequestInit): { request: FakeRequest; grant: Grant | undefined } {
	const { pathname, searchParams: query } = new URL(url)
	const headers = new Headers(init.headers)
	const text = String(init.body ?? '')
	const isForm = headers.get('content-type') === 'application/x-www-form-urlencoded'
	const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : text === '' ? undefined : JSON.parse(text)
	const known = world.tokens.get(headers.get('authorization')?.replace('Bearer ', '') ?? '')
	const grant = known && known.expiresAt > world.clock.now() ? known : undefined
	const path = pathname.replace(/^\/api\/v\d+/, '')
	return { grant, request: { method: init.method ?? 'GET', path, query, body, playerId: grant?.playerId } }
}

function platformAnswer(world: World, request: FakeRequest, grant: Grant | undefined): FakeAnswer {
	const { method, path, query, body } = request
	if (path === '/gateway') return { body: { url: 'wss://gateway.invalid' } }
	const open = OPEN_ROUTES[`${method} ${path}`]
	if (!grant && !open) return { status: 401, body: { message: '401: Unauthorized', code: 0 } }
	const found = route(method, path)
	if (!found && !open) return { status: 404, body: { message: '404: Not Found', code: 0 } }
	const key = found?.key ?? `${method} ${path}`
	const limit = world.limits.get(key)
	const refusal = limit && takeOf(world, key, limit, grant?.playerId ?? 'nobody')
	if (refusal) return refusal
	try {
		if (open) return answered(open(world, body ?? {}))
		if (!grant || !found) return {}
		requireScopes(grant, path, body)
		return answered(found.handler({ world, grant, me: grant.playerId, params: found.params, query, body }))
	} catch (error) {
		if (error instanceof Refusal) return { status: error.status, body: error.body }
		throw error
	}
}

function answered(body: unknown): FakeAnswer {
	return body === undefined ? { status: 204 } : { body }
}

function route(method: string, path: string) {
	const parts = path.split('/')
	for (const [key, handler] of Object.entries(ROUTES)) {
		const [of, pattern = ''] = key.split(' ')
		const wanted = pattern.split('/')
		if (of !== method || wanted.length !== parts.length) continue
		if (wanted.every((part, at) => part === ':' || part === parts[at])) {
			return { key, handler, params: parts.filter((_, at) => wanted[at] === ':') }
		}
	}
	return undefined
}

/** Whether the platform answers to `METHOD /path`, in which `:` stands for any one part. */
export function isRoute(key: string): boolean {
	return key in ROUTES || key in OPEN_ROUTES
}

/** Ends when the client gives up. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> {
	return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}
