/** A platform of a few hundred lines: as much of the wire as the SDK uses, and hands to break it with. */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Gateway, openGateway } from './gateway.ts'

export interface Player {
	id: string
	username: string
	global_name: string | null
	avatar: string | null
	public_flags: number
}

export interface Request {
	method: string
	/** Below `/api/v10`, or the whole path. */
	path: string
	query: URLSearchParams
	headers: IncomingMessage['headers']
	// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at freely in tests
	body: any
}

export interface Answer {
	status?: number
	headers?: Record<string, string>
	body?: unknown
}

export interface Grant {
	user: Player
	scopes: string[]
	expires: number
}

export interface SmallPlatform extends AsyncDisposable {
	origin: string
	apiBase: string
	gateway: Gateway
	requests: Request[]
	/** Access tokens and what they stand for. */
	grants: Map<string, Grant>
	/** What a route answers instead, `METHOD /path`; `undefined` for never. */
	answers: Map<string, (request: Request) => Answer | undefined>
	/** What the person at the consent page does: by default signs in as alice and agrees. */
	consent(query: URLSearchParams): Record<string, string>
	player(name: string, id?: string): Player
	token(user: Player, options?: Partial<Grant>): string
}

export const APPLICATION_ID = '1100000000000000001'

export async function smallPlatform(now: () => number = Date.now): Promise<SmallPlatform> {
	const codes = new Map<string, { challenge: string | null; redirectUri: string }>()
	const server = createServer(async (incoming, response) => {
		if (incoming.method === 'OPTIONS') {
			response.writeHead(204, CORS).end()
			return
		}
		const request = await read(incoming)
		platform.requests.push(request)
		const key = `${request.method} ${request.path}`
		const made = platform.answers.get(key)
		const answer = made ? made(request) : (ROUTES[key] ?? lobbyRoute)(request)
		if (answer === undefined) return
		response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...CORS, ...answer.headers })
		response.end(answer.body === undefined ? '' : JSON.stringify(answer.body))
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const gateway = openGateway(server, (token) => platform.grants.get(token))

	const platform: SmallPlatform = {
		origin,
		apiBase: `${origin}/api`,
		gateway,
		requests: [],
		grants: new Map(),
		answers: new Map(),
		consent: (query) => ({ code: newCode(query), state: query.get('state') ?? '' }),
		player: (name, id = String(1_200_000_000_000_000_000n + BigInt(name.charCodeAt(0)))) => ({
			id,
			username: name,
			global_name: null,
			avatar: null,
			public_flags: 0,
		}),
		token(user, options = {}) {
			const token = `access-${randomUUID()}`
			const scopes = ['openid', 'sdk.social_layer']
			platform.grants.set(token, { user, scopes, expires: now() + 604_800_000, ...options })
			return token
		},
		async [Symbol.asyncDispose]() {
			gateway.close()
			server.closeAllConnections()
			server.close()
			await once(server, 'close')
		},
	}

	function newCode(query: URLSearchParams): string {
		const code = `code-${randomUUID()}`
		codes.set(code, { challenge: query.get('code_challenge'), redirectUri: query.get('redirect_uri') ?? '' })
		return code
	}

	function grantOf({ headers }: Request): Grant | undefined {
		return platform.grants.get(headers.authorization?.replace('Bearer ', '') ?? '')
	}

	const invalidGrant: Answer = { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid "code"' } }

	const ROUTES: Record<string, (request: Request) => Answer> = {
		'GET /oauth2/authorize': ({ query }) => {
			const back = new URL(query.get('redirect_uri') ?? '')
			for (const [name, value] of Object.entries(platform.consent(query))) back.searchParams.set(name, value)
			return { status: 302, headers: { location: back.href } }
		},
		'POST /oauth2/token': ({ body }) => {
			const code = codes.get(body.code)
			codes.delete(body.code)
			const challenge = createHash('sha256')
				.update(body.code_verifier ?? '')
				.digest('base64url')
			const isGood =
				body.grant_type === 'refresh_token'
					? body.refresh_token.startsWith('refresh-')
					: code?.challenge === challenge && code.redirectUri === body.redirect_uri
			if (!isGood || body.client_id !== APPLICATION_ID) return invalidGrant
			const [access_token, refresh_token] = [platform.token(platform.player('alice')), `refresh-${randomUUID()}`]
			const scope = 'openid sdk.social_layer'
			return { body: { access_token, refresh_token, token_type: 'Bearer', expires_in: 604_800, scope } }
		},
		'POST /oauth2/token/revoke': ({ body }) => {
			platform.grants.delete(body.token)
			return { body: {} }
		},
		'GET /oauth2/@me': (request) => {
			const grant = grantOf(request)
			if (!grant) return UNAUTHORIZED
			const { scopes, user } = grant
			const expires = new Date(grant.expires).toISOString()
			return { body: { application: { id: APPLICATION_ID }, scopes, expires, user } }
		},
		'GET /users/@me': (request) => {
			const grant = grantOf(request)
			return grant ? { body: grant.user } : UNAUTHORIZED
		},
		'GET /gateway': () => ({ body: { url: origin.replace('http', 'ws') } }),
	}

	function lobbyRoute(request: Request): Answer {
		return grantOf(request) ? { status: 404, body: { message: '404: Not Found', code: 0 } } : UNAUTHORIZED
	}

	return platform
}

/** Games are on origins of their own. */
const CORS = {
	'access-control-allow-origin': '*',
	'access-control-allow-headers': 'authorization, content-type',
	'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
}

const UNAUTHORIZED: Answer = { status: 401, body: { message: '401: Unauthorized', code: 0 } }

async function read(incoming: IncomingMessage): Promise<Request> {
	const chunks: Buffer[] = []
	for await (const chunk of incoming) chunks.push(chunk)
	const text = Buffer.concat(chunks).toString()
	const url = new URL(incoming.url ?? '/', 'http://x')
	const isJson = incoming.headers['content-type'] === 'application/json'
	return {
		method: incoming.method ?? '',
		path: url.pathname.replace(/^\/api\/v10/, ''),
		query: url.searchParams,
		headers: incoming.headers,
		body: isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)),
	}
}
