import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { browserOf, codeFor, game } from './oauth.ts'
import { type TestServer, testServer } from './server.ts'

const DAY = 86_400_000

async function world() {
	const server = await testServer()
	const alice = await server.person('alice')
	const lantern = await game(server)
	const tokens = async (changes = {}) => {
		const browser = await browserOf(server, alice.id)
		return (await lantern.redeem(await codeFor(browser, lantern.url(changes)))).body
	}
	return { server, alice, lantern, tokens }
}

const keysOf = async (server: TestServer) => (await server.nobody.get('/oauth2/keys')).body

async function verify(server: TestServer, token: string) {
	const keys = createLocalJWKSet(await keysOf(server))
	return jwtVerify(token, keys, { issuer: server.config.origin, currentDate: new Date(server.clock.now()) })
}

test('O1 the id_token says who signed in, where, when, and for whom', async () => {
	const { server, alice, lantern, tokens } = await world()
	await using _ = server
	const signedInAt = Math.floor(server.clock.now() / 1000)
	const { id_token, access_token, scope } = await tokens({ scope: 'openid', nonce: 'n-0S6_WzA2Mj' })
	assert.equal(scope, 'openid')
	const { payload, protectedHeader } = await verify(server, id_token)
	assert.equal(protectedHeader.alg, 'RS256')
	assert.deepEqual(payload, {
		iss: server.config.origin,
		sub: alice.id,
		aud: [lantern.id],
		exp: signedInAt + 3600,
		iat: signedInAt,
		auth_time: signedInAt,
		at_hash: createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url'),
		nonce: 'n-0S6_WzA2Mj',
	})
})

test('O2 only openid brings an id_token, with every refresh too, and it keeps the time of sign-in', async () => {
	const { server, lantern, tokens } = await world()
	await using _ = server
	assert.equal((await tokens({ scope: 'identify', nonce: 'x' })).id_token, undefined)
	const first = await tokens({ scope: 'openid identify' })
	server.clock.advance(DAY)
	const { body } = await lantern.refresh(first.refresh_token)
	const [before, after] = [await verify(server, body.id_token), server.clock.now()]
	assert.equal(before.payload.iat, Math.floor(after / 1000))
	assert.equal(before.payload.auth_time, Math.floor((after - DAY) / 1000))
	assert.equal((await lantern.refresh(body.refresh_token, { scope: 'identify' })).body.id_token, undefined)
})

test('O3 the claims of userinfo are those that the scopes allow', async () => {
	const { server, alice, tokens } = await world()
	await using _ = server
	const info = async (scope: string, method = 'GET') => {
		const { access_token } = await tokens({ scope })
		return server.as(alice.id, `Bearer ${access_token}`).call(method, '/oauth2/userinfo')
	}
	assert.deepEqual((await info('openid')).body, { sub: alice.id })
	const full = await info('openid identify email', 'POST')
	assert.deepEqual(full.body, {
		sub: alice.id,
		preferred_username: 'alice',
		nickname: 'alice',
		picture: full.body.picture,
		locale: 'en-US',
		email: 'alice@example.com',
		email_verified: true,
	})
	assert.match(full.body.picture, /\/embed\/avatars\/[0-5]\.png$/)
	const without = await info('identify')
	assert.deepEqual([without.status, without.body.code], [403, 50026])
	assert.equal((await server.nobody.get('/oauth2/userinfo')).status, 401)

	const form = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
		const { statusCode, body } = await server.app.http.inject({
			method: 'POST',
			url: `/api${path}`,
			headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
			payload: String(new URLSearchParams(fields)),
		})
		return [statusCode, JSON.parse(body)]
	}
	const { access_token } = await tokens({ scope: 'openid' })
	assert.deepEqual(await form('/oauth2/userinfo', { access_token }), [200, { sub: alice.id }])
	assert.deepEqual((await form('/v10/oauth2/userinfo', { access_token: 'guessed' }))[0], 401)
	assert.deepEqual((await form('/oauth2/userinfo', {}))[0], 401)
	const header = { authorization: 'Bearer guessed' }
	assert.deepEqual((await form('/oauth2/userinfo', { access_token }, header))[0], 401, 'the header comes first')
	assert.deepEqual((await form('/users/@me/channels', { access_token }))[0], 401, 'there alone')
})

test('O4 the documents name only what answers', async () => {
	const { server } = await world()
	await using _ = server
	const { body, headers } = await server.nobody.call('GET', 'http://x/.well-known/openid-configuration')
	const plain = await server.nobody.call('GET', 'http://x/.well-known/oauth-authorization-server')
	assert.deepEqual(plain.body, body)
	assert.equal(headers['access-control-allow-origin'], '*')
	assert.equal(body.issuer, server.config.origin)
	assert.equal(body.authorization_response_iss_parameter_supported, undefined)
	for (const name of ['token', 'userinfo', 'revocation', 'authorization', 'jwks']) {
		const url = body[`${name}_endpoint`] ?? body[`${name}_uri`]
		assert.ok(url.startsWith(`${server.config.origin}/`), name)
		const { statusCode } = await server.app.http.inject({ method: 'GET', url: url.slice(server.config.origin.length) })
		assert.notEqual(statusCode, 404, name)
	}
	assert.ok(!body.scopes_supported.includes('lobbies.write') && body.scopes_supported.includes('sdk.social_layer'))
})

test('K1 the published keys have no private part, and the store holds none in the clear', async () => {
	const { server, tokens } = await world()
	await using _ = server
	await tokens({ scope: 'openid' })
	const { keys } = await keysOf(server)
	assert.equal(keys.length, 1)
	assert.deepEqual(Object.keys(keys[0]).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
	const [row] = await server.store.db.selectFrom('signing_keys').selectAll().execute()
	assert.ok(!row?.private_jwk.includes('"d"') && !row?.private_jwk.startsWith('{'))
})

test('K2 keys follow each other: published a day before they sign, and while what they signed lives', async () => {
	const { server, tokens } = await world()
	await using _ = server
	await server.listen()
	const kidOf = async () => decodeProtectedHeader((await tokens({ scope: 'openid' })).id_token).kid
	const pass = async (ms: number) => {
		server.clock.advance(ms)
		await server.app.idle()
	}
	const first = await kidOf()
	const old = (await tokens({ scope: 'openid' })).id_token
	await pass(90 * DAY)
	assert.equal((await keysOf(server)).keys.length, 2, 'the next one is published')
	assert.equal(await kidOf(), first, 'and does not sign yet')
	await pass(DAY)
	const second = await kidOf()
	assert.notEqual(second, first)
	assert.equal((await keysOf(server)).keys.length, 2, 'what the first one signed can still be verified')
	await assert.rejects(verify(server, old), { code: 'ERR_JWT_EXPIRED' })
	await pass(DAY + 3_600_000)
	assert.deepEqual(
		(await keysOf(server)).keys.map(({ kid }: { kid: string }) => kid),
		[second],
	)
})

test('K3 many who ask first get one set of keys', async () => {
	const { server } = await world()
	await using _ = server
	const answers = await Promise.all(Array.from({ length: 5 }, () => keysOf(server)))
	const { keys } = await keysOf(server)
	for (const { keys: early } of answers) {
		for (const { kid } of early) assert.ok(keys.some((key: { kid: string }) => key.kid === kid))
	}
})
