import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPassword } from '../src/domain/accounts/passwords.ts'
import { totpCode } from '../src/domain/accounts/totp.ts'
import { makePasskey } from './authenticator.ts'
import { type Browser, openBrowser } from './browser.ts'
import { mailTo } from './mails.ts'
import { type TestServer, testServer } from './server.ts'

const PASSWORD = 'a lantern in the long night'
const MINUTE = 60_000
const PAGE = '/account/two-step'

async function person(server: TestServer, name = 'alice'): Promise<Browser> {
	const { id } = await server.person(name)
	await createPassword(server.store, id, PASSWORD)
	const browser = openBrowser(server)
	await browser.signIn(name, PASSWORD)
	return browser
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an app does with a key that was typed into it. */
function fromBase32(text: string): Buffer {
	const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
	return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}

/** An authenticator app that has read the key of the page. */
async function appOf(server: TestServer, browser: Browser): Promise<(steps?: number) => string> {
	await browser.act(PAGE, 'begin')
	const { text } = await browser.get(PAGE)
	const key = /<code class="secret">([^<]+)</.exec(text)?.[1]?.replaceAll(' ', '') ?? ''
	assert.equal(key.length, 32)
	return (steps = 0) => totpCode(fromBase32(key), Math.floor(server.clock.now() / 30_000) + steps)
}

/** Turns it on; the backup codes. */
async function enable(
	server: TestServer,
	browser: Browser,
): Promise<{ app: (steps?: number) => string; codes: string[] }> {
	const app = await appOf(server, browser)
	const { status, text } = await browser.act(PAGE, 'enable', { code: app() })
	assert.equal(status, 200, text)
	const codes = [...text.matchAll(/<li><code>([\w-]+)<\/code>/g)].map(([, code]) => code ?? '')
	assert.equal(codes.length, 10)
	return { app, codes }
}

/** Gives the password; the browser is at the second step. */
async function firstStep(server: TestServer, name = 'alice'): Promise<Browser> {
	const browser = openBrowser(server)
	const { status, location } = await browser.submit('/login', { name, password: PASSWORD, next: '/oauth2/authorized' })
	assert.deepEqual([status, location], [303, '/login/second-step?next=%2Foauth2%2Fauthorized'])
	assert.equal(browser.cookies.get('session'), undefined, 'half a sign-in is none')
	return browser
}

const secondStep = (browser: Browser, code: string) =>
	browser.submit('/login/second-step', { code, next: '/oauth2/authorized' })

test('W1 with an authenticator app a password alone does not sign in', async () => {
	await using server = await testServer()
	const alice = await person(server)
	const { app } = await enable(server, alice)
	assert.equal((await mailTo(server, 'alice@example.com')).subject, 'Two-step sign-in is on')
	assert.equal((await alice.send('GET', '/api/v10/users/@me')).body.mfa_enabled, true)
	const { secret } = await server.store.db.selectFrom('totp_secrets').select('secret').executeTakeFirstOrThrow()
	assert.ok(Buffer.from(secret, 'base64url').length > 40, 'the secret is sealed')

	await server.advance(MINUTE)
	const browser = await firstStep(server)
	assert.equal((await browser.get('/account')).status, 303)
	assert.match((await browser.get('/login/second-step')).text, /authenticator app/)
	const { status, location } = await secondStep(browser, app())
	assert.deepEqual([status, location], [303, '/oauth2/authorized'])
	assert.equal((await browser.get('/account')).status, 200)
	const logins = await server.store.db.selectFrom('logins').select('amr').execute()
	assert.deepEqual(logins.map(({ amr }) => amr).sort(), ['["pwd","otp","mfa"]', '["pwd","otp","mfa"]'])
})

test('W2 a code is good once, also the one that turned it on, and also sent many times at once', async () => {
	await using server = await testServer()
	const { app } = await enable(server, await person(server))
	assert.equal((await secondStep(await firstStep(server), app())).status, 400, 'it turned the second step on')
	await server.advance(MINUTE)
	const browsers = [await firstStep(server), await firstStep(server), await firstStep(server)]
	const code = app()
	const answers = await Promise.all(browsers.map((browser) => secondStep(browser, code)))
	assert.equal(answers.filter(({ status }) => status === 303).length, 1)
	await server.advance(15 * MINUTE)
	const latest = app()
	assert.equal((await secondStep(await firstStep(server), latest)).status, 303)
	assert.equal((await secondStep(await firstStep(server), app(-1))).status, 400, 'nor one from before it')
})

test('W3 ten backup codes sign in once each, however they are typed', async () => {
	await using server = await testServer()
	const alice = await person(server)
	const { codes } = await enable(server, alice)
	const rows = await server.store.db.selectFrom('backup_codes').selectAll().execute()
	assert.ok(!codes.some((code) => JSON.stringify(rows).includes(code)), 'hashes are kept')
	const [first = '', second = '', third = ''] = codes
	assert.equal((await secondStep(await firstStep(server), first.toUpperCase().replaceAll('-', ' '))).status, 303)
	assert.equal((await secondStep(await firstStep(server), first)).status, 400)
	assert.equal((await secondStep(await firstStep(server), second)).status, 303)
	assert.match((await alice.get('/account/security')).text, /8 backup codes left/)

	const renewed = await alice.act(PAGE, 'renew')
	const anew = [...renewed.text.matchAll(/<li><code>([\w-]+)<\/code>/g)].map(([, code]) => code ?? '')
	assert.equal(anew.length, 10)
	assert.match(renewed.text, /download="guildhall-backup-codes\.txt"/)
	assert.equal((await secondStep(await firstStep(server), third)).status, 400, 'those of before are dead')
	assert.equal((await secondStep(await firstStep(server), anew[9] ?? '')).status, 303)
})

test('W4 the second step waits five minutes, and is done once', async () => {
	await using server = await testServer()
	const { codes } = await enable(server, await person(server))
	const late = await firstStep(server)
	await server.advance(5 * MINUTE)
	const answer = await secondStep(late, codes[0] ?? '')
	assert.equal(answer.status, 400)
	assert.match(answer.text, /That took too long/)
	const browser = await firstStep(server)
	const ticket = browser.cookies.get('second-step') ?? ''
	assert.equal((await secondStep(browser, codes[1] ?? '')).status, 303)
	const thief = openBrowser(server)
	thief.cookies.set('second-step', ticket)
	assert.equal((await secondStep(thief, codes[2] ?? '')).status, 400)
	assert.equal((await openBrowser(server).get('/login/second-step')).status, 400)
})

test('W5 five wrong codes close the second step for a quarter of an hour, whatever the ticket', async () => {
	await using server = await testServer()
	const { codes } = await enable(server, await person(server))
	const browsers: Browser[] = []
	while (browsers.length < 8) browsers.push(await firstStep(server))
	const answers = await Promise.all(browsers.map((browser, index) => secondStep(browser, `00000${index}`)))
	assert.equal(answers.filter(({ status }) => status === 400).length, 5)
	assert.equal(answers.filter(({ status }) => status === 429).length, 3)
	const right = await secondStep(await firstStep(server), codes[0] ?? '')
	assert.deepEqual([right.status, right.headers['retry-after']], [429, '900'])
	await server.advance(15 * MINUTE)
	assert.equal((await secondStep(await firstStep(server), codes[0] ?? '')).status, 303)
	for (const code of ['', '\0', 'x'.repeat(10_000), '٠١٢٣٤٥']) {
		assert.ok([400, 429].includes((await secondStep(await firstStep(server), code)).status), JSON.stringify(code))
	}
})

test('W6 turning it on and off asks for a recent proof; a wrong first code turns nothing on', async () => {
	await using server = await testServer()
	const alice = await person(server)
	const app = await appOf(server, alice)
	const wrong = await alice.act(PAGE, 'enable', { code: '000000' })
	assert.equal(wrong.status, 400)
	assert.match(wrong.text, /not right/)
	assert.equal((await alice.send('GET', '/api/v10/users/@me')).body.mfa_enabled, false)
	await openBrowser(server).signIn('alice', PASSWORD)
	const before = alice.cookies.get('session')
	assert.equal((await alice.act(PAGE, 'enable', { code: app() })).status, 200)
	assert.notEqual(alice.cookies.get('session'), before, 'the login has another value')

	await server.advance(10 * MINUTE)
	for (const act of ['disable', 'renew', 'begin']) {
		assert.equal((await alice.act(PAGE, act)).location, '/account/proof?next=%2Faccount%2Ftwo-step', act)
	}
	const prove = (password: string) =>
		alice.csrfToken().then((csrf_token) => alice.submit('/account/proof', { csrf_token, password, next: PAGE }))
	assert.equal((await prove('not it')).status, 400)
	assert.equal((await prove(PASSWORD)).location, PAGE)
	assert.equal((await alice.act(PAGE, 'begin')).location, PAGE)
	assert.match((await alice.get(PAGE)).text, /Turn off/, 'what signs in is not overwritten')
	assert.equal((await alice.act(PAGE, 'disable')).location, '/account/security?done=two-step-off')
	assert.equal((await mailTo(server, 'alice@example.com')).subject, 'Two-step sign-in is off')
	assert.equal((await alice.send('GET', '/api/v10/users/@me')).body.mfa_enabled, false)
	await openBrowser(server).signIn('alice', PASSWORD)
})

test('W7 a passkey does instead of a code', async () => {
	const origin = 'https://play.example.com'
	await using server = await testServer({ origin })
	const alice = await person(server)
	const csrf = { 'x-csrf-token': await alice.csrfToken() }
	const add = await alice.send('POST', '/passkeys/challenge', { for: 'add' }, csrf)
	const passkey = makePasskey(add.body.options, origin)
	await alice.send('POST', '/passkeys/answer', { for: 'add', response: passkey.created }, csrf)
	await enable(server, alice)

	const browser = openBrowser(server)
	await browser.submit('/login', { name: 'alice', password: PASSWORD })
	assert.match((await browser.get('/login/second-step')).text, /data-passkey="second-step"/)
	const { body } = await browser.send('POST', '/passkeys/challenge', { for: 'second-step' })
	assert.equal(body.options.allowCredentials.length, 1)
	const response = passkey.answer(body.options)
	const done = await browser.send('POST', '/passkeys/answer', { for: 'second-step', response, next: '/account' })
	assert.deepEqual([done.status, done.body], [200, { location: '/account' }])
	assert.equal((await browser.get('/account')).status, 200)
	assert.equal((await openBrowser(server).send('POST', '/passkeys/challenge', { for: 'second-step' })).status, 400)
})
