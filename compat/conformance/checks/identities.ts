/** Players whom somebody else knows: provisional accounts, and how they become and stop being part of real ones. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { identityProvider, signingKey } from '../../../packages/server/test/identity-provider.ts'
import { check } from '../check.ts'
import { asBearer, type Game, game, opens, type Person, person, signedIn, tokensOf } from '../game.ts'
import type { Answer } from '../http.ts'
import { openStage, type Stage } from '../stage.ts'

const SOCIAL = 'openid sdk.social_layer'
const BOT_ISSUED = 'DISCORD_BOT_ISSUED_ACCESS_TOKEN'
const AUDIENCE = 'lantern'
const DAY_SECONDS = 86_400

const json = (headers: Record<string, string> = {}) => ({ 'content-type': 'application/json', ...headers })

function vouch(stage: Stage, { botToken }: Game, external_user_id: string, extra: object = {}): Promise<Answer> {
	const headers = json({ authorization: `Bot ${botToken}` })
	const body = JSON.stringify({ external_user_id, ...extra })
	return stage.send('POST', '/api/partner-sdk/token/bot', { headers, body })
}

function present(
	stage: Stage,
	{ id, secret }: Game,
	external_auth_token: string,
	changes: object = {},
): Promise<Answer> {
	const body = { client_id: id, client_secret: secret, external_auth_type: 'OIDC', external_auth_token, ...changes }
	return stage.send('POST', '/api/partner-sdk/token', { headers: json(), body: JSON.stringify(body) })
}

const idOf = async (stage: Stage, { json }: Answer): Promise<string> =>
	(await asBearer(stage, json.access_token, '/api/v10/users/@me')).json.id

async function merge(
	lantern: Game,
	{ browser }: Person,
	external_auth_token: string,
	changes: Record<string, string> = {},
) {
	const code = await browser.code(lantern.url({ scope: SOCIAL }))
	const redeem = () => lantern.redeem(code, { external_auth_type: BOT_ISSUED, external_auth_token, ...changes })
	return { code, redeem, answer: await redeem() }
}

/** A game that takes the word of a provider which tells the truth, until it is made to lie. */
async function known(stage: Stage) {
	const provider = await identityProvider()
	const key = await signingKey('first')
	provider.publish([key])
	const lantern = await game(stage)
	await stage.order('provider', { id: lantern.id, issuer: provider.origin, audience: AUDIENCE })
	const now = await stage.order('now', {})
	const seconds = Math.floor(now / 1000)
	const claims = { iss: provider.origin, aud: AUDIENCE, sub: 'ada', iat: seconds, exp: seconds + 3600 }
	return {
		provider,
		key,
		lantern,
		claims,
		seconds,
		says: (changes: object = {}) => key.sign({ ...claims, ...changes }),
	}
}

