import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULTS } from '../src/config.ts'
import { deauthorize } from '../src/domain/applications/authorizations.ts'
import { moveToTeam } from '../src/domain/applications/ownership.ts'
import { createTeam } from '../src/domain/applications/teams.ts'
import { browserOf, CALLBACK, codeFor, type Game, game, pkce } from './oauth.ts'
import { type Answered, type TestServer, testServer } from './server.ts'

const INVALID_CODE = { error: 'invalid_grant', error_description: 'Invalid "code" in request.' }
const INVALID_REFRESH = { error: 'invalid_grant', error_description: 'Invalid "refresh_token" in request' }
const SECOND = 1000
const DAY = 86_400_000

/** As a server for players has them, but for the sum of all requests. */
const LIMITED = { ...DEFAULTS.rateLimits, globalPerSecond: 1000 }

async function lanternWorld(options = {}) {
	const server = await testServer()
	const alice = await server.person('alice')
	const browser = await browserOf(server, alice.id)
	const lantern = await game(server, 'Lantern', options)
	const code = (changes = {}) => codeFor(browser, lantern.url(changes))
	const tokens = async (changes = {}) => (await lantern.redeem(await code(changes))).body
	return { server, alice, browser, lantern, code, tokens }
}

/** Whether an access token still opens the door. */
async function opens(server: TestServer, accessToken: string): Promise<boolean> {
	return (await server.as('', `Bearer ${accessToken}`).get('/oauth2/@me')).status === 200
}

