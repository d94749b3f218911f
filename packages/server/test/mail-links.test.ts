import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULTS } from '../src/config.ts'
import { createPassword } from '../src/domain/accounts/passwords.ts'
import { openBrowser } from './browser.ts'
import { linkIn, mailsTo, mailTo, tokenIn } from './mails.ts'
import { type TestServer, testServer } from './server.ts'

const PASSWORD = 'a lantern in the long night'
const HOUR = 3_600_000

/** As a server for players has it. */
const MAILING = { registration: { isOpen: true, trustsMail: false } }

const alice = { username: 'Alice', email: 'Alice@Example.com', password: PASSWORD }

/** Everything that the store holds, as text. */
async function everything({ store }: TestServer): Promise<string> {
	const rows = await Promise.all([
		store.db.selectFrom('tickets').selectAll().execute(),
		store.db.selectFrom('jobs').selectAll().execute(),
		store.db.selectFrom('logins').selectAll().execute(),
		store.db.selectFrom('users').selectAll().execute(),
	])
	return JSON.stringify(rows)
}

test('M1 who registers confirms the address, is signed in, and goes on where they were going', async () => {
	await using server = await testServer(MAILING)
	const browser = openBrowser(server)
	const sent = await browser.submit('/register', { ...alice, next: '/oauth2/authorized' })
	assert.deepEqual([sent.status, sent.location], [303, '/register/sent'])
	assert.match((await browser.get('/register/sent')).text, /alice@example\.com/)
	assert.equal((await browser.get('/account')).status, 303, 'there is no account yet')

	const mail = await mailTo(server, 'alice@example.com')
	assert.equal(mail.subject, 'Confirm your email address')
	assert.match(mail.text, /“alice”/)
	const link = linkIn(mail)
	const page = await browser.get(link)
	assert.equal(page.status, 200)
	assert.ok(!page.text.includes('type="password"'), 'the browser that registered needs no password')
	assert.equal((await browser.get('/account')).status, 303, 'looking at the page does nothing: scanners of mail look')
	const done = await browser.submit('/register/confirm', { token: tokenIn(link) })
	assert.deepEqual([done.status, done.location], [303, '/oauth2/authorized'])
	assert.match((await browser.get('/account')).text, /<h1>Alice<\/h1>/)
	assert.ok(!(await browser.get('/account')).text.includes('not confirmed'))

	assert.equal((await browser.get(link)).status, 400)
	assert.equal((await browser.submit('/register/confirm', { token: tokenIn(link) })).status, 400, 'a link is good once')
})

test('M1 another browser needs the link and the password: neither alone makes an account', async () => {
	await using server = await testServer(MAILING)
	await openBrowser(server).submit('/register', alice)
	const token = tokenIn(linkIn(await mailTo(server, 'alice@example.com')))
	const phone = openBrowser(server)
	assert.match((await phone.get(`/register/confirm?token=${token}`)).text, /type="password"/)
	const confirm = (password: string) => phone.submit('/register/confirm', { token, password })
	for (let times = 0; times < 5; times++) assert.equal((await confirm('a guess of a thief')).status, 400)
	assert.equal((await confirm(PASSWORD)).status, 429)
	await server.advance(15 * 60_000)
	assert.equal((await confirm(PASSWORD)).status, 303)
	assert.equal((await phone.get('/account')).status, 200)
})

