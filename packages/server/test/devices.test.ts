import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULTS } from '../src/config.ts'
import { deauthorize } from '../src/domain/applications/authorizations.ts'
import { RateLimited } from '../src/http/answers.ts'
import { createLimits } from '../src/http/limits.ts'
import { RateLimiter } from '../src/http/rate-limit.ts'
import { createLog } from '../src/log.ts'
import { answerAs } from '../src/sandbox/authorize.ts'
import type { Sandbox } from '../src/sandbox/verb.ts'
import { createSweeper } from '../src/workers/sweeper.ts'
import type { Browser } from './browser.ts'
import { eventsTo, listenTo } from './installing.ts'
import { browserOf, game } from './oauth.ts'
import { type Answered, type TestServer, testServer } from './server.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const INVALID_DEVICE = { error: 'invalid_grant', error_description: 'Invalid "device_code" in request.' }

async function lanternWorld(options = {}, config = {}) {
	const server = await testServer(config)
	const alice = await server.person('alice')
	const browser = await browserOf(server, alice.id)
	const lantern = await game(server, 'Lantern', options)
	const start = async (scope = 'openid sdk.social_layer') => (await lantern.device(scope)).body
	return { server, alice, browser, lantern, start }
}

/** A script of the site's own posts JSON for the person signed in. */
async function send(browser: Browser, path: string, body: unknown): Promise<Answered> {
	return browser.send('POST', `/api/oauth2/device${path}`, body, { 'x-csrf-token': await browser.csrfToken() })
}

const verify = (browser: Browser, user_code: string) => send(browser, '/verify', { user_code })

async function decide(browser: Browser, user_code: string, result = 'granted'): Promise<Answered> {
	const seen = await verify(browser, user_code)
	return seen.status === 200 ? send(browser, '/finish', { user_code, result }) : seen
}

const errorOf = ({ status, body }: Answered) => [status, body.error]

test('V1 V5 V7 a console shows a code, its player allows it elsewhere, and it has tokens', async () => {
	const { server, alice, browser, lantern } = await lanternWorld()
	await using _ = server
	const started = await lantern.device('openid sdk.social_layer', { 'user-agent': 'Lantern (PlayStation 5)' })
	assert.equal(started.status, 200)
	assert.equal(started.headers['cache-control'], 'no-store')
	const { device_code, user_code, ...rest } = started.body
	assert.match(device_code, /^[\w-]{43}$/)
	assert.match(user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
	const page = `${server.config.origin}/activate`
	assert.deepEqual(rest, {
		verification_uri: page,
		verification_uri_complete: `${page}?user_code=${user_code}`,
		expires_in: 300,
		interval: 5,
	})
	assert.deepEqual(errorOf(await lantern.poll(device_code)), [400, 'authorization_pending'])
	const { status, body } = await verify(browser, user_code)
	assert.equal(status, 200)
	assert.deepEqual(
		[body.user_code, body.application.id, body.scopes, body.kind, body.is_same_network],
		[user_code, lantern.id, ['openid', 'sdk.social_layer'], 'playstation', true],
	)
	assert.equal(Date.parse(body.requested_at), server.clock.now())
	assert.equal(Date.parse(body.expires_at), server.clock.now() + 5 * MINUTE)
	const finished = await send(browser, '/finish', { user_code, result: 'granted' })
	assert.equal(finished.status, 204)
	const tokens = await lantern.poll(device_code)
	assert.equal(tokens.status, 200)
	assert.deepEqual(Object.keys(tokens.body), [
		...['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope', 'id_token'],
	])
	assert.deepEqual([tokens.body.token_type, tokens.body.scope], ['Bearer', 'openid sdk.social_layer'])
	const me = await server.as('', `Bearer ${tokens.body.access_token}`).get('/oauth2/@me')
	assert.equal(me.body.user.id, alice.id)
	assert.equal((await lantern.refresh(tokens.body.refresh_token)).status, 200)
	assert.deepEqual((await lantern.poll(device_code)).body, INVALID_DEVICE, 'once')
})

test('V2 a code is typed as people type', async () => {
	const { server, browser, start } = await lanternWorld()
	await using _ = server
	const { user_code } = await start()
	for (const typed of [user_code.toLowerCase(), user_code.replace('-', ''), ` ${user_code.replace('-', ' ')} `]) {
		assert.equal((await verify(browser, typed)).body.user_code, user_code, typed)
	}
	for (const typed of ['', 'x'.repeat(65), 17, null]) {
		const { status, body } = await send(browser, '/verify', { user_code: typed })
		assert.deepEqual([status, body.code], [400, 50035])
	}
})

test('V1 who may not ask gets no code', async () => {
	const { server, lantern } = await lanternWorld({ hasSocialTerms: false })
	await using _ = server
	const { id } = lantern
	const ask = (fields: Record<string, string | undefined>) => lantern.post('/device/authorize', fields)
	const client_secret = lantern.bot.clientSecret
	assert.deepEqual(errorOf(await ask({ client_id: id, scope: 'identify' })), [401, 'invalid_client'])
	assert.deepEqual(errorOf(await ask({ client_id: id, client_secret: 'x', scope: 'identify' })), [
		401,
		'invalid_client',
	])
	assert.deepEqual(errorOf(await ask({ client_id: id, client_secret })), [400, 'invalid_scope'])
	for (const scope of [
		'bot',
		'webhook.incoming',
		'applications.commands.update',
		'sdk.social_layer',
		'rpc',
		'nonsense',
	]) {
		assert.deepEqual(errorOf(await ask({ client_id: id, client_secret, scope })), [400, 'invalid_scope'], scope)
	}
	for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
		assert.equal((await server.nobody.call(method, '/oauth2/device/authorize')).status, 405, method)
	}
	const asJson = await server.nobody.post('/oauth2/device/authorize', {
		client_id: id,
		client_secret,
		scope: 'identify',
	})
	assert.deepEqual(errorOf(asJson), [400, 'invalid_request'])
	assert.equal((await server.store.db.selectFrom('device_codes').selectAll().execute()).length, 0)
})

