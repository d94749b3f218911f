import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { OPERATIONS, operators } from '@guildhall/protocol'
import { HANDLERS } from '../src/api/handlers.ts'
import { home } from './people.ts'
import { type TestServer, testServer } from './server.ts'

test('an unknown path is answered in the form of the wire', async () => {
	await using server = await testServer()
	const { status, body, headers } = await server.nobody.get('/nowhere')
	assert.equal(status, 404)
	assert.deepEqual(body, { message: '404: Not Found', code: 0 })
	assert.equal(headers['content-type'], 'application/json')
})

/** Sends a request in these parts, each when the server has had time to answer what came; resolves with the answer. */
async function inParts(server: TestServer, [head, ...rest]: readonly [string, ...string[]]): Promise<string> {
	const socket = net.connect({ port: Number(new URL(server.origin).port), host: '127.0.0.1', allowHalfOpen: true })
	const parts: Buffer[] = []
	socket.on('data', (part) => parts.push(part))
	const ended = once(socket, 'close')
	// What goes wrong later is thrown by whoever waits.
	ended.catch(() => {})
	await once(socket, 'connect')
	socket.write(head)
	for (const part of rest) {
		for (let turn = 0; turn < 3; turn++) await (await fetch(`${server.origin}/api/v10/gateway`)).text()
		socket.write(part)
	}
	socket.end()
	await ended
	return Buffer.concat(parts).toString()
}

test('who is refused and closes reads why, however much of the body is still on its way', async () => {
	await using server = await testServer()
	await server.listen()
	const bot = await server.bot('Herald')
	const body = 'x'.repeat(100_000)
	const head = (path: string, ...lines: string[]) =>
		`${['POST', path, 'HTTP/1.1'].join(' ')}\r\nHost: x\r\nConnection: close\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`
	const multipart = 'Content-Type: multipart/form-data; boundary=b'
	const long = `Content-Length: ${2 * body.length}`
	const mine = `Authorization: Bot ${bot.token}`
	const path = '/api/v10/channels/1/messages'
	for (const [status, ...request] of [
		['401 Unauthorized', path, 'Authorization: Bot no.such.token', multipart, long],
		['404 Not Found', path, mine, multipart, long],
		['404 Not Found', '/nowhere', multipart, long],
		['400 Bad Request', path, mine, 'Content-Type: application/json', long],
	] as const) {
		const [where, ...lines] = request
		const answer = await inParts(server, [head(where, ...lines), body, body])
		assert.equal(answer.split('\r\n')[0], `HTTP/1.1 ${status}`)
		assert.match(answer, /\{"message":/)
	}
})

test('slashes that are doubled count as one', async () => {
	await using server = await testServer()
	const bot = await server.bot('Herald')
	assert.deepEqual((await bot.get('//voice/regions')).body, (await bot.get('/voice/regions')).body)
	assert.equal((await bot.get('//voice//regions')).status, 200)
})

test('a bot is made with a token that names it', async () => {
	await using server = await testServer()
	const bot = await server.bot('Herald')
	assert.equal(Buffer.from(bot.token.split('.')[0] as string, 'base64url').toString(), bot.id)
})

test('before version 8, and without one, permission bits are numbers with the whole of them beside', async () => {
	await using server = await testServer()
	const bot = await server.bot('Herald')
	const { guild } = await server.guild((await server.person('alice')).id, { memberIds: [bot.id] })
	const everyone = async (root: string) => {
		const { body } = await bot.call('GET', `http://127.0.0.1${root}/guilds/${guild.id}/roles`)
		return body.find(({ id }: { id: string }) => id === guild.id)
	}
	const { permissions: whole } = await everyone('/api/v10')
	assert.equal(typeof whole, 'string')
	const old = Number(BigInt(whole) & 0x7fff_ffffn)
	for (const root of ['/api', '/api/v6', '/api/v7']) {
		const { permissions, permissions_new } = await everyone(root)
		assert.deepEqual([permissions, permissions_new], [old, whole], root)
	}
	for (const root of ['/api/v8', '/api/v9']) {
		const role = await everyone(root)
		assert.deepEqual([role.permissions, 'permissions_new' in role], [whole, false], root)
	}
})

test('what takes no body takes any: some clients write the word undefined where they have nothing to say', async () => {
	await using server = await testServer()
	const { bot, textId } = await home(server)
	const path = `/channels/${textId}`
	const { body: message } = await bot.post(`${path}/messages`, { content: 'hear ye' })
	const headers = { 'content-type': 'application/json' }
	for (const [method, door] of [
		['POST', `${path}/typing`],
		['PUT', `${path}/messages/${message.id}/reactions/%F0%9F%91%8D/@me`],
	] as const) {
		assert.equal((await bot.call(method, door, 'undefined', headers)).status, 204, door)
	}
	assert.equal((await bot.call('POST', `${path}/messages`, 'undefined', headers)).body.code, 50109)
	assert.equal((await bot.call('POST', '/nowhere', '{}', headers)).status, 404)
})

test('the OpenAPI document says what this server does, and where', async () => {
	await using server = await testServer()
	const { status, body, headers } = await server.nobody.call('GET', 'http://127.0.0.1/openapi.json')
	assert.equal(status, 200)
	assert.equal(headers['content-type'], 'application/json')
	assert.match(body.openapi, /^3\.1/)
	assert.deepEqual(body.servers, [{ url: `${server.config.origin}/api/v10` }])
	assert.equal(body.paths['/channels/{channel_id}/messages'].post.operationId, 'create_message')
	assert.deepEqual((await server.nobody.get('/openapi.json')).body, body)
})

test('every operation that is declared is carried out, once', () => {
	const carriedOut = HANDLERS.map(({ operation }) => operation.id).sort()
	assert.deepEqual(carriedOut, [...OPERATIONS, ...operators.OPERATOR_OPERATIONS].map(({ id }) => id).sort())
})
