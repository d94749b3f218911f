/** What the SDK asks the platform about tokens and accounts, and what it makes of the answers (behaviour.md §4). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
	AuthenticationExternalAuthType,
	AuthorizationTokenType,
	type Client,
	EnumToString,
	type SocialSdkError,
} from '../src/index.ts'
import {
	APPLICATION_ID,
	clientOn,
	ended,
	oauthError,
	platformError,
	type Reply,
	tokensAnswer,
	transport,
} from './transport.ts'

const { OIDC, AppleIdToken } = AuthenticationExternalAuthType
const CHILD = '1100000000000000002'

/** The operations by name, with their route, what they send and what they give. */
const OPERATIONS: Record<
	string,
	{ call(client: Client): Promise<unknown>; route: string; body: object; gives: unknown }
> = {
	GetToken: {
		call: (client) => client.GetToken(APPLICATION_ID, 'c-1', 'v-1', 'https://game.example/callback'),
		route: 'POST /oauth2/token',
		body: {
			grant_type: 'authorization_code',
			client_id: APPLICATION_ID,
			code: 'c-1',
			code_verifier: 'v-1',
			redirect_uri: 'https://game.example/callback',
		},
		gives: tokens('refresh-1'),
	},
	GetTokenFromProvisionalMerge: {
		call: (client) => client.GetTokenFromProvisionalMerge(APPLICATION_ID, 'c-1', 'v-1', 'r:/cb', OIDC, 'id-token'),
		route: 'POST /oauth2/token',
		body: {
			grant_type: 'authorization_code',
			client_id: APPLICATION_ID,
			code: 'c-1',
			code_verifier: 'v-1',
			redirect_uri: 'r:/cb',
			external_auth_type: 'OIDC',
			external_auth_token: 'id-token',
		},
		gives: tokens('refresh-1'),
	},
	RefreshToken: {
		call: (client) => client.RefreshToken(APPLICATION_ID, 'refresh-0'),
		route: 'POST /oauth2/token',
		body: { grant_type: 'refresh_token', client_id: APPLICATION_ID, refresh_token: 'refresh-0' },
		gives: tokens('refresh-1'),
	},
	GetProvisionalToken: {
		call: (client) => client.GetProvisionalToken(APPLICATION_ID, AppleIdToken, 'apple-token'),
		route: 'POST /partner-sdk/token',
		body: { client_id: APPLICATION_ID, external_auth_type: 'APPLE_ID_TOKEN', external_auth_token: 'apple-token' },
		gives: tokens('refresh-1'),
	},
	ExchangeChildToken: {
		call: (client) => client.ExchangeChildToken('parent-token', CHILD),
		route: 'POST /partner-sdk/child-token',
		body: { parent_access_token: 'parent-token', child_application_id: CHILD },
		gives: {
			accessToken: 'access-1',
			tokenType: AuthorizationTokenType.Bearer,
			expiresIn: 604_800,
			scopes: 'openid sdk.social_layer',
		},
	},
	RevokeToken: {
		call: (client) => client.RevokeToken(APPLICATION_ID, 'access-0'),
		route: 'POST /oauth2/token/revoke',
		body: { client_id: APPLICATION_ID, token: 'access-0' },
		gives: undefined,
	},
	UnmergeIntoProvisionalAccount: {
		call: (client) => client.UnmergeIntoProvisionalAccount(APPLICATION_ID, OIDC, 'id-token'),
		route: 'POST /partner-sdk/provisional-accounts/unmerge',
		body: { client_id: APPLICATION_ID, external_auth_type: 'OIDC', external_auth_token: 'id-token' },
		gives: undefined,
	},
}

function tokens(refreshToken: string) {
	return {
		accessToken: 'access-1',
		refreshToken,
		tokenType: AuthorizationTokenType.Bearer,
		expiresIn: 604_800,
		scopes: 'openid sdk.social_layer',
	}
}

