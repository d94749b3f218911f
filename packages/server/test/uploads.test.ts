import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { makeHome } from './home.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

const BOUNDARY = 'b'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const field = (name: string, value: string, more = '') =>
	`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\n${value}\r\n`
const file = (name: string, value: string) =>
	`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\n${value}\r\n`
const END = `--${BOUNDARY}--\r\n`

interface Posting {
	server: TestServer
	bot: Bot
	path: string
	post(body: string | Buffer, type?: string): ReturnType<Bot['call']>
	leftBehind(): Promise<unknown[]>
}

async function posting(server: TestServer): Promise<Posting> {
	const { bot, channels } = await makeHome(server)
	const path = `/channels/${channels.general}/messages`
	return {
		server,
		bot,
		path,
		post: (body, type = TYPE) => bot.call('POST', path, body, { 'content-type': type }),
		async leftBehind() {
			await server.app.idle()
			const rows = await server.store.db.selectFrom('staged_blobs').selectAll().execute()
			const jobs = await server.store.db.selectFrom('jobs').select('kind').execute()
			return [...rows, ...jobs]
		},
	}
}

test('a form that is broken, empty or ends too early is refused and leaves nothing behind', async () => {
	await using server = await testServer()
	const { post, leftBehind } = await posting(server)
	server.app.worker.start()
	const broken: [string, string?][] = [
		[''],
		['nonsense'],
		[file('files[0]', 'half').slice(0, -4)],
		[field('content', 'x') + file('files[0]', 'x')],
		[`--${BOUNDARY}\r\n\r\nno header\r\n`],
		[field('content', 'x') + END, 'multipart/form-data'],
		[field('content', 'x') + END, 'multipart/form-data; boundary=other'],
	]
	for (const [body, type] of broken) {
		const { status, body: answer } = await post(body, type)
		assert.equal(status, 400, body)
		assert.ok([50035, 50006].includes(answer.code), body)
	}
	assert.deepEqual(await leftBehind(), [])
})

test('many fields, long fields and names of prototypes do no harm', async () => {
	await using server = await testServer()
	const { post } = await posting(server)
	const many = Array.from({ length: 150 }, (_, n) => field(`f${n}`, 'x')).join('') + END
	assert.deepEqual((await post(many)).body.code, 40005)
	assert.equal((await post(field('payload_json', 'x'.repeat(1024 * 1024 + 1)) + END)).body.code, 40005)
	const three = ['a', 'b', 'c'].map((name) => field(name, 'x'.repeat(1000 * 1024))).join('')
	assert.equal((await post(three + END)).body.code, 40005)
	const odd = field('__proto__', '{"content":"x"}') + field('constructor', 'x') + field('content', 'fine') + END
	assert.equal((await post(odd)).body.content, 'fine')
})

test('payload_json may have the name of a file, as every blob in a FormData has', async () => {
	await using server = await testServer()
	const { post } = await posting(server)
	const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="payload_json"; filename="blob"\r\nContent-Type: application/json\r\n\r\n{"content":"hello"}\r\n`
	const { status, body } = await post(part + file('files[0]', 'hi') + END)
	assert.deepEqual([status, body.content, body.attachments.length], [200, 'hello', 1])
})

test('payload_json keeps every digit of ids that are numbers, whatever type it says it is', async () => {
	await using server = await testServer()
	const { post, bot, path } = await posting(server)
	const { id } = (await bot.post(path, { content: 'original' })).body
	const json = `{"content":"x","message_reference":{"message_id":${id}}}`
	for (const more of ['Content-Type: application/json\r\n', '']) {
		const { body } = await post(field('payload_json', json, more) + END)
		assert.equal(body.message_reference.message_id, id)
	}
})

test('a client that goes away in the middle of a file leaves nothing behind', async () => {
	await using server = await testServer()
	const { bot, path, leftBehind } = await posting(server)
	const { hostname, port } = new URL(await server.listen())
	const socket = connect(Number(port), hostname)
	await once(socket, 'connect')
	const head = [
		`POST /api/v10${path} HTTP/1.1`,
		'Host: x',
		`Authorization: Bot ${bot.token}`,
		`Content-Type: ${TYPE}`,
		'Content-Length: 1000000',
	]
	socket.write(`${head.join('\r\n')}\r\n\r\n${file('files[0]', 'x'.repeat(200_000)).slice(0, -2)}`)
	// Once it is staged, the file is on its way.
	while ((await server.store.db.selectFrom('staged_blobs').selectAll().execute()).length === 0) {
		await new Promise(setImmediate)
	}
	socket.destroy()
	while ((await server.store.db.selectFrom('staged_blobs').selectAll().execute()).length > 0) {
		await new Promise(setImmediate)
	}
	assert.deepEqual(await leftBehind(), [])
})

test('a length that was not announced is counted', async () => {
	await using server = await testServer()
	const { bot, path, leftBehind } = await posting(server)
	const origin = await server.listen()
	const call = request(`${origin}/api/v10${path}`, {
		method: 'POST',
		headers: { authorization: `Bot ${bot.token}`, 'content-type': TYPE, 'transfer-encoding': 'chunked' },
	})
	const answered = once(call, 'response')
	const megabyte = 'x'.repeat(1024 * 1024)
	for (let n = 0; n < 3; n++) {
		call.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="files[${n}]"; filename="a"\r\n\r\n`)
		for (let part = 0; part < 9; part++) {
			if (!call.write(megabyte)) await Promise.race([once(call, 'drain'), answered])
		}
		call.write('\r\n')
	}
	call.end(END)
	const [response] = await answered
	assert.equal(response.statusCode, 413)
	response.resume()
	await once(response, 'end')
	assert.deepEqual(await leftBehind(), [])
})

test('an operation without files reads past those that come', async () => {
	await using server = await testServer()
	const { bot, path, leftBehind } = await posting(server)
	const { status } = await bot.call(
		'POST',
		path.replace(/messages$/, 'typing'),
		file('files[0]', 'x'.repeat(100_000)) + END,
		{ 'content-type': TYPE },
	)
	assert.equal(status, 204)
	assert.deepEqual(await leftBehind(), [])
})
