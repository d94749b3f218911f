import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULTS } from '../src/config.ts'
import { fieldOf, openBrowser } from './browser.ts'
import { browserOf, game } from './oauth.ts'
import { testServer } from './server.ts'

async function lanternWorld(config = {}) {
	const server = await testServer(config)
	const alice = await server.person('alice')
	const browser = await browserOf(server, alice.id)
	const lantern = await game(server)
	const start = async (headers = {}) => (await lantern.device('identify guilds', headers)).body
	const csrf_token = await browser.csrfToken()
	const submit = (user_code: string) => browser.submit('/activate', { csrf_token, user_code })
	const decide = (user_code: string, result: string) =>
		browser.submit('/activate/decision', { csrf_token, user_code, result })
	return { server, alice, browser, lantern, start, submit, decide }
}

test('V3 the page leads through sign-in, asks for the code, says who asks, and takes the answer', async () => {
	const { server, browser, lantern, start, submit, decide } = await lanternWorld()
	await using _ = server
	const { device_code, user_code } = await start({ 'user-agent': 'Lantern (PlayStation 5)' })
	const stranger = await openBrowser(server).get(`/activate?user_code=${user_code}`)
	assert.equal(stranger.status, 302)
	assert.equal(stranger.location, `/login?next=%2Factivate%3Fuser_code%3D${user_code}`)
	assert.equal((await openBrowser(server).get('/activate')).location, '/login?next=%2Factivate')

	const empty = await browser.get('/activate')
	assert.equal(empty.status, 200)
	assert.equal(fieldOf(empty.text, 'user_code'), '')
	const given = await browser.get(`/activate?user_code=${user_code}`)
	assert.match(given.text, /Is this your code\?/)
	assert.ok(given.text.includes(`value="${user_code}"`))
	assert.ok(!given.text.includes('Lantern'), 'a link alone shows, and claims, nothing')
	assert.equal((await decide(user_code, 'granted')).status, 400, 'nor does it let anybody decide')

	server.clock.advance(2 * 60_000)
	const asked = await submit(user_code.toLowerCase().replace('-', ''))
	assert.equal(asked.status, 200)
	for (const said of ['Lantern', 'PlayStation', 'The same as yours', '2 minutes ago', user_code]) {
		assert.ok(asked.text.includes(said), said)
	}
	for (const words of ['See your username, avatar and banner', 'See which servers you are in']) {
		assert.ok(asked.text.includes(words), words)
	}
	assert.equal(asked.headers['x-frame-options'], 'DENY')
	assert.equal(asked.headers['cache-control'], 'no-store')
	const done = await decide(user_code, 'granted')
	assert.equal(done.status, 200)
	assert.match(done.text, /Your device is connected/)
	assert.equal((await lantern.poll(device_code)).status, 200)
	const again = await decide(user_code, 'granted')
	assert.equal(again.status, 400)
	assert.match(again.text, /used already/)
})

test('V3 who asks from elsewhere is shown with where that is', async () => {
	const { server, lantern, submit, decide } = await lanternWorld()
	await using _ = server
	const { bot } = lantern
	const asked = await server.app.http.inject({
		method: 'POST',
		url: '/api/oauth2/device/authorize',
		remoteAddress: '198.51.100.77',
		headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': '<b>box</b>' },
		payload: String(new URLSearchParams({ client_id: lantern.id, client_secret: bot.clientSecret, scope: 'identify' })),
	})
	const { user_code, device_code } = asked.json()
	const { text } = await submit(user_code)
	assert.ok(text.includes('Another than yours (198.51.100.77)'))
	assert.ok(text.includes('It does not say'))
	assert.ok(!text.includes('<b>'))
	assert.match((await decide(user_code, 'denied')).text, /Nothing was allowed/)
	assert.equal((await lantern.poll(device_code)).body.error, 'access_denied')
})

test('V9 wrong codes are said to be wrong, and are not tried for long', async () => {
	const { server, submit } = await lanternWorld({ rateLimits: DEFAULTS.rateLimits })
	await using _ = server
	for (let tries = 0; tries < 5; tries++) {
		const { status, text } = await submit('BBBB-BBBB"><script>')
		assert.equal(status, 400)
		assert.ok(text.includes('No device waits for this code'))
		assert.ok(!text.includes('"><script>'))
	}
	const stopped = await submit('BBBB-BBBB')
	assert.equal(stopped.status, 429)
	assert.equal(stopped.headers['retry-after'], '300')
	assert.match(stopped.text, /Please wait 5 minutes/)
})

test('V3 V4 forms of other sites, of nobody and of unconfirmed accounts do nothing', async () => {
	const { server, alice, browser, lantern, start, submit, decide } = await lanternWorld()
	await using _ = server
	const { device_code, user_code } = await start()
	await submit(user_code)
	const csrf_token = await browser.csrfToken()
	const form = { csrf_token, user_code, result: 'granted' }
	for (const path of ['/activate', '/activate/decision']) {
		assert.equal((await browser.submit(path, form, { origin: 'https://evil.example' })).status, 403)
		assert.equal((await browser.submit(path, form, { 'sec-fetch-site': 'cross-site' })).status, 403)
		assert.equal((await browser.submit(path, { ...form, csrf_token: 'guessed' })).status, 400)
		assert.equal((await openBrowser(server).submit(path, form)).status, 400)
	}
	await server.store.transaction(({ db }) =>
		db.updateTable('users').set({ is_verified: 0 }).where('id', '=', alice.id).execute(),
	)
	for (const page of [await browser.get('/activate'), await submit(user_code), await decide(user_code, 'granted')]) {
		assert.equal(page.status, 403)
		assert.match(page.text, /Confirm your email first/)
	}
	assert.equal((await lantern.poll(device_code)).body.error, 'authorization_pending')
})
