/** The proof that who redeems a code is who asked for it. */
import assert from 'node:assert/strict'
import { answerIn } from '../browser.ts'
import { check, core } from '../check.ts'
import { CALLBACK, game, person, pkce, signedIn } from '../game.ts'

const MOBILE = 'mygame:/authorize/callback'
const INVALID_CODE = { error: 'invalid_grant', error_description: 'Invalid "code" in request.' }

export const PKCE = [
	core(
		'1.5 a code with a challenge needs its verifier',
		['1.5 wrong verifier', '6 code interception'],
		async (stage) => {
			const { lantern, alice } = await signedIn(stage)
			const { verifier, challenge } = pkce()
			for (const code_verifier of [undefined, pkce().verifier, challenge.code_challenge, `${verifier}x`]) {
				const code = await alice.browser.code(lantern.url({ scope: 'openid', ...challenge }))
				const answer = await lantern.redeem(code, { code_verifier })
				assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_grant'], code_verifier)
			}
			const code = await alice.browser.code(lantern.url({ scope: 'openid', ...challenge }))
			assert.equal((await lantern.redeem(code, { code_verifier: verifier })).status, 200)
		},
	),

	core('1.5 only S256 is taken', ['1.5 S256', '6 PKCE downgrade'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		const { verifier, challenge } = pkce()
		for (const changes of [
			{ ...challenge, code_challenge_method: 'plain' },
			{ code_challenge: verifier, code_challenge_method: 'plain' },
			{ ...challenge, code_challenge_method: undefined },
			{ ...challenge, code_challenge_method: 's256' },
			{ ...challenge, code_challenge_method: 'S512' },
		]) {
			const { location } = (await alice.browser.open(lantern.url({ scope: 'openid', ...changes }))).headers
			if (!location?.startsWith(CALLBACK)) assert.fail(`It went to ${location}.`)
			assert.equal(answerIn(location).get('error'), 'invalid_request', JSON.stringify(changes))
		}
	}),

	core(
		'1.5 a verifier for a code without a challenge is refused',
		['1.5 downgrade', '6 PKCE downgrade'],
		async (stage) => {
			const { lantern, alice } = await signedIn(stage)
			const code = await alice.browser.code(lantern.url({ scope: 'openid' }))
			const answer = await lantern.redeem(code, { code_verifier: pkce().verifier })
			assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_grant'])
		},
	),

	core(
		'1.5 without a secret a verifier is a must',
		['1.5 no secret', '1.3 public client', '6 code interception'],
		async (stage) => {
			const lantern = await game(stage, { isPublicClient: true })
			const alice = await person(stage)
			const { verifier, challenge } = pkce()
			const back = await alice.browser.consent(lantern.url({ scope: 'openid' }))
			const bare = answerIn(back).get('code')
			if (bare) assert.equal((await lantern.redeem(bare)).json.error, 'invalid_grant')
			const code = await alice.browser.code(lantern.url({ scope: 'openid', ...challenge }))
			assert.equal((await lantern.redeem(code, { code_verifier: verifier })).status, 200)
		},
	),

	check(
		'1.5 an app on a device proves itself, with a secret too',
		['1.5 private use', '6 custom scheme grabbed'],
		async (stage) => {
			const lantern = await game(stage, { redirectUris: [MOBILE] })
			const alice = await person(stage)
			for (const redirect_uri of [MOBILE, MOBILE.replace(':/', ':///')]) {
				const { location } = (await alice.browser.open(lantern.url({ redirect_uri }))).headers
				if (!location?.startsWith(redirect_uri)) assert.fail(`It went to ${location}.`)
				assert.equal(answerIn(location).get('error'), 'invalid_request')
			}
			const { verifier, challenge } = pkce()
			const missing = answerIn(await alice.browser.consent(lantern.url(challenge))).get('code') ?? ''
			assert.deepEqual((await lantern.redeem(missing)).json, INVALID_CODE)
			assert.equal((await lantern.redeem(missing, { code_verifier: verifier })).status, 200)
		},
	),

	core('1.5 a verifier has 43 to 128 characters', ['1.5 verifier length'], async (stage) => {
		const { createHash } = await import('node:crypto')
		const { lantern, alice } = await signedIn(stage)
		for (const [length, status] of [
			[42, 400],
			[43, 200],
			[128, 200],
			[129, 400],
		] as const) {
			const verifier = 'v'.repeat(length)
			const code_challenge = createHash('sha256').update(verifier).digest('base64url')
			const code = await alice.browser.code(lantern.url({ code_challenge, code_challenge_method: 'S256' }))
			assert.equal((await lantern.redeem(code, { code_verifier: verifier })).status, status, String(length))
		}
	}),

	check(
		'1.3 a public client gives its id alone; a secret that it sends must be right',
		['1.3 public client', '6 public client posing'],
		async (stage) => {
			const { lantern, tokens } = await signedIn(stage, { isPublicClient: true })
			assert.equal((await lantern.refresh(tokens.refresh_token, { client_secret: 'wrong' })).status, 401)
			const next = await lantern.refresh(tokens.refresh_token)
			assert.equal(next.status, 200)
			assert.equal((await lantern.refresh(next.json.refresh_token, { client_secret: lantern.secret })).status, 200)
			const closed = await signedIn(stage)
			const bare = await closed.lantern.refresh(closed.tokens.refresh_token, { client_secret: undefined })
			assert.deepEqual([bare.status, bare.json.error], [401, 'invalid_client'])
		},
	),
]
