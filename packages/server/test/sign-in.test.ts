import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULTS } from '../src/config.ts'
import { createPassword } from '../src/domain/accounts/passwords.ts'
import { openBrowser } from './browser.ts'
import { testServer } from './server.ts'

const PASSWORD = 'a lantern in the long night'
const MINUTE = 60_000
const DAY = 86_400_000

/** As a server for players has them. */
const LIMITED = DEFAULTS.rateLimits

const alice = { username: 'Alice', email: 'Alice@Example.com', password: PASSWORD }

test('a person registers, is signed in, signs out, and signs in again by name or by mail', async () => {
	await using server = await testServer()
	const browser = openBrowser(server)
	const registered = await browser.submit('/register', { ...alice, next: '/oauth2/authorized' })
	assert.deepEqual([registered.status, registered.location], [303, '/oauth2/authorized'])
	assert.match((await browser.get('/account')).text, /<h1>Alice<\/h1>/)

	const first = browser.cookies.get('session')
	await browser.submit('/logout', { csrf_token: await browser.csrfToken() })
	assert.equal(browser.cookies.size, 0)
	browser.cookies.set('session', first ?? '')
	assert.equal((await browser.get('/account')).location, '/login?next=%2Faccount', 'the old cookie opens nothing')

	for (const name of ['alice', ' ALICE ', 'alice@example.com']) {
		await browser.signIn(name, PASSWORD)
		assert.equal((await browser.get('/account')).status, 200)
	}
})