test('M2 an address that has an account looks like any other; only its owner reads of it', async () => {
	await using server = await testServer(MAILING)
	await server.person('bob')
	const [free, taken] = [openBrowser(server), openBrowser(server)]
	const answers = [
		await free.submit('/register', { ...alice, email: 'free@example.com' }),
		await taken.submit('/register', { ...alice, email: 'bob@example.com' }),
	]
	const pages = [await free.get(answers[0]?.location ?? ''), await taken.get(answers[1]?.location ?? '')]
	const without = (text: string) => text.replaceAll(/free@example|bob@example/g, '#')
	assert.deepEqual(answers.map(({ status, location }) => [status, location])[0], [303, '/register/sent'])
	assert.deepEqual(answers[0]?.status, answers[1]?.status)
	assert.equal(without(pages[0]?.text ?? ''), without(pages[1]?.text ?? ''))
	const mail = await mailTo(server, 'bob@example.com')
	assert.equal(mail.subject, 'You have an account already')
	assert.ok(!mail.text.includes('token='), 'nothing in it makes an account')
	for (const browser of [free, taken]) {
		const again = await browser.submit('/register/again', {})
		assert.equal(again.location, '/register/sent?again=1')
	}
	assert.equal(await mailsTo(server, 'bob@example.com'), 2)
	// Nor does the name, which is still free: a try with the same one and another address tells nothing.
	const probe = await openBrowser(server).submit('/register', { ...alice, email: 'probe@example.com' })
	assert.equal(probe.location, '/register/sent')
})

test('M2 a link whose name was taken meanwhile asks for another, and one whose address was is no good', async () => {
	await using server = await testServer(MAILING)
	const [first, second] = [openBrowser(server), openBrowser(server)]
	await first.submit('/register', { ...alice, email: 'first@example.com' })
	await second.submit('/register', { ...alice, email: 'second@example.com' })
	const [one, two] = [await mailTo(server, 'first@example.com'), await mailTo(server, 'second@example.com')]
	assert.equal((await first.submit('/register/confirm', { token: tokenIn(linkIn(one)) })).status, 303)

	const token = tokenIn(linkIn(two))
	assert.match((await second.get(linkIn(two))).text, /Somebody else took the name/)
	assert.equal((await second.submit('/register/confirm', { token })).status, 400)
	assert.match((await second.submit('/register/confirm', { token, username: 'a' })).text, /2 to 32 characters/)
	assert.equal((await second.submit('/register/confirm', { token, username: 'Alice Two' })).status, 303)
	assert.match((await second.get('/account')).text, /alice two/)

	const third = openBrowser(server)
	await third.submit('/register', { ...alice, username: 'third', email: 'third@example.com' })
	const late = tokenIn(linkIn(await mailTo(server, 'third@example.com')))
	await server.person('third')
	assert.equal((await third.submit('/register/confirm', { token: late })).status, 400)
})

test('M3 links live a day, those to a new password an hour', async () => {
	await using server = await testServer(MAILING)
	const browser = openBrowser(server)
	await browser.submit('/register', alice)
	const link = linkIn(await mailTo(server, 'alice@example.com'))
	await server.advance(24 * HOUR - 1)
	assert.equal((await browser.get(link)).status, 200)
	await server.advance(1)
	assert.equal((await browser.get(link)).status, 400)
	assert.equal((await browser.submit('/register/confirm', { token: tokenIn(link) })).status, 400)

	await server.person('bob')
	await browser.submit('/login/reset', { name: 'bob' })
	const reset = linkIn(await mailTo(server, 'bob@example.com'))
	await server.advance(HOUR - 1)
	assert.equal((await browser.get(reset)).status, 200)
	await server.advance(1)
	assert.equal((await browser.submit('/login/reset/choose', { token: tokenIn(reset), password: PASSWORD })).status, 400)
})

test('M3 an address gets five letters an hour, whoever asks for them', async () => {
	await using server = await testServer(MAILING)
	await server.person('bob')
	const browser = openBrowser(server)
	for (let times = 0; times < 4; times++) await browser.submit('/login/reset', { name: 'bob' })
	await openBrowser(server).submit('/register', { ...alice, email: 'bob@example.com' })
	const answer = await browser.submit('/login/reset', { name: 'bob@example.com' })
	assert.equal(answer.location, '/login/reset/sent', 'the answer is the same')
	assert.equal(await mailsTo(server, 'bob@example.com'), 5)
	await server.advance(HOUR)
	await browser.submit('/login/reset', { name: 'bob' })
	assert.equal(await mailsTo(server, 'bob@example.com'), 6)
})

