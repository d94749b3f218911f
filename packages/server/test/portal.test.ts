import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deauthorize } from '../src/domain/applications/authorizations.ts'
import { type Browser, fieldOf, openBrowser, type Page } from './browser.ts'
import { openReceiver } from './receiver.ts'
import { type TestServer, testServer } from './server.ts'

/** Somebody at the portal, signed in. */
async function developer(server: TestServer, username: string) {
	const { id } = await server.person(username)
	const browser = openBrowser(server)
	await browser.become(id)
	return { id, browser }
}

async function act(browser: Browser, path: string, name: string, fields: Record<string, string> = {}): Promise<Page> {
	const csrf_token = fieldOf((await browser.get('/developers')).text, 'csrf_token')
	return browser.submit(path, { act: name, csrf_token, ...fields })
}

async function created(browser: Browser, name: string): Promise<{ id: string; at: (section: string) => string }> {
	const { status, location } = await act(browser, '/developers', 'create', { name })
	assert.equal(status, 303)
	const id = location.split('/')[3] ?? ''
	return { id, at: (section) => `/developers/applications/${id}/${section}` }
}

/** What a page shows this once. */
const shownIn = ({ text }: Page): string => /<code id="shown"[^>]*>([^<]+)</.exec(text)?.[1] ?? ''

test('P5, P6, P7: a developer makes an application, and its secrets and tokens work as they say', async () => {
	await using server = await testServer()
	const { browser } = await developer(server, 'ada')
	const { id, at } = await created(browser, 'Harbor')
	assert.match((await browser.get('/developers')).text, /Harbor/)

	const redirect = 'https://play.example.com/callback'
	assert.equal((await act(browser, at('oauth'), 'add-redirect', { redirect_uri: redirect })).status, 303)
	const first = shownIn(await act(browser, at('oauth'), 'add-secret'))
	const second = shownIn(await act(browser, at('oauth'), 'add-secret'))
	const grant = (secret: string) =>
		server.app.http.inject({
			method: 'POST',
			url: '/api/oauth2/token',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			payload: `grant_type=client_credentials&scope=identify&client_id=${id}&client_secret=${secret}`,
		})
	for (const secret of [first, second]) assert.equal((await grant(secret)).statusCode, 200, 'both work')

	const full = await act(browser, at('oauth'), 'add-secret')
	assert.equal(full.status, 400, 'three are enough')
	const page = (await browser.get(at('oauth'))).text
	assert.ok(!page.includes(first) && !page.includes(second), 'shown once')
	const ids = [...page.matchAll(/name="secret" value="([^"]+)"/g)].map(([, one]) => one as string)
	assert.equal(ids.length, 3)
	assert.equal((await act(browser, at('oauth'), 'remove-secret', { secret: ids[1] as string })).status, 303)
	assert.equal((await grant(first)).statusCode, 401, 'stops at once')
	assert.equal((await grant(second)).statusCode, 200)
	await act(browser, at('oauth'), 'remove-secret', { secret: ids[0] as string })
	const last = await act(browser, at('oauth'), 'remove-secret', { secret: ids[2] as string })
	assert.equal(last.status, 400, 'the last one stays')

	const token = shownIn(await act(browser, at('bot'), 'reset'))
	assert.equal((await server.as(id, `Bot ${token}`).get('/applications/@me')).body.id, id)
	const next = shownIn(await act(browser, at('bot'), 'reset'))
	assert.equal((await server.as(id, `Bot ${token}`).get('/applications/@me')).status, 401)
	assert.equal((await server.as(id, `Bot ${next}`).get('/users/@me')).body.bot, true)
})

test('P12: secrets, tokens and ends are for whoever proved lately who they are', async () => {
	await using server = await testServer()
	const { browser } = await developer(server, 'ada')
	const { at } = await created(browser, 'Harbor')
	await server.advance(11 * 60_000)
	for (const [section, name] of [
		['bot', 'reset'],
		['oauth', 'add-secret'],
		['ownership', 'delete'],
		['scopes', 'accept-terms'],
	] as const) {
		const { status, location } = await act(browser, at(section), name, { confirm: 'Harbor' })
		assert.deepEqual([status, location], [303, `/account/proof?next=${encodeURIComponent(at(section))}`])
	}
	assert.equal((await act(browser, at('bot'), 'intents', { members: 'on' })).status, 303)
	assert.equal((await browser.get(at('general'))).status, 200, 'it is still there')
})

