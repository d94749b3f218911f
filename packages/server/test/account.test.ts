import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPassword } from '../src/domain/accounts/passwords.ts'
import { messageSendersOf } from '../src/domain/accounts/settings.ts'
import { grantTokens } from '../src/domain/applications/tokens.ts'
import { fieldOf, openBrowser } from './browser.ts'
import { login } from './gateway-client.ts'
import { linkIn, mailsTo, mailTo, tokenIn } from './mails.ts'
import { PIXEL } from './people.ts'
import { arcade } from './players.ts'
import { type TestServer, testServer } from './server.ts'

const PASSWORD = 'a lantern in the long night'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function person(server: TestServer, name: string) {
	const { id } = await server.person(name)
	await createPassword(server.store, id, PASSWORD)
	const browser = openBrowser(server)
	await browser.signIn(name, PASSWORD)
	return { id, browser }
}

test('L1 a person sees where they are signed in, ends one, and all others', async () => {
	await using server = await testServer({ trustedProxies: ['127.0.0.1'] })
	const { browser } = await person(server, 'alice')
	const away = openBrowser(server)
	const from = { 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.77' }
	await away.submit('/login', { name: 'alice', password: PASSWORD }, from)
	const third = openBrowser(server)
	await third.signIn('alice', PASSWORD)
	await server.advance(3 * HOUR)

	const { text } = await browser.get('/account/logins')
	assert.match(text, /Firefox on Windows/)
	assert.match(text, /203\.0\.113\.0\/24/)
	assert.ok(!text.includes('203.0.113.77'), 'the address itself is not kept')
	assert.match(text, /This browser/)
	assert.match(text, /3 hours ago/)
	const hash = /aria-label="Sign out Firefox on Windows"/.test(text)
		? (/name="login" value="([0-9a-f]{64})"><button[^>]+aria-label="Sign out Firefox/.exec(text)?.[1] ?? '')
		: ''
	const { browser: mallory } = await person(server, 'mallory')
	await mallory.act('/account/logins', 'end', { login: hash })
	assert.equal((await away.get('/account')).status, 200, "nobody ends somebody else's")
	assert.equal(
		(await browser.act('/account/logins', 'end', { login: hash })).location,
		'/account/logins?done=login-ended',
	)
	assert.equal((await away.get('/account')).status, 303)
	for (const login of ['', 'x', '0'.repeat(64)]) {
		assert.equal((await browser.act('/account/logins', 'end', { login })).location, '/account/logins')
	}
	await browser.act('/account/logins', 'end-others')
	assert.equal((await third.get('/account')).status, 303)
	assert.equal((await browser.get('/account')).status, 200)
	assert.equal((await mallory.get('/account')).status, 200)
})

test('L2 another password ends every other login, gives this one another value, and is told by mail', async () => {
	await using server = await testServer()
	const { browser } = await person(server, 'alice')
	const thief = openBrowser(server)
	await thief.signIn('alice', PASSWORD)
	const before = browser.cookies.get('session') ?? ''
	for (const [password, sentence] of [
		['short', /at least 10/],
		['alice@example.com', /easy to guess/],
	] as const) {
		const refused = await browser.act('/account/password', 'change', { password })
		assert.deepEqual([refused.status, sentence.test(refused.text)], [400, true])
	}
	const password = 'another lantern entirely'
	const done = await browser.act('/account/password', 'change', { password })
	assert.equal(done.location, '/account/security?done=password-changed')
	assert.notEqual(browser.cookies.get('session'), before)
	assert.equal((await thief.get('/account')).status, 303)
	const stale = openBrowser(server)
	stale.cookies.set('session', before)
	assert.equal((await stale.get('/account')).status, 303, 'the old value is dead')
	assert.equal((await browser.get('/account')).status, 200)
	assert.equal((await mailTo(server, 'alice@example.com')).subject, 'Your password was changed')
	await openBrowser(server).signIn('alice', password)
})

test('L2 a form that was open when the login got another value still goes', async () => {
	await using server = await testServer()
	const { browser } = await person(server, 'alice')
	const csrf_token = await browser.csrfToken()
	await browser.act('/account/password', 'change', { password: 'another lantern entirely' })
	const sent = await browser.submit('/account/games', { csrf_token, act: 'save', senders: 'nobody' })
	assert.equal(sent.location, '/account/games?done=games-saved')
	const other = openBrowser(server)
	await other.signIn('alice', 'another lantern entirely')
	assert.notEqual(await other.csrfToken(), csrf_token, 'another login has a token of its own')
})

test('what nobody used in its time is swept away', async () => {
	await using server = await testServer({ registration: { isOpen: true, trustsMail: false } })
	await server.listen()
	await server.person('alice')
	const browser = openBrowser(server)
	await browser.submit('/login/reset', { name: 'alice' })
	await browser.submit('/register', { username: 'bob', email: 'bob@example.com', password: PASSWORD })
	await server.app.worker.idle()
	const count = async () => (await server.store.db.selectFrom('tickets').select('hash').execute()).length
	assert.equal(await count(), 3)
	await server.advance(2 * HOUR)
	await server.app.idle()
	assert.equal(await count(), 2)
	await server.advance(24 * HOUR)
	await server.app.idle()
	assert.equal(await count(), 0)
})

test('L3 what matters asks for a proof that is ten minutes old at most', async () => {
	await using server = await testServer()
	const { browser } = await person(server, 'alice')
	await server.advance(10 * MINUTE)
	for (const path of ['/account/password', '/account/email', '/account/two-step', '/account/delete']) {
		const to = `/account/proof?${new URLSearchParams({ next: path })}`
		assert.equal((await browser.get(path)).location, to)
		for (const act of ['change', 'begin', 'delete']) {
			const { status, location } = await browser.act(path, act, { email: 'x@y.z', password: PASSWORD, name: 'alice' })
			assert.ok(location === to || status === 400, `${path} ${act}`)
		}
	}
	const csrf_token = fieldOf((await browser.get('/account/proof?next=/account/email')).text, 'csrf_token')
	const prove = (password: string, next = '/account/email') =>
		browser.submit('/account/proof', { csrf_token, password, next })
	assert.equal((await prove('wrong')).status, 400)
	assert.equal((await prove('wrong')).status, 400)
	assert.equal((await prove(PASSWORD)).status, 429, 'guessing is slowed down here too')
	await server.advance(2000)
	const before = browser.cookies.get('session')
	const proved = await prove(PASSWORD, 'https://evil.example')
	assert.deepEqual([proved.status, proved.location], [303, '/account'])
	assert.notEqual(browser.cookies.get('session'), before)
	assert.equal((await browser.get('/account/email')).status, 200)
})

test('M5 another address is confirmed before it counts, and the one of before is told', async () => {
	await using server = await testServer()
	const { id, browser } = await person(server, 'alice')
	await server.person('bob')
	const ask = (email: string) => browser.act('/account/email', 'change', { email })
	assert.match((await ask('nowhere')).text, /complete email/)
	assert.match((await ask('ALICE@example.com')).text, /your address already/)
	const taken = await ask('bob@example.com')
	const free = await ask('new@example.com')
	assert.deepEqual([taken.status, taken.location], [free.status, free.location], 'who has an account is not told')
	assert.equal((await mailTo(server, 'bob@example.com')).subject, 'You have an account already')
	const link = linkIn(await mailTo(server, 'new@example.com'))
	const emailNow = async () => (await browser.send('GET', '/api/v10/users/@me')).body.email
	assert.equal(await emailNow(), 'alice@example.com')

	const anywhere = openBrowser(server)
	assert.match((await anywhere.get(link)).text, /new@example\.com.*alice/s)
	assert.equal(await emailNow(), 'alice@example.com', 'looking changes nothing')
	assert.equal((await anywhere.submit('/email/confirm', { token: tokenIn(link) })).location, '/email/confirmed')
	assert.equal(await emailNow(), 'new@example.com')
	assert.equal((await anywhere.submit('/email/confirm', { token: tokenIn(link) })).status, 400)
	assert.equal((await mailTo(server, 'alice@example.com')).subject, 'Your email address was changed')
	// A link to a new password that went to the old address opens nothing any more.
	await ask('third@example.com')
	await anywhere.submit('/login/reset', { name: 'alice' })
	const reset = linkIn(await mailTo(server, 'new@example.com'))
	await anywhere.submit('/email/confirm', { token: tokenIn(linkIn(await mailTo(server, 'third@example.com'))) })
	assert.equal((await anywhere.get(reset)).status, 400)
	assert.equal((await server.store.db.selectFrom('tickets').selectAll().where('user_id', '=', id).execute()).length, 0)
})

test('M5 an address that is not confirmed gets another link, and then its person can allow things', async () => {
	await using server = await testServer()
	const { id, browser } = await person(server, 'alice')
	await server.store.transaction(({ db }) =>
		db.updateTable('users').set({ is_verified: 0 }).where('id', '=', id).execute(),
	)
	const { application } = await server.bot('Lantern', { redirectUris: ['https://game.example/cb'] })
	const params = { client_id: application.id, response_type: 'code', scope: 'identify' }
	const consent = () => browser.get(`/oauth2/authorize?${new URLSearchParams(params)}`)
	assert.match((await consent()).text, /<a class="button primary" href="\/account\/security">Confirm your address/)
	assert.match((await browser.get('/account/security')).text, /not confirmed/)
	const ask = () => browser.act('/account/security', 'confirm-email')
	assert.equal((await ask()).location, '/account/security?done=confirm-sent')
	for (let times = 1; times < 5; times++) await ask()
	assert.equal((await ask()).status, 429)
	assert.equal(await mailsTo(server, 'alice@example.com'), 5)
	const token = tokenIn(linkIn(await mailTo(server, 'alice@example.com')))
	assert.equal((await browser.submit('/email/confirm', { token })).status, 303)
	assert.equal((await browser.send('GET', '/api/v10/users/@me')).body.verified, true)
	assert.match((await consent()).text, /Lantern would like to use your account/)
})

test('M7 without mail another address counts at once', async () => {
	await using server = await testServer({}, { mailer: null })
	const { browser } = await person(server, 'alice')
	await server.person('bob')
	assert.match((await browser.act('/account/email', 'change', { email: 'bob@example.com' })).text, /cannot be used/)
	const done = await browser.act('/account/email', 'change', { email: 'new@example.com' })
	assert.equal(done.location, '/account/security?done=email-changed')
	assert.equal((await browser.send('GET', '/api/v10/users/@me')).body.email, 'new@example.com')
})

test('a person changes display name, username and picture, and guilds hear of it', async () => {
	await using server = await testServer()
	const { id, browser } = await person(server, 'alice')
	await server.person('bob')
	const { guild } = await server.guild(id)
	const heard = server.hear(`guild.${guild.id}`)
	const save = (fields: Record<string, string>) =>
		browser.act('/account', 'save', { name: 'Alice', username: 'alice', ...fields })
	for (const [fields, sentence] of [
		[{ username: 'bob' }, /taken/],
		[{ username: 'a' }, /2 to 32/],
		[{ username: 'a#b' }, /not allowed/],
		[{ name: 'x'.repeat(33) }, /at most 32/],
	] as const) {
		const refused = await save(fields)
		assert.deepEqual([refused.status, sentence.test(refused.text)], [400, true], JSON.stringify(fields))
	}
	assert.equal(
		(await save({ name: '  Alice  the Bold ', username: 'Bold.Alice' })).location,
		'/account?done=profile-saved',
	)
	const [update] = heard.named('GUILD_MEMBER_UPDATE')
	assert.deepEqual([update.user.global_name, update.user.username], ['Alice the Bold', 'bold.alice'])

	const upload = async (bytes: Buffer) => {
		const body = new FormData()
		for (const [name, value] of Object.entries({
			csrf_token: await browser.csrfToken(),
			act: 'save',
			name: 'Alice',
			username: 'bold.alice',
		})) {
			body.append(name, value)
		}
		body.append('picture', new Blob([new Uint8Array(bytes)]), 'me.png')
		const request = new Request('http://x', { method: 'POST', body })
		const response = await server.app.http.inject({
			method: 'POST',
			url: '/account',
			headers: {
				origin: server.config.origin,
				cookie: `session=${browser.cookies.get('session')}`,
				'content-type': request.headers.get('content-type') ?? '',
			},
			payload: Buffer.from(await request.arrayBuffer()),
		})
		return response
	}
	assert.equal((await upload(Buffer.from('no picture'))).statusCode, 400)
	assert.equal((await upload(Buffer.from(PIXEL.split(',')[1] ?? '', 'base64'))).statusCode, 303)
	const { avatar } = (await browser.send('GET', '/api/v10/users/@me')).body
	assert.match(avatar, /^[0-9a-f]{32}$/)
	assert.equal((await server.nobody.call('GET', `http://127.0.0.1:8080/avatars/${id}/${avatar}.png`)).status, 200)
	await browser.act('/account', 'remove-picture')
	assert.equal((await browser.send('GET', '/api/v10/users/@me')).body.avatar, null)
})

test('a person says who may message them in games', async () => {
	await using server = await testServer()
	const { id, browser } = await person(server, 'alice')
	const now = async () => (await messageSendersOf(server.store, [id])).get(id)
	assert.equal(await now(), 'everyone')
	for (const senders of ['nobody', 'friends'] as const) {
		assert.equal((await browser.act('/account/games', 'save', { senders })).location, '/account/games?done=games-saved')
		assert.equal(await now(), senders)
		assert.match((await browser.get('/account/games')).text, new RegExp(`value="${senders}" checked`))
	}
	await browser.act('/account/games', 'save', { senders: 'aliens' })
	assert.equal(await now(), 'friends')
})

test('G27 a person asks a game that is open, and takes it, for an authorization', async () => {
	await using server = await testServer()
	const { id, browser } = await person(server, 'alice')
	const { application } = await server.bot('Lantern', { hasSocialTerms: true })
	const { accessToken } = await server.store.transaction((tx) =>
		grantTokens(tx, { applicationId: application.id, userId: id, scopes: ['sdk.social_layer'] }),
	)
	const page = async () => (await browser.get('/account/games')).text
	const ask = async () => (await browser.act('/account/games', 'ask', { application: application.id })).location
	await using session = await login(server, { token: `Bearer ${accessToken}`, intents: 0 })
	assert.doesNotMatch(await page(), /Lantern/)
	assert.equal(await ask(), '/account/games')
	session.send(51, { can_authorize: true })
	await session.settled()
	assert.match(await page(), /aria-label="Ask Lantern"/)
	assert.equal(await ask(), '/account/games?done=game-asked')
	assert.deepEqual(await session.event('AUTHORIZE_REQUEST'), {})
	assert.doesNotMatch(
		await (await person(server, 'bob')).browser.get('/account/games').then(({ text }) => text),
		/Lantern/,
	)

	session.ws.close(1000)
	await session.closed
	await server.app.idle()
	assert.doesNotMatch(await page(), /Lantern/)
	assert.equal(await ask(), '/account/games')
})

test('a person sees which games know them by an account elsewhere, until the link is cut', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const alice = await lantern.person('alice')
	const games = async () => (await alice.browser.get('/account/games')).text
	assert.match(await games(), /No game has linked an account of its own/)
	await lantern.link(alice, await lantern.vouch('hero-1', { preferred_global_name: 'Hero' }))
	assert.match(await games(), /<h3>Lantern<\/h3><p class="hint">Account of the game: hero-1<\/p>/)
	assert.equal((await lantern.unmerge('hero-1')).status, 204)
	await lantern.settled()
	assert.match(await games(), /No game has linked/)
})

test('D1 the game of a deleted account keeps its player, without anything of the person', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const alice = await lantern.person('alice')
	await lantern.link(alice, await lantern.vouch('hero-1'))
	const done = await alice.browser.act('/account/delete', 'delete', { name: 'alice' })
	assert.equal(done.status, 200)
	await lantern.settled()
	const again = await lantern.vouch('hero-1')
	assert.notEqual(again.id, alice.id)
	const { body: player } = await again.get('/users/@me')
	assert.ok(!JSON.stringify(player).includes('alice'), JSON.stringify(player))
})