test('V1 a public client needs its id alone', async () => {
	const { server, browser, lantern, start } = await lanternWorld({ isPublicClient: true })
	await using _ = server
	const { device_code, user_code } = await start()
	await decide(browser, user_code)
	assert.equal((await lantern.poll(device_code)).status, 200)
})

test('V4 V5 one who says no is heard, and cannot say yes afterwards', async () => {
	const { server, browser, lantern, start } = await lanternWorld()
	await using _ = server
	const { device_code, user_code } = await start()
	assert.equal((await decide(browser, user_code, 'denied')).status, 204)
	for (let polls = 0; polls < 2; polls++) {
		assert.deepEqual(errorOf(await lantern.poll(device_code)), [400, 'access_denied'])
	}
	const again = await send(browser, '/finish', { user_code, result: 'granted' })
	assert.deepEqual([again.status, again.body.code], [400, 50012])
	assert.equal((await server.store.db.selectFrom('authorizations').selectAll().execute()).length, 0)
})

test('V4 of decisions at once one counts', async () => {
	const { server, browser, lantern, start } = await lanternWorld()
	await using _ = server
	const { device_code, user_code } = await start()
	await verify(browser, user_code)
	const results = ['granted', 'denied', 'granted', 'denied', 'granted', 'denied']
	const answers = await Promise.all(results.map((result) => send(browser, '/finish', { user_code, result })))
	const counted = answers.flatMap(({ status }, index) => (status === 204 ? [results[index]] : []))
	assert.equal(counted.length, 1)
	assert.equal((await lantern.poll(device_code)).status, counted[0] === 'granted' ? 200 : 400)
	const live = await server.store.db.selectFrom('authorizations').selectAll().execute()
	assert.equal(live.length, counted[0] === 'granted' ? 1 : 0, 'what did not count left nothing')
})

