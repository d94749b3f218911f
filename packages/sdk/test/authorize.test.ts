import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
	AuthorizationArgs,
	AuthorizationTokenType,
	Client,
	ClientCreateOptions,
	type ClientCreateOptionsInit,
	ErrorType,
	IntegrationType,
	LoggingSeverity,
	type SocialSdkError,
} from '../src/index.ts'
import { APPLICATION_ID, type SmallPlatform, smallPlatform } from './platform.ts'

/** Follows the consent page's redirect, as a browser does. */
const browse = async (url: string) => {
	void fetch(url)
}

function clientOf(platform: SmallPlatform, options: ClientCreateOptionsInit = {}): Client {
	const client = new Client(new ClientCreateOptions({ apiBase: platform.apiBase, openUrl: browse, ...options }))
	client.SetApplicationId(APPLICATION_ID)
	return client
}

const failed = (type: ErrorType, message?: RegExp) => (error: SocialSdkError) => {
	assert.equal(error.type, type, error.message)
	if (message) assert.match(error.message, message)
	return true
}

test('from consent to tokens to the user, with promises', async () => {
	await using platform = await smallPlatform()
	using client = clientOf(platform)
	const verifier = client.CreateAuthorizationCodeVerifier()
	const args = new AuthorizationArgs({
		scopes: Client.GetDefaultCommunicationScopes(),
		codeChallenge: verifier.Challenge(),
		nonce: 'n-1',
		integrationType: IntegrationType.UserInstall,
	})
	const { code, redirectUri } = await client.Authorize(args)
	assert.match(redirectUri, /^http:\/\/127\.0\.0\.1:\d+\/callback$/)

	const [asked] = platform.requests
	const { state, ...query } = Object.fromEntries(asked?.query ?? [])
	assert.match(state ?? '', /^[A-Za-z0-9_-]{43}$/, 'REC-03')
	assert.deepEqual(query, {
		client_id: APPLICATION_ID,
		response_type: 'code',
		scope: 'openid sdk.social_layer',
		redirect_uri: redirectUri,
		code_challenge: verifier.Challenge().Challenge(),
		code_challenge_method: 'S256',
		nonce: 'n-1',
		integration_type: '1',
	})

	const tokens = await client.GetToken(APPLICATION_ID, code, verifier.Verifier(), redirectUri)
	assert.equal(tokens.tokenType, AuthorizationTokenType.Bearer)
	assert.equal(tokens.expiresIn, 604_800)
	assert.equal(tokens.scopes, 'openid sdk.social_layer')
	const user = await client.FetchCurrentUser(tokens.tokenType, tokens.accessToken)
	assert.deepEqual(user, { id: BigInt(platform.player('alice').id), name: 'alice' })

	const newer = await client.RefreshToken(APPLICATION_ID, tokens.refreshToken)
	assert.notEqual(newer.accessToken, tokens.accessToken)
	await client.RevokeToken(APPLICATION_ID, newer.accessToken)
	await assert.rejects(client.FetchCurrentUser(newer.tokenType, newer.accessToken), failed(ErrorType.HTTPError))
})

test('the same with callbacks, which get the arguments of the native SDK', async () => {
	await using platform = await smallPlatform()
	using client = clientOf(platform)
	const verifier = client.CreateAuthorizationCodeVerifier()
	const args = new AuthorizationArgs({ scopes: 'openid', codeChallenge: verifier.Challenge() })
	const { promise, resolve } = Promise.withResolvers<unknown[]>()
	assert.equal(
		client.Authorize(args, (result, code, redirectUri) => {
			assert.ok(result.Successful())
			client.GetToken(APPLICATION_ID, code, verifier.Verifier(), redirectUri, (...values) => resolve(values))
		}),
		undefined,
	)
	const [result, accessToken, refreshToken, tokenType, expiresIn, scopes] = await promise
	assert.equal(String(Object(result).ToString()), 'Success')
	assert.match(String(accessToken), /^access-/)
	assert.match(String(refreshToken), /^refresh-/)
	assert.deepEqual([tokenType, expiresIn, scopes], [1, 604_800, 'openid sdk.social_layer'])
})

