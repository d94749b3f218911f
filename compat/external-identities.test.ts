/** oidc-provider in the role of a game's own sign-in: our platform takes its word, over real HTTP. */
import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import Provider from 'oidc-provider'
import { createVault } from '../packages/server/src/adapters/vault.ts'
import { addProvider } from '../packages/server/src/domain/identities/providers.ts'
import { testServer } from '../packages/server/test/server.ts'

const CLIENT = { id: 'lantern', secret: 'a-secret-of-the-game' }
const REDIRECT = 'https://game.example/callback'

function signingJwk(algorithm: string, kid: string): JsonWebKey {
	const { privateKey } =
		algorithm === 'ES256'
			? generateKeyPairSync('ec', { namedCurve: 'P-256' })
			: generateKeyPairSync('rsa', { modulusLength: 2048 })
	return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: algorithm } as JsonWebKey
}

/** A provider whose id tokens are signed with these keys, the first of each algorithm. */
async function openProvider(keys: readonly JsonWebKey[], algorithm: 'RS256' | 'ES256' | 'PS256') {
	const server = createServer()
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const provider = new Provider(issuer, {
		clients: [
			{
				client_id: CLIENT.id,
				client_secret: CLIENT.secret,
				redirect_uris: [REDIRECT],
				id_token_signed_response_alg: algorithm,
			},
		],
		jwks: { keys: keys as never },
		cookies: { keys: ['x'] },
		enabledJWA: { idTokenSigningAlgValues: ['RS256', 'PS256', 'ES256'] },
		conformIdTokenClaims: false,
		claims: { openid: ['sub'], profile: ['preferred_username'] },
		features: { devInteractions: { enabled: false } },
		findAccount: (_context, id) => ({
			accountId: id,
			claims: () => ({ sub: id, preferred_username: `Player ${id}` }),
		}),
	})
	server.on('request', provider.callback())
	return {
		issuer,
		/** The id token of a player, as the game's server gets it for a code. */
		async idToken(accountId: string): Promise<string> {
			const client = await provider.Client.find(CLIENT.id)
			assert.ok(client)
			const grant = new provider.Grant({ accountId, clientId: CLIENT.id })
			grant.addOIDCScope('openid profile')
			const verifier = randomBytes(32).toString('base64url')
			const code = await new provider.AuthorizationCode({
				...{ accountId, client, grantId: await grant.save(), scope: 'openid profile', redirectUri: REDIRECT },
				...{ gty: 'authorization_code', authTime: Math.floor(Date.now() / 1000), codeChallengeMethod: 'S256' },
				codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
			}).save()
			const response = await fetch(`${issuer}/token`, {
				method: 'POST',
				headers: {
					authorization: `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`,
				},
				body: new URLSearchParams({
					...{ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier },
				}),
			})
			const answer = (await response.json()) as { id_token?: string }
			assert.ok(answer.id_token, JSON.stringify(answer))
			return answer.id_token
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections()
			await new Promise((closed) => server.close(closed))
		},
	}
}

for (const algorithm of ['RS256', 'ES256', 'PS256'] as const) {
	test(`players come in with id tokens of a certified provider, signed with ${algorithm}`, async () => {
		await using server = await testServer()
		// The platform's clock is the test's; the provider has the machine's.
		await server.advance(Date.now() - server.clock.now())
		const keys = ['RS256', 'ES256', 'PS256'].map((one) => signingJwk(one, `key-${one}`))
		await using provider = await openProvider(keys, algorithm)
		const bot = await server.bot('Lantern', { hasSocialTerms: true })
		const keeping = { vault: createVault('test'), allowsLocal: true }
		const draft = { type: 'OIDC', issuer: provider.issuer, audiences: [CLIENT.id] } as const
		await server.store.transaction((tx) => addProvider(tx, keeping, bot.application.id, draft))
		const arrive = (token: string, client = bot) =>
			server.nobody.post('/partner-sdk/token', {
				...{ client_id: client.application.id, client_secret: client.clientSecret },
				...{ external_auth_type: 'OIDC', external_auth_token: token },
			})
		const me = async (accessToken: string) => (await server.as('', `Bearer ${accessToken}`).get('/users/@me')).body

		const first = await arrive(await provider.idToken('ada'))
		assert.equal(first.status, 200, JSON.stringify(first.body))
		const ada = await me(first.body.access_token)
		assert.equal(ada.global_name, 'Player ada')
		const again = await arrive(await provider.idToken('ada'))
		assert.equal((await me(again.body.access_token)).id, ada.id)
		const other = await arrive(await provider.idToken('ben'))
		assert.notEqual((await me(other.body.access_token)).id, ada.id)

		const token = await provider.idToken('ada')
		const [header, payload, signature] = token.split('.') as [string, string, string]
		const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
		const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'ben' })).toString('base64url')
		assert.equal((await arrive(`${header}.${forged}.${signature}`)).body.code, 530020)
		await server.advance(2 * 3_600_000)
		assert.equal((await arrive(token)).body.code, 530001)
		const stranger = await server.bot('Stranger', { hasSocialTerms: true })
		assert.equal((await arrive(token, stranger)).body.code, 530008)
	})
}