test('D1 an account that is deleted leaves what it wrote, and nothing that says who it was', async () => {
	await using server = await testServer()
	const { id, browser } = await person(server, 'alice')
	const bot = await server.bot('Lantern', { hasSocialTerms: true })
	const home = await server.guild((await server.person('bob')).id)
	await server.join(home.guild.id, id)
	await server.join(home.guild.id, bot.id)
	const player = await server.player('carol', undefined, bot.application)
	const { accessToken } = await server.store.transaction((tx) =>
		grantTokens(tx, { applicationId: bot.application.id, userId: id, scopes: ['openid', 'sdk.social_layer'] }),
	)
	const alice = server.as(id, `Bearer ${accessToken}`)
	const lobby = await alice.put('/lobbies', { secret: 'harbor' })
	assert.equal(lobby.status, 200)
	await player.put('/lobbies', { secret: 'harbor' })
	const heard = server.hear(`guild.${home.guild.id}`)
	const revoked = server.hear('internal.tokens')

	const wrong = await browser.act('/account/delete', 'delete', { name: 'bob' })
	assert.deepEqual([wrong.status, /Type alice, exactly/.test(wrong.text)], [400, true])
	const done = await browser.act('/account/delete', 'delete', { name: 'Alice' })
	assert.match(done.text, /Your account is deleted/)

	assert.equal((await browser.get('/account')).status, 303)
	assert.equal((await openBrowser(server).submit('/login', { name: 'alice', password: PASSWORD })).status, 400)
	assert.equal((await alice.get('/users/@me')).status, 401)
	assert.equal(revoked.envelopes.length, 1)
	assert.equal(heard.named('GUILD_MEMBER_REMOVE').length, 1)
	const { body: user } = await bot.get(`/users/${id}`)
	assert.match(user.username, /^deleted_user_[0-9a-f]{16}$/)
	assert.deepEqual([user.global_name, user.avatar], [null, null])
	assert.equal((await mailTo(server, 'alice@example.com')).subject, 'Your account was deleted')
	const { revoke_cause } = await server.store.db
		.selectFrom('authorizations')
		.select('revoke_cause')
		.where('user_id', '=', id)
		.executeTakeFirstOrThrow()
	assert.equal(revoke_cause, 'user-deleted')
	const { body: members } = await bot.get(`/lobbies/${lobby.body.id}`)
	assert.deepEqual(
		members.members.map((member: { id: string }) => member.id),
		[player.id],
	)
	for (const table of ['passwords', 'logins', 'tickets', 'passkeys', 'members', 'lobby_members'] as const) {
		const rows = await server.store.db.selectFrom(table).selectAll().where('user_id', '=', id).execute()
		assert.equal(rows.length, 0, table)
	}
	await server.person('alice')
})