test('I8 the application hears of a yes on another device, and of no refusal', async () => {
	const { server, alice, browser, lantern, start } = await lanternWorld()
	await using _ = server
	await listenTo(server, lantern, ['APPLICATION_AUTHORIZED'])
	await decide(browser, (await start('identify guilds')).user_code, 'denied')
	await decide(browser, (await start('identify guilds')).user_code)
	const events = await eventsTo(server, lantern)
	assert.deepEqual(
		events.map(({ data }) => [data.user.id, data.scopes, data.integration_type]),
		[[alice.id, ['identify', 'guilds'], undefined]],
	)
})

test('V3 only who typed the code decides, and proves to be the site itself', async () => {
	const { server, browser, lantern, start } = await lanternWorld()
	await using _ = server
	const mallory = await browserOf(server, (await server.person('mallory')).id)
	const { device_code, user_code } = await start()
	const blind = await send(mallory, '/finish', { user_code, result: 'granted' })
	assert.deepEqual([blind.status, blind.body.code], [400, 50012])
	await verify(browser, user_code)
	assert.equal((await send(mallory, '/finish', { user_code, result: 'denied' })).status, 400)
	const csrf = { 'x-csrf-token': await browser.csrfToken() }
	for (const headers of [
		{},
		{ 'x-csrf-token': 'guessed' },
		{ ...csrf, origin: 'https://evil.example' },
		{ ...csrf, 'sec-fetch-site': 'cross-site' },
	] as Record<string, string>[]) {
		for (const [path, body] of [
			['/verify', { user_code }],
			['/finish', { user_code, result: 'granted' }],
		] as const) {
			const { status } = await browser.send('POST', `/api/oauth2/device${path}`, body, headers)
			assert.equal(status, 400, JSON.stringify(headers))
		}
	}
	const token = await server.player('bob', ['identify'])
	assert.equal((await token.post('/oauth2/device/verify', { user_code })).status, 403)
	assert.equal((await server.nobody.post('/oauth2/device/verify', { user_code })).status, 401)
	assert.deepEqual(errorOf(await lantern.poll(device_code)), [400, 'authorization_pending'])
})

test('V4 one whose mail address is not confirmed allows nothing', async () => {
	const { server, lantern, start } = await lanternWorld()
	await using _ = server
	const newcomer = await server.person('newcomer')
	const browser = await browserOf(server, newcomer.id)
	const { device_code, user_code } = await start()
	await verify(browser, user_code)
	await server.store.transaction(({ db }) =>
		db.updateTable('users').set({ is_verified: 0 }).where('id', '=', newcomer.id).execute(),
	)
	for (const refused of [
		await verify(browser, user_code),
		await send(browser, '/finish', { user_code, result: 'granted' }),
	]) {
		assert.deepEqual([refused.status, refused.body.code], [403, 40002])
	}
	assert.deepEqual(errorOf(await lantern.poll(device_code)), [400, 'authorization_pending'])
})

test('V5 a code is good for five minutes, and it is said that it is over', async () => {
	const { server, browser, lantern, start } = await lanternWorld()
	await using _ = server
	const late = await start()
	const allowed = await start()
	await decide(browser, allowed.user_code)
	server.clock.advance(5 * MINUTE)
	assert.deepEqual(errorOf(await lantern.poll(late.device_code)), [400, 'expired_token'])
	assert.deepEqual(errorOf(await lantern.poll(allowed.device_code)), [400, 'expired_token'])
	assert.equal((await verify(browser, late.user_code)).status, 400)
	const sweeper = createSweeper({ store: server.store, clock: server.clock, log: createLog('silent') })
	sweeper.start()
	await server.advance(20 * MINUTE)
	await sweeper.idle()
	await sweeper.stop()
	assert.equal((await server.store.db.selectFrom('device_codes').selectAll().execute()).length, 0)
	assert.deepEqual((await lantern.poll(late.device_code)).body, INVALID_DEVICE)
})

