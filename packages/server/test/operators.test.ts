import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPassword } from '../src/domain/accounts/passwords.ts'
import { isTester } from '../src/domain/applications/testers.ts'
import { openBrowser } from './browser.ts'
import { eventsTo, listenTo } from './installing.ts'
import { browserOf, codeFor, consent, game } from './oauth.ts'
import { GENEROUS, OPERATOR_TOKEN, type TestServer, testServer } from './server.ts'

const DAY = 86_400_000

/** An operator, who calls themselves so. */
const operator = (server: TestServer, name = 'olga') => {
	const client = server.as('', `Operator ${OPERATOR_TOKEN}`)
	const call = (method: string, path: string, body?: unknown) =>
		client.call(method, `/operator${path}`, body, { 'x-operator': encodeURIComponent(name) })
	return {
		get: (path: string) => call('GET', path),
		put: (path: string, body?: unknown) => call('PUT', path, body),
		post: (path: string, body?: unknown) => call('POST', path, body),
		delete: (path: string) => call('DELETE', path),
	}
}

describe('the door of operators', () => {
	test('opens to the token of the installation alone', async () => {
		await using server = await testServer()
		const bot = await server.bot('Herald')
		const alice = await server.player('alice')
		for (const client of [
			...[server.nobody, bot, server.as('', 'Operator guess'), server.as('', `Bearer ${OPERATOR_TOKEN}`)],
			...[server.as('', `Bot ${OPERATOR_TOKEN}`), server.as('', `Operator ${OPERATOR_TOKEN}x`)],
		]) {
			const { status } = await client.get('/operator/users')
			assert.equal(status, 401)
		}
		assert.equal((await alice.get('/operator/users')).status, 401)
		assert.equal((await operator(server).get('/users')).status, 200)
		// It is no key to anything else, and no part of what the public reads.
		assert.equal((await server.as('', `Operator ${OPERATOR_TOKEN}`).get('/users/@me')).status, 401)
		const { body: document } = await server.nobody.call('GET', 'http://127.0.0.1/openapi.json')
		assert.deepEqual(
			Object.keys(document.paths).filter((path) => path.includes('operator')),
			[],
		)
	})

	test('is closed where the installation has no token', async () => {
		await using server = await testServer({}, { operatorToken: null })
		assert.equal((await operator(server).get('/users')).status, 401)
		assert.equal((await server.as('', 'Operator undefined').get('/operator/users')).status, 401)
	})

	test('shows accounts by id, name and address, and page by page', async () => {
		await using server = await testServer()
		const alice = await server.person('alice')
		const bob = await server.person('bob')
		const { get } = operator(server)
		for (const named of [alice.id, 'alice', 'ALICE', 'alice@example.com']) {
			const { status, body } = await get(`/users/${encodeURIComponent(named)}`)
			assert.deepEqual(
				[status, body.id, body.email, body.verified, body.ban],
				[200, alice.id, 'alice@example.com', true, null],
			)
		}
		assert.deepEqual((await get('/users/nobody')).body.code, 10013)
		assert.deepEqual(
			(await get('/users?limit=1')).body.map(({ id }: { id: string }) => id),
			[alice.id],
		)
		assert.deepEqual(
			(await get(`/users?after=${alice.id}`)).body.map(({ id }: { id: string }) => id),
			[bob.id],
		)
		assert.equal((await get('/users?limit=101')).status, 400)
	})

	test('keeps who did what, and when', async () => {
		await using server = await testServer()
		const alice = await server.person('alice')
		const { application } = await server.bot('Lantern')
		const olga = operator(server, 'Ольга')
		await olga.put('/users/alice/ban', { reason: 'spam' })
		await olga.put(`/applications/${application.id}/scopes/voice`)
		const failed = await olga.put('/users/nobody/ban')
		assert.equal(failed.status, 404)
		const { body } = await olga.get('/acts')
		assert.deepEqual(
			body.map(({ id: _id, at: _at, ...act }: Record<string, unknown>) => act),
			[
				{ operator: 'Ольга', act: 'approve_scope', application_id: application.id, detail: { scope: 'voice' } },
				{ operator: 'Ольга', act: 'ban_user', user_id: alice.id, detail: { until: null, reason: 'spam' } },
			],
		)
		const { body: before } = await olga.get(`/acts?before=${body[0].id}&limit=1`)
		assert.deepEqual(before, [body[1]])
	})
})

