import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_KEPT } from '../src/gateway/ring.ts'
import { connect, type GatewayClient, house, login, reads } from './gateway-client.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

/** Posts so many messages, numbered from `first`. */
async function post(bot: Bot, channelId: string, first: number, count: number): Promise<void> {
	for (let n = first; n < first + count; n++) await bot.post(`/channels/${channelId}/messages`, { content: `${n}` })
}

/** Comes back with another connection. */
async function resume(
	server: TestServer,
	bot: Bot,
	{ ready, seq }: { ready: { session_id: string }; seq: number | null },
	query?: string,
): Promise<GatewayClient> {
	const client = await connect(server, query)
	await client.next((frame) => frame.op === 10)
	client.send(6, { token: bot.token, session_id: ready.session_id, seq })
	return client
}

const contents = (client: GatewayClient) =>
	client.frames.filter((frame) => frame.t === 'MESSAGE_CREATE').map((frame) => frame.d.content)

test('G12 a session that lost its connection is resumed: nothing lost, nothing twice, then RESUMED', async () => {
	await using server = await testServer()
	const { bot, channelId } = await house(server)
	await using before = await login(server, { token: bot.token })
	await before.event('GUILD_CREATE')
	await post(bot, channelId, 1, 3)
	await reads(before, 'MESSAGE_CREATE', 3)
	before.ws.terminate()
	await before.closed
	await post(bot, channelId, 4, 3)
	await using after = await resume(server, bot, before)
	await after.event('RESUMED')
	await post(bot, channelId, 7, 1)
	await reads(after, 'MESSAGE_CREATE', 4)
	assert.deepEqual(contents(after), ['4', '5', '6', '7'])
	assert.deepEqual(
		after.frames.slice(1).map((frame) => [frame.s, frame.t]),
		[
			[6, 'MESSAGE_CREATE'],
			[7, 'MESSAGE_CREATE'],
			[8, 'MESSAGE_CREATE'],
			[9, 'RESUMED'],
			[10, 'MESSAGE_CREATE'],
		],
	)
})

test('G12 a Resume from further back sends again what the client had not taken in', async () => {
	await using server = await testServer()
	const { bot, channelId } = await house(server)
	await using before = await login(server, { token: bot.token })
	await before.event('GUILD_CREATE')
	await post(bot, channelId, 1, 3)
	await reads(before, 'MESSAGE_CREATE', 3)
	before.ws.terminate()
	await using after = await resume(server, bot, { ready: before.ready, seq: 3 })
	await after.event('RESUMED')
	assert.deepEqual(contents(after), ['2', '3'])
})

test('G12, G16 a Resume may come with another compression, and while the old connection seems alive', async () => {
	await using server = await testServer()
	const { bot, channelId } = await house(server)
	await using before = await login(server, { token: bot.token })
	await before.event('GUILD_CREATE')
	await using after = await resume(server, bot, before, '?v=10&encoding=json&compress=zlib-stream')
	await after.event('RESUMED')
	assert.equal(await before.closed, 1006)
	await post(bot, channelId, 1, 2)
	await reads(after, 'MESSAGE_CREATE', 2)
	assert.deepEqual(contents(after), ['1', '2'])
	await using again = await resume(server, bot, { ready: before.ready, seq: after.seq })
	await again.event('RESUMED')
	assert.deepEqual(contents(again), [])
})

test('G12 what is no session of this bot, or no number of it, is not resumed', async (t) => {
	await using server = await testServer()
	const { bot, guildId } = await house(server)
	const other = await server.bot('Other')
	await using before = await login(server, { token: bot.token })
	await before.event('GUILD_CREATE')
	const { ready } = before
	await t.test('a number that was never said: 4007', async () => {
		await using client = await resume(server, bot, { ready, seq: 99 })
		assert.equal(await client.closed, 4007)
	})
	await t.test('a number behind which too much was said: Invalid Session, and Identify is welcome', async () => {
		await using held = await login(server, { token: bot.token })
		await held.event('GUILD_CREATE')
		held.ws.terminate()
		await held.closed
		const data = { id: guildId, name: 'Home' }
		for (let n = 0; n < MOST_KEPT + 1; n++) {
			server.bus.publish({ subject: `guild.${guildId}`, name: 'GUILD_UPDATE', data, json: JSON.stringify(data) })
		}
		await using client = await resume(server, bot, held)
		assert.equal((await client.next((frame) => frame.op === 9)).d, false)
		client.send(2, { token: bot.token, properties: {}, intents: 0 })
		await client.event('READY')
	})
	await t.test('a token of nobody: 4004', async () => {
		await using client = await resume(server, { ...bot, token: 'a.b.c' }, before)
		assert.equal(await client.closed, 4004)
	})
	await t.test("another bot's session: Invalid Session", async () => {
		await using client = await resume(server, other, before)
		assert.equal((await client.next((frame) => frame.op === 9)).d, false)
	})
	await t.test('a session that is not there: Invalid Session, and Identify is welcome', async () => {
		await using client = await resume(server, bot, { ready: { session_id: 'none' }, seq: 1 })
		assert.equal((await client.next((frame) => frame.op === 9)).d, false)
		client.send(2, { token: bot.token, properties: {}, intents: 0 })
		await client.event('READY')
	})
})

