import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearerOf } from '../src/domain/access/caller.ts'
import { createUser } from '../src/domain/accounts/accounts.ts'
import { authorizeAs } from '../src/oauth/act.ts'
import { fieldOf, openBrowser } from './browser.ts'
import { browserOf, CALLBACK, codeFor, consent, game, pkce } from './oauth.ts'
import { testServer } from './server.ts'

async function lantern(options = {}) {
	const server = await testServer()
	const alice = await server.person('alice')
	return { server, alice, lantern: await game(server, 'Lantern', options), browser: await browserOf(server, alice.id) }
}

test('A1 a person is asked, allows, and the code goes back with the state', async () => {
	const { server, lantern: game, browser } = await lantern()
	await using _ = server
	const page = await browser.get(game.url({ scope: 'openid sdk.social_layer' }))
	assert.equal(page.status, 200)
	assert.match(page.text, /Lantern would like to use your account/)
	assert.match(page.text, /game\.example/)
	assert.match(page.text, /Create, join and leave lobbies for you/, 'the expansion stands there in words')
	const back = await consent(browser, game.url())
	assert.equal(`${back.origin}${back.pathname}`, CALLBACK)
	assert.deepEqual([...back.searchParams.keys()], ['code', 'state'])
	assert.match(back.searchParams.get('code') ?? '', /^[0-9A-Za-z]{30}$/)
})

test('A2 one who is not signed in comes back after signing in, by way of registration too', async () => {
	const { server, lantern: game } = await lantern()
	await using _ = server
	const browser = openBrowser(server)
	const url = game.url({ state: 'a b&c' })
	const { status, location } = await browser.get(url)
	assert.equal(status, 302)
	const page = await browser.get(location)
	const register = /href="(\/register[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
	const next = fieldOf((await browser.get(register)).text, 'next').replaceAll('&amp;', '&')
	assert.equal(next, url)
	const registered = await browser.submit('/register', {
		...{ username: 'bea', email: 'bea@example.com', password: 'a lantern in the long night', next },
	})
	assert.equal(registered.location, url)
	assert.match((await browser.get(registered.location)).text, /Signed in as bea/)
})

test('A3 an unknown application or address never redirects', async () => {
	const { server, lantern: game, browser } = await lantern()
	await using _ = server
	const urls = [
		game.url({ client_id: undefined }),
		game.url({ client_id: '1' }),
		game.url({ client_id: '99999999999999999999999999' }),
		game.url({ client_id: '1 or 1=1' }),
		game.url({ redirect_uri: 'https://evil.example/callback' }),
		game.url({ redirect_uri: `${CALLBACK}/../x` }),
		game.url({ redirect_uri: `${CALLBACK}%0d%0ax: y` }),
		game.url({ redirect_uri: 'javascript:alert(1)' }),
		`${game.url()}&redirect_uri=https://evil.example/`,
		`${game.url()}&client_id=1`,
	]
	for (const url of urls) {
		for (const one of [browser, openBrowser(server)]) {
			const { status, location, text } = await one.get(url)
			assert.deepEqual([status, location], [400, ''], url)
			assert.ok(!text.includes('<script>'), url)
		}
	}
	const evil = await browser.get(game.url({ client_id: '"><script>alert(1)</script>' }))
	assert.ok(!evil.text.includes('<script>'))
	const json = await browser.send('GET', `/api${game.url({ redirect_uri: 'https://evil.example/' })}`)
	assert.deepEqual([json.status, json.body.error], [400, 'invalid_request'])
})