describe('a ban', () => {
	test('E1 ends every login, every authorization and every token, and tells each game', async () => {
		await using server = await testServer()
		const [lantern, beacon] = [await game(server), await game(server, 'Beacon')]
		const alice = await server.person('alice')
		const bob = await server.player('bob', undefined, lantern.bot.application)
		const browser = await browserOf(server, alice.id)
		const scope = { scope: 'openid identify sdk.social_layer' }
		const tokens = []
		for (const one of [lantern, beacon]) {
			tokens.push((await one.redeem(await codeFor(browser, one.url(scope)))).body)
			await listenTo(server, one, ['APPLICATION_DEAUTHORIZED'])
		}
		const unused = await codeFor(browser, lantern.url(scope))
		const revoked = server.hear('internal.tokens')
		const { status, body } = await operator(server).put('/users/alice/ban', { reason: 'cheating', seconds: 3600 })
		assert.deepEqual([status, body.ban.reason, body.ban.created_by], [200, 'cheating', 'olga'])
		for (const { access_token } of tokens) {
			assert.equal((await server.as('', `Bearer ${access_token}`).get('/users/@me')).status, 401)
		}
		const refused = { error: 'invalid_grant', error_description: 'Invalid "refresh_token" in request' }
		assert.deepEqual((await lantern.refresh(tokens[0].refresh_token)).body, refused)
		assert.equal((await lantern.redeem(unused)).body.error, 'invalid_grant')
		assert.equal((await browser.get('/account')).status, 303)
		assert.deepEqual(
			revoked.named('TOKENS_REVOKED').map(({ application_id, user_id }) => [application_id, user_id]),
			[lantern.id, beacon.id].sort().map((id) => [id, alice.id]),
		)
		const rows = await server.store.db.selectFrom('authorizations').select(['user_id', 'revoke_cause']).execute()
		assert.deepEqual(
			rows.filter(({ user_id }) => user_id === alice.id).map(({ revoke_cause }) => revoke_cause),
			['banned', 'banned'],
		)
		for (const one of [lantern, beacon]) {
			const events = await eventsTo(server, one)
			assert.deepEqual(
				events.map(({ type, data }) => [type, data.user.id]),
				[['APPLICATION_DEAUTHORIZED', alice.id]],
			)
		}
		assert.equal((await bob.get('/users/@me')).status, 200)
	})

	test('E2 keeps the person out, and says until when and why to who knows the password', async () => {
		await using server = await testServer()
		const alice = await server.person('alice')
		await createPassword(server.store, alice.id, 'kettle in the rain')
		const { put, delete: remove } = operator(server)
		await put('/users/alice/ban', { reason: 'spam <b>', seconds: 86_400 })
		const signIn = async (password: string) => {
			const browser = openBrowser(server)
			return browser.submit('/login', { name: 'alice', password })
		}
		const wrong = await signIn('a guess that is wrong')
		assert.equal(wrong.status, 400)
		assert.doesNotMatch(wrong.text, /banned/i)
		const refused = await signIn('kettle in the rain')
		assert.equal(refused.status, 403)
		assert.match(refused.text, /This account is banned/)
		assert.match(refused.text, /spam &lt;b&gt;/)
		assert.equal((await server.store.db.selectFrom('logins').selectAll().execute()).length, 0)
		await remove('/users/alice/ban')
		assert.equal((await signIn('kettle in the rain')).status, 303)
		assert.equal((await remove('/users/alice/ban')).body.code, 10026)
	})

	test('E3 ends by itself, and for ever is for ever', async () => {
		await using server = await testServer()
		const alice = await server.person('alice')
		await server.person('bob')
		const { get, put } = operator(server)
		await put('/users/alice/ban', { until: new Date(server.clock.now() + DAY).toISOString() })
		await put('/users/bob/ban')
		const banned = async () =>
			(await get('/users?banned=true')).body.map(({ username }: { username: string }) => username)
		assert.deepEqual(await banned(), ['alice', 'bob'])
		await server.advance(DAY - 1000)
		assert.deepEqual(await banned(), ['alice', 'bob'])
		await server.advance(1000)
		assert.deepEqual(await banned(), ['bob'])
		assert.equal((await get('/users/alice')).body.ban, null)
		await browserOf(server, alice.id)
		await server.advance(1000 * DAY)
		assert.deepEqual(await banned(), ['bob'])
	})

	test('E4 takes the place of the one before, longer or shorter', async () => {
		await using server = await testServer()
		await server.person('alice')
		const { get, put } = operator(server)
		await put('/users/alice/ban', { seconds: 3600 })
		await put('/users/alice/ban', { seconds: 7200 })
		await server.advance(3_600_000)
		assert.ok((await get('/users/alice')).body.ban, 'the end of the first is not the end of the second')
		await put('/users/alice/ban', { seconds: 1 })
		await server.advance(1000)
		assert.equal((await get('/users/alice')).body.ban, null)
	})

	test('E5 is for people, for a time to come', async () => {
		await using server = await testServer()
		const bot = await server.bot('Herald')
		await server.person('alice')
		const { put } = operator(server)
		assert.equal((await put(`/users/${bot.id}/ban`)).body.code, 50229)
		for (const body of [
			{ until: '2001-01-01T00:00:00Z' },
			{ until: 'tomorrow' },
			{ seconds: 0 },
			{ seconds: -5 },
			{ seconds: 60, until: '2100-01-01T00:00:00Z' },
			{ reason: 'x'.repeat(513) },
		]) {
			assert.equal((await put('/users/alice/ban', body)).body.code, 50035, JSON.stringify(body))
		}
		assert.deepEqual(await server.store.db.selectFrom('user_bans').selectAll().execute(), [])
	})

	test('E1 leaves no way to a token that was opened before', async () => {
		await using server = await testServer()
		const lantern = await game(server)
		const alice = await server.person('alice')
		const browser = await browserOf(server, alice.id)
		// A page of consent that is open, a device that waits, and an application that acts for its owner.
		const page = await browser.get(lantern.url())
		assert.equal(page.status, 200)
		const own = await game(server, 'Own', { ownerId: alice.id })
		const { body: mine } = await own.token({ grant_type: 'client_credentials', scope: 'identify' })
		await operator(server).put('/users/alice/ban')
		await assert.rejects(consent(browser, lantern.url()))
		assert.equal((await server.as('', `Bearer ${mine.access_token}`).get('/users/@me')).status, 401)
		const again = await own.token({ grant_type: 'client_credentials', scope: 'identify' })
		assert.ok(again.status >= 400)
		const live = await server.store.db
			.selectFrom('authorizations')
			.select('id')
			.where('user_id', '=', alice.id)
			.execute()
		assert.deepEqual(live, [])
	})

	test('E2 and a sign-in at the same moment: either the login ends with the ban or it is refused', async () => {
		await using server = await testServer()
		const alice = await server.person('alice')
		const { put } = operator(server)
		await Promise.allSettled([
			...Array.from({ length: 10 }, () => browserOf(server, alice.id)),
			put('/users/alice/ban'),
			...Array.from({ length: 10 }, () => browserOf(server, alice.id)),
		])
		assert.deepEqual(await server.store.db.selectFrom('logins').select('user_id').execute(), [])
	})
})

