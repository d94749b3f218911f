/** How what was allowed ends, and who can end it. */
import assert from 'node:assert/strict'
import { check, core } from '../check.ts'
import { asBearer, game, opens, person, REVOKE, signedIn, TOKEN } from '../game.ts'
import { FORM, formOf } from '../http.ts'

const SECOND = 1000

export const ENDS = [
	core(
		'1.1 a token that is given up is dead',
		['1.1 POST /oauth2/token/revoke', '6 removed keeps acting'],
		async (stage) => {
			for (const kind of ['access_token', 'refresh_token'] as const) {
				const { lantern, tokens } = await signedIn(stage)
				const { status } = await lantern.revoke(tokens[kind])
				assert.equal(status, 200)
				assert.equal((await lantern.refresh(tokens.refresh_token)).json.error, 'invalid_grant', kind)
				assert.equal(await opens(stage, tokens.access_token), false, kind)
			}
		},
	),

	check(
		'1.11 revocation ends all that the pair had, and nothing else',
		['1.1 POST /oauth2/token/revoke', '1.11 deauthorize', '6 removed keeps acting'],
		async (stage) => {
			const { lantern, alice, tokens, again } = await signedIn(stage)
			const other = await again()
			const code = await alice.browser.code(lantern.url())
			const bystander = await signedIn(stage)
			const bea = await person(stage)
			const hers = (await lantern.redeem(await bea.browser.code(lantern.url()))).json
			const answer = await lantern.revoke(tokens.access_token)
			assert.deepEqual([answer.status, answer.json], [200, {}])
			for (const dead of [tokens, other]) {
				assert.equal(await opens(stage, dead.access_token), false)
				assert.equal((await lantern.refresh(dead.refresh_token)).json.error, 'invalid_grant')
			}
			assert.equal((await lantern.redeem(code)).json.error, 'invalid_grant', 'a code that waited is dead too')
			assert.deepEqual((await alice.browser.ask('GET', '/api/v10/oauth2/tokens')).json, [])
			assert.equal(await opens(stage, hers.access_token), true, 'somebody else keeps theirs')
			assert.equal(await opens(stage, bystander.tokens.access_token), true)
		},
	),

	core("6 nobody ends another application's tokens", ["6 others' tokens revoked"], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		const stranger = await game(stage)
		for (const token of [tokens.access_token, tokens.refresh_token]) await stranger.revoke(token)
		assert.equal(await opens(stage, tokens.access_token), true)
		assert.equal((await lantern.refresh(tokens.refresh_token)).status, 200)
	}),

	check(
		'1.1 revocation says nothing of what it found',
		['1.1 POST /oauth2/token/revoke', "6 others' tokens revoked"],
		async (stage) => {
			const { tokens } = await signedIn(stage)
			const stranger = await game(stage)
			for (const token of ['nonsense', tokens.access_token, tokens.refresh_token]) {
				const { status, json } = await stranger.revoke(token)
				assert.deepEqual([status, json], [200, {}])
			}
			assert.equal((await stranger.post(REVOKE, {})).json.error, 'invalid_request')
		},
	),

	check(
		'6 what is given out while an authorization ends dies with it',
		['1.11 deauthorize', '6 removed keeps acting'],
		async (stage) => {
			for (let round = 0; round < 12; round++) {
				const { lantern, alice, tokens, again } = await signedIn(stage)
				const others = [await again(), await again(), await again()]
				const code = await alice.browser.code(lantern.url())
				const [, ...answers] = await Promise.all([
					lantern.revoke(tokens.refresh_token),
					...others.map(({ refresh_token }) => lantern.refresh(refresh_token)),
					lantern.redeem(code),
				])
				for (const { status, json } of answers) {
					if (status !== 200) continue
					assert.equal(await opens(stage, json.access_token), false)
					assert.equal((await lantern.refresh(json.refresh_token)).status, 400)
				}
			}
		},
	),

	check(
		'1.1 people see what uses their account, and take it away',
		['1.1 GET, DELETE /oauth2/tokens', '1.11 deauthorize', '6 removed keeps acting'],
		async (stage) => {
			const { lantern, alice, tokens } = await signedIn(stage)
			const listed = (await alice.browser.ask('GET', '/api/v10/oauth2/tokens')).json
			assert.deepEqual(
				listed.map((one: { application: { id: string } }) => one.application.id),
				[lantern.id],
			)
			const { json } = await alice.browser.ask('GET', `/api${lantern.url()}`)
			const bea = await person(stage)
			const hers = (await bea.browser.ask('GET', `/api${lantern.url()}`)).json
			const remove = (who = alice, token = json.csrf_token) =>
				who.browser.ask('DELETE', `/api/v10/oauth2/tokens/${listed[0].id}`, undefined, { 'x-csrf-token': token })
			assert.equal((await remove(bea, hers.csrf_token)).status, 404, "another person's")
			assert.equal(await opens(stage, tokens.access_token), true)
			assert.equal((await remove()).status, 204)
			assert.equal(await opens(stage, tokens.access_token), false)
			assert.equal((await lantern.refresh(tokens.refresh_token)).json.error, 'invalid_grant')
		},
	),

	check(
		'6 removal cannot be sent by another site',
		['6 csrf', '1.15 csrf', '1.15 bearer is no session'],
		async (stage) => {
			const { lantern, alice, tokens } = await signedIn(stage)
			const [{ id }] = (await alice.browser.ask('GET', '/api/v10/oauth2/tokens')).json
			const { csrf_token } = (await alice.browser.ask('GET', `/api${lantern.url()}`)).json
			for (const headers of [
				{},
				{ 'x-csrf-token': 'guessed' },
				{ 'x-csrf-token': csrf_token, origin: 'https://evil.example' },
				{ 'x-csrf-token': csrf_token, 'sec-fetch-site': 'cross-site' },
			]) {
				assert.equal(
					(await alice.browser.ask('DELETE', `/api/v10/oauth2/tokens/${id}`, undefined, headers)).status,
					400,
				)
			}
			for (const method of ['GET', 'DELETE']) {
				const path = `/api/v10/oauth2/tokens${method === 'GET' ? '' : `/${id}`}`
				assert.ok((await asBearer(stage, tokens.access_token, path, method)).status >= 400, 'a token is no login')
			}
			assert.equal(await opens(stage, tokens.access_token), true)
		},
	),

	check('1.8 an access token is 43 characters, for a week', ['1.8 access token'], async (stage) => {
		const { tokens } = await signedIn(stage)
		assert.match(tokens.access_token, /^[\w-]{43}$/)
		assert.match(tokens.refresh_token, /^[\w-]{43}$/)
		assert.equal(tokens.expires_in, 604_800)
		await stage.advance(604_790 * SECOND)
		assert.equal(await opens(stage, tokens.access_token), true)
		await stage.advance(20 * SECOND)
		assert.equal(await opens(stage, tokens.access_token), false)
	}),

	check('6 what the store holds opens nothing', ['1.8 hashes', '6 database leak'], async (stage) => {
		const { lantern, alice, tokens } = await signedIn(stage, { scope: 'openid identify' })
		const next = (await lantern.refresh(tokens.refresh_token)).json
		const client = (await lantern.token({ grant_type: 'client_credentials', scope: 'identify' })).json
		const code = await alice.browser.code(lantern.url({ scope: 'openid' }))
		const { request } = (await alice.browser.ask('GET', `/api${lantern.url()}`)).json
		const secrets = [
			...[tokens.access_token, tokens.refresh_token, next.access_token, next.refresh_token, client.access_token],
			...[code, request, lantern.secret, lantern.botToken, lantern.botToken.split('.')[2] ?? ''],
		]
		const everything = await stage.order('everything', {})
		assert.ok(everything.includes(lantern.id), 'the whole store is looked at')
		for (const secret of secrets) assert.equal(everything.includes(secret), false)
		const keys = (await stage.send('GET', '/api/oauth2/keys')).json.keys as { n: string }[]
		assert.ok(keys[0] && everything.includes(keys[0].n), 'public keys are there')
		assert.doesNotMatch(everything, /"d\\*":\\*"[\w-]{100}/, 'and no private one')
		assert.doesNotMatch(everything, /BEGIN (RSA )?PRIVATE KEY/)
	}),

	check('6 a refusal repeats no secret', ['6 token in URL', '6 xss'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		const stranger = await game(stage)
		const answers = [
			await stranger.refresh(tokens.refresh_token),
			await stranger.redeem(tokens.access_token),
			await stage.send('POST', TOKEN, {
				headers: FORM,
				body: formOf({ client_id: lantern.id, client_secret: `${lantern.secret}x` }),
			}),
			await asBearer(stage, `${tokens.access_token}x`),
		]
		for (const { text } of answers) {
			for (const secret of [tokens.refresh_token, tokens.access_token, lantern.secret])
				assert.ok(!text.includes(secret))
		}
	}),
]
