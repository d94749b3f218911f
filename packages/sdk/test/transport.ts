/** A transport that answers from a script, at once: with a clock that is moved by hand nothing is left to chance. */
import { Client, ClientCreateOptions, type ClientCreateOptionsInit, type Clock } from '../src/index.ts'
import { type MovableClock, movableClock } from './clock.ts'

export interface Sent {
	/** `METHOD /path`, below the version. */
	route: string
	// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at freely in tests
	body: any
	authorization: string | undefined
	/** By the clock of the client, since it was made. */
	at: number
}

export interface Reply {
	status?: number
	body?: unknown
	headers?: Record<string, string>
}

export interface Transport {
	clock: MovableClock
	/** Everything that was sent, in order. */
	sent: Sent[]
	/** What a route answers; a list answers one after the other, the last one for ever. `'down'` fails as a network does. */
	routes: Record<string, Reply | 'down' | (Reply | 'down')[] | ((sent: Sent) => Reply | 'down')>
	options: ClientCreateOptionsInit
	/** Moves the clock, and waits until what became due has been worked through. */
	advance(ms: number): Promise<void>
	settled(): Promise<void>
}

const API = 'https://play.example/api'

export function transport(routes: Transport['routes'] = {}): Transport {
	const clock = movableClock(1_790_000_000_000)
	const began = clock.now()
	const sent: Sent[] = []

	async function fetch(url: string, init: RequestInit): Promise<Response> {
		const headers = new Headers(init.headers)
		const text = String(init.body ?? '')
		const isJson = headers.get('content-type') === 'application/json'
		const request: Sent = {
			route: `${init.method} ${url.replace(`${API}/v10`, '')}`,
			body: isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)),
			authorization: headers.get('authorization') ?? undefined,
			at: clock.now() - began,
		}
		sent.push(request)
		const reply = replyTo(request)
		if (reply === 'down') throw new TypeError('fetch failed')
		const body = reply.body === undefined ? null : JSON.stringify(reply.body)
		return new Response(body, { status: reply.status ?? 200, headers: reply.headers ?? {} })
	}

	function replyTo(request: Sent): Reply | 'down' {
		const route = made.routes[request.route]
		if (route === undefined) return { status: 404, body: { message: '404: Not Found', code: 0 } }
		if (typeof route === 'function') return route(request)
		if (!Array.isArray(route)) return route
		return (route.length > 1 ? route.shift() : route[0]) ?? {}
	}

	const made: Transport = {
		clock,
		sent,
		routes,
		options: { apiBase: API, fetch, clock: clock as Clock },
		async advance(ms) {
			clock.advance(ms)
			await made.settled()
		},
		// What is answered at once is worked through in this turn of the loop, and told in the next.
		async settled() {
			for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
		},
	}
	return made
}

export const APPLICATION_ID = '1100000000000000001'

export function clientOn({ options }: Transport, more: ClientCreateOptionsInit = {}): Client {
	const client = new Client(new ClientCreateOptions({ ...options, ...more }))
	client.SetApplicationId(APPLICATION_ID)
	return client
}

/** What the token endpoint answers with. */
export const tokensAnswer = (access_token = 'access-1', refresh_token = 'refresh-1', expires_in = 604_800): Reply => ({
	body: { access_token, refresh_token, token_type: 'Bearer', expires_in, scope: 'openid sdk.social_layer' },
})

export const oauthError = (error: string, error_description?: string): Reply => ({
	status: 400,
	body: { error, error_description },
})

export const platformError = (status: number, code: number, message = 'no'): Reply => ({
	status,
	body: { message, code },
})

/** How an operation ended, in few words. */
export async function ended(operation: Promise<unknown>): Promise<string> {
	const { EnumToString, ErrorType, SocialSdkError } = await import('../src/index.ts')
	return operation.then(
		() => 'done',
		(error) => {
			if (!(error instanceof SocialSdkError)) throw error
			const { type, status, code, retryable, retryAfter } = error
			const rest = [status || '', code || '', retryable ? 'retryable' : '', retryAfter ? `after ${retryAfter}` : '']
			return [EnumToString(ErrorType, type), ...rest].filter((word) => word !== '').join(' ')
		},
	)
}
