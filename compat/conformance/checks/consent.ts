/** The consent page and its decision: from the person, once, by a page of the site. */
import assert from 'node:assert/strict'
import { fieldOf, openBrowser } from '../browser.ts'
import { check } from '../check.ts'
import { asBearer, CALLBACK, game, person, signedIn } from '../game.ts'
import type { Stage } from '../stage.ts'

const DECIDE = '/api/oauth2/authorize'

async function waiting(stage: Stage) {
	const lantern = await game(stage)
	const alice = await person(stage)
	const { json } = await alice.browser.ask('GET', `/api${lantern.url()}`)
	const decide = (headers: Record<string, string | undefined>, who = alice) =>
		who.browser.ask('POST', DECIDE, { request: json.request, authorize: true }, headers)
	return { lantern, alice, token: String(json.csrf_token), request: String(json.request), decide }
}

export const CONSENT = [
	check(
		'6 a decision comes from a page of the site',
		['6 csrf', '1.15 csrf', '1.1 POST /api/oauth2/authorize'],
		async (stage) => {
			const { alice, token, request, decide } = await waiting(stage)
			const mallory = await waiting(stage)
			for (const headers of [
				{},
				{ 'x-csrf-token': 'guessed' },
				{ 'x-csrf-token': mallory.token },
				{ 'x-csrf-token': token, origin: 'https://evil.example' },
				{ 'x-csrf-token': token, origin: undefined },
				{ 'x-csrf-token': token, origin: 'null' },
				{ 'x-csrf-token': token, origin: `${stage.origin}0` },
				{ 'x-csrf-token': token, 'sec-fetch-site': 'cross-site' },
				{ 'x-csrf-token': token, 'sec-fetch-site': 'same-site' },
				{ 'x-csrf-token': token, 'content-type': 'text/plain' },
				{ 'x-csrf-token': token, 'content-type': 'application/x-www-form-urlencoded' },
			]) {
				assert.equal((await decide(headers)).status, 400, JSON.stringify(headers))
			}
			const form = { csrf_token: token, request, authorize: 'true' }
			const foreign = await alice.browser.submit('/oauth2/authorize', form, { origin: 'https://evil.example' })
			assert.equal(foreign.status, 403)
			const guessed = await alice.browser.submit('/oauth2/authorize', { ...form, csrf_token: 'guessed' })
			assert.equal(guessed.status, 400)
			assert.equal((await decide({ 'x-csrf-token': token, 'sec-fetch-site': 'same-origin' })).status, 200)
		},
	),

	check(
		'1.15 a decision counts once, from the login that was asked',
		['1.15 stored request', '1.8 consent request'],
		async (stage) => {
			const { alice, token, decide } = await waiting(stage)
			const mallory = await waiting(stage)
			assert.equal((await decide({ 'x-csrf-token': mallory.token }, mallory.alice)).status, 400)
			const answers = await Promise.all(Array.from({ length: 20 }, () => decide({ 'x-csrf-token': token })))
			assert.equal(answers.filter(({ status }) => status === 200).length, 1)
			const late = await waiting(stage)
			await stage.advance(601_000)
			assert.equal((await late.decide({ 'x-csrf-token': late.token })).status, 400)
			assert.ok(alice.id)
		},
	),

	check('1.15 access tokens are no login', ['1.15 bearer is no session'], async (stage) => {
		const { request } = await waiting(stage)
		const { lantern, tokens } = await signedIn(stage)
		const answer = await stage.send('POST', DECIDE, {
			headers: {
				origin: stage.origin,
				'content-type': 'application/json',
				authorization: `Bearer ${tokens.access_token}`,
			},
			body: JSON.stringify({ request, authorize: true }),
		})
		assert.equal(answer.status, 401)
		const page = await asBearer(stage, tokens.access_token, `/api${lantern.url()}`)
		assert.equal(page.status, 302, 'it leads to the page like for everybody')
	}),

	check(
		'1.15 pages are framed by nobody and read by no other site',
		['1.15 page headers', '6 clickjacking', '1.15 csrf'],
		async (stage) => {
			const { lantern, alice } = await signedIn(stage)
			for (const path of [lantern.url(), lantern.url({ redirect_uri: 'https://evil.example' }), '/login']) {
				const browser = path === '/login' ? openBrowser(stage) : alice.browser
				const { headers } = await browser.open(path, { origin: 'https://evil.example' })
				const policy = String(headers['content-security-policy'])
				assert.match(policy, /default-src 'none'/, path)
				assert.match(policy, /frame-ancestors 'none'/, path)
				assert.deepEqual(
					[
						headers['x-frame-options'],
						headers['x-content-type-options'],
						headers['cache-control'],
						headers['access-control-allow-origin'],
					],
					['DENY', 'nosniff', 'no-store', undefined],
					path,
				)
			}
			for (const path of ['/oauth2/authorize', DECIDE, '/api/v10/oauth2/authorize']) {
				const { status, headers } = await stage.send('OPTIONS', path, {
					headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
				})
				assert.equal(headers['access-control-allow-origin'], undefined, path)
				assert.notEqual(status, 204, path)
			}
		},
	),

	check('6 what a request says is escaped on pages', ['6 xss'], async (stage) => {
		const evil = '"><script>alert(1)</script>'
		const lantern = await game(stage, { name: '<img src=x>' })
		const alice = await person(stage)
		for (const url of [
			lantern.url(),
			lantern.url({ client_id: evil }),
			lantern.url({ redirect_uri: evil }),
			lantern.url({ redirect_uri: `https://evil.example/${evil}` }),
			lantern.url({ state: evil }),
		]) {
			const { text } = await alice.browser.open(url)
			assert.ok(!text.includes('<script>alert'), url)
			assert.ok(!text.includes('<img src=x>'), url)
		}
	}),

	check('1.1 the page works without scripts', ['1.1 GET /oauth2/authorize'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		const { text } = await alice.browser.open(lantern.url())
		const fields = { csrf_token: fieldOf(text, 'csrf_token'), request: fieldOf(text, 'request'), authorize: 'true' }
		const back = await alice.browser.submit('/oauth2/authorize', fields)
		assert.equal(back.status, 200)
		assert.ok(back.text.includes(`url=${CALLBACK}?code=`), 'the page leads back')
	}),
]