test('M4 a new password is chosen with a link, once, and ends every login', async () => {
	await using server = await testServer()
	const { id } = await server.person('bob')
	await createPassword(server.store, id, PASSWORD)
	const thief = openBrowser(server)
	await thief.signIn('bob', PASSWORD)

	const browser = openBrowser(server)
	await browser.submit('/login/reset', { name: 'Bob' })
	const first = linkIn(await mailTo(server, 'bob@example.com'))
	await browser.submit('/login/reset', { name: 'bob@example.com' })
	const token = tokenIn(linkIn(await mailTo(server, 'bob@example.com')))
	const choose = (password: string) => browser.submit('/login/reset/choose', { token, password })
	for (const [password, sentence] of [
		['short', /at least 10/],
		['bob@example.com', /easy to guess/],
	] as const) {
		assert.match((await choose(password)).text, sentence)
	}
	const done = await choose('another lantern entirely')
	assert.deepEqual([done.status, done.location], [303, '/login?reset=1'])
	assert.equal((await thief.get('/account')).status, 303)
	assert.equal((await browser.submit('/login', { name: 'bob', password: PASSWORD })).status, 400)
	await browser.signIn('bob', 'another lantern entirely')
	assert.equal((await choose('a third lantern for bob')).status, 400)
	assert.equal((await browser.get(first)).status, 400, 'other links are dead with it')
	assert.equal((await mailTo(server, 'bob@example.com')).subject, 'Your password was changed')
})

test('M4 a new password opens an account again that wrong ones had closed', async () => {
	await using server = await testServer()
	const { id } = await server.person('bob')
	await createPassword(server.store, id, PASSWORD)
	await Promise.all(
		Array.from({ length: 6 }, () => openBrowser(server).submit('/login', { name: 'bob', password: 'wrong' })),
	)
	const browser = openBrowser(server)
	assert.equal((await browser.submit('/login', { name: 'bob', password: PASSWORD })).status, 429)
	await browser.submit('/login/reset', { name: 'bob' })
	const token = tokenIn(linkIn(await mailTo(server, 'bob@example.com')))
	await browser.submit('/login/reset/choose', { token, password: 'another lantern entirely' })
	await browser.signIn('bob', 'another lantern entirely')
})

test('M3 however many follow one link at once, one gets through', async () => {
	await using server = await testServer(MAILING)
	const { id } = await server.person('bob')
	await createPassword(server.store, id, PASSWORD)
	const browser = openBrowser(server)
	await browser.submit('/login/reset', { name: 'bob' })
	const token = tokenIn(linkIn(await mailTo(server, 'bob@example.com')))
	const passwords = ['first lantern of bob', 'second lantern of bob', 'third lantern of bob']
	const choices = await Promise.all(
		passwords.map((password) => openBrowser(server).submit('/login/reset/choose', { token, password })),
	)
	assert.deepEqual(choices.map(({ status }) => status).sort(), [303, 400, 400])
	const [won = ''] = passwords.filter((_, index) => choices[index]?.status === 303)
	await openBrowser(server).signIn('bob', won)

	await browser.submit('/register', alice)
	const link = tokenIn(linkIn(await mailTo(server, 'alice@example.com')))
	const confirmations = await Promise.all(
		Array.from({ length: 4 }, () => browser.submit('/register/confirm', { token: link })),
	)
	assert.deepEqual(confirmations.map(({ status }) => status).sort(), [303, 400, 400, 400])
	const named = await server.store.db.selectFrom('users').select('id').where('username', '=', 'alice').execute()
	assert.equal(named.length, 1)
})