test('G13 a client that closes with 1000 or 1001 ends its session', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	for (const code of [1000, 1001]) {
		await using before = await login(server, { token: bot.token })
		await before.event('GUILD_CREATE')
		before.ws.close(code)
		await before.closed
		await using after = await resume(server, bot, before)
		await after.next((frame) => frame.op === 9)
	}
	assert.equal(server.app.gateway.counts().sessions, 0)
})

test('G13 a session waits for its Resume as long as is set, by the clock of the platform', async () => {
	await using server = await testServer({ resumeWindowMs: 60_000 })
	const { bot } = await house(server)
	await using before = await login(server, { token: bot.token })
	await before.event('GUILD_CREATE')
	before.ws.close(4000)
	await before.closed
	server.clock.advance(59_999)
	await using during = await resume(server, bot, before)
	await during.event('RESUMED')
	during.ws.close(4000)
	await during.closed
	server.clock.advance(60_000)
	await using after = await resume(server, bot, { ready: before.ready, seq: during.seq })
	assert.equal((await after.next((frame) => frame.op === 9)).d, false)
})

test('G14 a client that does not read is cut, and finds everything when it comes back', async () => {
	await using server = await testServer()
	const { bot, guildId } = await house(server)
	await using slow = await login(server, { token: bot.token })
	await slow.event('GUILD_CREATE')
	slow.ws.pause()
	const text = 'x'.repeat(40_000)
	const total = 700
	const said: string[] = []
	const shout = (n: number) => {
		// More than anybody could post: 40 kB at a time, straight onto the bus.
		const data = { id: guildId, name: `${n} ${text}` }
		said.push(data.name)
		server.bus.publish({ subject: `guild.${guildId}`, name: 'GUILD_UPDATE', data, json: JSON.stringify(data) })
	}
	for (let n = 0; n < total && server.app.gateway.counts().detached === 0; n++) {
		shout(n)
		await new Promise(setImmediate)
	}
	assert.equal(server.app.gateway.counts().detached, 1)
	assert.equal(server.app.gateway.meters.dropped, 1)
	assert.ok(said.length > 100, `${said.length} frames were kept for it`)
	slow.ws.resume()
	await slow.closed
	await using after = await resume(server, bot, slow)
	await after.event('RESUMED')
	const heard = [...slow.frames, ...after.frames].filter((frame) => frame.t === 'GUILD_UPDATE')
	assert.deepEqual(
		heard.map((frame) => frame.d.name),
		said,
	)
})

test('G12 however often a connection is cut, every message is heard once and in order', async () => {
	await using server = await testServer()
	const { bot, channelId } = await house(server)
	let client: GatewayClient & { ready: { session_id: string } } = await login(server, { token: bot.token })
	await client.event('GUILD_CREATE')
	const heard: string[] = []
	for (let round = 0; round < 6; round++) {
		const posting = post(bot, channelId, round * 10, 10)
		// Cut in the middle of it, wherever that is.
		await reads(client, 'MESSAGE_CREATE', 3)
		if (round % 2) client.ws.terminate()
		else server.app.gateway.sever(bot.id, { how: 'terminate' })
		await client.closed
		await posting
		heard.push(...contents(client))
		client = Object.assign(await resume(server, bot, client), { ready: client.ready })
		await client.event('RESUMED')
	}
	heard.push(...contents(client))
	client.ws.terminate()
	assert.deepEqual(
		heard,
		Array.from({ length: 60 }, (_, n) => `${n}`),
	)
})

test('what fate does to connections: cut, closed with a code, told to reconnect, told that it is over', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	const { gateway } = server.app
	assert.equal(gateway.sever(bot.id, { how: 'terminate' }), 0)
	await using first = await login(server, { token: bot.token })
	await first.event('GUILD_CREATE')
	assert.equal(gateway.sever(bot.id, { how: 'reconnect' }), 1)
	await first.next((frame) => frame.op === 7)
	assert.equal(gateway.sever(bot.id, { how: 'close', code: 4000 }), 1)
	assert.equal(await first.closed, 4000)
	await using second = await resume(server, bot, first)
	await second.event('RESUMED')
	assert.equal(gateway.sever(bot.id, { how: 'invalid' }), 1)
	assert.equal((await second.next((frame) => frame.op === 9)).d, false)
	second.send(2, { token: bot.token, properties: {}, intents: 0 })
	assert.notEqual((await second.event('READY')).session_id, first.ready.session_id)
})
