import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { createPassword } from '../src/domain/accounts/passwords.ts'
import { makePasskey, type Options, type Otherwise, type Passkey } from './authenticator.ts'
import { type Browser, openBrowser } from './browser.ts'
import { mailTo } from './mails.ts'
import { type TestServer, testServer } from './server.ts'

const ORIGIN = 'https://play.example.com'
const NAMED = { origin: ORIGIN }
const PASSWORD = 'a lantern in the long night'
const MINUTE = 60_000

/** A person with a password, signed in. */
async function signedIn(server: TestServer, name: string): Promise<Browser> {
	const { id } = await server.person(name)
	await createPassword(server.store, id, PASSWORD)
	const browser = openBrowser(server)
	await browser.signIn(name, PASSWORD)
	return browser
}

async function challenge(browser: Browser, purpose: string): Promise<Options> {
	const { status, body } = await ask(browser, '/passkeys/challenge', { for: purpose })
	assert.equal(status, 200, JSON.stringify(body))
	return body.options
}

/** As the script of a page asks. */
async function ask(browser: Browser, path: string, body: object) {
	const isSignedIn = (await browser.get('/account')).status === 200
	return browser.send('POST', path, body, isSignedIn ? { 'x-csrf-token': await browser.csrfToken() } : {})
}

async function add(browser: Browser, otherwise: Otherwise = {}): Promise<Passkey> {
	const passkey = makePasskey(await challenge(browser, 'add'), ORIGIN, otherwise)
	const added = await ask(browser, '/passkeys/answer', { for: 'add', name: 'Key', response: passkey.created })
	assert.deepEqual([added.status, added.body], [200, { location: '/account/security?done=passkey-added' }])
	return passkey
}

const signInWith = (browser: Browser, response: object) =>
	ask(browser, '/passkeys/answer', { for: 'sign-in', response, next: '/oauth2/authorized' })

test('P1 a passkey signs in without name and password, and counts as both steps', async () => {
	await using server = await testServer(NAMED)
	const alice = await signedIn(server, 'alice')
	const passkey = await add(alice)
	assert.equal((await mailTo(server, 'alice@example.com')).subject, 'A passkey was added')
	assert.match((await alice.get('/account/security')).text, /never used/)

	const browser = openBrowser(server)
	const options = await challenge(browser, 'sign-in')
	assert.equal(options.rpId, 'play.example.com')
	assert.deepEqual(options.allowCredentials ?? [], [], 'the page does not know who comes')
	const { status, body } = await signInWith(browser, passkey.answer(options))
	assert.deepEqual([status, body], [200, { location: '/oauth2/authorized' }])
	assert.match((await browser.get('/account')).text, /<h1>alice<\/h1>/)
	const logins = await server.store.db.selectFrom('logins').select('amr').execute()
	assert.deepEqual(logins.map(({ amr }) => amr).sort(), ['["hwk","user","mfa"]', '["pwd"]'])
})

test('P2 an answer for another origin or site, without a finger, or of another key opens nothing', async () => {
	await using server = await testServer(NAMED)
	const passkey = await add(await signedIn(server, 'alice'))
	const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const table: [string, Otherwise][] = [
		['another origin', { origin: 'https://play.example.com.evil.example' }],
		['another site', { rpId: 'evil.example' }],
		['no finger and no PIN', { isVerified: false }],
		['another key', { key }],
		['another person', { userHandle: Buffer.from('1').toString('base64url') }],
	]
	for (const [what, otherwise] of table) {
		const browser = openBrowser(server)
		const answer = passkey.answer(await challenge(browser, 'sign-in'), otherwise)
		assert.equal((await signInWith(browser, answer)).status, 400, what)
		assert.equal(browser.cookies.size, 0, what)
		await server.advance(15 * MINUTE)
	}
	const browser = openBrowser(server)
	assert.equal((await signInWith(browser, passkey.answer(await challenge(browser, 'sign-in')))).status, 200)
})