test('A4 every other mistake goes back to the application, with the state', async () => {
	const { server, lantern: game, browser } = await lantern()
	await using _ = server
	const { challenge } = pkce()
	const table: [Record<string, string | undefined>, string][] = [
		[{ response_type: undefined }, 'invalid_request'],
		[{ response_type: 'id_token' }, 'unsupported_response_type'],
		[{ response_type: 'code token' }, 'unsupported_response_type'],
		[{ scope: undefined }, 'invalid_scope'],
		[{ scope: 'identify nonsense' }, 'invalid_scope'],
		[{ scope: 'lobbies.write' }, 'invalid_scope'],
		[{ scope: 'rpc' }, 'invalid_scope'],
		[{ scope: 'bot', integration_type: '1' }, 'invalid_scope'],
		[{ scope: 'applications.commands', integration_type: '1' }, 'invalid_request'],
		[{ scope: 'bot', permissions: 'all' }, 'invalid_request'],
		[{ scope: 'bot', guild_id: 'here' }, 'invalid_request'],
		[{ ...challenge, code_challenge_method: 'plain' }, 'invalid_request'],
		[{ ...challenge, code_challenge_method: undefined }, 'invalid_request'],
		[{ ...challenge, code_challenge: 'short' }, 'invalid_request'],
		[{ ...challenge, code_challenge: undefined }, 'invalid_request'],
		[{ prompt: 'login' }, 'invalid_request'],
		[{ integration_type: '2' }, 'invalid_request'],
		[{ nonce: 'n'.repeat(256) }, 'invalid_request'],
		[{ nonce: 'a\0b' }, 'invalid_request'],
	]
	for (const [changes, error] of table) {
		const { status, location } = await browser.get(game.url(changes))
		assert.equal(status, 302, JSON.stringify(changes))
		const { searchParams, origin } = new URL(location)
		assert.equal(origin, 'https://game.example')
		assert.deepEqual([searchParams.get('error'), searchParams.get('state')], [error, 'opaque'], JSON.stringify(changes))
		assert.ok(searchParams.get('error_description'))
	}
	const twice = await browser.get(`${game.url()}&scope=email`)
	assert.equal(new URL(twice.location).searchParams.get('error'), 'invalid_request')
	const long = await browser.get(game.url({ state: 's'.repeat(1025) }))
	assert.deepEqual([...new URL(long.location).searchParams.keys()], ['error', 'error_description'])
	assert.equal((await browser.get(game.url({ anything: 'else', state: undefined }))).status, 200)
})

test('A5 one who says no sends access_denied back', async () => {
	const { server, lantern: game, browser } = await lantern()
	await using _ = server
	const { searchParams } = await consent(browser, game.url(), false)
	assert.deepEqual([searchParams.get('error'), searchParams.get('state')], ['access_denied', 'opaque'])
	assert.deepEqual(await server.store.db.selectFrom('authorizations').selectAll().execute(), [])
})

test('A6 a state goes back as it came, to the byte', async () => {
	const { server, lantern: game, browser } = await lantern()
	await using _ = server
	for (const raw of ['a%20b', 'a+b', '%ff%FE', '%7B%22x%22%3A%5B%5D%7D', '%27()*!~', 'a%2Fb==']) {
		const url = `${game.url({ state: undefined })}&state=${raw}`
		const { location } = await browser.get(`${url}&prompt=login`)
		assert.ok(location.endsWith(`&state=${raw}`), location)
		assert.ok((await consent(browser, url)).href.includes(`state=${raw}`))
	}
})

test('A7 iss goes along only where openid was asked for', async () => {
	const { server, lantern: game, browser } = await lantern()
	await using _ = server
	const iss = async (scope: string, isAllowed = true) =>
		(await consent(browser, game.url({ scope }), isAllowed)).searchParams.get('iss')
	assert.equal(await iss('identify'), null)
	assert.equal(await iss('openid'), server.config.origin)
	assert.equal(await iss('openid identify', false), server.config.origin)
})