test('D2 whoever owns guilds, applications or teams hands them over first', async () => {
	await using server = await testServer()
	const { id, browser } = await person(server, 'alice')
	await server.guild(id, { name: 'The Old Lighthouse' })
	await server.bot('Beacon', { ownerId: id })
	const page = await browser.get('/account/delete')
	assert.match(page.text, /The Old Lighthouse/)
	assert.match(page.text, /Beacon/)
	assert.ok(!page.text.includes('Delete my account'))
	assert.equal((await browser.act('/account/delete', 'delete', { name: 'alice' })).location, '/account/delete')
	assert.equal((await browser.get('/account')).status, 200)
})

test('forms of the account that another site sends, or that carry no token, do nothing', async () => {
	await using server = await testServer()
	const { browser } = await person(server, 'alice')
	const pages = [
		'',
		'/security',
		'/email',
		'/password',
		'/two-step',
		'/passkeys',
		'/logins',
		'/apps',
		'/games',
		'/delete',
		'/proof',
	]
	for (const page of pages) {
		const path = `/account${page}`
		const fields = { csrf_token: await browser.csrfToken(), act: 'change', password: PASSWORD }
		assert.equal((await browser.submit(path, fields, { origin: 'https://evil.example' })).status, 403, path)
		assert.equal((await browser.submit(path, { ...fields, csrf_token: 'guessed' })).status, 400, path)
		assert.equal((await openBrowser(server).submit(path, fields)).status, 303, path)
		assert.equal((await browser.get(`${path}?done=__proto__&next=//evil.example`)).status, 200, path)
		assert.match((await openBrowser(server).get(path)).location, /^\/login\?next=/, path)
	}
})
