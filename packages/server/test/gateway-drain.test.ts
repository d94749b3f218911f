import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect, house, login } from './gateway-client.ts'
import { handshake, rawSocket } from './raw-socket.ts'
import { OPERATOR_TOKEN, type TestServer, testServer } from './server.ts'

const operator = (server: TestServer) => server.as('', `Operator ${OPERATOR_TOKEN}`)

test('G33 a gateway that is drained sends its clients away a few at a time, lets none in, and is opened again', async () => {
	await using server = await testServer()
	const { bot, channelId } = await house(server)
	const clients = [
		await login(server, { token: bot.token }),
		await login(server, { token: bot.token }),
		await login(server, { token: bot.token }),
		await login(server, { token: bot.token }),
	]
	for (const client of clients) await client.event('GUILD_CREATE')
	const gateway = operator(server)
	const { status, body } = await gateway.put('/operator/gateway/drain', { seconds: 60 })
	assert.deepEqual([status, body], [200, { is_draining: true, connections: 4, sessions: 4, waiting: 0 }])
	const told = () => clients.filter(({ frames }) => frames.some(({ op }) => op === 7)).length
	const numbers: number[] = []
	for (let quarter = 0; quarter < 4; quarter++) {
		for (const client of clients) if (client.ws.readyState === client.ws.OPEN) client.send(1)
		server.socketClock.advance(15_000)
		for (const client of clients) await client.next(({ op }) => op === 11).catch(() => client.closed)
		// What was said last is on its way still; a minute of the socket's clock stands still meanwhile.
		while (told() <= quarter) await new Promise(setImmediate)
		numbers.push(told())
	}
	assert.deepEqual(numbers, [1, 2, 3, 4])
	server.socketClock.advance(5000)
	for (const client of clients) assert.equal(await client.closed, 1001)
	using refused = await rawSocket(server, handshake())
	await refused.ended
	assert.match(refused.head, /^HTTP\/1\.1 503 .*Retry-After: /s)
	assert.deepEqual((await gateway.get('/operator/gateway')).body, {
		is_draining: true,
		connections: 0,
		sessions: 4,
		waiting: 4,
	})
	await bot.post(`/channels/${channelId}/messages`, { content: 'while you were away' })
	assert.equal((await gateway.delete('/operator/gateway/drain')).body.is_draining, false)
	await using again = await connect(server)
	again.send(6, { token: bot.token, session_id: clients[0]?.ready.session_id, seq: 2 })
	assert.equal((await again.event('MESSAGE_CREATE')).content, 'while you were away')
	const acts = (await gateway.get('/operator/acts')).body.map(({ act }: { act: string }) => act)
	assert.deepEqual(acts, ['open_gateway', 'drain_gateway'])
})

test('G33 who is no operator drains nothing', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	for (const client of [bot, server.nobody, server.as('', 'Operator nonsense')]) {
		assert.equal((await client.put('/operator/gateway/drain', { seconds: 0 })).status, 401)
	}
	const { body } = await operator(server).put('/operator/gateway/drain', { seconds: 3601 })
	assert.equal(body.code, 50035)
	assert.equal((await operator(server).get('/operator/gateway')).body.is_draining, false)
})
