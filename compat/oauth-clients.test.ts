/** Other people's clients of authorization, each as its documentation uses it: what breaks one breaks its users. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Auth, type AuthConfig } from '@auth/core'
import Discord from '@auth/core/providers/discord'
import { API } from '@discordjs/core'
import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client, OAuth2RequestError } from 'arctic'
import { REST } from 'discord.js'
import * as oauth from 'oauth4webapi'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
before(async () => {
	platform = await startPlatform('--fixture-size', 'small')
})
after(() => platform?.[Symbol.asyncDispose]())

/** The person opens the address, signs in and allows; the answer that comes back. */
async function allow(url: URL, isAllowed = true): Promise<URL> {
	const { location } = await platform.control('oauth.authorize', {
		...{ as: platform.fixture.users[1].id, url: url.href, allow: isAllowed },
	})
	return new URL(String(location))
}

const application = () => platform.fixture.bots[0].application
const INSECURE = { [oauth.allowInsecureRequests]: true }

test('oauth4webapi, which checks every answer to the letter', async () => {
	const { fixture } = platform
	const issuer = new URL(fixture.oauth.issuer)
	const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, INSECURE))
	const client = { client_id: application().id }
	const authentication = oauth.ClientSecretBasic(application().client_secret)
	const verifier = oauth.generateRandomCodeVerifier()
	const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
	const url = new URL(server.authorization_endpoint ?? '')
	url.search = String(
		new URLSearchParams({
			...{ client_id: client.client_id, redirect_uri: fixture.redirect_uri, response_type: 'code' },
			...{ scope: 'openid identify email', state, nonce, code_challenge_method: 'S256' },
			code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
		}),
	)
	const parameters = oauth.validateAuthResponse(server, client, await allow(url), state)
	const answered = await oauth.authorizationCodeGrantRequest(
		...([server, client, authentication, parameters, fixture.redirect_uri, verifier, INSECURE] as const),
	)
	const checks = { expectedNonce: nonce, requireIdToken: true }
	const tokens = await oauth.processAuthorizationCodeResponse(server, client, answered, checks)
	await oauth.validateApplicationLevelSignature(server, answered, INSECURE)
	const { sub } = oauth.getValidatedIdTokenClaims(tokens) ?? { sub: '' }
	assert.equal(sub, fixture.users[1].id)
	const info = await oauth.userInfoRequest(server, client, tokens.access_token, INSECURE)
	assert.equal((await oauth.processUserInfoResponse(server, client, sub, info)).email_verified, true)

	const again = await oauth.refreshTokenGrantRequest(
		...([server, client, authentication, tokens.refresh_token ?? '', INSECURE] as const),
	)
	const next = await oauth.processRefreshTokenResponse(server, client, again)
	const given = await oauth.revocationRequest(server, client, authentication, next.refresh_token ?? '', INSECURE)
	await oauth.processRevocationResponse(given)
	const dead = await oauth.refreshTokenGrantRequest(
		...([server, client, authentication, next.refresh_token ?? '', INSECURE] as const),
	)
	await assert.rejects(oauth.processRefreshTokenResponse(server, client, dead), { error: 'invalid_grant' })
	const dead2 = await oauth.userInfoRequest(server, client, next.access_token, INSECURE)
	assert.equal(dead2.status, 401)
})

test('oauth4webapi asks for a device, and reads what it is told meanwhile', async () => {
	const issuer = new URL(platform.fixture.oauth.issuer)
	const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, INSECURE))
	const client = { client_id: application().id }
	const authentication = oauth.ClientSecretPost(application().client_secret)
	const asked = await oauth.deviceAuthorizationRequest(
		...([server, client, authentication, { scope: 'identify' }, INSECURE] as const),
	)
	const device = await oauth.processDeviceAuthorizationResponse(server, client, asked)
	const poll = await oauth.deviceCodeGrantRequest(
		...([server, client, authentication, device.device_code, INSECURE] as const),
	)
	await assert.rejects(oauth.processDeviceCodeResponse(server, client, poll), { error: 'authorization_pending' })
})