for (const [name, { call, route, body, gives }] of Object.entries(OPERATIONS)) {
	test(`4.4 ${name}: what is sent, and what it gives`, async () => {
		const wire = transport({ [route]: gives === undefined ? { status: 200, body: {} } : tokensAnswer() })
		using client = clientOn(wire)
		assert.deepEqual(await call(client), gives)
		assert.deepEqual(wire.sent, [{ route, body, authorization: undefined, at: 0 }])
	})
}

test('4.5 every kind of proof has its name on the wire', async () => {
	const wire = transport({ 'POST /partner-sdk/token': tokensAnswer() })
	using client = clientOn(wire)
	for (const type of Object.values(AuthenticationExternalAuthType)) {
		await client.GetProvisionalToken(APPLICATION_ID, type, 'proof')
	}
	assert.deepEqual(
		wire.sent.map(({ body }) => body.external_auth_type),
		[
			'OIDC',
			'EPIC_ONLINE_SERVICES_ACCESS_TOKEN',
			'EPIC_ONLINE_SERVICES_ID_TOKEN',
			'STEAM_SESSION_TICKET',
			'UNITY_SERVICES_ID_TOKEN',
			'DISCORD_BOT_ISSUED_ACCESS_TOKEN',
			'APPLE_ID_TOKEN',
			'PLAYSTATION_NETWORK_ID_TOKEN',
		],
	)
	assert.equal(await ended(client.GetProvisionalToken(APPLICATION_ID, 8 as never, 'proof')), 'ValidationError')
	assert.equal(wire.sent.length, 8)
})

test('4.4 a provisional and a child token come without one to refresh with', async () => {
	const { refresh_token: _, ...body } = tokensAnswer().body as Record<string, unknown>
	const wire = transport({ 'POST /partner-sdk/token': { body }, 'POST /partner-sdk/child-token': { body } })
	using client = clientOn(wire)
	assert.deepEqual(await client.GetProvisionalToken(APPLICATION_ID, OIDC, 'proof'), tokens(''))
	assert.equal('refreshToken' in (await client.ExchangeChildToken('parent', CHILD)), false)
})

test('4.4 completions get the arguments of the native SDK, also on failure', async () => {
	const wire = transport({
		'POST /partner-sdk/token': tokensAnswer(),
		'POST /partner-sdk/child-token': [tokensAnswer(), platformError(403, 20012)],
		'POST /partner-sdk/provisional-accounts/unmerge': { status: 204 },
	})
	using client = clientOn(wire)
	const told: unknown[][] = []
	const tell = (result: { Successful(): boolean }, ...values: unknown[]) =>
		void told.push([result.Successful(), ...values])
	client.GetProvisionalToken(APPLICATION_ID, OIDC, 'proof', tell)
	client.ExchangeChildToken('parent', CHILD, tell)
	await wire.settled()
	client.ExchangeChildToken('parent', CHILD, tell)
	client.UnmergeIntoProvisionalAccount(APPLICATION_ID, OIDC, 'proof', tell)
	client.UpdateProvisionalAccountDisplayName('Ada', tell)
	await wire.settled()
	const scopes = 'openid sdk.social_layer'
	assert.deepEqual(told.slice(0, 2), [
		[true, 'access-1', 'refresh-1', 1, 604_800, scopes],
		[true, 'access-1', 1, 604_800, scopes],
	])
	assert.deepEqual(
		told.slice(2).sort((a, b) => a.length - b.length || Number(a[0]) - Number(b[0])),
		[[false], [true], [false, '', 1, 0, '']],
	)
})