describe('operators decide about', () => {
	test('mail addresses and passwords', async () => {
		await using server = await testServer()
		const alice = await server.person('alice')
		await server.store.transaction(({ db }) => db.updateTable('users').set({ is_verified: 0 }).execute())
		const { post } = operator(server)
		assert.equal((await post('/users/alice/verify')).body.verified, true)
		const browser = await browserOf(server, alice.id)
		const { body } = await post('/users/alice/reset-password')
		assert.match(body.password, /^[\w-]{20}$/)
		assert.equal((await browser.get('/account')).status, 303)
		const again = openBrowser(server)
		assert.equal((await again.submit('/login', { name: 'alice', password: body.password })).status, 303)
		const { body: acts } = await operator(server).get('/acts')
		assert.ok(!JSON.stringify(acts).includes(body.password))
	})

	test('scopes that need a yes', async () => {
		await using server = await testServer()
		const lantern = await game(server, 'Lantern', { hasSocialTerms: false })
		const alice = await server.person('alice')
		const browser = await browserOf(server, alice.id)
		const { get, put, delete: remove } = operator(server)
		const at = `/applications/${lantern.id}`
		const errorOf = async (scope: string) => (await consent(browser, lantern.url({ scope }))).searchParams.get('error')
		assert.equal(await errorOf('voice'), 'invalid_scope')
		assert.deepEqual((await put(`${at}/scopes/voice`)).body.eligible_scopes, ['voice'])
		assert.equal(await errorOf('voice'), null)
		assert.deepEqual((await remove(`${at}/scopes/voice`)).body.eligible_scopes, [])
		assert.equal(await errorOf('voice'), 'invalid_scope')
		for (const scope of ['identify', 'sdk.social_layer', 'lobbies.write', 'nonsense', '__proto__']) {
			assert.equal((await put(`${at}/scopes/${scope}`)).body.code, 50035, scope)
		}
		assert.equal(await errorOf('sdk.social_layer'), 'invalid_scope')
		assert.ok((await put(`${at}/social-terms`)).body.social_terms_at)
		assert.equal(await errorOf('sdk.social_layer'), null)
		assert.equal((await remove(`${at}/social-terms`)).body.social_terms_at, null)
		assert.equal((await get('/applications/1')).body.code, 10002)
		assert.deepEqual((await get('/applications?waiting=true')).body, [])
	})

	test('privileged intents, for a year or until they say', async () => {
		await using server = await testServer()
		const bot = await server.bot('Herald', { flags: 1 << 15 })
		const { put, delete: remove } = operator(server)
		const at = `/applications/${bot.id}/intents`
		const flags = async () => (await bot.get('/applications/@me')).body.flags
		await put(`${at}/members`)
		const { body } = await put(`${at}/presences`, { until: new Date(server.clock.now() + DAY).toISOString() })
		assert.deepEqual(
			body.intents.map(({ intent }: { intent: string }) => intent),
			['members', 'presences'],
		)
		assert.equal(await flags(), (1 << 15) | (1 << 14) | (1 << 12))
		await server.advance(DAY)
		assert.equal(await flags(), (1 << 15) | (1 << 14))
		await put(`${at}/members`, { until: new Date(server.clock.now() + 400 * DAY).toISOString() })
		await server.advance(365 * DAY)
		assert.equal(await flags(), (1 << 15) | (1 << 14), 'it was renewed')
		await remove(`${at}/members`)
		assert.equal(await flags(), 0)
		assert.equal((await put(`${at}/everything`)).status, 400)
		assert.equal((await put(`${at}/members`, { until: '2001-01-01T00:00:00Z' })).body.code, 50035)
	})

	test('verified bots and testers', async () => {
		await using server = await testServer()
		const { application, id } = await server.bot('Herald')
		const alice = await server.player('alice')
		const { put, delete: remove } = operator(server)
		assert.equal((await put(`/applications/${id}/verification`)).body.verified, true)
		assert.equal((await alice.get(`/users/${id}`)).body?.public_flags ?? 1 << 16, 1 << 16)
		assert.equal((await remove(`/applications/${id}/verification`)).body.verified, false)
		const pair = { applicationId: application.id, userId: alice.id }
		assert.deepEqual((await put(`/applications/${id}/testers/alice`)).body.tester_ids, [alice.id])
		await put(`/applications/${id}/testers/alice`)
		assert.equal(await isTester(server.store, pair), true)
		assert.deepEqual((await remove(`/applications/${id}/testers/${alice.id}`)).body.tester_ids, [])
		assert.equal(await isTester(server.store, pair), false)
		assert.equal((await put(`/applications/${id}/testers/${id}`)).body.code, 50229)
	})

	test('the limits of development', async () => {
		await using server = await testServer({ rateLimits: { ...GENEROUS, limitUnapproved: true } })
		const bot = await server.bot('Arcade', { hasSocialTerms: true })
		const { put, delete: remove } = operator(server)
		const open = async (count: number) => {
			const statuses = await Promise.all(Array.from({ length: count }, () => bot.post('/lobbies', {})))
			return statuses.filter(({ status }) => status === 201).length
		}
		assert.equal(await open(101), 100)
		await put(`/applications/${bot.id}/communication`)
		assert.equal(await open(5), 5)
		await remove(`/applications/${bot.id}/communication`)
		assert.equal(await open(5), 0)
	})
})