test('P8: what is wrong with a form is said at its field, and what was typed stays', async () => {
	await using server = await testServer()
	const { browser } = await developer(server, 'ada')
	const nameless = await act(browser, '/developers', 'create', { name: 'x' })
	assert.equal(nameless.status, 400)
	assert.match(nameless.text, /id="name-problem"[^>]*>Must be between 2 and 32/)

	const { at } = await created(browser, 'Harbor')
	for (const [uri, problem] of [
		['http://play.example.com/', /https/],
		['https://play.example.com/#top', /fragment/i],
		['javascript:alert(1)', /scheme|cannot/i],
		['guildhall-1:/authorize/callback', /./],
	] as const) {
		const refused = await act(browser, at('oauth'), 'add-redirect', { redirect_uri: uri })
		assert.equal(refused.status, 400, uri)
		const [, said = ''] = /id="redirect_uri-problem"[^>]*>([^<]+)</.exec(refused.text) ?? []
		assert.match(said, problem, uri)
		assert.ok(refused.text.includes(`value="${uri.replaceAll("'", '&#39;')}"`), 'typed once is enough')
	}
	const csrf = fieldOf((await browser.get('/developers')).text, 'csrf_token')
	const check = (redirect_uri: string) =>
		browser.send('POST', `${at('oauth')}/check`, { redirect_uri }, { 'x-csrf-token': csrf })
	assert.match((await check('ftp://example.com')).body.problem, /./)
	assert.match((await check('https://example.com/cb')).body.good, /can be registered/)
	assert.equal((await browser.send('POST', `${at('oauth')}/check`, {})).status, 400, 'scripts of others learn nothing')

	const details = { name: 'Harbor', description: 'x'.repeat(401), tags: 'a,b,c,d,e,f', terms_of_service_url: 'nowhere' }
	const wrong = await act(browser, at('general'), 'save', details)
	assert.equal(wrong.status, 400)
	const links = await act(browser, at('install'), 'save', { guild: 'on', guild_scopes: 'bot nonsense' })
	assert.equal(links.status, 400)
	assert.match(links.text, /There is no such scope/)
})

test('of two changes at once both are kept', async () => {
	await using server = await testServer()
	const { browser } = await developer(server, 'ada')
	const { at, id } = await created(browser, 'Harbor')
	const csrf_token = fieldOf((await browser.get('/developers')).text, 'csrf_token')
	const uris = Array.from({ length: 6 }, (_, n) => `https://play.example.com/${n}`)
	const sent = uris.map((redirect_uri) =>
		browser.submit(at('oauth'), { act: 'add-redirect', csrf_token, redirect_uri }),
	)
	for (const { status } of await Promise.all(sent)) assert.equal(status, 303)
	const { redirect_uris } = await server.store.db
		.selectFrom('applications')
		.select('redirect_uris')
		.where('id', '=', id)
		.executeTakeFirstOrThrow()
	assert.deepEqual(JSON.parse(redirect_uris).sort(), uris)
})

test('details are shown to everybody who reads the application', async () => {
	await using server = await testServer()
	const { browser } = await developer(server, 'ada')
	const { id, at } = await created(browser, 'Harbor')
	const token = shownIn(await act(browser, at('bot'), 'reset'))
	const saved = await act(browser, at('general'), 'save', {
		name: 'Harbor Lights',
		description: 'Ships at night',
		tags: 'ships, night',
		terms_of_service_url: 'https://example.com/terms',
	})
	assert.deepEqual([saved.status, saved.location], [303, `${at('general')}?done=saved`])
	await act(browser, at('bot'), 'intents', { members: 'on' })
	await act(browser, at('bot'), 'access', { code_grant: 'on' })
	await act(browser, at('oauth'), 'client', { public_client: 'on' })
	await act(browser, at('install'), 'save', { user: 'on', user_scopes: 'applications.commands' })
	const { body } = await server.as(id, `Bot ${token}`).get('/applications/@me')
	assert.deepEqual(
		{
			name: body.name,
			description: body.description,
			tags: body.tags,
			terms: body.terms_of_service_url,
			flags: body.flags,
			isPublic: body.bot_public,
			needsCode: body.bot_require_code_grant,
			types: Object.keys(body.integration_types_config),
		},
		{
			name: 'Harbor Lights',
			description: 'Ships at night',
			tags: ['ships', 'night'],
			terms: 'https://example.com/terms',
			flags: 1 << 15,
			isPublic: false,
			needsCode: true,
			types: ['1'],
		},
	)
})

