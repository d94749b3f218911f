/** OpenID Connect: who somebody is, signed. */
import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { check, core } from '../check.ts'
import { asBearer, game, person, signedIn, tokensOf } from '../game.ts'
import type { Stage } from '../stage.ts'

const DAY = 86_400_000

interface PublishedKey {
	kid: string
	kty: string
	alg?: string
	n: string
	e: string
}

/** The head and the claims of a token whose signature holds with a published key. */
async function verified(stage: Stage, token: string) {
	const [head = '', body = '', signature = ''] = token.split('.')
	const header = JSON.parse(Buffer.from(head, 'base64url').toString())
	const { keys } = (await stage.send('GET', '/api/oauth2/keys')).json as { keys: PublishedKey[] }
	const jwk = keys.find(({ kid }) => kid === header.kid)
	assert.ok(jwk, 'the key is published')
	const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
	assert.ok(verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
	return { header, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) }
}

export const OPENID = [
	core(
		'1.9 an id_token says who it is from, about and for, and is signed',
		['1.9 id_token', '1.8 id_token', '1.5 nonce', '1.1 keys'],
		async (stage) => {
			const { lantern, alice } = await signedIn(stage)
			const code = await alice.browser.code(lantern.url({ scope: 'openid identify email', nonce: 'a-nonce' }))
			const tokens = tokensOf(await lantern.redeem(code))
			const { header, claims } = await verified(stage, tokens.id_token ?? '')
			assert.equal(header.alg, 'RS256')
			assert.deepEqual(
				[claims.iss, claims.sub, [claims.aud].flat(), claims.nonce],
				[stage.origin, alice.id, [lantern.id], 'a-nonce'],
			)
			const half = createHash('sha256').update(tokens.access_token).digest().subarray(0, 16).toString('base64url')
			if (claims.at_hash !== undefined) assert.equal(claims.at_hash, half)
			assert.ok(claims.exp > claims.iat)
			assert.equal(claims.email, undefined, 'profile data comes from userinfo')
		},
	),

	check('1.9 an id_token has exactly these claims, for an hour', ['1.9 id_token', '1.8 id_token'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage, { scope: 'openid identify email' })
		const { claims } = await verified(stage, tokens.id_token ?? '')
		assert.deepEqual(Object.keys(claims).sort(), ['at_hash', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'sub'])
		assert.equal(claims.exp - claims.iat, 3600)
		assert.deepEqual(claims.aud, [lantern.id])
		assert.ok(claims.auth_time <= claims.iat)
		const next = tokensOf(await lantern.refresh(tokens.refresh_token))
		assert.equal((await verified(stage, next.id_token ?? '')).claims.sub, claims.sub, 'a refresh has one too')
		const { tokens: plain } = await signedIn(stage, { scope: 'identify' })
		assert.equal(plain.id_token, undefined)
	}),

	core('1.1 userinfo answers GET and POST, by what was allowed', ['1.1 userinfo', '1.9 id_token'], async (stage) => {
		const { alice, tokens } = await signedIn(stage, { scope: 'openid' })
		for (const method of ['GET', 'POST']) {
			const { status, json } = await asBearer(stage, tokens.access_token, '/api/oauth2/userinfo', method)
			assert.deepEqual([status, json], [200, { sub: alice.id }], method)
		}
		const { alice: bea, tokens: more } = await signedIn(stage, { scope: 'openid email' })
		const { json } = await asBearer(stage, more.access_token, '/api/oauth2/userinfo')
		assert.deepEqual([json.sub, json.email, json.email_verified], [bea.id, `${bea.username}@example.com`, true])
		assert.equal((await stage.send('GET', '/api/oauth2/userinfo')).status >= 400, true)
	}),

	check('1.1 userinfo needs openid', ['1.1 userinfo', '1.7 enforced'], async (stage) => {
		const { tokens } = await signedIn(stage, { scope: 'identify email' })
		const { status, json } = await asBearer(stage, tokens.access_token, '/api/v10/oauth2/userinfo')
		assert.deepEqual([status, json.code], [403, 50026])
		const { alice, tokens: named } = await signedIn(stage, { scope: 'openid identify' })
		const info = (await asBearer(stage, named.access_token, '/api/v10/oauth2/userinfo')).json
		assert.deepEqual([info.preferred_username, info.email], [alice.username, undefined])
	}),

	core('1.1 keys are RSA, and nothing private is among them', ['1.1 keys'], async (stage) => {
		await signedIn(stage, { scope: 'openid' })
		const { status, json } = await stage.send('GET', '/api/oauth2/keys')
		assert.equal(status, 200)
		for (const key of json.keys) {
			assert.equal(key.kty, 'RSA')
			for (const part of ['kid', 'n', 'e', 'alg', 'use']) assert.equal(typeof key[part], 'string', part)
			for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) assert.equal(key[part], undefined, part)
		}
	}),

	check('1.8 a key is published before it signs, and after', ['1.1 keys', '1.8 id_token'], async (stage) => {
		const signed = await signedIn(stage, { scope: 'openid' })
		let { tokens } = signed
		const kidOf = async () => {
			tokens = tokensOf(await signed.lantern.refresh(tokens.refresh_token))
			return String((await verified(stage, tokens.id_token ?? '')).header.kid)
		}
		const published = async () =>
			(await stage.send('GET', '/api/oauth2/keys')).json.keys.map(({ kid }: PublishedKey) => kid) as string[]
		// Most of a key's life passes at once; what ended meanwhile is nobody's any more.
		await stage.advance(80 * DAY)
		let kid = await kidOf()
		let changes = 0
		for (let day = 80; day < 100; day++) {
			const before = await published()
			await stage.advance(DAY)
			const now = await kidOf()
			if (now === kid) continue
			changes++
			assert.ok(before.includes(now), 'verifiers could have fetched it a day ago')
			assert.ok((await published()).includes(kid), 'what the old one signed can still be verified')
			kid = now
		}
		assert.equal(changes >= 1, true, 'keys change')
		assert.equal((await published()).length <= 2, true)
	}),

	core('1.9 clients find everything in the metadata', ['1.9 metadata', '1.1 discovery'], async (stage) => {
		const { status, json } = await stage.send('GET', '/.well-known/openid-configuration')
		assert.equal(status, 200)
		assert.equal(json.issuer, stage.origin)
		for (const name of [
			'authorization_endpoint',
			'token_endpoint',
			'userinfo_endpoint',
			'revocation_endpoint',
			'jwks_uri',
		]) {
			assert.ok(String(json[name]).startsWith(`${stage.origin}/`), name)
		}
		assert.ok(json.response_types_supported.includes('code'))
		assert.deepEqual(json.code_challenge_methods_supported, ['S256'])
		assert.ok(json.id_token_signing_alg_values_supported.includes('RS256'))
		assert.ok(json.subject_types_supported.includes('public'))
		for (const method of ['client_secret_basic', 'client_secret_post', 'none']) {
			assert.ok(json.token_endpoint_auth_methods_supported.includes(method), method)
		}
		for (const grant of ['authorization_code', 'refresh_token', 'client_credentials']) {
			assert.ok(json.grant_types_supported.includes(grant), grant)
		}
	}),

	check(
		'1.9 both documents say the same, and what they say is there',
		['1.9 metadata', '1.1 discovery'],
		async (stage) => {
			const openid = (await stage.send('GET', '/.well-known/openid-configuration')).json
			const plain = (await stage.send('GET', '/.well-known/oauth-authorization-server')).json
			assert.deepEqual(openid, plain)
			assert.deepEqual(openid.response_types_supported, ['code', 'token'])
			assert.deepEqual(openid.prompt_values_supported, ['none', 'consent'])
			for (const [name, value] of Object.entries(openid)) {
				if (!name.endsWith('_endpoint') && name !== 'jwks_uri') continue
				const path = String(value).slice(stage.origin.length)
				const { status } = await stage.send(name === 'jwks_uri' ? 'GET' : 'POST', path)
				assert.notEqual(status, 404, name)
			}
		},
	),

	check('1.9 auth_time is when the person last proved who they are', ['1.9 id_token'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		await stage.advance(3_600_000)
		const tokens = tokensOf(await lantern.redeem(await alice.browser.code(lantern.url({ scope: 'openid' }))))
		const { claims } = await verified(stage, tokens.id_token ?? '')
		assert.ok(claims.iat - claims.auth_time >= 3600)
	}),
]