test('V6 a device that asks too often waits longer', async () => {
	const { server, lantern, start } = await lanternWorld()
	await using _ = server
	const { device_code } = await start()
	const poll = async (afterSeconds: number) => {
		server.clock.advance(afterSeconds * SECOND)
		return (await lantern.poll(device_code)).body.error
	}
	assert.equal(await poll(0), 'authorization_pending')
	assert.equal(await poll(5), 'authorization_pending')
	assert.equal(await poll(4), 'authorization_pending', 'networks are not punctual')
	assert.equal(await poll(1), 'slow_down')
	assert.equal(await poll(5), 'slow_down', 'ten seconds from now on')
	assert.equal(await poll(15), 'authorization_pending', 'fifteen')
	assert.equal(await poll(10), 'slow_down')
	const { interval_seconds } = await server.store.db
		.selectFrom('device_codes')
		.select('interval_seconds')
		.executeTakeFirstOrThrow()
	assert.equal(interval_seconds, 20)
})

test('V6 each of many hasty polls at once counts', async () => {
	const { server, lantern, start } = await lanternWorld()
	await using _ = server
	const { device_code } = await start()
	const answers = await Promise.all(Array.from({ length: 8 }, () => lantern.poll(device_code)))
	assert.equal(answers.filter(({ body }) => body.error === 'authorization_pending').length, 1)
	assert.equal(answers.filter(({ body }) => body.error === 'slow_down').length, 7)
	const { interval_seconds } = await server.store.db
		.selectFrom('device_codes')
		.select('interval_seconds')
		.executeTakeFirstOrThrow()
	assert.equal(interval_seconds, 5 + 7 * 5)
})

test('V7 of twenty who ask for the tokens at once, one gets them', async () => {
	const { server, browser, lantern, start } = await lanternWorld()
	await using _ = server
	const { device_code, user_code } = await start()
	await decide(browser, user_code)
	const answers = await Promise.all(Array.from({ length: 20 }, () => lantern.poll(device_code)))
	assert.equal(answers.filter(({ status }) => status === 200).length, 1)
	for (const { status, body } of answers) if (status !== 200) assert.deepEqual(body, INVALID_DEVICE)
	assert.equal((await server.store.db.selectFrom('access_tokens').selectAll().execute()).length, 1)
	assert.equal((await server.store.db.selectFrom('refresh_tokens').selectAll().execute()).length, 1)
})

test('V7 a code belongs to its application', async () => {
	const { server, browser, lantern, start } = await lanternWorld()
	await using _ = server
	const thief = await game(server, 'Thief')
	const { device_code, user_code } = await start()
	await decide(browser, user_code)
	for (const code of [device_code, 'x', '\0']) {
		const { status, body } = await thief.poll(code)
		assert.deepEqual([status, body], [400, INVALID_DEVICE])
	}
	const nothing = await lantern.token({ grant_type: 'urn:ietf:params:oauth:grant-type:device_code' })
	assert.deepEqual(errorOf(nothing), [400, 'invalid_request'])
	assert.equal((await lantern.poll(device_code)).status, 200)
	const kept = JSON.stringify(await server.store.db.selectFrom('device_codes').selectAll().execute())
	assert.ok(!kept.includes(device_code), 'only hashes are kept')
})

test('V8 what a person takes back before the device asks, it does not get', async () => {
	const { server, alice, browser, lantern, start } = await lanternWorld()
	await using _ = server
	const first = await start()
	await decide(browser, first.user_code)
	const second = await start()
	await verify(browser, second.user_code)
	const pair = { applicationId: lantern.id, userId: alice.id }
	await server.store.transaction((tx) => deauthorize(tx, pair, 'removed'))
	assert.deepEqual((await lantern.poll(first.device_code)).body, INVALID_DEVICE)
	await send(browser, '/finish', { user_code: second.user_code, result: 'granted' })
	assert.equal((await lantern.poll(second.device_code)).status, 200, 'what is allowed afterwards holds')
})

