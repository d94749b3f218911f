import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { smtpMailer } from '../src/adapters/mailer/smtp.ts'
import { startServe, temporaryFolder } from './process.ts'

interface Received {
	from: string
	to: string[]
	message: string
}

/** A server of mail that keeps what it is handed. */
async function mailServer() {
	const received: Received[] = []
	const arrivals = new EventEmitter()
	const server = new SMTPServer({
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		onAuth: ({ username, password }, _session, done) =>
			done(username === 'guild' && password === 'p@ss' ? null : new Error('No such user'), { user: username }),
		onData(stream, { envelope }, done) {
			void text(stream).then((message) => {
				const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
				received.push({ from, to: envelope.rcptTo.map(({ address }) => address), message })
				arrivals.emit('mail')
				done(null)
			}, done)
		},
	})
	// A client that goes away in the middle is no failure of ours.
	server.on('error', () => {})
	server.listen(0, '127.0.0.1')
	await once(server.server, 'listening')
	return {
		received,
		/** Resolves when a mail is there. */
		async arrived() {
			if (received.length === 0) await once(arrivals, 'mail')
		},
		port: (server.server.address() as AddressInfo).port,
		[Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
	}
}

const mail = {
	to: 'alice@example.com',
	subject: 'Grüße',
	text: 'Hello alice,\n\nöpen https://play.example.com/?token=x',
}
const from = 'Guildhall <no-reply@play.example.com>'

test('a mail is handed to a server of mail, with its user and sender', async () => {
	await using server = await mailServer()
	const mailer = smtpMailer({ url: `smtp://guild:p%40ss@127.0.0.1:${server.port}`, from })
	await mailer.send(mail)
	await mailer.close()
	const [received] = server.received
	assert.equal(received?.from, 'no-reply@play.example.com')
	assert.deepEqual(received?.to, ['alice@example.com'])
	assert.match(received?.message ?? '', /^From: Guildhall <no-reply@play\.example\.com>\r$/m)
	assert.match(received?.message ?? '', /^Subject: =\?UTF-8\?/m)
	assert.match(received?.message ?? '', /^Content-Type: text\/plain; charset=utf-8\r$/m)
})

test('a mail that is not taken is a failure', async () => {
	await using server = await mailServer()
	const wrong = smtpMailer({ url: `smtp://guild:wrong@127.0.0.1:${server.port}`, from })
	await assert.rejects(wrong.send(mail))
	await wrong.close()
	assert.equal(server.received.length, 0)
	const { port } = server
	await server[Symbol.asyncDispose]()
	const nobody = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from })
	await assert.rejects(nobody.send(mail))
	await nobody.close()
})

test('an address or subject cannot add a line to the mail', async () => {
	await using server = await mailServer()
	const mailer = smtpMailer({ url: `smtp://guild:p%40ss@127.0.0.1:${server.port}`, from })
	await assert.rejects(mailer.send({ ...mail, to: 'alice@example.com\r\nBcc: mallory@example.com' }))
	await mailer.send({ ...mail, subject: 'x\r\nBcc: mallory@example.com' })
	await mailer.close()
	assert.deepEqual(
		server.received.map(({ to }) => to),
		[['alice@example.com']],
	)
	assert.doesNotMatch(server.received[0]?.message ?? '', /^Bcc/im)
})

test('a server for players sends through its server of mail, and its log holds no link', async () => {
	await using mails = await mailServer()
	using folder = temporaryFolder()
	await using serve = await startServe(folder.path, {
		GUILDHALL_SMTP_URL: `smtp://guild:p%40ss@127.0.0.1:${mails.port}`,
		GUILDHALL_TRUST_MAIL: 'false',
		GUILDHALL_LOG: 'debug',
	})
	const registered = await fetch(`${serve.origin}/register`, {
		method: 'POST',
		redirect: 'manual',
		headers: { origin: 'http://127.0.0.1' },
		body: new URLSearchParams({ username: 'alice', email: 'alice@example.com', password: 'a lantern in the night' }),
	})
	assert.equal(registered.headers.get('location'), '/register/sent')
	await mails.arrived()
	const [received] = mails.received
	assert.deepEqual([received?.from, received?.to], ['no-reply@127.0.0.1', ['alice@example.com']])
	// Quoted-printable breaks lines, and writes the equals sign in another way.
	const message = (received?.message ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
	const [, token = ''] = /\/register\/confirm\?token=([\w-]{43})/.exec(message) ?? []
	assert.equal(token.length, 43, message)
	assert.equal((await fetch(`${serve.origin}/register/confirm?token=${token}`)).status, 200)
	assert.equal((await fetch(`${serve.origin}/console`)).status, 404)
	const { code, error } = await serve.stop()
	assert.equal(code, 0)
	assert.ok(!error.includes(token) && !error.includes('p@ss') && !error.includes('p%40ss'))
})
