/**
 * Forms, queries and JSON bodies of authorization that are nearly right or plainly wrong. None may be answered with a
 * failure of ours, and every refusal has the form of its door. `FUZZ=20000` says how many.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Browser, fieldOf } from './browser.ts'
import { browserOf, CALLBACK, game, pkce } from './oauth.ts'
import { testServer } from './server.ts'
import { STORE_KIND } from './store-place.ts'

const COUNT = Number(process.env.FUZZ ?? (process.env.CI && STORE_KIND === 'sqlite' ? 6000 : 1500))
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101)

const GRANTS = [
	'authorization_code',
	'refresh_token',
	'client_credentials',
	'urn:ietf:params:oauth:grant-type:device_code',
]
const FIELDS = [
	...[
		'grant_type',
		'code',
		'redirect_uri',
		'code_verifier',
		'refresh_token',
		'scope',
		'client_id',
		'client_secret',
		'token',
	],
	...[
		'token_type_hint',
		'device_code',
		'user_code',
		'external_auth_type',
		'external_auth_token',
		'response_type',
		'state',
		'nonce',
	],
	...[
		'code_challenge',
		'code_challenge_method',
		'prompt',
		'integration_type',
		'permissions',
		'guild_id',
		'disable_guild_select',
	],
	...[
		'request',
		'authorize',
		'csrf_token',
		'result',
		'rpc_token',
		'webhook_channel_id',
		'parent_access_token',
		'child_application_id',
	],
	...['parent_client_secret', 'external_user_id', 'preferred_global_name', '__proto__', 'constructor', 'toString'],
]
const ODD = [
	...[
		'',
		' ',
		'0',
		'-1',
		'1',
		'true',
		'null',
		'undefined',
		'[]',
		'{}',
		'\0',
		'\uffff',
		'\ud800',
		'%',
		'%zz',
		'%00',
		'+',
		'&',
		'=',
	],
	...[
		'a'.repeat(5000),
		'9'.repeat(400),
		'1e308',
		'identify',
		'openid',
		'bot',
		'sdk.social_layer',
		'code',
		'token',
		'none',
		'S256',
	],
	...[
		"' or 1=1 --",
		'<script>',
		'../..',
		'https://evil.example',
		'é',
		'🎮',
		'granted',
		'OIDC',
		'STEAM_SESSION_TICKET',
		...GRANTS,
	],
]
const FORMS = ['/token', '/token/revoke', '/token/rpc', '/device/authorize'].map((path) => `/api/oauth2${path}`)
const JSONS = [
	...['/api/oauth2/authorize', '/api/oauth2/device/verify', '/api/oauth2/device/finish', '/api/partner-sdk/token'],
	...['/api/partner-sdk/token/bot', '/api/partner-sdk/child-token', '/api/partner-sdk/provisional-accounts/unmerge'],
]
const PAGES = [
	'/oauth2/authorize',
	'/activate',
	'/activate/decision',
	'/account/applications/remove',
	'/login',
	'/register',
]
const TYPES = [
	'application/x-www-form-urlencoded',
	'application/json',
	'text/plain',
	'multipart/form-data',
	'application/xml',
	undefined,
]

interface Asked {
	method: string
	url: string
	payload?: string
	headers: Record<string, string>
}

test(`${COUNT} odd requests for authorization, and no failure of ours`, async () => {
	await using server = await testServer()
	const alice = await server.person('alice')
	const browser = await browserOf(server, alice.id)
	const lantern = await game(server, 'Lantern', { eligibleScopes: ['rpc'] })
	const { verifier, challenge } = pkce()
	const { text } = await browser.get(lantern.url(challenge))
	const started = (await lantern.device('identify')).body
	const tokens = (await lantern.token({ grant_type: 'client_credentials', scope: 'identify' })).body
	const csrf = fieldOf(text, 'csrf_token')
	const real = [
		...[lantern.id, lantern.bot.clientSecret, CALLBACK, verifier, challenge.code_challenge, started.device_code],
		...[started.user_code, tokens.access_token, fieldOf(text, 'request'), csrf, alice.id],
	]
	const authorization = [
		`Bot ${lantern.bot.token}`,
		`Bearer ${tokens.access_token}`,
		'Basic ',
		'Basic 8J+Y',
		'Basic Og==',
		`Basic ${btoa('a:b')}`,
	]

	const scalar = fc.oneof(
		fc.constantFrom(...real),
		fc.constantFrom(...ODD),
		fc.string({ unit: 'binary', maxLength: 40 }),
	)
	const fields = fc.array(fc.tuple(fc.constantFrom(...FIELDS), scalar), { maxLength: 9 })
	const credentials = fc.constantFrom(
		[
			['client_id', lantern.id],
			['client_secret', lantern.bot.clientSecret],
		] as [string, string][],
		[],
	)
	const grant = fc.constantFrom(...GRANTS.map((name) => [['grant_type', name]] as [string, string][]), [])
	const form = fc.tuple(credentials, grant, fields).map((lists) => lists.flat().map(encoded).join('&'))
	const json = fc.oneof(
		fields.map((entries) => JSON.stringify(Object.fromEntries(entries))),
		fc.dictionary(fc.constantFrom(...FIELDS), fc.jsonValue({ maxDepth: 3 })).map((value) => JSON.stringify(value)),
		fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
		fc.string({ unit: 'binary', maxLength: 60 }),
	)
	const headers = fc
		.record({
			type: fc.constantFrom(...TYPES, TYPES[0], TYPES[1]),
			authorization: fc.constantFrom(undefined, undefined, ...authorization),
			isOwn: fc.boolean(),
			isSignedIn: fc.boolean(),
		})
		.map(({ type, authorization, isOwn, isSignedIn }) => ({
			...(type ? { 'content-type': type } : {}),
			...(authorization ? { authorization } : {}),
			...(isOwn ? { origin: server.config.origin, 'x-csrf-token': csrf } : {}),
			...(isSignedIn ? { cookie: cookieOf(browser) } : {}),
		}))
	const post = (paths: string[], body: fc.Arbitrary<string>): fc.Arbitrary<Asked> =>
		fc.record({ method: fc.constant('POST'), url: fc.constantFrom(...paths), payload: body, headers })
	const look = fc
		.record({
			path: fc.constantFrom('/oauth2/authorize', '/api/oauth2/authorize', '/activate', '/login'),
			form,
			headers,
		})
		.map(
			({ path, form, headers }): Asked => ({ method: 'GET', url: `${path}?client_id=${lantern.id}&${form}`, headers }),
		)
	const asked = fc.oneof(
		...[post(FORMS, form), post(FORMS, json), post(JSONS, json), post(JSONS, form), post(PAGES, form), look],
	)

	await fc.assert(
		fc.asyncProperty(asked, async (request) => {
			const response = await server.app.http.inject(request as never)
			const { statusCode: status, body } = response
			const type = String(response.headers['content-type'] ?? '')
			assert.ok(status < 500, `${status} ${body.slice(0, 300)}`)
			if (status < 400) return
			assert.match(type, /^(application\/json|text\/html)/)
			if (!type.startsWith('application/json')) return
			const { error, message, code } = JSON.parse(body)
			assert.ok(typeof error === 'string' || (typeof message === 'string' && typeof code === 'number'), body)
		}),
		{ numRuns: COUNT, seed: SEED },
	)
})

/** Encoded like a form's, where it can be; else as it stands. */
function encoded([name, value]: [string, string]): string {
	return `${name}=${value.isWellFormed() && value !== '%zz' ? encodeURIComponent(value) : '%ff%zz'}`
}

const cookieOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
