import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULTS } from '../src/config.ts'
import { RateLimited } from '../src/http/answers.ts'
import { createLimits } from '../src/http/limits.ts'
import { RateLimiter } from '../src/http/rate-limit.ts'
import { browserOf, type Game, game } from './oauth.ts'
import { type Answered, type TestServer, testServer } from './server.ts'

const AS_DECLARED = { rateLimits: DEFAULTS.rateLimits }
const FOR_ITSELF = { grant_type: 'client_credentials', scope: 'identify' }

/** Posts a form from an address. */
async function from(server: TestServer, address: string, path: string, fields: Record<string, string>) {
	const response = await server.app.http.inject({
		method: 'POST',
		url: `/api/oauth2${path}`,
		remoteAddress: address,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: String(new URLSearchParams(fields)),
	})
	return { status: response.statusCode, body: response.json(), headers: response.headers } as Answered
}

const credentials = ({ id, bot }: Game) => ({ client_id: id, client_secret: bot.clientSecret })

/** How many of the answers come before the first refusal. */
async function before429(most: number, send: () => Promise<{ status: number }>): Promise<number> {
	for (let count = 0; count < most; count++) if ((await send()).status === 429) return count
	return most
}

test('R3 R8 answers to applications say how many are left, and refusals are those of the API', async () => {
	await using server = await testServer(AS_DECLARED)
	const lantern = await game(server)
	const first = await lantern.token(FOR_ITSELF)
	assert.equal(first.status, 200)
	assert.deepEqual(
		['limit', 'remaining', 'reset-after'].map((name) => first.headers[`x-ratelimit-${name}`]),
		['30', '29', '1.000'],
	)
	for (let count = 1; count < 30; count++) assert.equal((await lantern.token(FOR_ITSELF)).status, 200)
	const { status, body, headers } = await lantern.token(FOR_ITSELF)
	assert.deepEqual(
		[status, body],
		[429, { message: 'You are being rate limited.', retry_after: 1, global: false, code: 0 }],
	)
	assert.deepEqual(
		[headers['retry-after'], headers['x-ratelimit-scope'], headers['x-ratelimit-remaining'], headers['cache-control']],
		['1', 'user', '0', 'no-store'],
	)
	assert.ok(headers.via && headers['x-ratelimit-bucket'])
	assert.equal((await (await game(server, 'Other')).token(FOR_ITSELF)).status, 200)
	server.clock.advance(1000)
	assert.equal((await lantern.token(FOR_ITSELF)).status, 200)
	assert.equal(await before429(20, () => lantern.post('/token/revoke', { ...credentials(lantern), token: 'x' })), 10)
})

test('R7 R8 ten wrong secrets a minute, by application and address, also over a restart', async () => {
	await using server = await testServer(AS_DECLARED)
	const lantern = await game(server)
	const other = await game(server, 'Other')
	const guess = (address: string, client_id = lantern.id) =>
		from(server, address, '/token', { ...FOR_ITSELF, client_id, client_secret: 'guess' })
	const answers: Answered[] = []
	for (let count = 0; count < 11; count++) answers.push(await guess('198.51.100.1'))
	assert.deepEqual([...new Set(answers.slice(0, 10).map(({ status }) => status))], [401])
	const limited = answers[10] as Answered
	assert.equal(limited.status, 429)
	assert.deepEqual(
		[limited.body.global, limited.headers['retry-after'], limited.headers['x-ratelimit-limit']],
		[false, '60', '10'],
	)
	assert.equal((await guess('198.51.100.2')).status, 401, 'another address')
	assert.equal((await guess('198.51.100.1', other.id)).status, 401, 'another application')
	const right = await from(server, '198.51.100.1', '/token', { ...FOR_ITSELF, ...credentials(lantern) })
	assert.equal(right.status, 200, 'who has the secret is not hindered')

	const limiter = new RateLimiter(DEFAULTS.rateLimits, server.clock.now)
	const restarted = createLimits({ store: server.store, limiter, rates: DEFAULTS.rates, factor: 1 })
	await assert.rejects(restarted.keep('wrongClient', `${lantern.id}:198.51.100.1`), RateLimited)
	server.clock.advance(60_000)
	assert.equal((await guess('198.51.100.1')).status, 401)
})