test('M4 who asks for a new password learns nothing about who has an account', async () => {
	await using server = await testServer({ rateLimits: DEFAULTS.rateLimits })
	await server.person('bob')
	const browser = openBrowser(server)
	const names = ['bob', 'nobody', 'nobody@example.com', '', '\0', 'é'.repeat(1000)]
	const jobs: number[] = []
	for (const name of names) {
		const { status, location } = await browser.submit('/login/reset', { name })
		assert.deepEqual([status, location], [303, '/login/reset/sent'], JSON.stringify(name))
		await server.app.worker.idle()
		jobs.push(server.mails.length)
	}
	assert.deepEqual(jobs, [1, 1, 1, 1, 1, 1])
	for (let times = names.length; times < 10; times++) await browser.submit('/login/reset', { name: 'x' })
	assert.equal((await browser.submit('/login/reset', { name: 'x' })).status, 429)
})

test('M6 no link lies in the store, neither queued nor sent', async () => {
	let isDown = true
	const sent: string[] = []
	const mailer = {
		async send({ text }: { text: string }) {
			sent.push(text)
			if (isDown) throw new Error('The server of mail is down.')
		},
		async close() {},
	}
	await using server = await testServer(MAILING, { mailer })
	await server.person('bob')
	const browser = openBrowser(server)
	await browser.submit('/register', alice)
	await browser.submit('/login/reset', { name: 'bob' })
	await server.app.worker.idle()
	const secrets = sent.map((text) => tokenIn(/https?:\S+\?token=\S+/.exec(text)?.[0] ?? ''))
	assert.deepEqual(
		secrets.map(({ length }) => length),
		[43, 43],
	)
	const held = await everything(server)
	for (const secret of secrets) assert.ok(!held.includes(secret))
	assert.ok(!held.includes(PASSWORD))

	isDown = false
	sent.splice(0)
	await server.advance(60_000)
	assert.equal(sent.length, 2, 'what could not be sent is sent later')
	const token = tokenIn(/https?:\S+\?token=\S+/.exec(sent.find((text) => text.includes('register')) ?? '')?.[0] ?? '')
	assert.equal((await browser.submit('/register/confirm', { token })).status, 303)
})

test('M7 a server without mail says what it cannot do', async () => {
	await using server = await testServer({}, { mailer: null })
	const browser = openBrowser(server)
	assert.ok(!(await browser.get('/login')).text.includes('/login/reset'))
	assert.match((await browser.get('/login/reset')).text, /sends no mail/)
	assert.equal((await browser.submit('/login/reset', { name: 'bob' })).status, 403)
	await browser.submit('/register', alice)
	assert.equal((await browser.get('/account')).status, 200)
	assert.match((await openBrowser(server).submit('/register', { ...alice, username: 'other' })).text, /cannot be used/)
})

test('M8 a development server shows its mails, latest first, with links to follow', async () => {
	await using server = await testServer(MAILING)
	const browser = openBrowser(server)
	assert.match((await browser.get('/')).text, /href="\/console"/)
	await browser.submit('/register', { ...alice, username: '<b>al' })
	await mailTo(server, 'alice@example.com')
	const { text } = await browser.get('/console')
	assert.match(text, /<a href="http:\/\/127\.0\.0\.1:8080\/register\/confirm\?token=[\w-]{43}">/)
	assert.ok(text.includes('“&lt;b&gt;al”'))
})

test('forms of mails that another site sends do nothing', async () => {
	await using server = await testServer(MAILING)
	const browser = openBrowser(server)
	const elsewhere = { origin: 'https://evil.example' }
	for (const path of [
		'/register/again',
		'/register/confirm',
		'/login/reset',
		'/login/reset/choose',
		'/email/confirm',
	]) {
		assert.equal((await browser.submit(path, { token: 'x', name: 'x' }, elsewhere)).status, 403, path)
		assert.notEqual((await browser.submit(path, { token: 'x', name: 'x' })).status, 500, path)
	}
	for (const path of ['/register/confirm', '/login/reset/choose', '/email/confirm']) {
		for (const query of ['', '?token=', '?token=%00', '?token=a&token=b', `?token=${'x'.repeat(5000)}`]) {
			assert.equal((await browser.get(path + query)).status, 400, path + query)
		}
	}
})
