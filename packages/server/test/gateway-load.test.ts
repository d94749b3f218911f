import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Keeper } from '../src/gateway/keeper.ts'
import { connect, house, login, reads } from './gateway-client.ts'
import { type TestServer, testServer } from './server.ts'

/** Counts how often the store is asked for anything, from now on. */
function countStore(server: TestServer): () => number {
	let count = 0
	const store = server.store as unknown as Record<string, unknown>
	for (const name of ['db', 'run', 'transaction', 'statement']) {
		const before = store[name]
		if (before === undefined) continue
		Object.defineProperty(store, name, {
			get() {
				count++
				return before
			},
		})
	}
	return () => count
}

test('G6 heartbeats never touch the store', async () => {
	await using server = await testServer()
	const { bot, channelId } = await house(server)
	await using client = await login(server, { token: bot.token })
	await client.event('GUILD_CREATE')
	await client.settled()
	const touched = countStore(server)
	for (let n = 0; n < 50; n++) {
		client.send(1, client.seq)
		await client.next(({ op }) => op === 11)
	}
	assert.equal(touched(), 0)
	await bot.post(`/channels/${channelId}/messages`, { content: 'This does.' })
	assert.ok(touched() > 0)
})

test('G6, G14 a client that does not read is owed one answer, however many heartbeats it sends', async () => {
	await using server = await testServer()
	const { bot, guildId } = await house(server)
	await using client = await login(server, { token: bot.token })
	await client.event('GUILD_CREATE')
	client.ws.pause()
	const data = { id: guildId, name: 'x'.repeat(100_000) }
	const shout = () =>
		server.bus.publish({ subject: `guild.${guildId}`, name: 'GUILD_UPDATE', data, json: JSON.stringify(data) })
	// Until the system takes no more, a while long as it may be slow; far from the bound at which it is cut.
	const { meters } = server.app.gateway
	for (let before = -1, since = 0; since < 5; since++) {
		if (meters.framesSent !== before) since = 0
		before = meters.framesSent
		shout()
		await new Promise((resolve) => setTimeout(resolve, 20))
	}
	assert.equal(meters.dropped, 0)
	const sent = meters.framesSent
	const received = meters.framesReceived
	for (let n = 0; n < 20; n++) client.send(1)
	while (meters.framesReceived < received + 20) await new Promise(setImmediate)
	assert.equal(meters.framesSent, sent)
	client.ws.resume()
	await client.next(({ op }) => op === 11)
	await client.settled()
	assert.equal(client.frames.filter(({ op }) => op === 11).length, 2)
})

test('G30 what all sessions keep is bounded: the oldest goes first, and who had read it notices nothing', async () => {
	await using server = await testServer({ keptBytes: 2_000_000 })
	const { bot, guildId } = await house(server)
	await using reader = await login(server, { token: bot.token })
	await reader.event('GUILD_CREATE')
	await using gone = await login(server, { token: bot.token })
	await gone.event('GUILD_CREATE')
	gone.ws.terminate()
	await gone.closed
	const { keeper } = server.app.gateway
	for (let n = 0; n < 60; n++) {
		const data = { id: guildId, name: `${n} ${'x'.repeat(100_000)}` }
		server.bus.publish({ subject: `guild.${guildId}`, name: 'GUILD_UPDATE', data, json: JSON.stringify(data) })
		assert.ok(keeper.bytes <= 2_000_000, `${keeper.bytes} bytes are kept`)
	}
	const heard = await reads(reader, 'GUILD_UPDATE', 60)
	assert.deepEqual(
		heard.map(({ name }) => Number.parseInt(name, 10)),
		Array.from({ length: 60 }, (_, n) => n),
	)
	assert.ok(keeper.forgotten > 0)
	await using back = await connect(server)
	await back.next(({ op }) => op === 10)
	back.send(6, { token: bot.token, session_id: gone.ready.session_id, seq: gone.seq })
	assert.equal((await back.next(({ op }) => op === 9)).d, false)
	// What was said last is there still.
	reader.ws.terminate()
	await using again = await connect(server)
	await again.next(({ op }) => op === 10)
	again.send(6, { token: bot.token, session_id: reader.ready.session_id, seq: (reader.seq ?? 0) - 3 })
	await again.event('RESUMED')
	assert.equal(again.frames.filter(({ t }) => t === 'GUILD_UPDATE').length, 3)
	reader.ws.close(1000)
})

test('G30 a session that ends lets go of what it kept', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	const { keeper } = server.app.gateway
	assert.ok(keeper instanceof Keeper)
	await using client = await login(server, { token: bot.token })
	await client.event('GUILD_CREATE')
	assert.ok(keeper.bytes > 0)
	client.ws.close(1000)
	await client.closed
	while (server.app.gateway.counts().sessions > 0) await new Promise(setImmediate)
	assert.equal(keeper.bytes, 0)
})