test('arguments that cannot work fail before any page is shown', async () => {
	await using platform = await smallPlatform()
	using client = clientOf(platform, { openUrl: () => assert.fail('a page was shown') })
	const wrong: [AuthorizationArgs, RegExp][] = [
		[new AuthorizationArgs(), /Scopes/],
		[new AuthorizationArgs({ scopes: '  ' }), /Scopes/],
		[new AuthorizationArgs({ scopes: 'openid', integrationType: 7 as never }), /IntegrationType/],
		[new AuthorizationArgs({ scopes: 'openid', codeChallenge: {} }), /challenge/],
		[AuthorizationArgs.nullobj, /invalid object/],
	]
	for (const [args, message] of wrong) {
		await assert.rejects(client.Authorize(args), failed(ErrorType.ValidationError, message))
	}
	client.SetApplicationId(0)
	const args = new AuthorizationArgs({ scopes: 'openid' })
	await assert.rejects(client.Authorize(args), failed(ErrorType.ValidationError, /application id/))
})

for (const [what, answer, type] of [
	['a person who refuses', { error: 'access_denied' }, ErrorType.Aborted],
	['a scope that is not granted', { error: 'invalid_scope' }, ErrorType.AuthorizationFailed],
	['an answer without a code', {}, ErrorType.AuthorizationFailed],
] as const) {
	test(`${what} is told`, async () => {
		await using platform = await smallPlatform()
		using client = clientOf(platform)
		platform.consent = (query) => ({ ...answer, state: query.get('state') ?? '' })
		await assert.rejects(client.Authorize(new AuthorizationArgs({ scopes: 'openid' })), failed(type))
	})
}

test('REC-03 an answer with another state fails, whoever made the state', async () => {
	await using platform = await smallPlatform()
	using client = clientOf(platform)
	platform.consent = () => ({ code: 'stolen', state: 'another' })
	for (const state of [undefined, 'mine']) {
		const args = new AuthorizationArgs({ scopes: 'openid', state })
		await assert.rejects(client.Authorize(args), failed(ErrorType.AuthorizationFailed, /state/))
	}
	assert.equal(platform.requests.at(-1)?.query.get('state'), 'mine')
})

test('it ends by AbortAuthorize, by a signal, by a second one and with the client', async () => {
	await using platform = await smallPlatform()
	const redirects: string[] = []
	const client = clientOf(platform, {
		openUrl: (url) => void redirects.push(new URL(url).searchParams.get('redirect_uri') ?? ''),
	})
	const args = new AuthorizationArgs({ scopes: 'openid' })
	const aborted = failed(ErrorType.Aborted)

	const first = assert.rejects(client.Authorize(args), aborted)
	const second = assert.rejects(client.Authorize(args), aborted)
	await first
	client.AbortAuthorize()
	await second

	const end = new AbortController()
	const third = assert.rejects(client.Authorize(args, { signal: end.signal }), aborted)
	end.abort()
	await third
	await assert.rejects(client.Authorize(args, { signal: end.signal }), aborted)

	const last = assert.rejects(client.Authorize(args), failed(ErrorType.ClientDestroyed))
	client.Destroy()
	await last
	for (const redirect of redirects) await assert.rejects(fetch(redirect), TypeError, 'the loopback server is closed')
	await assert.rejects(client.Authorize(args), failed(ErrorType.ClientDestroyed))
})