const basic = (id: string, secret: string) => ({
	authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

test('T1 a code becomes tokens, in the form that clients expect', async () => {
	const { server, alice, lantern, code } = await lanternWorld()
	await using _ = server
	const { status, body, headers } = await lantern.redeem(await code({ scope: 'identify guilds' }))
	assert.equal(status, 200)
	assert.deepEqual(Object.keys(body), ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope'])
	assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 604_800, 'identify guilds'])
	assert.match(body.access_token, /^[\w-]{43}$/)
	assert.deepEqual(
		[headers['content-type'], headers['cache-control'], headers.pragma],
		['application/json', 'no-store', 'no-cache'],
	)
	const me = await server.as('', `Bearer ${body.access_token}`).get('/oauth2/@me')
	assert.deepEqual(
		[me.body.application.id, me.body.scopes, me.body.user.id],
		[lantern.id, ['identify', 'guilds'], alice.id],
	)
	assert.equal(Date.parse(me.body.expires), server.clock.now() + 604_800_000)
	const kept = JSON.stringify([
		await server.store.db.selectFrom('access_tokens').selectAll().execute(),
		await server.store.db.selectFrom('refresh_tokens').selectAll().execute(),
		await server.store.db.selectFrom('oauth_codes').selectAll().execute(),
	])
	assert.ok(!kept.includes(body.access_token) && !kept.includes(body.refresh_token), 'only hashes are kept')
})

test('T2 the umbrella scope keeps its name, and opens what it stands for', async () => {
	const { server, tokens } = await lanternWorld()
	await using _ = server
	const { scope, access_token } = await tokens({ scope: 'openid sdk.social_layer' })
	assert.equal(scope, 'openid sdk.social_layer')
	const me = await server.as('', `Bearer ${access_token}`).get('/oauth2/@me')
	assert.deepEqual(me.body.scopes, ['openid', 'sdk.social_layer'])
	assert.equal(me.body.user.username, 'alice', 'identify is part of it')
})

test('T3 a code is good once; used again it takes back what it gave', async () => {
	const { server, lantern, code } = await lanternWorld()
	await using _ = server
	const once = await code()
	const first = await lantern.redeem(once)
	assert.equal(first.status, 200)
	const second = await lantern.redeem(once)
	assert.deepEqual([second.status, second.body], [400, INVALID_CODE])
	assert.equal(await opens(server, first.body.access_token), false)
	assert.deepEqual((await lantern.refresh(first.body.refresh_token)).body, INVALID_REFRESH)
	assert.equal((await server.store.db.selectFrom('authorizations').select('revoked_at').execute())[0]?.revoked_at, null)
})

test('T4 of twenty who redeem one code at once, one succeeds', async () => {
	const { server, lantern, code } = await lanternWorld()
	await using _ = server
	const once = await code()
	const answers = await Promise.all(Array.from({ length: 20 }, () => lantern.redeem(once)))
	assert.equal(answers.filter(({ status }) => status === 200).length, 1)
	assert.ok(answers.every(({ status, body }) => status === 200 || body.error === 'invalid_grant'))
	assert.equal((await server.store.db.selectFrom('access_tokens').selectAll().execute()).length, 0)
})

test('T5 a code is for one application, one address, and a hundred seconds', async () => {
	const { server, lantern, code } = await lanternWorld()
	await using _ = server
	const other = await game(server, 'Thief')
	const stolen = await code()
	const refusals: Promise<Answered>[] = [
		other.redeem(stolen),
		lantern.redeem(stolen, { redirect_uri: `${CALLBACK}/` }),
		lantern.redeem(stolen, { redirect_uri: undefined }),
		lantern.redeem(stolen, { redirect_uri: 'undefined' }),
		lantern.redeem(stolen, { code_verifier: pkce().verifier }),
		lantern.redeem(`${stolen}x`),
		lantern.redeem('\0'),
	]
	for (const refused of await Promise.all(refusals))
		assert.deepEqual([refused.status, refused.body], [400, INVALID_CODE])
	assert.equal((await lantern.redeem(stolen)).status, 200, 'a request that does not fit leaves the code as it was')
	const slow = await code()
	server.clock.advance(100 * SECOND)
	assert.deepEqual((await lantern.redeem(slow)).body, INVALID_CODE)
})

test('T6 a code with a challenge needs its verifier, and a wrong one leaves it as it was', async () => {
	const { server, lantern, code } = await lanternWorld()
	await using _ = server
	const { verifier, challenge } = pkce()
	const proven = await code(challenge)
	for (const code_verifier of [undefined, '', pkce().verifier, challenge.code_challenge, verifier.slice(1)]) {
		assert.deepEqual((await lantern.redeem(proven, { code_verifier })).body, INVALID_CODE)
	}
	assert.equal((await lantern.redeem(proven, { code_verifier: verifier })).status, 200)
})

test('T7 a public client proves itself by the verifier, and only by it', async () => {
	const { server, lantern, code } = await lanternWorld({ isPublicClient: true })
	await using _ = server
	assert.deepEqual((await lantern.redeem(await code())).body, INVALID_CODE, 'no secret and no verifier')
	const { verifier, challenge } = pkce()
	const tokens = await lantern.redeem(await code(challenge), { code_verifier: verifier })
	assert.equal(tokens.status, 200)
	assert.equal((await lantern.refresh(tokens.body.refresh_token)).status, 200)
	const lying = await lantern.redeem(await code(challenge), { code_verifier: verifier, client_secret: 'wrong' })
	assert.deepEqual([lying.status, lying.body.error], [401, 'invalid_client'])
	const alone = await lantern.token({ grant_type: 'client_credentials', scope: 'identify' })
	assert.equal(alone.body.error, 'unauthorized_client')
})

test('T8 an application shows who it is by Basic, by the form, or by both alike', async () => {
	const { server, lantern } = await lanternWorld()
	await using _ = server
	const { id, bot } = lantern
	const secret = bot.clientSecret
	const grant = { grant_type: 'client_credentials', scope: 'identify' }
	const good: [Record<string, string>, Record<string, string>][] = [
		[{}, basic(id, secret)],
		[{ client_id: id }, basic(id, secret)],
		[{ client_id: id, client_secret: secret }, {}],
		[{ client_id: id, client_secret: secret }, basic(id, secret)],
		[{ client_id: id, client_secret: secret }, { authorization: 'Bot this-is-a-dummy' }],
		[{}, { authorization: `basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }],
		[{ client_id: id, client_secret: secret }, { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' }],
	]
	for (const [fields, headers] of good) {
		assert.equal((await lantern.post('/token', { ...grant, ...fields }, headers)).status, 200, JSON.stringify(headers))
	}
	const bad: [Record<string, string>, Record<string, string>][] = [
		[{}, {}],
		[{ client_id: id }, {}],
		[{ client_secret: secret }, {}],
		[{ client_id: id, client_secret: 'wrong' }, {}],
		[{ client_id: '1', client_secret: secret }, {}],
		[{ client_id: 'x', client_secret: secret }, {}],
		[{ client_id: '9'.repeat(30), client_secret: secret }, {}],
		[{ client_id: id, client_secret: 'other' }, basic(id, secret)],
		[{ client_id: bot.application.owner_user_id }, basic(id, secret)],
		[{}, basic(id, 'wrong')],
		[{}, { authorization: 'Basic ???' }],
		[{}, { authorization: `Bearer ${secret}` }],
	]
	for (const [fields, headers] of bad) {
		const answer = await lantern.post('/token', { ...grant, ...fields }, headers)
		assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client'], JSON.stringify([fields, headers]))
		assert.match(String(answer.headers['www-authenticate']), /^Basic/)
	}
})

test('T9 the token endpoint takes forms alone, each field once, and POST alone', async () => {
	const { server, lantern } = await lanternWorld()
	await using _ = server
	const { id, bot } = lantern
	const credentials = { client_id: id, client_secret: bot.clientSecret }
	const raw = (payload: string, type: string) =>
		server.app.http.inject({ method: 'POST', url: '/api/oauth2/token', headers: { 'content-type': type }, payload })
	const form = 'application/x-www-form-urlencoded'
	const refused = [
		await raw(JSON.stringify({ ...credentials, grant_type: 'client_credentials' }), 'application/json'),
		await raw('{', 'application/json'),
		await raw('x', 'text/plain'),
		await raw(`${new URLSearchParams(credentials)}&grant_type=client_credentials&scope=identify&scope=email`, form),
		await raw(`${new URLSearchParams({ ...credentials, padding: 'x'.repeat(65_536) })}`, form),
	]
	for (const response of refused) {
		assert.deepEqual([response.statusCode, response.json().error], [400, 'invalid_request'])
		assert.equal(response.headers['cache-control'], 'no-store')
	}
	for (const grant_type of [undefined, '', 'password', 'toString', 'constructor']) {
		const { status, body } = await lantern.token({ grant_type })
		assert.deepEqual([status, body.error], [400, 'unsupported_grant_type'], grant_type)
	}
	assert.deepEqual((await lantern.token({ grant_type: 'authorization_code' })).body.error, 'invalid_request')
	for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'] as const) {
		for (const path of ['token', 'token/revoke', 'token/rpc', 'device/authorize']) {
			const { statusCode, headers } = await server.app.http.inject({ method, url: `/api/v10/oauth2/${path}` })
			assert.deepEqual([statusCode, headers['cache-control']], [405, 'no-store'], `${method} ${path}`)
		}
	}
	for (const path of ['/api/oauth2/token', '/api/v9/oauth2/token', '/api/v10/oauth2/token']) {
		const payload = String(new URLSearchParams({ ...credentials, grant_type: 'client_credentials', scope: 'identify' }))
		const { statusCode } = await server.app.http.inject({
			...{ method: 'POST', url: path, headers: { 'content-type': form }, payload },
		})
		assert.equal(statusCode, 200, path)
	}
})

test('T9 a form may come as multipart, without files', async () => {
	const { server, lantern } = await lanternWorld()
	await using _ = server
	await server.listen()
	const send = async (change: (form: FormData) => void): Promise<[number, string | undefined]> => {
		const form = new FormData()
		form.set('client_id', lantern.id)
		form.set('client_secret', lantern.bot.clientSecret)
		form.set('grant_type', 'client_credentials')
		form.set('scope', 'identify')
		change(form)
		const response = await fetch(`${server.origin}/api/oauth2/token`, { method: 'POST', body: form })
		return [response.status, ((await response.json()) as { error?: string }).error]
	}
	assert.deepEqual(await send(() => {}), [200, undefined])
	const refused: ((form: FormData) => void)[] = [
		(form) => form.append('scope', 'email'),
		(form) => form.set('padding', 'x'.repeat(20_000)),
		(form) => form.set('file', new File(['hello'], 'a.txt')),
	]
	for (const change of refused) assert.deepEqual(await send(change), [400, 'invalid_request'])
	const broken = await fetch(`${server.origin}/api/oauth2/token`, {
		method: 'POST',
		headers: { 'content-type': 'multipart/form-data' },
		body: 'x',
	})
	assert.equal(broken.status, 400)
})

test('T10 scripts of any site may call the token endpoint and revocation', async () => {
	const { server } = await lanternWorld()
	await using _ = server
	for (const url of ['/api/oauth2/token', '/api/v10/oauth2/token/revoke']) {
		const origin = 'https://game.example'
		const preflight = await server.app.http.inject({
			method: 'OPTIONS',
			url,
			headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
		})
		assert.deepEqual([preflight.statusCode, preflight.headers['access-control-allow-origin']], [204, '*'])
		const { headers } = await server.app.http.inject({ method: 'POST', url, headers: { origin } })
		assert.equal(headers['access-control-allow-origin'], '*')
		assert.equal(headers['access-control-allow-credentials'], undefined)
	}
})

test('C1 a refresh gives a new pair, and the old one is dead', async () => {
	const { server, lantern, tokens } = await lanternWorld()
	await using _ = server
	const old = await tokens({ scope: 'identify guilds' })
	assert.equal(await opens(server, old.access_token), true)
	const fresh = await lantern.refresh(old.refresh_token)
	assert.deepEqual([fresh.status, fresh.body.scope, fresh.body.expires_in], [200, 'identify guilds', 604_800])
	assert.notEqual(fresh.body.refresh_token, old.refresh_token)
	assert.deepEqual([await opens(server, old.access_token), await opens(server, fresh.body.access_token)], [false, true])
})

test('C2 an answer that was lost is asked for again within thirty seconds', async () => {
	const { server, lantern, tokens } = await lanternWorld()
	await using _ = server
	const old = await tokens()
	const lost = (await lantern.refresh(old.refresh_token)).body
	server.clock.advance(30 * SECOND)
	const again = await lantern.refresh(old.refresh_token)
	assert.equal(again.status, 200)
	assert.deepEqual(
		[await opens(server, lost.access_token), await opens(server, again.body.access_token)],
		[false, true],
	)
	assert.deepEqual((await lantern.refresh(lost.refresh_token)).body, INVALID_REFRESH, 'a superseded one is dead')
	assert.equal(await opens(server, again.body.access_token), false, 'and whoever has it is not to be trusted')
})

test('C3 a refresh token used twice ends its family, and not the link', async () => {
	for (const how of ['late', 'after its successor was used'] as const) {
		const { server, lantern, tokens } = await lanternWorld()
		await using _ = server
		const first = await tokens()
		let live = (await lantern.refresh(first.refresh_token)).body
		if (how === 'late') server.clock.advance(31 * SECOND)
		else live = (await lantern.refresh(live.refresh_token)).body
		assert.deepEqual((await lantern.refresh(first.refresh_token)).body, INVALID_REFRESH, how)
		assert.equal(await opens(server, live.access_token), false)
		assert.deepEqual((await lantern.refresh(live.refresh_token)).body, INVALID_REFRESH)
		const [authorization] = await server.store.db.selectFrom('authorizations').selectAll().execute()
		assert.equal(authorization?.revoked_at, null)
	}
})

test('C4 reuse in one family leaves the others of the same person alone', async () => {
	const { server, lantern, tokens } = await lanternWorld()
	await using _ = server
	const [phone, desktop] = [await tokens(), await tokens()]
	await lantern.refresh(phone.refresh_token)
	server.clock.advance(31 * SECOND)
	await lantern.refresh(phone.refresh_token)
	assert.equal(await opens(server, desktop.access_token), true)
	assert.equal((await lantern.refresh(desktop.refresh_token)).status, 200)
})

test('C5 however many refresh at once, one pair is alive in the end', async () => {
	const { server, lantern, tokens } = await lanternWorld()
	await using _ = server
	const { refresh_token } = await tokens()
	const answers = await Promise.all(Array.from({ length: 20 }, () => lantern.refresh(refresh_token)))
	const given = answers.filter(({ status }) => status === 200).map(({ body }) => body.access_token as string)
	assert.ok(given.length >= 1)
	const alive = await Promise.all(given.map((accessToken) => opens(server, accessToken)))
	assert.equal(alive.filter(Boolean).length, 1)
	const { db } = server.store
	const rows = await db.selectFrom('refresh_tokens').selectAll().where('consumed_at', 'is', null).execute()
	assert.equal(rows.length, 1)
	assert.equal((await db.selectFrom('access_tokens').selectAll().execute()).length, 1)
})

test('C6 a refresh may ask for less, never for more, and asking for more uses nothing up', async () => {
	const { server, lantern, browser, tokens } = await lanternWorld()
	await using _ = server
	const { refresh_token } = await tokens({ scope: 'identify guilds' })
	await codeFor(browser, lantern.url({ scope: 'email' }))
	const wider = await lantern.refresh(refresh_token, { scope: 'identify email' })
	assert.deepEqual([wider.status, wider.body.error], [400, 'invalid_scope'])
	const narrow = await lantern.refresh(refresh_token, { scope: 'identify' })
	assert.equal(narrow.body.scope, 'identify')
	const me = await server.as('', `Bearer ${narrow.body.access_token}`).get('/oauth2/@me')
	assert.deepEqual(me.body.scopes, ['identify'])
	assert.equal((await lantern.refresh(narrow.body.refresh_token)).body.scope, 'identify guilds')
})

test('C7 every refresh token that is no good is refused in the same words', async () => {
	const { server, alice, browser, lantern, tokens } = await lanternWorld()
	await using _ = server
	const other = await game(server, 'Thief')
	const foreign = await other.refresh((await tokens()).refresh_token)
	const { access_token, refresh_token } = await tokens()
	server.clock.advance(401 * DAY)
	const answers = [
		foreign,
		await lantern.refresh(refresh_token),
		await lantern.refresh('nonsense'),
		await lantern.refresh('\0'),
	]
	answers.push(await lantern.refresh(access_token))
	await browser.become(alice.id)
	const ended = await tokens()
	await server.store.transaction((tx) => deauthorize(tx, { applicationId: lantern.id, userId: alice.id }, 'removed'))
	answers.push(await lantern.refresh(ended.refresh_token))
	for (const { status, body } of answers) assert.deepEqual([status, body], [400, INVALID_REFRESH])
})

test('C8 an access token ends after a week', async () => {
	const { server, tokens } = await lanternWorld()
	await using _ = server
	const { access_token } = await tokens()
	server.clock.advance(7 * DAY - 1)
	assert.equal(await opens(server, access_token), true)
	server.clock.advance(1)
	const { status, body } = await server.as('', `Bearer ${access_token}`).get('/oauth2/@me')
	assert.deepEqual([status, body.code], [401, 50025])
})

test('C8 a refresh token lives while it is used, 400 days at a time', async () => {
	const { server, lantern, tokens } = await lanternWorld()
	await using _ = server
	let { refresh_token } = await tokens()
	for (let rounds = 0; rounds < 2; rounds++) {
		server.clock.advance(400 * DAY - 1)
		const { status, body } = await lantern.refresh(refresh_token)
		assert.equal(status, 200)
		refresh_token = body.refresh_token
	}
	server.clock.advance(400 * DAY)
	assert.deepEqual((await lantern.refresh(refresh_token)).body, INVALID_REFRESH)
})

test('C9 an application acts for its owner with its own credentials', async () => {
	const { server, lantern } = await lanternWorld()
	await using _ = server
	const grant = (scope: string | undefined) => lantern.token({ grant_type: 'client_credentials', scope })
	const { status, body } = await grant('identify applications.commands.update')
	assert.equal(status, 200)
	assert.deepEqual(Object.keys(body), ['access_token', 'token_type', 'expires_in', 'scope'])
	const me = await server.as('', `Bearer ${body.access_token}`).get('/oauth2/@me')
	assert.equal(me.body.user.id, lantern.bot.application.owner_user_id)
	for (const scope of [undefined, 'bot', 'openid', 'rpc', 'lobbies.write', 'nonsense']) {
		assert.equal((await grant(scope)).body.error, 'invalid_scope', scope)
	}
	await lantern.post('/token/revoke', { ...credentialsOf(lantern), token: body.access_token })
	assert.equal(await opens(server, body.access_token), false)
})

test("C9 a team's application gets little in this way", async () => {
	const { server, lantern } = await lanternWorld()
	await using _ = server
	const { owner_user_id: ownerId } = lantern.bot.application
	await server.store.transaction(async (tx) => {
		const team = await createTeam(tx, ownerId, 'Keepers')
		await moveToTeam(tx, ownerId, lantern.id, team.id)
	})
	const grant = (scope: string) => lantern.token({ grant_type: 'client_credentials', scope })
	for (const scope of ['identify', 'applications.commands.update', 'applications.commands.update identify']) {
		assert.equal((await grant(scope)).status, 200, scope)
	}
	for (const scope of ['email', 'identify guilds', 'sdk.social_layer']) {
		const { status, body } = await grant(scope)
		assert.deepEqual([status, body.error], [400, 'invalid_scope'], scope)
	}
})

test('D1 revocation ends everything the person allowed, and tells the sessions', async () => {
	for (const kind of ['access_token', 'refresh_token'] as const) {
		const { server, alice, lantern, tokens } = await lanternWorld()
		await using _ = server
		const [phone, desktop] = [await tokens(), await tokens()]
		assert.equal(await opens(server, desktop.access_token), true)
		const heard: unknown[] = []
		server.bus.subscribe('internal.tokens', ({ name, data }) => heard.push([name, data]))
		const revoked = await lantern.post('/token/revoke', {
			...credentialsOf(lantern),
			token: phone[kind],
			token_type_hint: kind,
		})
		assert.deepEqual([revoked.status, revoked.body], [200, {}])
		assert.deepEqual(heard, [['TOKENS_REVOKED', { application_id: lantern.id, user_id: alice.id }]])
		assert.equal(await opens(server, desktop.access_token), false)
		assert.deepEqual((await lantern.refresh(desktop.refresh_token)).body, INVALID_REFRESH)
	}
})

test('D2 what an application has no right to revoke stays, and it is told nothing', async () => {
	const { server, browser, lantern, tokens } = await lanternWorld()
	await using _ = server
	const thief = await game(server, 'Thief')
	const open = await game(server, 'Open', { isPublicClient: true })
	const held = await tokens()
	const stale = held.refresh_token
	const theirs = (await thief.redeem(await codeFor(browser, thief.url()))).body
	const own = (await lantern.token({ grant_type: 'client_credentials', scope: 'identify' })).body
	const { access_token, refresh_token } = (await lantern.refresh(stale)).body
	const answers = [
		await thief.post('/token/revoke', { ...credentialsOf(thief), token: access_token }),
		await thief.post('/token/revoke', { ...credentialsOf(thief), token: own.access_token }),
		await open.post('/token/revoke', { client_id: open.id, token: refresh_token }),
		await lantern.post('/token/revoke', { ...credentialsOf(lantern), token: 'nonsense' }),
		await lantern.post('/token/revoke', { ...credentialsOf(lantern), token: stale }),
	]
	for (const { status, body } of answers) assert.deepEqual([status, body], [200, {}])
	assert.equal(await opens(server, access_token), true, 'a stale token cannot cut a link either')
	assert.equal(await opens(server, own.access_token), true)
	assert.equal(await opens(server, theirs.access_token), true, 'nor does it end what the thief has of the person')
	const stranger = await lantern.post('/token/revoke', { client_id: lantern.id, token: access_token })
	assert.deepEqual([stranger.status, stranger.body.error], [401, 'invalid_client'])
	const empty = await lantern.post('/token/revoke', credentialsOf(lantern))
	assert.deepEqual([empty.status, empty.body.error], [400, 'invalid_request'])
})

test('D3 tokens that are given out while the authorization ends do not outlive it', async () => {
	const { server, alice, lantern, code, tokens } = await lanternWorld()
	await using _ = server
	const codes = await Promise.all(Array.from({ length: 5 }, () => code()))
	const { refresh_token } = await tokens()
	await Promise.all([
		...codes.map((one) => lantern.redeem(one)),
		server.store.transaction((tx) => deauthorize(tx, { applicationId: lantern.id, userId: alice.id }, 'removed')),
		lantern.refresh(refresh_token),
		...codes.map((one) => lantern.redeem(one)),
	])
	for (const table of ['access_tokens', 'refresh_tokens', 'oauth_codes'] as const) {
		assert.equal((await server.store.db.selectFrom(table).selectAll().execute()).length, 0, table)
	}
})

test('D4 a person sees the connected applications and removes one', async () => {
	const { server, browser, lantern, tokens } = await lanternWorld()
	await using _ = server
	const { access_token } = await tokens({ scope: 'identify guilds' })
	const page = await browser.get('/account/apps')
	assert.match(page.text, /Lantern/)
	const csrf = { 'x-csrf-token': await browser.csrfToken() }
	const { body: list } = await browser.send('GET', '/api/v10/oauth2/tokens')
	assert.deepEqual([list.length, list[0].application.id, list[0].scopes], [1, lantern.id, ['identify', 'guilds']])
	assert.equal((await browser.send('DELETE', `/api/v10/oauth2/tokens/${list[0].id}`)).body.code, 50067)
	const mallory = await browserOf(server, (await server.person('mallory')).id)
	const theirs = { 'x-csrf-token': await mallory.csrfToken() }
	assert.equal((await mallory.send('DELETE', `/api/v10/oauth2/tokens/${list[0].id}`, undefined, theirs)).status, 404)
	assert.equal(await opens(server, access_token), true)
	assert.equal((await browser.send('DELETE', `/api/v10/oauth2/tokens/${list[0].id}`, undefined, csrf)).status, 204)
	assert.equal(await opens(server, access_token), false)

	await tokens()
	const { body: again } = await browser.send('GET', '/api/v10/oauth2/tokens')
	const removed = await browser.act('/account/apps', 'remove', { authorization: again[0].id })
	assert.equal(removed.location, '/account/apps?done=app-removed')
	assert.match((await browser.get(removed.location)).text, /No app uses your account/)
})

test('E1 a bot token says nothing about an authorization', async () => {
	const { server, lantern } = await lanternWorld()
	await using _ = server
	assert.equal((await lantern.bot.get('/oauth2/@me')).status, 401)
	assert.equal((await server.nobody.get('/oauth2/@me')).status, 401)
	assert.equal((await server.nobody.get(`/oauth2/@me?access_token=x`)).status, 401)
})

test('E2 too many wrong secrets, or too many requests, are turned away for a while', async () => {
	await using server = await testServer({ rateLimits: LIMITED })
	const lantern = await game(server)
	const grant = { grant_type: 'client_credentials', scope: 'identify' }
	for (let index = 0; index < 10; index++) {
		assert.equal((await lantern.token({ ...grant, client_secret: `guess ${index}` })).status, 401)
	}
	const limited = await lantern.token({ ...grant, client_secret: 'guess' })
	assert.equal(limited.status, 429)
	assert.ok(Number(limited.headers['retry-after']) > 0)
	assert.equal((await lantern.token(grant)).status, 200, 'the right secret still opens')
	const many = await Promise.all(Array.from({ length: 40 }, () => lantern.token(grant)))
	assert.equal(many.filter(({ status }) => status === 429).length, 11)
})

test('E3 what has expired is cleared away, and what has not stays', async () => {
	const { server, browser, lantern, tokens } = await lanternWorld()
	await using _ = server
	await tokens()
	await browser.get(lantern.url())
	const rows = async () => {
		const { db } = server.store
		const tables = ['oauth_codes', 'authorize_requests', 'access_tokens', 'refresh_tokens', 'logins'] as const
		return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length))
	}
	assert.deepEqual(await rows(), [1, 1, 1, 1, 1])
	await server.listen()
	for (const [days, left] of [
		[1, [0, 0, 1, 1, 1]],
		[8, [0, 0, 0, 1, 1]],
		[31, [0, 0, 0, 1, 0]],
		[401, [0, 0, 0, 0, 0]],
	] as const) {
		server.clock.advance(days * DAY)
		await server.app.idle()
		assert.deepEqual(await rows(), left, `after ${days} more days`)
	}
})

const credentialsOf = ({ id, bot }: Game) => ({ client_id: id, client_secret: bot.clientSecret })