test('P3 a challenge is good once, for five minutes, and for what it was made for', async () => {
	await using server = await testServer(NAMED)
	const alice = await signedIn(server, 'alice')
	const passkey = await add(alice)
	const browser = openBrowser(server)
	const options = await challenge(browser, 'sign-in')
	assert.equal((await signInWith(openBrowser(server), passkey.answer(options))).status, 200)
	assert.equal((await signInWith(openBrowser(server), passkey.answer(options))).status, 400, 'replayed')

	const late = await challenge(browser, 'sign-in')
	await server.advance(5 * MINUTE)
	assert.equal((await signInWith(browser, passkey.answer(late))).status, 400, 'too late')

	await server.advance(15 * MINUTE)
	const forProof = await challenge(alice, 'proof')
	assert.equal((await signInWith(browser, passkey.answer({ ...forProof }))).status, 400, 'made for something else')
	await server.advance(15 * MINUTE)
	const own = Buffer.from(JSON.stringify({ purpose: 'sign-in', at: server.clock.now() })).toString('base64url')
	const forged = passkey.answer({ challenge: own, rpId: 'play.example.com' })
	assert.equal((await signInWith(browser, forged)).status, 400, 'a challenge nobody made')
})

test('P3 of many answers to one challenge at once one is good', async () => {
	await using server = await testServer(NAMED)
	const passkey = await add(await signedIn(server, 'alice'))
	const options = await challenge(openBrowser(server), 'sign-in')
	const answers = Array.from({ length: 4 }, () => passkey.answer(options))
	const done = await Promise.all(answers.map((answer) => signInWith(openBrowser(server), answer)))
	assert.equal(done.filter(({ status }) => status === 200).length, 1)
})

test('P4 a counter that goes back is a copy, and is refused', async () => {
	await using server = await testServer(NAMED)
	const passkey = await add(await signedIn(server, 'alice'))
	const use = async (counter: number) => {
		const browser = openBrowser(server)
		return (await signInWith(browser, passkey.answer(await challenge(browser, 'sign-in'), { counter }))).status
	}
	assert.equal(await use(10), 200)
	assert.equal(await use(9), 400)
	assert.equal(await use(10), 400)
	await server.advance(15 * MINUTE)
	assert.equal(await use(11), 200)
})

test('P4 a passkey that does not count is good again and again', async () => {
	await using server = await testServer(NAMED)
	const passkey = await add(await signedIn(server, 'alice'))
	for (let times = 0; times < 3; times++) {
		const browser = openBrowser(server)
		const answer = passkey.answer(await challenge(browser, 'sign-in'), { counter: 0 })
		assert.equal((await signInWith(browser, answer)).status, 200)
	}
})

test('P5 what was not made here, for this person and just now, is not added', async () => {
	await using server = await testServer(NAMED)
	const [alice, bob] = [await signedIn(server, 'alice'), await signedIn(server, 'bob')]
	const attempt = async (browser: Browser, response: object) =>
		(await ask(browser, '/passkeys/answer', { for: 'add', name: '', response })).status
	const table: [string, Otherwise][] = [
		['another origin', { origin: 'https://evil.example' }],
		['another site', { rpId: 'evil.example' }],
		['no finger and no PIN', { isVerified: false }],
	]
	for (const [what, otherwise] of table) {
		const { created } = makePasskey(await challenge(alice, 'add'), ORIGIN, otherwise)
		assert.equal(await attempt(alice, created), 400, what)
	}
	const theirs = makePasskey(await challenge(bob, 'add'), ORIGIN)
	assert.equal(await attempt(alice, theirs.created), 400, "made for somebody else's account")
	const mine = makePasskey(await challenge(alice, 'add'), ORIGIN)
	assert.equal(await attempt(alice, mine.created), 200)
	assert.equal(await attempt(alice, mine.created), 400, 'replayed')
	for (const garbage of [null, 1, 'x', [], {}, { id: 'x' }, { ...mine.created, response: {} }, { id: '\0' }]) {
		assert.equal(await attempt(alice, garbage as object), 400, JSON.stringify(garbage))
		assert.equal((await signInWith(openBrowser(server), garbage as object)).status >= 400, true)
	}
	const rows = await server.store.db.selectFrom('passkeys').selectAll().execute()
	assert.equal(rows.length, 1)
	assert.equal(rows[0]?.name, 'Passkey 1')
})