test('an icon is uploaded with the form', async () => {
	await using server = await testServer()
	const { browser } = await developer(server, 'ada')
	const { at, id } = await created(browser, 'Harbor')
	const csrf_token = fieldOf((await browser.get('/developers')).text, 'csrf_token')
	const form = new FormData()
	for (const [name, value] of Object.entries({ act: 'save', csrf_token, name: 'Harbor' })) form.set(name, value)
	const png = Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
		'base64',
	)
	const send = async (bytes: Buffer) => {
		form.set('icon', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'icon.png')
		const request = new Request('http://127.0.0.1', { method: 'POST', body: form })
		return server.app.http.inject({
			method: 'POST',
			url: at('general'),
			headers: {
				origin: server.config.origin,
				'content-type': request.headers.get('content-type') ?? '',
				cookie: `session=${browser.cookies.get('session')}`,
			},
			payload: Buffer.from(await request.arrayBuffer()),
		})
	}
	assert.equal((await send(png)).statusCode, 303)
	const { icon } = await server.store.db
		.selectFrom('applications')
		.select('icon')
		.where('id', '=', id)
		.executeTakeFirstOrThrow()
	assert.match(icon ?? '', /^[0-9a-f]{32}$/)
	const text = await send(Buffer.from('not a picture'))
	assert.equal(text.statusCode, 400)
	assert.match(text.body, /id="icon-problem"[^>]*>Invalid image data/)
	assert.equal((await send(Buffer.alloc(11 * 1024 * 1024))).statusCode, 400)
})

test('P1–P4: in a team each sees and does what the role allows, and strangers see nothing', async () => {
	await using server = await testServer()
	const owner = await developer(server, 'ada')
	const members = {
		admin: await developer(server, 'grace'),
		developer: await developer(server, 'linus'),
		read_only: await developer(server, 'mary'),
	}
	const stranger = await developer(server, 'eve')
	const { location: team } = await act(owner.browser, '/developers', 'create-team', { team: 'Lighthouse' })
	const { id, at } = await created(owner.browser, 'Harbor')
	const teamId = team.split('/')[3] as string
	assert.equal((await act(owner.browser, at('ownership'), 'move', { team: teamId })).status, 303)

	for (const [role, { browser }] of Object.entries(members)) {
		const username = { admin: 'grace', developer: 'linus', read_only: 'mary' }[role] as string
		assert.equal((await browser.get(at('general'))).status, 404, 'not invited')
		assert.equal((await act(owner.browser, team, 'invite', { username, role })).status, 303)
		assert.equal((await browser.get(at('general'))).status, 404, 'not accepted yet')
		assert.equal((await act(browser, '/developers', 'accept', { team: teamId })).location, team)
		assert.equal((await browser.get(at('general'))).status, 200)
	}
	assert.equal((await act(owner.browser, team, 'invite', { username: 'grace', role: 'admin' })).status, 400, 'twice')
	assert.equal((await act(owner.browser, team, 'invite', { username: 'nobody', role: 'admin' })).status, 400)

	const attempts: [section: string, name: string, fields: Record<string, string>][] = [
		['bot', 'reset', {}],
		['ownership', 'delete', { confirm: 'Harbor' }],
	]
	const outcome = async (browser: Browser) => {
		const [reset] = attempts.map(([section, name, fields]) => act(browser, at(section), name, fields))
		return (await reset)?.status
	}
	assert.equal(await outcome(members.read_only.browser), 403)
	assert.match((await members.read_only.browser.get(at('bot'))).text, /You are read-only here/)
	assert.equal(await outcome(members.developer.browser), 200)
	assert.equal(await outcome(stranger.browser), 404)
	assert.equal((await act(members.admin.browser, at('ownership'), 'delete', { confirm: 'Harbor' })).status, 403)
	assert.equal((await act(members.developer.browser, team, 'invite', { username: 'eve', role: 'admin' })).status, 403)
	assert.equal((await stranger.browser.get(team)).status, 404)
	assert.equal((await act(stranger.browser, team, 'leave')).status, 404)

	const token = shownIn(await act(members.admin.browser, at('bot'), 'reset'))
	const { body } = await server.as(id, `Bot ${token}`).get('/applications/@me')
	assert.deepEqual(
		body.team.members.map(
			({ user, role, membership_state }: { user: { username: string }; role: string; membership_state: number }) => [
				...[user.username, role, membership_state],
			],
		),
		[
			['ada', 'admin', 2],
			['grace', 'admin', 2],
			['linus', 'developer', 2],
			['mary', 'read_only', 2],
		],
	)
	assert.deepEqual([body.owner.id, body.owner.username], [teamId, `team${teamId}`])

	await act(owner.browser, team, 'hand-over', { heir: members.admin.id })
	assert.equal((await act(owner.browser, at('ownership'), 'delete', { confirm: 'Harbor' })).status, 403, 'an admin now')
	assert.equal((await act(members.admin.browser, team, 'delete')).status, 400, 'it still owns something')
	await act(members.admin.browser, team, 'remove', { user: members.developer.id })
	assert.equal((await members.developer.browser.get(at('bot'))).status, 404)
})