test('the OAuth2API of @discordjs/core', async () => {
	const { fixture } = platform
	const { id, client_secret } = application()
	const rest = new REST({ api: fixture.api_base, version: '10' })
	const { oauth2 } = new API(rest)
	const code = async () => {
		const query = new URL(
			oauth2.generateAuthorizationURL({
				...{ client_id: id, response_type: 'code', redirect_uri: fixture.redirect_uri, scope: 'identify guilds' },
				state: 'a-state',
			}),
		)
		const back = await allow(new URL(`${fixture.oauth.authorize_url}${query.search}`))
		assert.equal(back.searchParams.get('state'), 'a-state')
		return back.searchParams.get('code') ?? ''
	}
	const credentials = { client_id: id, client_secret }
	const tokens = await oauth2.tokenExchange({
		...{ ...credentials, grant_type: 'authorization_code', code: await code(), redirect_uri: fixture.redirect_uri },
	})
	assert.deepEqual([tokens.token_type, tokens.expires_in, tokens.scope], ['Bearer', 604_800, 'identify guilds'])
	const next = await oauth2.refreshToken({
		...{ ...credentials, grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
	})
	const bearer = new API(
		new REST({ api: fixture.api_base, version: '10', authPrefix: 'Bearer' }).setToken(next.access_token),
	)
	const me = await bearer.oauth2.getCurrentAuthorizationInformation()
	assert.deepEqual([me.application.id, me.scopes, me.user?.id], [id, ['identify', 'guilds'], fixture.users[1].id])
	const own = await oauth2.getToken({ ...credentials, grant_type: 'client_credentials', scope: 'identify' })
	assert.equal(own.scope, 'identify')
	await oauth2.revokeToken(id, client_secret, { token: next.access_token })
	await assert.rejects(bearer.oauth2.getCurrentAuthorizationInformation(), { status: 401 })
	const bot = new API(new REST({ api: fixture.api_base, version: '10' }).setToken(fixture.bots[0].token))
	assert.equal((await bot.oauth2.getCurrentBotApplicationInformation()).id, id)
})

test('arctic, with PKCE and without', async () => {
	const { fixture } = platform
	const { id, client_secret } = application()
	const client = new OAuth2Client(id, client_secret, fixture.redirect_uri)
	const { authorize_url, token_url, revoke_url } = fixture.oauth
	for (const verifier of [generateCodeVerifier(), null]) {
		const state = generateState()
		const url = verifier
			? client.createAuthorizationURLWithPKCE(authorize_url, state, CodeChallengeMethod.S256, verifier, ['identify'])
			: client.createAuthorizationURL(authorize_url, state, ['identify'])
		const back = await allow(url)
		assert.equal(back.searchParams.get('state'), state)
		const tokens = await client.validateAuthorizationCode(token_url, back.searchParams.get('code') ?? '', verifier)
		assert.deepEqual([tokens.scopes(), tokens.tokenType()], [['identify'], 'Bearer'])
		assert.ok(tokens.accessTokenExpiresAt().getTime() > Date.now())
		const next = await client.refreshAccessToken(token_url, tokens.refreshToken(), [])
		await client.revokeToken(revoke_url, next.accessToken())
		await assert.rejects(client.refreshAccessToken(token_url, next.refreshToken(), []), (error) => {
			assert.ok(error instanceof OAuth2RequestError)
			return error.code === 'invalid_grant'
		})
	}
})

for (const [name, more] of Object.entries({
	'as it comes': () => ({}),
	'with our issuer': () => ({ issuer: platform.fixture.oauth.issuer }),
	'with openid and our issuer': () => ({
		issuer: platform.fixture.oauth.issuer,
		authorization: `${platform.fixture.oauth.authorize_url}?scope=openid+identify+email`,
	}),
})) {
	test(`Auth.js signs somebody in with its Discord provider, ${name}`, async () => {
		const { fixture } = platform
		const site = new URL(fixture.redirect_uri).origin
		const config: AuthConfig = {
			...{ basePath: '/auth', secret: 'a secret of the site, thirty-two long', trustHost: true },
			logger: { error: (error) => assert.fail(error) },
			providers: [
				{
					...Discord({ clientId: application().id, clientSecret: application().client_secret }),
					authorization: `${fixture.oauth.authorize_url}?scope=identify+email`,
					token: fixture.oauth.token_url,
					userinfo: `${fixture.api_base}/users/@me`,
					...more(),
				},
			],
		}
		const cookies = new Map<string, string>()
		const ask = async (path: string, init: RequestInit = {}) => {
			const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
			const answer = await Auth(new Request(site + path, { ...init, headers: { ...init.headers, cookie } }), config)
			for (const line of answer.headers.getSetCookie()) {
				const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
				if (value === '') cookies.delete(key)
				else cookies.set(key, value)
			}
			return answer
		}
		const { csrfToken } = (await (await ask('/auth/csrf')).json()) as { csrfToken: string }
		const leaving = await ask('/auth/signin/discord', {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: String(new URLSearchParams({ csrfToken, callbackUrl: site })),
		})
		const back = await allow(new URL(leaving.headers.get('location') ?? ''))
		const arrived = await ask(back.pathname + back.search)
		assert.equal(arrived.headers.get('location'), site)
		const session = (await (await ask('/auth/session')).json()) as { user?: { name?: string; email?: string } }
		const { username } = fixture.users[1]
		assert.equal(session.user?.email, `${username}@example.com`)
	})
}