test('R7 a flood of names of applications that are none is one counter', async () => {
	await using server = await testServer(AS_DECLARED)
	const guess = (client_id: string) =>
		from(server, '198.51.100.1', '/token', { ...FOR_ITSELF, client_id, client_secret: 'guess' })
	let name = 10n ** 18n
	assert.equal(await before429(30, () => guess(String(name++))), 10)
	assert.equal((await guess('nonsense')).status, 429)
	assert.equal((await server.store.db.selectFrom('attempts').selectAll().execute()).length, 1)
})

test('R8 five devices a minute from one address, sixty of one application', async () => {
	await using server = await testServer(AS_DECLARED)
	const lantern = await game(server)
	const start = (address: string) =>
		from(server, address, '/device/authorize', { ...credentials(lantern), scope: 'identify' })
	assert.equal(await before429(10, () => start('198.51.100.1')), 5)
	let started = 5
	for (let host = 2; host < 20 && started < 60; host++) {
		const now = await before429(5, () => start(`198.51.100.${host}`))
		started += now
	}
	assert.equal(started, 60)
	const refused = await start('203.0.113.1')
	assert.deepEqual([refused.status, refused.body.message], [429, 'You are being rate limited.'])
	server.clock.advance(60_000)
	assert.equal((await start('198.51.100.1')).status, 200)
})

test('R8 thirty looks at pages of consent a minute, by login', async () => {
	await using server = await testServer(AS_DECLARED)
	const lantern = await game(server)
	const browser = await browserOf(server, (await server.person('alice')).id)
	assert.equal(await before429(40, () => browser.get(lantern.url())), 30)
	assert.equal((await browser.get('/activate')).status, 429)
	const other = await browserOf(server, (await server.person('bob')).id)
	assert.equal((await other.get(lantern.url())).status, 200)
})

test('R8 the operator sets them, and a factor multiplies what is not fixed', async () => {
	const rates = { ...DEFAULTS.rates, token: { count: 2, seconds: 10 } }
	await using server = await testServer({ ...AS_DECLARED, rates })
	const lantern = await game(server)
	assert.equal(await before429(10, () => lantern.token(FOR_ITSELF)), 2)
	server.clock.advance(9_999)
	assert.equal((await lantern.token(FOR_ITSELF)).status, 429)
	const limiter = new RateLimiter({ ...DEFAULTS.rateLimits, factor: 20 }, server.clock.now)
	const limits = createLimits({ store: server.store, limiter, rates, factor: 20 })
	assert.deepEqual(limits.of('userCode'), { count: 100, ms: 300_000 })
	assert.deepEqual(limits.of('login'), { count: 5, ms: 900_000 }, 'one secret is one secret')
})

test('R9 R4 R5 one address may bring many applications, and is turned away where it is refused too often', async () => {
	await using server = await testServer({ rateLimits: { ...DEFAULTS.rateLimits, invalidPerTenMinutes: 12 } })
	const games = [await game(server, 'One'), await game(server, 'Two'), await game(server, 'Three')]
	for (const one of games) {
		for (let count = 0; count < 30; count++) {
			const { status } = await from(server, '198.51.100.1', '/token', { ...FOR_ITSELF, ...credentials(one) })
			assert.equal(status, 200)
		}
	}
	const wrong = () => from(server, '198.51.100.1', '/token', { ...FOR_ITSELF, client_id: 'x', client_secret: 'y' })
	for (let count = 0; count < 12; count++) await wrong()
	const blocked = await from(server, '198.51.100.1', '/token', { ...FOR_ITSELF, ...credentials(games[0] as Game) })
	assert.deepEqual([blocked.status, blocked.body.global, blocked.headers['x-ratelimit-scope']], [429, true, 'global'])
	assert.equal((await from(server, '198.51.100.2', '/token', { ...FOR_ITSELF })).status, 401)
})

test('R4 pages of authorization and discovery are counted by address', async () => {
	await using server = await testServer(AS_DECLARED)
	const look = (remoteAddress: string) =>
		server.app.http
			.inject({ url: '/.well-known/openid-configuration', remoteAddress })
			.then(({ statusCode }) => ({ status: statusCode }))
	assert.equal(await before429(60, () => look('198.51.100.1')), 50)
	assert.equal((await look('198.51.100.2')).status, 200)
})

test('R10 a /64 is one address', async () => {
	await using server = await testServer(AS_DECLARED)
	const lantern = await game(server)
	let host = 0
	const start = (network: string) =>
		from(server, `${network}${++host}`, '/device/authorize', { ...credentials(lantern), scope: 'identify' })
	assert.equal(await before429(10, () => start('2001:db8:1:2::')), 5)
	assert.equal((await start('2001:db8:1:3::')).status, 200)
})