test('P11: a deleted application stops at once, and leaves nothing behind', async () => {
	await using server = await testServer()
	const { browser, id: ada } = await developer(server, 'ada')
	const { id, at } = await created(browser, 'Harbor')
	const token = shownIn(await act(browser, at('bot'), 'reset'))
	const guild = await server.guild(ada)
	await server.join(guild.guild.id, id)
	const application = await server.store.db
		.selectFrom('applications')
		.selectAll()
		.where('id', '=', id)
		.executeTakeFirstOrThrow()
	const player = await server.player('bob', ['identify'], application)
	assert.equal((await player.get('/users/@me')).status, 200)

	assert.equal((await act(browser, at('ownership'), 'delete', { confirm: 'Harbour' })).status, 400, 'not its name')
	assert.equal((await act(browser, at('ownership'), 'delete', { confirm: 'Harbor' })).location, '/developers')
	assert.equal((await player.get('/users/@me')).status, 401)
	assert.equal((await server.as(id, `Bot ${token}`).get('/users/@me')).status, 401)
	assert.equal((await browser.get(at('general'))).status, 404)
	await server.app.worker.idle()
	const left = async (table: 'applications' | 'authorizations' | 'members') => {
		const rows = await server.store.db.selectFrom(table).selectAll().execute()
		return rows.filter((row) => JSON.stringify(row).includes(id)).length
	}
	assert.deepEqual([await left('applications'), await left('authorizations'), await left('members')], [0, 0, 0])
	assert.equal((await browser.get(`/oauth2/authorize?client_id=${id}&response_type=code&scope=identify`)).status, 400)
})

test('P10: scopes that take a yes: the terms are the owner’s to accept, the rest is asked of the operator', async () => {
	await using server = await testServer()
	const { browser } = await developer(server, 'ada')
	const { id, at } = await created(browser, 'Harbor')
	assert.equal((await act(browser, at('scopes'), 'accept-terms')).status, 303)
	assert.match((await browser.get(at('scopes'))).text, /You have accepted the terms/)
	assert.equal((await act(browser, at('scopes'), 'ask', { reason: 'why not' })).status, 400)
	assert.equal((await act(browser, at('scopes'), 'ask', { 'scope.identify': 'on', reason: 'x' })).status, 400)
	assert.equal((await act(browser, at('scopes'), 'ask', { 'scope.rpc': 'on', reason: 'An overlay' })).status, 303)
	assert.match((await browser.get(at('scopes'))).text, /<code>rpc<\/code> <span class="state requested">/)
	const requests = await server.store.db.selectFrom('scope_requests').selectAll().execute()
	assert.deepEqual(
		requests.map(({ application_id, scope, reason }) => [application_id, scope, reason]),
		[[id, 'rpc', 'An overlay']],
	)
})

