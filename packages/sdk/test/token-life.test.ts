/** The end of a token: when it is told, and when it is let go (behaviour.md §4.4). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuthorizationTokenType } from '../src/index.ts'
import { APPLICATION_ID, clientOn, ended, oauthError, type Reply, tokensAnswer, transport } from './transport.ts'

const ME = 'GET /oauth2/@me'

const me = (expiresAt: number, user = '7'): Reply => ({
	body: {
		application: { id: APPLICATION_ID },
		scopes: ['openid', 'sdk.social_layer'],
		expires: new Date(expiresAt).toISOString(),
		user: { id: user, username: 'ada' },
	},
})
const HOUR = 3_600_000
const DAY = 24 * HOUR
const UNAUTHORIZED = { status: 401, body: { message: '401: Unauthorized', code: 0 } }

/** Of a token: what is left of its life, how long it lives where this client was given it, and when its end is told. */
const LEADS: readonly [what: string, left: number, life: number | undefined, told: number][] = [
	['a week, fresh', 7 * DAY, undefined, 7 * DAY - 0.7 * DAY],
	['thirty days, fresh', 30 * DAY, undefined, 29 * DAY],
	['an hour, fresh', HOUR, undefined, 0.9 * HOUR],
	['twenty hours left of a week', 20 * HOUR, 7 * DAY, 20 * HOUR - 16.8 * HOUR],
	['ten hours left of a week: inside already', 10 * HOUR, 7 * DAY, 0],
	['two hours of a child of two hours', 2 * HOUR, 2 * HOUR, 1.8 * HOUR],
	['expired', -HOUR, undefined, 0],
]

for (const [what, left, life, told] of LEADS) {
	test(`4.4 the end of a token is told once: ${what}`, async () => {
		const wire = transport({
			[ME]: () => me(wire.clock.now() + left),
			'POST /oauth2/token': tokensAnswer('access-1', 'refresh-1', (life ?? 0) / 1000),
		})
		using client = clientOn(wire)
		let count = 0
		client.SetTokenExpirationCallback(() => count++)
		if (life !== undefined) await client.RefreshToken(APPLICATION_ID, 'refresh-0')
		await client.UpdateToken(AuthorizationTokenType.Bearer, 'access-1')
		if (told > 0) {
			await wire.advance(told - 1)
			assert.equal(count, 0)
		}
		await wire.advance(1)
		assert.equal(count, 1)
		await wire.advance(60 * DAY)
		assert.equal(count, 1)
	})
}

test('4.4 each token has its own end, and that of the one before is not told any more', async () => {
	const wire = transport({ [ME]: () => me(wire.clock.now() + 7 * DAY) })
	using client = clientOn(wire)
	let count = 0
	client.SetTokenExpirationCallback(() => count++)
	await client.UpdateToken(AuthorizationTokenType.Bearer, 'one')
	await wire.advance(6 * DAY)
	await client.UpdateToken(AuthorizationTokenType.Bearer, 'two')
	await wire.advance(6 * DAY)
	assert.equal(count, 0)
	await wire.advance(DAY)
	assert.equal(count, 1)
	await client.UpdateToken(AuthorizationTokenType.Bearer, 'three')
	await wire.advance(7 * DAY)
	assert.equal(count, 2)
})

test('4.4 after invalid_grant a token is let go that died, and only then', async () => {
	for (const [what, asked, isKept] of [
		['the platform knows it no more', UNAUTHORIZED, false],
		['it works', undefined, true],
		['the platform cannot be asked', 'down', true],
		['the platform is in trouble', { status: 500 }, true],
	] as const) {
		const wire = transport({ 'POST /oauth2/token': oauthError('invalid_grant') })
		const works = () => me(wire.clock.now() + 7 * DAY)
		wire.routes[ME] = works
		using client = clientOn(wire)
		client.SetTokenExpirationCallback(() => assert.fail('told'))
		await client.UpdateToken(AuthorizationTokenType.Bearer, 'access-1')
		if (asked) wire.routes[ME] = asked
		assert.equal(await ended(client.RefreshToken(APPLICATION_ID, 'refresh-0')), 'HTTPError 400')
		assert.equal(client.IsAuthenticated(), isKept, what)
		if (!isKept) await wire.advance(60 * DAY)
	}
})

test('4.4 after another failure of a refresh nothing is asked and nothing let go', async () => {
	const wire = transport({ 'POST /oauth2/token': oauthError('invalid_client') })
	wire.routes[ME] = () => me(wire.clock.now() + 7 * DAY)
	using client = clientOn(wire)
	await client.UpdateToken(AuthorizationTokenType.Bearer, 'access-1')
	assert.equal(await ended(client.RefreshToken(APPLICATION_ID, 'refresh-0')), 'HTTPError 400')
	assert.ok(client.IsAuthenticated())
	assert.equal(wire.sent.filter(({ route }) => route === ME).length, 1)
})