test('V8 an authorization that ends while the device asks leaves no token alive', async () => {
	const { server, alice, browser, lantern, start } = await lanternWorld()
	await using _ = server
	const pair = { applicationId: lantern.id, userId: alice.id }
	for (let round = 0; round < 5; round++) {
		const { device_code, user_code } = await start()
		await decide(browser, user_code)
		const [polled] = await Promise.all([
			lantern.poll(device_code),
			server.store.transaction((tx) => deauthorize(tx, pair, 'removed')),
		])
		assert.equal((await server.store.db.selectFrom('access_tokens').selectAll().execute()).length, 0)
		assert.ok(polled.status === 200 || polled.body.error === 'invalid_grant')
	}
})

test('V9 a person who guesses codes is stopped, also by a server that was started again', async () => {
	const { server, alice, browser, start } = await lanternWorld({}, { rateLimits: DEFAULTS.rateLimits })
	await using _ = server
	const { user_code } = await start()
	const guess = async (code: string) => {
		// Each operation has a limit of its own besides.
		server.clock.advance(5 * SECOND)
		return verify(browser, code)
	}
	for (let tries = 0; tries < 5; tries++) {
		const { status, body } = await guess('BBBB-BBBB')
		assert.deepEqual([status, body.code], [400, 50035])
		if (tries < 4) assert.equal((await guess(user_code)).status, 200, 'a right one does not count')
	}
	const stopped = await guess(user_code)
	assert.equal(stopped.status, 429)
	assert.deepEqual(
		[stopped.body.message, stopped.body.global, stopped.headers['retry-after']],
		['You are being rate limited.', false, String(Math.ceil(stopped.body.retry_after))],
	)
	assert.ok(stopped.headers.via)
	const limitsOf = { store: server.store, rates: DEFAULTS.rates, factor: 1 }
	const restarted = createLimits({ ...limitsOf, limiter: new RateLimiter(DEFAULTS.rateLimits, server.clock.now) })
	await assert.rejects(restarted.keep('userCode', alice.id), RateLimited)
	server.clock.advance(5 * MINUTE)
	const fresh = await start()
	assert.equal((await verify(browser, fresh.user_code)).status, 200)
})

test('V9 many accounts at one address share what it may guess', async () => {
	const { server } = await lanternWorld({}, { rateLimits: { ...DEFAULTS.rateLimits, globalPerSecond: 1000 } })
	await using _ = server
	for (let person = 0; person < 7; person++) {
		const browser = await browserOf(server, (await server.person(`guesser-${person}`)).id)
		for (let tries = 0; tries < 5; tries++) {
			assert.equal((await verify(browser, 'BBBB-BBBB')).status, person < 6 ? 400 : 429)
		}
	}
	server.clock.advance(HOUR)
	const browser = await browserOf(server, (await server.person('late')).id)
	assert.equal((await verify(browser, 'BBBB-BBBB')).status, 400)
})

test('the sandbox answers for a person whom a device waits for', async () => {
	const { server, alice, lantern, start } = await lanternWorld()
	await using _ = server
	const sandbox = { app: server.app, store: server.store } as Sandbox
	const yes = await start()
	const said = await answerAs(sandbox, {
		url: yes.verification_uri_complete,
		userId: alice.id,
		decision: { isAllowed: true },
	})
	assert.deepEqual(said, {})
	assert.equal((await lantern.poll(yes.device_code)).status, 200)
	const no = await start()
	await answerAs(sandbox, { url: no.verification_uri_complete, userId: alice.id, decision: { isAllowed: false } })
	assert.deepEqual(errorOf(await lantern.poll(no.device_code)), [400, 'access_denied'])
	for (const url of ['/activate', '/activate?user_code=BBBB-BBBB']) {
		await assert.rejects(answerAs(sandbox, { url, userId: alice.id, decision: { isAllowed: true } }), {
			named: 'InvalidFormBody',
		})
	}
})

test('discovery names the endpoint and the grant', async () => {
	await using server: TestServer = await testServer()
	const { body } = await server.nobody.get(`${server.config.origin}/.well-known/openid-configuration`)
	assert.equal(body.device_authorization_endpoint, `${server.config.origin}/api/oauth2/device/authorize`)
	assert.ok(body.grant_types_supported.includes('urn:ietf:params:oauth:grant-type:device_code'))
})