/** What a platform can answer, and the result that a game gets for it (behaviour.md §3, §4.5). */
const FAILURES: readonly [answer: Reply | 'down', result: string][] = [
	...[
		530000, 530001, 530002, 530003, 530004, 530007, 530008, 530009, 530010, 530014, 530016, 530017, 530020, 530023,
	].map((code): [Reply, string] => [platformError(400, code), `HTTPError 400 ${code}`]),
	[platformError(400, 530027), 'HTTPError 400 530027'],
	[platformError(400, 50229), 'HTTPError 400 50229'],
	[platformError(403, 50025), 'HTTPError 403 50025'],
	[platformError(404, 10013), 'HTTPError 404 10013'],
	[platformError(400, 530006), 'HTTPError 400 530006 retryable'],
	[platformError(500, 530006), 'HTTPError 500 530006 retryable'],
	[{ status: 423, body: { message: 'Resource locked', code: 0 } }, 'HTTPError 423 retryable'],
	[{ status: 429, body: { message: 'slow', retry_after: 2.5, global: false } }, 'HTTPError 429 retryable after 2.5'],
	[{ status: 429, headers: { 'retry-after': '3' } }, 'HTTPError 429 retryable after 3'],
	[oauthError('invalid_grant', 'Invalid "refresh_token" in request'), 'HTTPError 400'],
	[{ status: 401, body: { error: 'invalid_client' } }, 'HTTPError 401'],
	...[500, 502, 503, 504].map((status): [Reply, string] => [{ status }, `HTTPError ${status} retryable`]),
	...[409, 501, 505].map((status): [Reply, string] => [{ status }, `HTTPError ${status}`]),
	['down', 'NetworkError retryable'],
]

for (const [name, { call, route }] of Object.entries(OPERATIONS)) {
	test(`§3 ${name}: failures are results`, async () => {
		for (const [answer, result] of FAILURES) {
			const wire = transport({ [route]: answer })
			using client = clientOn(wire)
			assert.equal(await ended(call(client)), result, JSON.stringify(answer))
		}
	})
}

test('§3 what was answered is in the result', async () => {
	const linked = { message: 'no placeholder', code: 530010, user_id: '5' }
	const wire = transport({ 'POST /partner-sdk/token': { status: 400, body: linked } })
	using client = clientOn(wire)
	await assert.rejects(client.GetProvisionalToken(APPLICATION_ID, OIDC, 'proof'), ({ result }: SocialSdkError) => {
		assert.deepEqual(JSON.parse(result.ResponseBody()), linked)
		assert.equal(result.ToString(), 'HTTPError 400: no placeholder (code 530010)')
		return true
	})
})

test('§3 a POST that is not answered in time is not repeated by itself, nor safe to repeat', async () => {
	for (const [name, { call, route }] of Object.entries(OPERATIONS)) {
		const wire = transport({ [route]: tokensAnswer() })
		using client = clientOn(wire, { fetch: () => new Promise<Response>(() => {}) })
		const result = ended(call(client))
		await wire.settled()
		await wire.advance(30_000)
		assert.equal(await result, 'NetworkError', name)
	}
})

test('4.4 arguments that cannot work are not sent', async () => {
	const wire = transport()
	using client = clientOn(wire)
	const wrong = [
		client.GetProvisionalToken(0, OIDC, 'proof'),
		client.GetProvisionalToken(APPLICATION_ID, OIDC, ''),
		client.GetProvisionalToken('x', OIDC, 'proof'),
		client.GetTokenFromProvisionalMerge(APPLICATION_ID, 'c', 'v', 'r', OIDC, ''),
		client.GetTokenFromProvisionalMerge(APPLICATION_ID, 'c', '', 'r', OIDC, 'proof'),
		client.ExchangeChildToken('', CHILD),
		client.ExchangeChildToken('parent', 0),
		client.UnmergeIntoProvisionalAccount(APPLICATION_ID, OIDC, ''),
		client.UpdateProvisionalAccountDisplayName(''),
		client.UpdateProvisionalAccountDisplayName('x'.repeat(33)),
		client.RefreshToken(APPLICATION_ID, ''),
		client.RevokeToken(APPLICATION_ID, ''),
		client.UpdateToken(AuthorizationTokenType.User, 'token'),
		client.UpdateToken(AuthorizationTokenType.Bearer, ''),
		client.FetchCurrentUser(AuthorizationTokenType.User, 'token'),
	]
	for (const operation of wrong) assert.equal(await ended(operation), 'ValidationError')
	assert.equal(await ended(client.UpdateProvisionalAccountDisplayName('😀'.repeat(32))), 'ClientNotReady retryable')
	assert.equal(wire.sent.length, 0)
})

test('4.5 the kinds of proof have the names of the native SDK', () => {
	assert.equal(EnumToString(AuthenticationExternalAuthType, AppleIdToken), 'AppleIdToken')
})
