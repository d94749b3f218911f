/** Where answers may go. */
import assert from 'node:assert/strict'
import { answerIn, type Browser } from '../browser.ts'
import { check, core } from '../check.ts'
import { CALLBACK, type Game, game, person, pkce } from '../game.ts'

const MOBILE = 'mygame:/authorize/callback'

/** Asks for a redirect that must not be: a page says so, and nothing leads away. */
async function refused(browser: Browser, lantern: Game, redirect_uri: string): Promise<void> {
	const { status, headers, text } = await browser.open(
		lantern.url({ scope: 'openid', redirect_uri, ...pkce().challenge }),
	)
	assert.deepEqual([status, headers.location], [400, undefined], redirect_uri)
	assert.ok(!/http-equiv="refresh"/.test(text), redirect_uri)
}

/** Asks for a redirect, and redeems what came there. */
async function arrives(browser: Browser, lantern: Game, redirect_uri: string): Promise<void> {
	const { verifier, challenge } = pkce()
	const back = await browser.consent(lantern.url({ scope: 'openid', redirect_uri, ...challenge }))
	assert.ok(back.startsWith(`${redirect_uri}?`), `${redirect_uri} → ${back}`)
	const code = answerIn(back).get('code') ?? ''
	const { status, text } = await lantern.redeem(code, { redirect_uri, code_verifier: verifier })
	assert.equal(status, 200, `${redirect_uri}: ${text}`)
}

export const REDIRECTS = [
	core('1.4 no other address is like a registered one', ['1.4 exact', '6 open redirect'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		for (const uri of [
			'https://evil.example/callback',
			`${CALLBACK}/`,
			`${CALLBACK}/more`,
			`${CALLBACK}x`,
			`${CALLBACK}?x=1`,
			`${CALLBACK}#`,
			`${CALLBACK}/../callback`,
			`${CALLBACK}/%2e%2e/other`,
			`${CALLBACK}%0d%0aLocation:%20https://evil.example`,
			`${CALLBACK}\r\nX: y`,
			'https://game.example/Callback',
			'https://game.example//callback',
			'https://game.example:443/callback',
			'https://game.example.evil.example/callback',
			'https://game.example@evil.example/callback',
			'https://evil.example/https://game.example/callback',
			'https://game.example\\@evil.example/callback',
			'https://gаme.example/callback',
			'HTTPS://GAME.EXAMPLE/callback',
			'http://game.example/callback',
			'//game.example/callback',
			'/callback',
			'javascript:alert(1)',
			'data:text/html,x',
		]) {
			await refused(alice.browser, lantern, uri)
		}
	}),

	core('1.4 an address is used with its query, as it was sent', ['1.4 as sent', '1.4 exact'], async (stage) => {
		const uri = 'https://game.example/callback?a=%20b&c'
		const lantern = await game(stage, { redirectUris: [uri] })
		const alice = await person(stage)
		const back = await alice.browser.consent(lantern.url({ scope: 'openid', redirect_uri: uri }))
		assert.equal(back.split('#')[0]?.startsWith(`https://game.example/callback?a=`), true)
		assert.ok(answerIn(back).get('code'))
	}),

	core('1.4 on the loopback address the port does not count', ['1.4 loopback'], async (stage) => {
		const lantern = await game(stage, {
			redirectUris: ['http://127.0.0.1/callback', 'http://[::1]:9/callback', 'http://localhost:9/callback'],
		})
		const alice = await person(stage)
		for (const uri of [
			'http://127.0.0.1/callback',
			'http://127.0.0.1:51004/callback',
			'http://[::1]:4/callback',
			'http://[::1]/callback',
			'http://localhost:9/callback',
		]) {
			await arrives(alice.browser, lantern, uri)
		}
	}),

	core('6 nothing else about a loopback address is free', ['1.4 loopback', '6 open redirect'], async (stage) => {
		const lantern = await game(stage, {
			redirectUris: ['http://127.0.0.1/callback', 'http://localhost:9/callback', CALLBACK],
		})
		const alice = await person(stage)
		for (const uri of [
			'http://localhost/callback',
			'http://localhost:10/callback',
			'https://127.0.0.1:9/callback',
			'http://127.0.0.1:9/other',
			'http://127.0.0.1:9/callback?x',
			'http://127.0.0.1:9/callback/',
			'http://127.0.0.1:99999/callback',
			'http://127.0.0.1:9@evil.example/callback',
			'http://127.0.0.1.evil.example/callback',
			'http://127.0.0.2/callback',
			'http://0x7f.1/callback',
			'http://127.1/callback',
			'http://[::ffff:127.0.0.1]/callback',
			'https://game.example:8443/callback',
		]) {
			await refused(alice.browser, lantern, uri)
		}
	}),

	check('1.4 both forms into an app arrive, with one slash and with three', ['1.4 private use'], async (stage) => {
		const lantern = await game(stage, { redirectUris: [MOBILE] })
		const standard = `guildhall-${lantern.id}:/authorize/callback`
		await stage.order('redirects', { id: lantern.id, uris: [MOBILE, standard] })
		const alice = await person(stage)
		for (const uri of [MOBILE, standard]) {
			await arrives(alice.browser, lantern, uri)
			await arrives(alice.browser, lantern, uri.replace(':/', ':///'))
		}
		for (const uri of [
			'mygame://authorize/callback',
			'mygame:authorize/callback',
			'mygame:/authorize/callback/',
			'mygame:////authorize/callback',
			'othergame:/authorize/callback',
			'MYGAME:/authorize/callback',
		]) {
			await refused(alice.browser, lantern, uri)
		}
	}),

	check(
		"6 the standard scheme is its application's alone",
		['1.4 other applications', '6 standard scheme claimed'],
		async (stage) => {
			const lantern = await game(stage)
			const thief = await game(stage)
			const alice = await person(stage)
			const claimed = `guildhall-${lantern.id}:/authorize/callback`
			await stage.order('redirects', { id: thief.id, uris: [claimed, 'guildhall:/authorize/callback'] })
			for (const uri of [claimed, claimed.replace(':/', ':///'), 'guildhall:/authorize/callback']) {
				await refused(alice.browser, thief, uri)
			}
		},
	),

	check(
		'6 what was taken back while the page was open is not used',
		['6 open redirect', '1.15 stored request'],
		async (stage) => {
			const lantern = await game(stage)
			const alice = await person(stage)
			const { json } = await alice.browser.ask('GET', `/api${lantern.url()}`)
			await stage.order('redirects', { id: lantern.id, uris: ['https://game.example/other'] })
			const decided = await alice.browser.ask(
				'POST',
				'/api/oauth2/authorize',
				{ request: json.request, authorize: true },
				{ 'x-csrf-token': json.csrf_token },
			)
			assert.equal(decided.status, 400)
		},
	),
]