test('A8 a redirect on the loopback address has any port, one into an app its three slashes', async () => {
	await using server = await testServer()
	const alice = await server.person('alice')
	const lantern = await game(server, 'Lantern', {
		redirectUris: ['http://127.0.0.1/callback', 'http://[::1]:9/callback', 'mygame:/authorize/callback'],
	})
	const standard = `guildhall-${lantern.id}:/authorize/callback`
	await server.store.transaction(({ db }) =>
		db
			.updateTable('applications')
			.set({ redirect_uris: JSON.stringify([...JSON.parse(lantern.bot.application.redirect_uris), standard]) })
			.where('id', '=', lantern.id)
			.execute(),
	)
	const browser = await browserOf(server, alice.id)
	const { verifier, challenge } = pkce()
	for (const redirect_uri of [
		...['http://127.0.0.1:51004/callback', 'http://[::1]:4/callback', 'mygame:/authorize/callback'],
		...['mygame:///authorize/callback', standard, standard.replace(':/', ':///')],
	]) {
		const { href } = await consent(browser, lantern.url({ redirect_uri, ...challenge }))
		const code = /[?&]code=(\w+)/.exec(href)?.[1] ?? ''
		const tokens = await lantern.redeem(code, { redirect_uri, code_verifier: verifier })
		assert.equal(tokens.status, 200, redirect_uri)
	}
	const sent = await browser.get(
		lantern.url({ redirect_uri: 'mygame:///authorize/callback', ...challenge, prompt: 'x' }),
	)
	assert.ok(sent.location.startsWith('mygame:///authorize/callback?'), 'the address is the one that was sent')
	const without = await browser.get(lantern.url({ redirect_uri: 'mygame:/authorize/callback' }))
	assert.match(without.location, /error=invalid_request/, 'an app on a device must use PKCE')
	const other = `guildhall-${alice.id}:/authorize/callback`
	assert.equal((await browser.get(lantern.url({ redirect_uri: other, ...challenge }))).status, 400)
})

test('A9 without a redirect_uri the first registered one is used', async () => {
	const { server, lantern: game, browser } = await lantern()
	await using _ = server
	for (const redirect_uri of [undefined, 'undefined', CALLBACK]) {
		const code = await codeFor(browser, game.url({ redirect_uri: undefined }))
		assert.equal((await game.redeem(code, { redirect_uri })).status, 200, redirect_uri)
	}
	const code = await codeFor(browser, game.url({ redirect_uri: undefined }))
	assert.equal((await game.redeem(code, { redirect_uri: 'https://evil.example' })).body.error, 'invalid_grant')
})

test('A10 prompt=none asks nobody where the consent is on file, and tells OpenID Connect what is missing', async () => {
	const { server, lantern: game, browser } = await lantern()
	await using _ = server
	const quiet = (scope: string) => game.url({ scope, prompt: 'none' })
	const errorOf = (location: string) => new URL(location).searchParams.get('error')
	assert.equal(errorOf((await openBrowser(server).get(quiet('openid'))).location), 'login_required')
	assert.match((await openBrowser(server).get(quiet('identify'))).location, /^\/login/)
	assert.equal(errorOf((await browser.get(quiet('openid'))).location), 'consent_required')
	assert.equal((await browser.get(quiet('identify'))).status, 200, 'without openid the page is shown')
	await consent(browser, game.url({ scope: 'openid identify' }))
	for (const scope of ['openid', 'identify', 'identify openid']) {
		const { status, location } = await browser.get(quiet(scope))
		assert.equal(status, 302)
		assert.ok(new URL(location).searchParams.get('code'), scope)
	}
	assert.equal(errorOf((await browser.get(quiet('openid email'))).location), 'consent_required')
	assert.equal((await browser.get(game.url({ scope: 'identify' }))).status, 200, 'otherwise the person is asked')
})

test('A11 one whose mail address is not confirmed can allow nothing', async () => {
	const { server, lantern: game } = await lantern()
	await using _ = server
	const { id } = await server.store.transaction((tx) => createUser(tx, { username: 'new', email: 'new@example.com' }))
	const browser = await browserOf(server, id)
	const page = await browser.get(game.url())
	assert.match(page.text, /Confirm your email first/)
	assert.match(page.text, /error=access_denied/)
	const json = await browser.send('GET', `/api/v10${game.url()}`)
	assert.deepEqual([json.status, json.body.code], [403, 40002])
	assert.match(
		(await browser.get(game.url({ scope: 'openid', prompt: 'none' }))).location,
		/error=interaction_required/,
	)
})

