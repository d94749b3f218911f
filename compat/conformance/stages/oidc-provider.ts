/**
 * The oracle: oidc-provider, certified, at the addresses that ours has. Its consent is driven by the same page and the
 * same decision, so that checks need not know which server they look at.
 */

import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider'
import { oidcAdapter, oidcOnSqlite } from '../../../bench/oauth/oidc-store.ts'
import { listenOn } from '../../../packages/server/src/adapters/listener.ts'
import { serveOrders } from './serve-orders.ts'

const WEEK = 604_800
let aheadMs = 0
const realNow = Date.now
Date.now = () => realNow() + aheadMs

const listener = await listenOn('127.0.0.1', 0)
const origin = `http://127.0.0.1:${listener.port}`
const adapter = oidcAdapter(oidcOnSqlite(join(mkdtempSync(join(tmpdir(), 'oracle-')), 'oidc.sqlite')))
const clients = new Map<string, ClientMetadata>()
const people = new Map<string, string>()
const logins = new Map<string, string>()
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Clients are what the suite made; all else goes to the store. */
class WithClients extends adapter {
	readonly #isClient: boolean
	constructor(model: string) {
		super(model)
		this.#isClient = model === 'Client'
	}
	override find = async (id: string) => (this.#isClient ? clients.get(id) : this.findRow(id))
}

const configuration: Configuration = {
	adapter: WithClients,
	jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'oracle' }] },
	routes: {
		authorization: '/oauth2/authorize',
		token: '/api/oauth2/token',
		revocation: '/api/oauth2/token/revoke',
		userinfo: '/api/oauth2/userinfo',
		jwks: '/api/oauth2/keys',
	},
	scopes: ['openid', 'identify', 'email', 'guilds'],
	claims: { openid: ['sub'], email: ['email', 'email_verified'] },
	clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
	features: {
		devInteractions: { enabled: false },
		clientCredentials: { enabled: true },
		revocation: { enabled: true },
	},
	ttl: { AccessToken: WEEK, AuthorizationCode: 100, RefreshToken: 400 * 86_400, Grant: 400 * 86_400, IdToken: 3600 },
	issueRefreshToken: () => true,
	rotateRefreshToken: true,
	pkce: { required: (_context, client) => client.clientAuthMethod === 'none' },
	interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
	findAccount: (_context, id) => ({
		accountId: id,
		claims: () => ({ sub: id, email: `${people.get(id)}@example.com`, email_verified: true }),
	}),
	cookies: { keys: [randomBytes(16).toString('hex')] },
}

const provider = new Provider(origin, configuration)
const callback = provider.callback()
const server = createServer((request, response) => {
	answer(request, response).catch((error) => {
		response.writeHead(500).end(String(error))
	})
})
await listener.handTo(server)

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const url = request.url ?? ''
	if (url.startsWith('/interaction/')) return page(url.slice('/interaction/'.length), request, response)
	if (url === '/api/oauth2/authorize' && request.method === 'POST') return decide(request, response)
	await callback(request, response)
}

/** Who is signed in, by the suite's own cookie. */
const accountOf = (request: IncomingMessage) =>
	logins.get(/session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '')

async function page(uid: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const interaction = await provider.Interaction.find(uid)
	const accountId = accountOf(request)
	if (!interaction || !accountId) {
		response.writeHead(401).end('Sign in first.')
		return
	}
	response.writeHead(200, { 'content-type': 'text/html' })
	response.end(`<input name="request" value="${uid}"><input name="csrf_token" value="none">`)
}

async function decide(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const chunks: Buffer[] = []
	for await (const chunk of request) chunks.push(chunk as Buffer)
	const { request: uid, authorize } = JSON.parse(Buffer.concat(chunks).toString()) as {
		request: string
		authorize: boolean
	}
	const interaction = await provider.Interaction.find(uid)
	const accountId = accountOf(request)
	if (!interaction || !accountId) {
		response.writeHead(400).end('{}')
		return
	}
	const { client_id: clientId, scope } = interaction.params as { client_id: string; scope: string }
	if (authorize) {
		const grant = new provider.Grant({ accountId, clientId })
		grant.addOIDCScope(scope)
		interaction.result = { login: { accountId }, consent: { grantId: await grant.save() } }
	} else {
		interaction.result = { error: 'access_denied', error_description: 'The person said no.' }
	}
	await interaction.persist()
	response.writeHead(200, { 'content-type': 'application/json' })
	response.end(JSON.stringify({ location: interaction.returnTo }))
}

const newId = () => String(randomInt(10 ** 12)) + String(randomInt(10 ** 6)).padStart(6, '0')

serveOrders(
	{ origin },
	{
		application({ redirectUris = [], isPublicClient = false }) {
			const [id, secret] = [newId(), randomBytes(32).toString('base64url')]
			clients.set(id, {
				client_id: id,
				client_secret: secret,
				redirect_uris: [...redirectUris],
				response_types: ['code'],
				grant_types: ['authorization_code', 'refresh_token', 'client_credentials'].slice(0, isPublicClient ? 2 : 3),
				token_endpoint_auth_method: isPublicClient ? 'none' : 'client_secret_post',
			})
			return { id, ownerId: newId(), secret, botToken: '' }
		},
		person() {
			const id = newId()
			people.set(id, `person${people.size}`)
			return { id, username: people.get(id) ?? '' }
		},
		login({ userId }) {
			const token = randomBytes(16).toString('hex')
			logins.set(token, userId)
			return `session=${token}`
		},
		advance({ ms }) {
			aheadMs += ms
			return null
		},
	},
	async () => {
		server.closeAllConnections()
		server.close()
	},
)
