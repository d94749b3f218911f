/** Authorization codes: made once, good once, for the one who asked. */
import assert from 'node:assert/strict'
import { check, core } from '../check.ts'
import { CALLBACK, game, opens, person, pkce, signedIn, tokensOf } from '../game.ts'

const SECOND = 1000
const OPENID = 'openid identify'
const INVALID_CODE = { error: 'invalid_grant', error_description: 'Invalid "code" in request.' }

export const CODES = [
	core('1.3 a code becomes tokens once', ['1.3 authorization_code', '6 code replay'], async (stage) => {
		const { lantern, alice } = await signedIn(stage)
		const code = await alice.browser.code(lantern.url({ scope: OPENID }))
		assert.equal((await lantern.redeem(code)).status, 200)
		const again = await lantern.redeem(code)
		assert.deepEqual([again.status, again.json.error], [400, 'invalid_grant'])
	}),

	core('1.5 a second use ends what the first one got', ['1.5 second use', '6 code replay'], async (stage) => {
		const { lantern, alice } = await signedIn(stage)
		const code = await alice.browser.code(lantern.url({ scope: OPENID }))
		const tokens = tokensOf(await lantern.redeem(code))
		assert.equal(await opens(stage, tokens.access_token), true)
		await lantern.redeem(code)
		assert.equal(await opens(stage, tokens.access_token), false)
		assert.equal((await lantern.refresh(tokens.refresh_token)).json.error, 'invalid_grant')
	}),

	core('6 of twenty who redeem one code at once, one succeeds', ['6 code replay'], async (stage) => {
		const { lantern, alice } = await signedIn(stage)
		for (let round = 0; round < 3; round++) {
			const code = await alice.browser.code(lantern.url({ scope: OPENID }))
			const answers = await Promise.all(Array.from({ length: 20 }, () => lantern.redeem(code)))
			const won = answers.filter(({ status }) => status === 200)
			assert.equal(won.length, 1)
			for (const { status, json } of answers) if (status !== 200) assert.equal(json.error, 'invalid_grant')
		}
	}),

	core("1.3 a code is its application's alone", ['1.3 authorization_code', '6 code interception'], async (stage) => {
		const { lantern, alice } = await signedIn(stage)
		const thief = await game(stage)
		const code = await alice.browser.code(lantern.url({ scope: OPENID }))
		assert.equal((await thief.redeem(code)).json.error, 'invalid_grant')
	}),

	core("6 a stolen code breaks nobody's login", ['6 code interception', '1.5 wrong verifier'], async (stage) => {
		const { lantern, alice } = await signedIn(stage)
		const thief = await game(stage)
		const { verifier, challenge } = pkce()
		const code = await alice.browser.code(lantern.url(challenge))
		assert.equal((await thief.redeem(code, { code_verifier: verifier })).status, 400)
		assert.equal((await lantern.redeem(code, { code_verifier: pkce().verifier })).status, 400)
		assert.equal(
			(await lantern.redeem(code, { code_verifier: verifier, redirect_uri: 'https://game.example/other' })).status,
			400,
		)
		assert.equal((await lantern.redeem(code, { code_verifier: verifier })).status, 200)
	}),

	core('1.4 the token request repeats the redirect URI', ['1.4 as sent', '6 code interception'], async (stage) => {
		const { lantern, alice } = await signedIn(stage)
		for (const redirect_uri of [
			`${CALLBACK}/`,
			'https://game.example/',
			'https://evil.example/callback',
			`${CALLBACK}?`,
		]) {
			const code = await alice.browser.code(lantern.url({ scope: OPENID }))
			assert.equal((await lantern.redeem(code, { redirect_uri })).json.error, 'invalid_grant', redirect_uri)
		}
	}),

	core(
		'1.4 a redirect URI that was sent may not be left out',
		['1.4 as sent', '6 code interception'],
		async (stage) => {
			const { lantern, alice } = await signedIn(stage)
			const code = await alice.browser.code(lantern.url())
			assert.deepEqual((await lantern.redeem(code, { redirect_uri: undefined })).json, INVALID_CODE)
		},
	),

	core(
		'1.2 without a redirect_uri the first registered one is used',
		['1.2 redirect_uri', '1.3 authorization_code'],
		async (stage) => {
			const lantern = await game(stage, { redirectUris: [CALLBACK, 'https://game.example/second'] })
			const alice = await person(stage)
			const url = lantern.url({ redirect_uri: undefined })
			assert.ok((await alice.browser.consent(url)).startsWith(`${CALLBACK}?`))
			assert.equal((await lantern.redeem(await alice.browser.code(url), { redirect_uri: undefined })).status, 200)
			const code = await alice.browser.code(url)
			assert.deepEqual((await lantern.redeem(code, { redirect_uri: 'https://game.example/second' })).json, INVALID_CODE)
		},
	),

	check('1.8 a code is thirty characters', ['1.8 code'], async (stage) => {
		const { lantern, alice } = await signedIn(stage)
		assert.match(await alice.browser.code(lantern.url()), /^[0-9A-Za-z]{30}$/)
	}),

	core('1.8 a code lives a hundred seconds', ['1.8 code', '6 code interception'], async (stage) => {
		const { lantern, alice } = await signedIn(stage)
		const early = await alice.browser.code(lantern.url())
		await stage.advance(99 * SECOND)
		assert.equal((await lantern.redeem(early)).status, 200)
		const late = await alice.browser.code(lantern.url())
		await stage.advance(101 * SECOND)
		assert.deepEqual((await lantern.redeem(late)).json, INVALID_CODE)
	}),

	check('1.10 whatever is wrong with a code, it is refused in the same words', ['1.10 code'], async (stage) => {
		const { lantern, alice } = await signedIn(stage)
		const code = await alice.browser.code(lantern.url())
		await lantern.redeem(code)
		for (const wrong of ['nonsense', 'x'.repeat(30), code, `${code} `, '\0']) {
			const answer = await lantern.redeem(wrong)
			assert.deepEqual([answer.status, answer.json], [400, INVALID_CODE])
		}
		assert.equal((await lantern.redeem('')).json.error, 'invalid_request')
	}),

	core('1.3 a scope at the exchange is ignored', ['1.3 authorization_code', '6 scope escalation'], async (stage) => {
		const { lantern, alice } = await signedIn(stage)
		const code = await alice.browser.code(lantern.url())
		assert.equal(tokensOf(await lantern.redeem(code, { scope: 'identify email guilds' })).scope, 'identify')
	}),

	check(
		'1.5 consents add up, tokens carry what was asked for now',
		['1.5 widening', '6 scope escalation'],
		async (stage) => {
			const { lantern, alice, tokens, again } = await signedIn(stage, { scope: 'identify' })
			assert.equal((await again('email')).scope, 'email')
			assert.equal(tokensOf(await lantern.refresh(tokens.refresh_token)).scope, 'identify', 'a refresh never widens')
			const both = await alice.browser.consent(lantern.url({ scope: 'identify email', prompt: 'none' }))
			assert.match(both, /[?&]code=/, 'what was allowed in two steps is allowed together')
		},
	),
]