export const IDENTITIES = [
	check(
		'1.12 a player is one account, whoever vouches again',
		['1.1 partner-sdk', '1.12 identity', '1.8 provisional token'],
		async (stage) => {
			const lantern = await game(stage)
			const first = await vouch(stage, lantern, 'hero', { preferred_global_name: 'Hero' })
			assert.equal(first.status, 200, first.text)
			assert.deepEqual(
				[first.json.token_type, first.json.expires_in, first.json.scope],
				['Bearer', 604_800, 'sdk.social_layer'],
			)
			assert.ok(first.json.id_token)
			const id = await idOf(stage, first)
			const answers = await Promise.all(Array.from({ length: 20 }, () => vouch(stage, lantern, 'hero')))
			for (const answer of answers) assert.equal(await idOf(stage, answer), id)
			assert.notEqual(
				await idOf(stage, await vouch(stage, await game(stage), 'hero')),
				id,
				'of another game somebody else',
			)
			for (const wrong of ['', 'x'.repeat(33)]) {
				assert.equal((await vouch(stage, lantern, 'hero', { preferred_global_name: wrong })).json.code, 50035)
			}
		},
	),

	check('1.12 a certified provider is taken at its word', ['1.12 OIDC', '1.1 partner-sdk'], async (stage) => {
		await using provider = await openStage({ kind: 'oracle' })
		await provider.advance((await stage.order('now', {})) - Date.now())
		const { lantern: client, tokens } = await signedIn(provider, { scope: 'openid' })
		const lantern = await game(stage)
		await stage.order('provider', { id: lantern.id, issuer: provider.origin, audience: client.id })
		const answer = await present(stage, lantern, tokens.id_token ?? '')
		assert.equal(answer.status, 200, answer.text)
		const again = await present(stage, lantern, tokens.id_token ?? '')
		assert.equal(await idOf(stage, again), await idOf(stage, answer))
		const other = await signedIn(provider, { scope: 'openid' })
		assert.equal((await present(stage, lantern, other.tokens.id_token ?? '')).json.code, 530_003, 'for another client')
	}),

	check(
		'6 what a provider did not say is not believed',
		['1.12 OIDC', '1.10 provisional', '6 forged ID token'],
		async (stage) => {
			const world = await known(stage)
			await using _ = world.provider
			const { lantern, says, claims, seconds, key } = world
			const good = await present(stage, lantern, await says())
			assert.equal(good.status, 200, good.text)
			const other = await signingKey('first')
			const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
			const [, payload = ''] = (await says()).split('.')
			const none = `${Buffer.from('{"alg":"none","kid":"first"}').toString('base64url')}.${payload}.`
			const hmac = await new SignJWT(claims)
				.setProtectedHeader({ alg: 'HS256', kid: 'first' })
				.sign(Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })))
			for (const [token, code, why] of [
				['nonsense', 530020, 'no JWT'],
				[none, 530020, 'alg none'],
				[hmac, 530020, 'a shared secret'],
				[await other.sign(claims), 530020, 'another key of that name'],
				[await key.sign(claims, { kid: '' }), 530027, 'no kid'],
				[await says({ aud: 'another game' }), 530003, 'audience'],
				[await says({ iss: 'https://id.example.com' }), 530002, 'issuer'],
				[await says({ exp: seconds - 1 }), 530001, 'expired'],
				[await says({ iat: seconds - 8 * DAY_SECONDS }), 530004, 'older than seven days'],
			] as const) {
				const answer = await present(stage, lantern, token)
				assert.deepEqual([answer.status, answer.json.code], [400, code], why)
			}
			assert.equal((await present(stage, lantern, await says(), { client_secret: 'wrong' })).json.code, 530007)
			assert.equal((await present(stage, await game(stage), await says())).json.code >= 530_000, true, 'not configured')
		},
	),

	check('6 a provider that sends us elsewhere is not followed', ['1.12 OIDC', '6 SSRF'], async (stage) => {
		const world = await known(stage)
		await using provider = world.provider
		await using elsewhere = await identityProvider()
		elsewhere.publish([world.key], { issuer: provider.origin, jwks_uri: `${elsewhere.origin}/keys` })
		for (const path of ['/.well-known/openid-configuration', '/keys']) {
			provider.tells.set(path, { status: 302, headers: { location: `${elsewhere.origin}${path}` }, json: {} })
		}
		const answer = await present(stage, world.lantern, await world.says())
		assert.ok([530_008, 530_009].includes(answer.json.code), answer.text)
		assert.deepEqual(elsewhere.asked, [])
	}),

	check(
		'6 tokens of unknown keys do not make us hammer a provider',
		['1.12 OIDC', '6 JWKS hammering'],
		async (stage) => {
			const world = await known(stage)
			await using provider = world.provider
			assert.equal((await present(stage, world.lantern, await world.says())).status, 200)
			const unknown = await signingKey('unknown')
			const forged = await Promise.all(Array.from({ length: 20 }, () => unknown.sign(world.claims)))
			for (const { json } of await Promise.all(forged.map((token) => present(stage, world.lantern, token))))
				assert.equal(json.code, 530_020)
			assert.ok(provider.count('/keys') <= 2, `${provider.count('/keys')} times`)
			const next = await signingKey('first')
			provider.publish([next])
			await stage.advance(61_000)
			assert.equal(
				(await present(stage, world.lantern, await next.sign(world.claims))).status,
				200,
				'a key under an old name',
			)
		},
	),

	check(
		'1.11 a player becomes part of an account with a code',
		['1.11 merge', '1.3 authorization_code', '1.10 provisional'],
		async (stage) => {
			const lantern = await game(stage)
			const alice = await person(stage)
			const player = await vouch(stage, lantern, 'hero')
			const { answer } = await merge(lantern, alice, player.json.access_token)
			assert.equal(await idOf(stage, { ...answer, json: tokensOf(answer) }), alice.id)
			await stage.advance(0)
			assert.equal(await opens(stage, player.json.access_token), false, 'the source is gone')
			const again = await vouch(stage, lantern, 'hero')
			assert.equal(again.json.code, 530_010, 'already linked')
		},
	),

	check(
		'6 no other token stands for a player, and the code survives',
		['1.12 bot-issued', '1.10 merge', '6 external_auth_token confused'],
		async (stage) => {
			const lantern = await game(stage)
			const other = await game(stage)
			const alice = await person(stage)
			const bea = await signedIn(stage, { scope: SOCIAL })
			const player = await vouch(stage, lantern, 'hero')
			const { code, answer } = await merge(lantern, alice, 'nonsense')
			assert.ok(answer.status >= 400 && typeof answer.json.code === 'number', answer.text)
			const own = tokensOf(await lantern.redeem(await alice.browser.code(lantern.url({ scope: SOCIAL }))))
			for (const [token, why] of [
				[(await vouch(stage, other, 'hero')).json.access_token, "another game's player"],
				[own.access_token, 'a token of an account'],
				[bea.tokens.access_token, "somebody else's"],
				[lantern.botToken, 'a bot token'],
			] as const) {
				const refused = await lantern.redeem(code, { external_auth_type: BOT_ISSUED, external_auth_token: token })
				assert.ok(refused.status >= 400 && refused.status < 500, `${why}: ${refused.status}`)
			}
			const merged = await lantern.redeem(code, {
				external_auth_type: BOT_ISSUED,
				external_auth_token: player.json.access_token,
			})
			assert.equal(merged.status, 200, merged.text)
		},
	),

	check(
		'6 of twenty accounts that take one player at once one does',
		['1.11 merge', '6 one identity merged twice'],
		async (stage) => {
			for (let round = 0; round < 3; round++) {
				const lantern = await game(stage)
				const player = await vouch(stage, lantern, 'hero')
				const codes: string[] = []
				for (let count = 0; count < 8; count++) {
					const { browser } = await person(stage)
					codes.push(await browser.code(lantern.url({ scope: SOCIAL })))
				}
				const fields = { external_auth_type: BOT_ISSUED, external_auth_token: player.json.access_token }
				const answers = await Promise.all(codes.map((code) => lantern.redeem(code, fields)))
				assert.equal(answers.filter(({ status }) => status === 200).length, 1)
				for (const { status, json } of answers)
					if (status !== 200) assert.ok(status === 423 || typeof json.code === 'number')
			}
		},
	),

	check('1.11 what was merged is taken apart again', ['1.11 unmerge', '1.1 unmerge', '1.10 unmerge'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		const unmerge = (external_user_id: string) =>
			stage.send('POST', '/api/partner-sdk/provisional-accounts/unmerge/bot', {
				headers: json({ authorization: `Bot ${lantern.botToken}` }),
				body: JSON.stringify({ external_user_id }),
			})
		assert.equal((await unmerge('nobody')).status, 404)
		const player = await vouch(stage, lantern, 'hero')
		const before = await idOf(stage, player)
		assert.equal((await unmerge('hero')).json.code, 50_229, 'provisional already')
		const { answer } = await merge(lantern, alice, player.json.access_token)
		const tokens = tokensOf(answer)
		await stage.advance(0)
		assert.equal((await unmerge('hero')).status, 204)
		assert.equal(await opens(stage, tokens.access_token), false)
		assert.equal((await lantern.refresh(tokens.refresh_token)).json.error, 'invalid_grant')
		const after = await idOf(stage, await vouch(stage, lantern, 'hero'))
		assert.ok(after !== before && after !== alice.id, 'a new account')
	}),

	check('6 nobody gets round a ban by merging', ['1.11 ban', '6 ban evaded by merging'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		const player = await vouch(stage, lantern, 'hero')
		await merge(lantern, alice, player.json.access_token)
		await stage.advance(0)
		await stage.order('ban', { userId: alice.id, seconds: 3600 })
		const placeholder = await vouch(stage, lantern, 'hero')
		assert.equal(placeholder.status, 200, 'the player plays on')
		const bea = await person(stage)
		const evading = await merge(lantern, bea, placeholder.json.access_token)
		assert.equal(evading.answer.json.code, 530_017)
		await stage.advance(3_601_000)
		const later = await vouch(stage, lantern, 'hero')
		assert.equal((await merge(lantern, bea, later.json.access_token)).answer.status, 200)
	}),

	check(
		'1.14 three merges a day',
		['1.14 merge'],
		async (stage) => {
			const alice = await person(stage)
			const answers = []
			for (let count = 0; count < 4; count++) {
				const lantern = await game(stage)
				const player = await vouch(stage, lantern, 'hero')
				answers.push((await merge(lantern, alice, player.json.access_token)).answer.status)
			}
			assert.deepEqual(answers.slice(0, 3), [200, 200, 200])
			assert.ok((answers[3] ?? 0) >= 400, String(answers[3]))
		},
		{ isLimited: true },
	),
]