test('whose word is taken for players is checked before it is saved, and edited later', async () => {
	await using server = await testServer()
	const { browser } = await developer(server, 'ada')
	const { at, id } = await created(browser, 'Harbor')
	const here = at('identities')
	const oidc = { type: 'OIDC', issuer: 'https://id.example.com?x=1', audiences: 'harbor' }
	const wrong = await act(browser, here, 'save', oidc)
	assert.equal(wrong.status, 400)
	assert.match(wrong.text, /id="issuer-problem"[^>]*>[^<]+</)
	const looked = await act(browser, here, 'check', { ...oidc, issuer: 'http://127.0.0.1:9' })
	assert.deepEqual([looked.status, /class="bad"/.test(looked.text)], [200, true])
	assert.match(looked.text, /value="http:\/\/127.0.0.1:9"/, 'what was typed stays')

	assert.equal((await act(browser, here, 'save', { ...oidc, issuer: 'https://id.example.com' })).status, 303)
	const key = 'a-key-that-nobody-sees'
	const steam = { type: 'STEAM_SESSION_TICKET', audiences: '480', web_api_key: key }
	assert.equal((await act(browser, here, 'save', steam)).status, 303)
	const { text } = await browser.get(here)
	assert.match(text, /https:\/\/id\.example\.com/)
	const [first, second] = [...text.matchAll(/href="[^"]*\?provider=(\d+)"/g)].map(([, one]) => one as string)
	const editing = (await browser.get(`${here}?provider=${second}`)).text
	assert.match(editing, /value="480"/)
	assert.ok(!editing.includes(key))
	const changed = await act(browser, here, 'save', { provider: second as string, type: steam.type, audiences: '481' })
	assert.equal(changed.status, 303)
	assert.equal((await act(browser, here, 'remove', { provider: first as string })).status, 303)
	assert.equal((await act(browser, here, 'remove', { provider: first as string })).status, 404)
	const rows = await server.store.db
		.selectFrom('external_providers')
		.selectAll()
		.where('application_id', '=', id)
		.execute()
	assert.deepEqual(
		rows.map(({ type, audiences }) => [type, audiences]),
		[['STEAM_SESSION_TICKET', '["481"]']],
	)
	assert.ok(!JSON.stringify(rows).includes(key), 'sealed')
})

test('P9: an endpoint is asked before it is kept, and what became of events can be looked up', async () => {
	await using server = await testServer()
	const { browser } = await developer(server, 'ada')
	const { at, id } = await created(browser, 'Harbor')
	const here = at('webhooks')
	const silent = await act(browser, here, 'events', {
		event_webhooks_url: 'http://127.0.0.1:9/',
		event_webhooks_status: 'on',
	})
	assert.equal(silent.status, 400)
	assert.match(silent.text, /id="event_webhooks_url-problem"[^>]*>[^<]+could not be verified/)
	assert.match(silent.text, /value="http:\/\/127.0.0.1:9\/"/)
	assert.match((await browser.get(here)).text, /Nothing has been sent yet/)

	const application = await server.store.db
		.selectFrom('applications')
		.selectAll()
		.where('id', '=', id)
		.executeTakeFirstOrThrow()
	await using receiver = await openReceiver(application.public_key)
	const types = { 'type.APPLICATION_DEAUTHORIZED': 'on' }
	const saved = await act(browser, here, 'events', {
		event_webhooks_url: receiver.url,
		event_webhooks_status: 'on',
		...types,
	})
	assert.equal(saved.status, 303)
	const player = await server.player('bob', ['identify'], application)
	await server.store.transaction((tx) => deauthorize(tx, { applicationId: id, userId: player.id }, 'removed'))
	await server.app.worker.idle()
	const { text } = await browser.get(here)
	assert.match(text, /class="state delivered"/)
	const [, event = ''] = /\?event=(\d+)/.exec(text) ?? []
	const detail = (await browser.get(`${here}?event=${event}`)).text
	assert.match(detail, /APPLICATION_DEAUTHORIZED/)
	assert.ok(detail.includes('answered 204'))
	assert.equal((await act(browser, here, 'again', { event })).location, `${here}?done=sent-again`)
	await server.app.worker.idle()
	assert.equal(receiver.events().length, 2)
	assert.equal((await act(browser, here, 'again', { event: '1' })).status, 404)
	assert.equal((await browser.get(`${here}?event=1`)).status, 404)
})

test('forms of other sites do nothing, and one who is not signed in is asked to', async () => {
	await using server = await testServer()
	const { browser } = await developer(server, 'ada')
	const { at } = await created(browser, 'Harbor')
	const csrf_token = fieldOf((await browser.get('/developers')).text, 'csrf_token')
	const foreign = await browser.submit(at('bot'), { act: 'reset', csrf_token }, { origin: 'https://evil.example.com' })
	assert.equal(foreign.status, 403)
	assert.equal((await browser.submit(at('bot'), { act: 'reset', csrf_token: 'guessed' })).status, 400)
	assert.equal((await openBrowser(server).get(at('bot'))).location, `/login?next=${encodeURIComponent(at('bot'))}`)
})