test('what is kept of a login and of a password opens nothing', async () => {
	await using server = await testServer()
	const browser = openBrowser(server)
	await browser.submit('/register', alice)
	const logins = await server.store.db.selectFrom('logins').selectAll().execute()
	const passwords = await server.store.db.selectFrom('passwords').selectAll().execute()
	assert.equal(logins.length, 1)
	const cookie = browser.cookies.get('session') ?? ''
	assert.equal(cookie.length, 43)
	assert.ok(!JSON.stringify([logins, passwords]).includes(cookie))
	assert.match(passwords[0]?.hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('the cookie is out of reach of scripts and other sites, and encrypted where the site is', async () => {
	await using plain = await testServer()
	const { headers } = await openBrowser(plain).submit('/register', alice)
	assert.match(String(headers['set-cookie']), /^session=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
	await using secure = await testServer({ origin: 'https://play.example.com' })
	const { headers: sent } = await openBrowser(secure).submit('/register', alice)
	assert.match(
		String(sent['set-cookie']),
		/^__Host-session=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
	)
})

test('a login has a value of its own: one planted before is not kept', async () => {
	await using server = await testServer()
	await openBrowser(server).submit('/register', alice)
	const browser = openBrowser(server)
	browser.cookies.set('session', 'planted'.repeat(7))
	await browser.signIn('alice', PASSWORD)
	const first = browser.cookies.get('session')
	await browser.signIn('alice', PASSWORD)
	assert.notEqual(browser.cookies.get('session'), first)
	const stale = openBrowser(server)
	stale.cookies.set('session', first ?? '')
	assert.equal((await stale.get('/account')).status, 303, 'the login that was replaced has ended')
})

test('a login lives while it is used, thirty days at a time, and half a year at most', async () => {
	await using server = await testServer()
	const browser = openBrowser(server)
	await browser.submit('/register', alice)
	for (let day = 0; day < 175; day += 25) {
		server.clock.advance(25 * DAY)
		assert.equal((await browser.get('/account')).status, 200, `day ${day + 25}`)
	}
	server.clock.advance(6 * DAY)
	assert.equal((await browser.get('/account')).status, 303)

	await browser.signIn('alice', PASSWORD)
	server.clock.advance(31 * DAY)
	assert.equal((await browser.get('/account')).status, 303)
})

test('a wrong password and an unknown account are answered alike', async () => {
	await using server = await testServer()
	await openBrowser(server).submit('/register', alice)
	const browser = openBrowser(server)
	const wrong = await browser.submit('/login', { name: 'alice', password: 'not this one' })
	const unknown = await browser.submit('/login', { name: 'nobody', password: 'not this one' })
	assert.equal(wrong.status, 400)
	assert.equal(wrong.text.replaceAll('alice', '#'), unknown.text.replaceAll('nobody', '#'))
	for (const name of ['', '\0', 'a\0b@c.d', 'é'.repeat(1000), "' or 1=1 --"]) {
		assert.equal((await browser.submit('/login', { name, password: 'x' })).status, 400, JSON.stringify(name))
	}
})

test('five wrong passwords close an account for a quarter of an hour, by whatever name, even sent at once', async () => {
	await using server = await testServer()
	const browser = openBrowser(server)
	await browser.submit('/register', alice)
	const attempt = (name: string, password: string) => openBrowser(server).submit('/login', { name, password })
	const answers = await Promise.all(
		Array.from({ length: 12 }, (_, index) => attempt(index % 2 ? 'alice' : 'alice@example.com', 'wrong')),
	)
	assert.equal(answers.filter(({ status }) => status === 400).length, 5)
	assert.equal(answers.filter(({ status }) => status === 429).length, 7)
	const right = await attempt('alice', PASSWORD)
	assert.equal(right.status, 429)
	assert.equal(right.headers['retry-after'], String(15 * 60))
	assert.equal((await browser.get('/account')).status, 200, 'who is signed in stays signed in')
	server.clock.advance(15 * MINUTE)
	assert.equal((await attempt('alice', PASSWORD)).status, 303)
	assert.equal((await attempt('alice', 'wrong')).status, 400, 'a right one wipes the slate')
})

test('S3 between wrong passwords one waits, longer each time, and a right one wipes the slate', async () => {
	await using server = await testServer()
	const browser = openBrowser(server)
	await browser.submit('/register', alice)
	const attempt = (password: string) => openBrowser(server).submit('/login', { name: 'alice', password })
	assert.equal((await attempt('wrong')).status, 400)
	for (const seconds of [2, 4, 8]) {
		assert.equal((await attempt('wrong')).status, 400)
		const early = await attempt(PASSWORD)
		assert.deepEqual([early.status, early.headers['retry-after']], [429, String(seconds)])
		assert.match(early.text, new RegExp(`wait ${seconds} seconds`))
		server.clock.advance(seconds * 1000)
	}
	assert.equal((await attempt(PASSWORD)).status, 303)
	assert.equal((await attempt('wrong')).status, 400)
	assert.equal((await attempt('wrong')).status, 400)
	server.clock.advance(2000)
	assert.equal((await attempt(PASSWORD)).status, 303)
})

test('an address may try thirty wrong passwords an hour, however many accounts', async () => {
	await using server = await testServer({ rateLimits: LIMITED })
	const { id } = await server.person('alice')
	await createPassword(server.store, id, PASSWORD)
	const attempt = (name: string, password: string) => openBrowser(server).submit('/login', { name, password })
	for (let index = 0; index < 30; index++) assert.equal((await attempt(`guess${index}`, 'wrong')).status, 400)
	assert.equal((await attempt('alice', PASSWORD)).status, 429)
	server.clock.advance(60 * MINUTE)
	assert.equal((await attempt('alice', PASSWORD)).status, 303)
})

test('a form that another site sends does nothing', async () => {
	await using server = await testServer()
	const browser = openBrowser(server)
	const elsewhere = { origin: 'https://evil.example' }
	for (const headers of [elsewhere, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, { origin: '' }]) {
		assert.equal((await browser.submit('/register', alice, headers)).status, 403)
		assert.equal((await browser.submit('/login', { name: 'a', password: 'b' }, headers)).status, 403)
	}
	await browser.submit('/register', alice)
	assert.equal((await browser.submit('/logout', { csrf_token: await browser.csrfToken() }, elsewhere)).status, 403)
	await browser.submit('/logout', { csrf_token: 'guessed' })
	assert.equal((await browser.get('/account')).status, 200)
})

test('registration says what is wrong, field by field, and keeps what was typed', async () => {
	await using server = await testServer()
	const browser = openBrowser(server)
	const table: [Partial<typeof alice>, RegExp][] = [
		[{ username: 'a' }, /2 to 32 characters/],
		[{ username: 'x'.repeat(33) }, /2 to 32 characters/],
		[{ username: 'a#b' }, /not allowed/],
		[{ username: 'ali\u200bce' }, /not allowed/],
		[{ username: 'Everyone' }, /reserved/],
		[{ username: 'Guildhall Staff' }, /reserved/],
		[{ email: 'nowhere' }, /complete email/],
		[{ email: 'a@b@example.com' }, /complete email/],
		[{ password: 'short' }, /at least 10/],
		[{ password: 'Password1234' }, /easy to guess/],
		[{ password: 'aaaaaaaaaaaa' }, /easy to guess/],
		[{ password: 'alice@example.com' }, /easy to guess/],
	]
	for (const [wrong, sentence] of table) {
		const { status, text } = await browser.submit('/register', { ...alice, ...wrong })
		assert.equal(status, 400, JSON.stringify(wrong))
		assert.match(text, sentence)
		assert.ok(!text.includes(`value="${wrong.password ?? alice.password}"`), 'a password is never sent back')
	}
	assert.equal((await server.store.db.selectFrom('users').selectAll().execute()).length, 0)
})

test('a name and an address belong to one account, also when many ask at once', async () => {
	await using server = await testServer()
	const answers = await Promise.all(Array.from({ length: 8 }, () => openBrowser(server).submit('/register', alice)))
	assert.equal(answers.filter(({ status }) => status === 303).length, 1)
	assert.equal(answers.filter(({ status }) => status === 400).length, 7)
	const other = await openBrowser(server).submit('/register', { ...alice, username: 'ALICE', email: 'x@example.com' })
	assert.match(other.text, /name is taken/)
	const same = await openBrowser(server).submit('/register', { ...alice, username: 'alina' })
	assert.match(same.text, /address cannot be used/)
})

test('nobody registers where it is closed, and an address makes five accounts an hour', async () => {
	await using closed = await testServer({ registration: { isOpen: false, trustsMail: true } })
	assert.equal((await openBrowser(closed).submit('/register', alice)).status, 403)
	await using server = await testServer({ rateLimits: LIMITED })
	const attempt = (index: number) =>
		openBrowser(server).submit('/register', { ...alice, username: `player${index}`, email: `p${index}@example.com` })
	for (let index = 0; index < 5; index++) assert.equal((await attempt(index)).status, 303)
	assert.equal((await attempt(5)).status, 429)
	server.clock.advance(60 * MINUTE)
	assert.equal((await attempt(5)).status, 303)
})

test('sign-in leads back to where one came from, and never to another site', async () => {
	await using server = await testServer()
	await openBrowser(server).submit('/register', alice)
	for (const [next, location] of [
		['/oauth2/authorize?client_id=1&state=a%20b', '/oauth2/authorize?client_id=1&state=a%20b'],
		['https://evil.example/', '/account'],
		['//evil.example', '/account'],
		['/\\evil.example', '/account'],
	] as const) {
		const browser = openBrowser(server)
		assert.equal((await browser.submit('/login', { name: 'alice', password: PASSWORD, next })).location, location)
		assert.equal((await browser.get(`/login?${new URLSearchParams({ next })}`)).location, location)
	}
})

test('markup in a name is text on every page', async () => {
	await using server = await testServer()
	const browser = openBrowser(server)
	const evil = '<img src=x>"'
	const refused = await browser.submit('/register', { ...alice, username: `${evil}:` })
	assert.ok(refused.text.includes('&lt;img src=x&gt;&quot;') && !refused.text.includes('<img src=x>'))
	await browser.submit('/register', { ...alice, username: evil })
	const { text } = await browser.get('/account')
	assert.ok(text.includes('&lt;img src=x&gt;') && !text.includes('<img src=x>'))
	const failed = await browser.submit('/login', { name: evil, password: 'x', next: '/"><script>' })
	assert.ok(!failed.text.includes('<script>'))
})

test('pages keep to themselves', async () => {
	await using server = await testServer()
	const browser = openBrowser(server)
	for (const path of ['/', '/login', '/register', '/oauth2/authorized', '/oauth2/authorize']) {
		const { headers, text } = await browser.get(path, { origin: 'https://evil.example' })
		assert.match(String(headers['content-security-policy']), /^default-src 'none';.*frame-ancestors 'none'/)
		assert.equal(headers['x-frame-options'], 'DENY')
		assert.equal(headers['x-content-type-options'], 'nosniff')
		assert.equal(headers['cache-control'], 'no-store')
		assert.equal(headers['access-control-allow-origin'], undefined)
		assert.doesNotMatch(text, / style=| on\w+=|<script>/, path)
		for (const [, asset] of text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) {
			const { status, headers: sent } = await browser.get(asset ?? '')
			assert.equal(status, 200)
			assert.match(String(sent['cache-control']), /immutable/)
		}
	}
})