test('the loopback page answers to its own address only', async () => {
	await using platform = await smallPlatform()
	using client = clientOf(platform, {
		async openUrl(url) {
			const redirect = new URL(new URL(url).searchParams.get('redirect_uri') ?? '')
			assert.equal((await fetch(new URL('/elsewhere', redirect))).status, 404)
			assert.equal((await fetch(redirect, { method: 'POST' })).status, 404)
			assert.equal((await fetch(`http://localhost:${redirect.port}/callback?code=x`)).status, 404)
			const response = await fetch(url)
			assert.equal(response.status, 200)
			assert.match(await response.text(), /close this window/)
			assert.equal(response.headers.get('cache-control'), 'no-store')
		},
	})
	await client.Authorize(new AuthorizationArgs({ scopes: 'openid' }))
})

test('REC-R4, REC-R5 an app with its own scheme is redirected to by that scheme, with PKCE', async () => {
	await using platform = await smallPlatform()
	let hand = (_url: string) => {}
	const redirects: string[] = []
	using client = clientOf(platform, {
		deepLinks: {
			onUrl(listener) {
				hand = listener
				return () => {}
			},
		},
		openUrl(url) {
			const query = new URL(url).searchParams
			const redirect = query.get('redirect_uri') ?? ''
			redirects.push(redirect)
			hand('othergame:/authorize/callback?code=no&state=no')
			hand(`${redirect}?code=c1&state=${query.get('state')}`)
		},
	})
	const codeChallenge = client.CreateAuthorizationCodeVerifier().Challenge()
	const args = new AuthorizationArgs({ scopes: 'openid', codeChallenge })
	assert.equal((await client.Authorize(args)).code, 'c1')
	args.SetCustomSchemeParam('mygame')
	await client.Authorize(args)
	assert.deepEqual(redirects, [`guildhall-${APPLICATION_ID}:/authorize/callback`, 'mygame:/authorize/callback'])
	args.SetCodeChallenge(null)
	await assert.rejects(client.Authorize(args), failed(ErrorType.ValidationError, /challenge/))
})

test('SetGameWindowPid is taken, and says once that nothing comes of it', async () => {
	await using platform = await smallPlatform()
	using client = clientOf(platform)
	const lines: string[] = []
	client.AddLogCallback((line) => lines.push(line), LoggingSeverity.Warning)
	client.SetGameWindowPid(42)
	client.SetGameWindowPid(43)
	assert.deepEqual(lines, ['No effect here: SetGameWindowPid'])
	assert.throws(() => client.SetGameWindowPid(0.5), RangeError)
})

test('a state without text is none: a random one is sent', async () => {
	await using platform = await smallPlatform()
	using client = clientOf(platform)
	await client.Authorize(new AuthorizationArgs({ scopes: 'openid', state: '' }))
	assert.match(platform.requests[0]?.query.get('state') ?? '', /^[A-Za-z0-9_-]{43}$/)
	platform.consent = () => ({ code: 'stolen' })
	const args = new AuthorizationArgs({ scopes: 'openid', state: '' })
	await assert.rejects(client.Authorize(args), failed(ErrorType.AuthorizationFailed, /state/))
})

test('errors of the token endpoint are results', async () => {
	await using platform = await smallPlatform()
	using client = clientOf(platform)
	await assert.rejects(client.GetToken(APPLICATION_ID, 'c', 'v', 'http://x'), (error: SocialSdkError) => {
		assert.equal(error.type, ErrorType.HTTPError)
		assert.equal(error.status, 400)
		assert.equal(error.result.Error(), 'invalid_grant: Invalid "code"')
		assert.equal(error.result.ToString(), 'HTTPError 400: invalid_grant: Invalid "code"')
		assert.match(error.result.ResponseBody(), /invalid_grant/)
		assert.equal(error.retryable, false)
		return true
	})
	await assert.rejects(client.GetToken('x', 'c', 'v', 'r'), failed(ErrorType.ValidationError, /decimal id/))
	await assert.rejects(client.GetToken(1, '', 'v', 'r'), failed(ErrorType.ValidationError, /code/))
	assert.throws(() => client.GetToken(1, 'c', 'v', 'r', 5 as never), TypeError)
})
