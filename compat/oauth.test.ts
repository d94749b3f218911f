/** openid-client, which takes nothing on trust, against our authorization server. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as client from 'openid-client'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
before(async () => {
	platform = await startPlatform('--fixture-size', 'small')
})
after(() => platform?.[Symbol.asyncDispose]())

const SCOPE = 'openid identify email'

function discover(authentication?: client.ClientAuth, algorithm?: 'oauth2' | 'oidc') {
	const { oauth, bots } = platform.fixture
	const { id, client_secret } = bots[0].application
	return client.discovery(new URL(oauth.issuer), id, client_secret, authentication, {
		...(algorithm ? { algorithm } : {}),
		execute: [client.allowInsecureRequests],
	})
}

/** The person opens the address, signs in and allows; the answer that comes back. */
async function allow(url: URL, isAllowed = true): Promise<URL> {
	const { location } = await platform.control('oauth.authorize', {
		...{ as: platform.fixture.users[1].id, url: url.href, allow: isAllowed },
	})
	return new URL(String(location))
}

/** The code flow with all that the client can check: PKCE, state, nonce, issuer, at_hash, signature. */
async function signIn(config: client.Configuration, redirectUri = platform.fixture.redirect_uri) {
	const pkceCodeVerifier = client.randomPKCECodeVerifier()
	const expectedState = client.randomState()
	const expectedNonce = client.randomNonce()
	const url = client.buildAuthorizationUrl(config, {
		redirect_uri: redirectUri,
		scope: SCOPE,
		state: expectedState,
		nonce: expectedNonce,
		code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
		code_challenge_method: 'S256',
	})
	const back = await allow(url)
	return client.authorizationCodeGrant(config, back, {
		...{ pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true },
	})
}

for (const [name, authentication] of Object.entries({
	'in the form': () => client.ClientSecretPost(),
	'by Basic': () => client.ClientSecretBasic(),
})) {
	test(`a site signs somebody in, with its secret ${name}`, async () => {
		const config = await discover(authentication())
		const tokens = await signIn(config)
		const claims = tokens.claims()
		const { id, username } = platform.fixture.users[1]
		assert.equal(claims?.sub, id)
		assert.ok(Number(claims?.auth_time) > 0)
		const info = await client.fetchUserInfo(config, tokens.access_token, id)
		assert.deepEqual(
			[info.preferred_username, info.email, info.email_verified],
			[username, `${username}@example.com`, true],
		)
	})
}

test('an app on the desktop listens on whatever port it gets', async () => {
	const tokens = await signIn(await discover(), 'http://127.0.0.1:52007/callback')
	assert.equal(tokens.token_type, 'bearer')
	// The client counts down.
	assert.ok(Number(tokens.expiresIn()) > 604_700 && Number(tokens.expiresIn()) <= 604_800)
})

for (const [isAllowed, words] of [
	[true, 'a device shows a code and waits until somebody allows it'],
	[false, 'a device hears that somebody refused'],
] as const) {
	test(words, async () => {
		const config = await discover()
		const device = await client.initiateDeviceAuthorization(config, { scope: 'openid sdk.social_layer' })
		assert.deepEqual([device.expires_in, device.interval], [300, 5])
		const waiting = client.pollDeviceAuthorizationGrant(config, device)
		const { id } = platform.fixture.users[1]
		const url = device.verification_uri_complete
		assert.deepEqual(await platform.control('oauth.authorize', { as: id, url, allow: isAllowed }), {})
		if (!isAllowed) return void (await assert.rejects(waiting, { error: 'access_denied' }))
		const tokens = await waiting
		assert.deepEqual([tokens.claims()?.sub, tokens.scope], [id, 'openid sdk.social_layer'])
		const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
		assert.equal(next.claims()?.sub, id)
	})
}

test('tokens are refreshed and given up', async () => {
	const config = await discover()
	const first = await signIn(config)
	const second = await client.refreshTokenGrant(config, first.refresh_token ?? '')
	assert.equal(second.claims()?.sub, first.claims()?.sub)
	await assert.rejects(client.fetchUserInfo(config, first.access_token, client.skipSubjectCheck))
	await client.tokenRevocation(config, second.refresh_token ?? '')
	await assert.rejects(client.refreshTokenGrant(config, second.refresh_token ?? ''), { error: 'invalid_grant' })
	await assert.rejects(client.fetchUserInfo(config, second.access_token, client.skipSubjectCheck))
})

test('a site acts for its owner', async () => {
	const tokens = await client.clientCredentialsGrant(await discover(), { scope: 'identify' })
	assert.equal(tokens.scope, 'identify')
	assert.equal(tokens.refresh_token, undefined)
})

test('one who says no is told apart from one who is somebody else', async () => {
	const config = await discover()
	const url = client.buildAuthorizationUrl(config, {
		redirect_uri: platform.fixture.redirect_uri,
		scope: SCOPE,
		state: 's',
	})
	await assert.rejects(client.authorizationCodeGrant(config, await allow(url, false), { expectedState: 's' }), {
		error: 'access_denied',
	})
	await assert.rejects(client.authorizationCodeGrant(config, await allow(url), { expectedState: 'another' }))
	const wrong = await client.discovery(
		new URL(platform.fixture.oauth.issuer),
		platform.fixture.bots[0].application.id,
		'not the secret',
		undefined,
		{ execute: [client.allowInsecureRequests] },
	)
	await assert.rejects(client.clientCredentialsGrant(wrong, { scope: 'identify' }), { status: 401 })
})

test('both discovery documents say the same', async () => {
	const [openid, plain] = [await discover(undefined, 'oidc'), await discover(undefined, 'oauth2')]
	assert.deepEqual(openid.serverMetadata(), plain.serverMetadata())
})