test('P6 adding and removing ask for a recent proof, which a passkey can be', async () => {
	await using server = await testServer(NAMED)
	const alice = await signedIn(server, 'alice')
	const passkey = await add(alice)
	await server.advance(10 * MINUTE)
	assert.equal((await alice.get('/account/passkeys')).location, '/account/proof?next=%2Faccount%2Fpasskeys')
	assert.equal((await ask(alice, '/passkeys/challenge', { for: 'add' })).status, 403)
	const [row] = await server.store.db.selectFrom('passkeys').select('id').execute()
	const remove = () => alice.act('/account/security', 'remove-passkey', { passkey: row?.id ?? '' })
	assert.equal((await remove()).location, '/account/proof?next=%2Faccount%2Fsecurity')

	const before = alice.cookies.get('__Host-session')
	const answer = passkey.answer(await challenge(alice, 'proof'))
	const proved = await ask(alice, '/passkeys/answer', { for: 'proof', response: answer, next: '/account/passkeys' })
	assert.deepEqual(proved.body, { location: '/account/passkeys' })
	assert.notEqual(alice.cookies.get('__Host-session'), before, 'the login has another value')
	assert.equal((await alice.get('/account/passkeys')).status, 200)

	assert.equal(
		(await alice.act('/account/security', 'rename-passkey', { passkey: row?.id ?? '', name: ' My\tkey ' })).status,
		303,
	)
	assert.match((await alice.get('/account/security')).text, /<h3>My key<\/h3>/)
	const mallory = await signedIn(server, 'mallory')
	await mallory.act('/account/security', 'remove-passkey', { passkey: row?.id ?? '' })
	await mallory.act('/account/security', 'rename-passkey', { passkey: row?.id ?? '', name: 'stolen' })
	assert.match((await alice.get('/account/security')).text, /<h3>My key<\/h3>/)
	assert.equal((await remove()).location, '/account/security?done=passkey-removed')
	assert.equal((await mailTo(server, 'alice@example.com')).subject, 'A passkey was removed')
	const browser = openBrowser(server)
	assert.equal((await signInWith(browser, passkey.answer(await challenge(browser, 'sign-in')))).status, 400)
})

test('P7 only pages of this site ask passkeys, and only where the site has a name', async () => {
	await using server = await testServer(NAMED)
	const browser = openBrowser(server)
	for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
		string,
		string
	>[]) {
		for (const path of ['/passkeys/challenge', '/passkeys/answer']) {
			assert.equal((await browser.send('POST', path, { for: 'sign-in' }, headers)).status, 403)
		}
	}
	const alice = await signedIn(server, 'alice')
	assert.equal(
		(await alice.send('POST', '/passkeys/challenge', { for: 'add' })).status,
		403,
		'without the token of its login',
	)
	for (const body of [null, [], { for: 'x' }, { for: 7 }, {}]) {
		assert.equal((await browser.send('POST', '/passkeys/challenge', body)).status, 400, JSON.stringify(body))
		assert.equal((await browser.send('POST', '/passkeys/answer', body)).status, 400, JSON.stringify(body))
	}
	await using numbered = await testServer()
	assert.ok(!(await openBrowser(numbered).get('/login')).text.includes('data-passkey'))
	assert.equal((await openBrowser(numbered).send('POST', '/passkeys/challenge', { for: 'sign-in' })).status, 400)
})