test('A12 a token in the fragment, for sites without a server', async () => {
	const { server, lantern: game, browser, alice } = await lantern()
	await using _ = server
	const { hash, search } = await consent(browser, game.url({ response_type: 'token', scope: 'identify guilds' }))
	assert.equal(search, '')
	const answer = new URLSearchParams(hash.slice(1))
	assert.deepEqual([...answer.keys()], ['access_token', 'token_type', 'expires_in', 'scope', 'state'])
	assert.deepEqual([answer.get('token_type'), answer.get('expires_in')], ['Bearer', '604800'])
	const caller = await bearerOf(server.store, answer.get('access_token') ?? '')
	assert.deepEqual([caller?.userId, caller?.granted], [alice.id, ['identify', 'guilds']])
	for (const scope of ['openid', 'role_connections.write', 'bot']) {
		const { location } = await browser.get(game.url({ response_type: 'token', scope }))
		assert.match(location, /^https:\/\/game\.example\/callback#error=invalid_scope/)
	}
	assert.match(
		(await consent(browser, game.url({ response_type: 'token' }), false)).hash,
		/^#error=access_denied.*state=opaque$/,
	)
})

test('A13 the API answers a login in JSON, with and without a version, and sends everybody else to the page', async () => {
	const { server, lantern: game, browser, alice } = await lantern()
	await using _ = server
	for (const path of ['/api', '/api/v10', '/api/v9']) {
		const { status, body, headers } = await browser.send('GET', path + game.url())
		assert.equal(status, 200)
		assert.equal(headers['access-control-allow-origin'], undefined)
		assert.deepEqual([body.application.name, body.user.id, body.scopes], ['Lantern', alice.id, ['identify']])
		const decided = await browser.send(
			'POST',
			`${path}/oauth2/authorize`,
			{ request: body.request, authorize: true },
			{ 'x-csrf-token': body.csrf_token },
		)
		assert.ok(new URL(decided.body.location).searchParams.get('code'))
	}
	const stranger = await openBrowser(server).send('GET', `/api/v10${game.url()}`)
	assert.deepEqual([stranger.status, stranger.headers.location], [302, game.url()])
	assert.deepEqual((await browser.get(`/api${game.url()}`)).location, game.url(), 'a link that was followed')
	assert.equal((await browser.send('GET', `/api/v3${game.url()}`)).body.code, 50041)
	const wrong = await browser.send('GET', `/api${game.url({ scope: 'nonsense' })}`)
	assert.match(wrong.body.location, /error=invalid_scope/)
})

test('A14 the page works without scripts: a form, and a page that leads back', async () => {
	const { server, lantern: game, browser } = await lantern()
	await using _ = server
	const { text } = await browser.get(game.url())
	const fields = { csrf_token: fieldOf(text, 'csrf_token'), request: fieldOf(text, 'request'), authorize: 'true' }
	const back = await browser.submit('/oauth2/authorize', fields)
	assert.equal(back.status, 200)
	assert.match(
		back.text,
		/http-equiv="refresh" content="0; url=https:\/\/game\.example\/callback\?code=\w{30}&amp;state=opaque"/,
	)
	const again = await browser.submit('/oauth2/authorize', fields)
	assert.deepEqual([again.status, again.text.includes('no longer valid')], [400, true], 'a page is answered once')
})

test('N1 a consent cannot be sent by another site, from another login, or later', async () => {
	const { server, lantern: game, browser } = await lantern()
	await using _ = server
	const mallory = await browserOf(server, (await server.person('mallory')).id)
	const open = async () => {
		const { text } = await browser.get(game.url())
		return { request: fieldOf(text, 'request'), token: fieldOf(text, 'csrf_token') }
	}
	const { request, token } = await open()
	const decide = (headers: Record<string, string>, from = browser, name = request) =>
		from.send('POST', '/api/oauth2/authorize', { request: name, authorize: true }, headers)
	const refused: [Record<string, string>, number][] = [
		[{}, 50067],
		[{ 'x-csrf-token': 'guessed' }, 50067],
		[{ 'x-csrf-token': await mallory.csrfToken() }, 50067],
		[{ 'x-csrf-token': token, origin: 'https://evil.example' }, 50067],
		[{ 'x-csrf-token': token, origin: '' }, 50067],
		[{ 'x-csrf-token': token, 'sec-fetch-site': 'cross-site' }, 50067],
		[{ 'x-csrf-token': token, 'sec-fetch-site': 'same-site' }, 50067],
		[{ 'x-csrf-token': token, 'content-type': 'text/plain' }, 50035],
	]
	for (const [headers, code] of refused) {
		const { status, body } = await decide(headers)
		assert.deepEqual([status, body.code], [400, code], JSON.stringify(headers))
	}
	const stolen = await decide({ 'x-csrf-token': await mallory.csrfToken() }, mallory)
	assert.deepEqual(
		[stolen.status, stolen.body.code],
		[400, 50012],
		'the request belongs to the login that saw the page',
	)
	const player = await server.player('bob', ['identify'])
	const bearer = await openBrowser(server).send(
		'POST',
		'/api/oauth2/authorize',
		{ request, authorize: true },
		{ authorization: `Bearer ${player.token}` },
	)
	assert.equal(bearer.status, 401, 'a token is no login')
	const form = { csrf_token: 'guessed', request, authorize: 'true' }
	assert.equal((await browser.submit('/oauth2/authorize', form)).status, 400)
	const foreign = { origin: 'https://evil.example' }
	assert.equal((await browser.submit('/oauth2/authorize', { ...form, csrf_token: token }, foreign)).status, 403)
	assert.equal((await server.store.db.selectFrom('oauth_codes').selectAll().execute()).length, 0)

	assert.equal((await decide({ 'x-csrf-token': token })).status, 200)
	assert.equal((await decide({ 'x-csrf-token': token })).body.code, 50012, 'once')
	const late = await open()
	server.clock.advance(600_000)
	assert.equal((await decide({ 'x-csrf-token': late.token }, browser, late.request)).body.code, 50012)
})

test('N2 what was registered when the page was shown may be gone when it is answered', async () => {
	const { server, lantern: game, browser } = await lantern()
	await using _ = server
	const { text } = await browser.get(game.url())
	await server.store.transaction(({ db }) =>
		db.updateTable('applications').set({ redirect_uris: '[]' }).where('id', '=', game.id).execute(),
	)
	const decided = await browser.send(
		'POST',
		'/api/oauth2/authorize',
		{ request: fieldOf(text, 'request'), authorize: true },
		{ 'x-csrf-token': fieldOf(text, 'csrf_token') },
	)
	assert.deepEqual([decided.status, decided.body.code], [400, 50012])
})

test('N3 no other site may read or try the page in advance, and a popup keeps its opener', async () => {
	const { server, lantern: game, browser } = await lantern()
	await using _ = server
	for (const url of ['/oauth2/authorize', '/api/oauth2/authorize', '/api/v10/oauth2/authorize']) {
		const response = await server.app.http.inject({
			method: 'OPTIONS',
			url,
			headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
		})
		assert.equal(response.headers['access-control-allow-origin'], undefined, url)
		assert.notEqual(response.statusCode, 204)
	}
	const { headers } = await browser.get(game.url())
	assert.equal(headers['cross-origin-opener-policy'], 'unsafe-none')
	assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
	assert.equal(headers['access-control-allow-origin'], undefined)
})

test('a sandbox can sign in, allow and refuse for a person', async () => {
	const { server, lantern: game, alice } = await lantern()
	await using _ = server
	const world = { store: server.store, issuer: server.config.origin, standardScheme: 'guildhall' }
	const act = (url: string, isAllowed = true, userId = alice.id) =>
		authorizeAs(world, { url, userId, decision: { isAllowed } })
	const allowed = (await act(server.config.origin + game.url())) as { location: string }
	const code = new URL(allowed.location).searchParams.get('code') ?? ''
	assert.equal((await game.redeem(code)).status, 200)
	assert.match(((await act(game.url(), false)) as { location: string }).location, /error=access_denied/)
	assert.match(((await act(game.url({ scope: 'x' }))) as { location: string }).location, /error=invalid_scope/)
	assert.equal(
		((await act(game.url({ redirect_uri: 'https://evil.example' }))) as { error: string }).error,
		'invalid_request',
	)
	await assert.rejects(act(game.url(), true, '1'), { named: 'UnknownUser' })
})
