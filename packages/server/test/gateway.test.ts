import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { INTENTS } from '@guildhall/protocol'
import { WebSocket } from 'ws'
import { connect, type GatewayClient, house, login, PLAIN_INTENTS, reads } from './gateway-client.ts'
import { type TestServer, testServer } from './server.ts'

test('G1, G2, G10 HELLO, then READY as number 1, then a GUILD_CREATE for each guild', async () => {
	await using server = await testServer()
	const { bot, guildId, channelId } = await house(server)
	await using client = await login(server, { token: bot.token })
	assert.deepEqual(client.frames[0], {
		t: null,
		s: null,
		op: 10,
		d: { heartbeat_interval: server.config.heartbeatIntervalMs },
	})
	const { ready } = client
	assert.equal(ready.v, 10)
	assert.equal(ready.user.id, bot.id)
	assert.equal(ready.resume_gateway_url, server.config.gatewayUrl)
	assert.deepEqual(ready.guilds, [{ id: guildId, unavailable: true }])
	assert.deepEqual(ready.private_channels, [])
	assert.equal(ready.application.id, bot.application.id)
	assert.equal('shard' in ready, false)
	const guild = await client.event('GUILD_CREATE')
	assert.equal(guild.id, guildId)
	assert.equal(guild.member_count, 2)
	assert.equal(guild.large, false)
	assert.ok(guild.joined_at)
	assert.ok(guild.channels.some((channel: { id: string }) => channel.id === channelId))
	assert.deepEqual(
		guild.members.map((member: { user: { id: string } }) => member.user.id),
		[bot.id],
	)
	assert.deepEqual(
		client.frames.slice(1).map((frame) => frame.s),
		[1, 2],
	)
})

test('G1 HELLO does not share a segment with the handshake', async () => {
	await using server = await testServer()
	const { port } = new URL(await server.listen())
	const socket = net.connect(Number(port), '127.0.0.1')
	const chunks: string[] = []
	socket.on('data', (chunk) => chunks.push(chunk.toString('latin1')))
	socket.write(
		'GET /?v=10&encoding=json HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
			'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
	)
	while (chunks.length < 2) await once(socket, 'data')
	socket.destroy()
	assert.match(chunks[0] as string, /^HTTP\/1\.1 101 .*\r\n\r\n$/s)
	assert.match(chunks[1] as string, /"op":10/)
})

test('a message is heard by a bot of the guild, with the number that follows', async () => {
	await using server = await testServer()
	const { bot, channelId } = await house(server)
	await using client = await login(server, { token: bot.token })
	await client.event('GUILD_CREATE')
	const { body } = await bot.post(`/channels/${channelId}/messages`, { content: 'hear, hear' })
	const message = await client.event('MESSAGE_CREATE')
	assert.equal(message.id, body.id)
	assert.equal(message.content, 'hear, hear')
	assert.equal(client.seq, 3)
})

test('G1, G7 identifying before HELLO is answered after it, also with `Bot ` before the token', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	await using client = await connect(server)
	client.send(2, { token: `Bot ${bot.token}`, properties: {}, intents: PLAIN_INTENTS, shard: [0, 1] })
	assert.deepEqual((await client.event('READY')).shard, [0, 1])
	assert.equal(client.frames[0]?.op, 10)
})

test('G7 an Identify that cannot be is refused with its code', async (t) => {
	await using server = await testServer()
	const { bot } = await house(server)
	const player = await server.player('bob', ['identify'])
	const good = { token: bot.token, properties: {}, intents: 1 }
	const { token: _, ...withoutToken } = good
	const { intents: __, ...withoutIntents } = good
	const cases: [string, unknown, number][] = [
		['no token', withoutToken, 4002],
		['no properties', { token: bot.token, intents: 1 }, 4002],
		['a presence that is none', { ...good, presence: { status: 'away' } }, 4002],
		['activities that are none', { ...good, presence: { status: 'online', activities: [{ type: 'x' }] } }, 4002],
		['a token of nobody', { ...good, token: 'abc.def.ghi' }, 4004],
		['a bot token as a bearer', { ...good, token: `Bearer ${bot.token}` }, 4004],
		['an access token without gateway.connect', { ...good, token: `Bearer ${player.token}` }, 4004],
		['an access token as a bot', { ...good, token: `Bot ${player.token}` }, 4004],
		['no intents', withoutIntents, 4013],
		['an unknown intent', { ...good, intents: 1 << 26 }, 4013],
		['a negative intent', { ...good, intents: -1 }, 4013],
		['an intent that was not granted', { ...good, intents: INTENTS.MessageContent }, 4014],
		['members, not granted', { ...good, intents: INTENTS.GuildMembers }, 4014],
		['a shard that is none', { ...good, shard: 'first' }, 4010],
		['a shard beyond the count', { ...good, shard: [2, 2] }, 4010],
		['a shard of three numbers', { ...good, shard: [0, 1, 2] }, 4010],
	]
	for (const [what, d, code] of cases) {
		await t.test(`${what}: ${code}`, async () => {
			await using client = await connect(server)
			client.send(2, d)
			assert.equal(await client.closed, code)
		})
	}
})

test('G3, G4 frames that cannot be are refused with their code', async (t) => {
	await using server = await testServer()
	const cases: [string, string | Buffer, number][] = [
		['garbage', '{"op":', 4002],
		['a list', '[]', 4002],
		['no op', '{"d":1}', 4002],
		['a heartbeat with text', '{"op":1,"d":"x"}', 4002],
		['bytes that are no text', Buffer.from([0xff, 0xfe, 0xfd]), 4002],
		['more than 4096 bytes', JSON.stringify({ op: 1, d: null, more: 'x'.repeat(4096) }), 4002],
		['10 MB', Buffer.alloc(10_000_000, 'x'), 4002],
		['an unknown op', '{"op":99,"d":null}', 4001],
		['a presence before Identify', '{"op":3,"d":{"status":"online"}}', 4003],
	]
	for (const [what, frame, code] of cases) {
		await t.test(`${what}: ${code}`, async () => {
			await using client = await connect(server)
			client.ws.send(frame)
			assert.equal(await client.closed, code)
		})
	}
})

test('G3 what a session asks for in a wrong form closes with 4002', async (t) => {
	await using server = await testServer({ maxConcurrency: 100 })
	const { bot, guildId } = await house(server)
	const cases: [string, number, unknown][] = [
		['a heartbeat with half a number', 1, 1.5],
		['a heartbeat below zero', 1, -1],
		['a presence without a status', 3, { since: null, activities: [], afk: false }],
		['a presence that nobody has', 3, { status: 'away', activities: [], since: null, afk: false }],
		['activities that are no list', 3, { status: 'online', activities: {}, since: null, afk: false }],
		['voice without a channel', 4, { guild_id: guildId }],
		['voice in a channel that is no id', 4, { guild_id: guildId, channel_id: 'bridge' }],
		['voice with a mute that is a word', 4, { guild_id: guildId, channel_id: null, self_mute: 'yes' }],
		['members of no guild', 8, { query: '', limit: 0 }],
		['members of two guilds', 8, { guild_id: [guildId, guildId], query: '', limit: 0 }],
		['members by a query that is a number', 8, { guild_id: guildId, query: 5, limit: 0 }],
		['members by ids that are objects', 8, { guild_id: guildId, user_ids: [{}] }],
		['sounds of what is no list', 31, { guild_ids: guildId }],
		['sounds of what is no id', 31, { guild_ids: ['lobby'] }],
		['channels without fields', 43, { guild_id: guildId }],
		['channels of no guild', 43, { fields: ['status'] }],
	]
	for (const [what, op, d] of cases) {
		await t.test(what, async () => {
			await using client = await login(server, { token: bot.token, intents: 0 })
			client.send(op, d)
			assert.equal(await client.closed, 4002)
		})
	}
})

test('G4 a second Identify is refused', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	await using client = await login(server, { token: bot.token })
	client.send(2, { token: bot.token, properties: {}, intents: 1 })
	assert.equal(await client.closed, 4005)
})

test('G15 what is not offered is refused at once', async (t) => {
	await using server = await testServer()
	const gone = ['?v=1', '?v=3', '?v=5', '?v=11', '?v=-6', '?v=10.5', '?v=ten']
	for (const query of [...gone, '?v=10&encoding=xml', '?v=10&compress=br']) {
		await t.test(query, async () => assert.equal(await (await connect(server, query)).closed, 4012))
	}
	const { bot } = await house(server)
	for (const [query, version] of [
		['', 10],
		['?encoding=json', 10],
		['?v=6', 6],
		['?v=9', 9],
	] as const) {
		await t.test(`${query} is version ${version}`, async () => {
			await using client = await login(server, { token: bot.token, intents: 0 }, query)
			assert.equal(client.ready.v, version)
		})
	}
	const { origin } = server
	const elsewhere = new WebSocket(`${origin.replace('http', 'ws')}/elsewhere`)
	const [error] = (await once(elsewhere, 'error')) as [Error]
	assert.match(error.message, /404/)
})

test('G5 the 121st frame of a minute is one too many', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	await using client = await login(server, { token: bot.token })
	for (let n = 0; n < 120; n++) client.send(4, { guild_id: '1', channel_id: null, self_mute: false, self_deaf: false })
	assert.equal(await client.closed, 4008)
})

test('G6 a client that falls silent is closed with 4009, one that does not is not', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	await using silent = await login(server, { token: bot.token })
	await using lively = await login(server, { token: bot.token })
	const { heartbeatIntervalMs } = server.config
	server.socketClock.advance(heartbeatIntervalMs)
	await lively.settled()
	server.socketClock.advance(heartbeatIntervalMs * 0.6)
	assert.equal(await silent.closed, 4009)
	await lively.settled()
})

/** Invalid Session comes, after the second that it takes. */
async function refused(server: TestServer, client: GatewayClient): Promise<void> {
	await client.settled()
	server.socketClock.advance(1000)
	assert.equal((await client.next((frame) => frame.op === 9)).d, false)
}

test('G8 more sessions than may begin at once are told to try again, on the same connection', async () => {
	await using server = await testServer({ maxConcurrency: 2 })
	const { bot } = await house(server)
	const identify = { token: bot.token, properties: {}, intents: 0 }
	await using first = await login(server, { ...identify, shard: [0, 4] })
	await using second = await connect(server)
	second.send(2, { ...identify, shard: [2, 4] })
	await refused(server, second)
	second.send(2, { ...identify, shard: [1, 4] })
	await second.event('READY')
	await using third = await connect(server)
	third.send(2, identify)
	await refused(server, third)
	server.clock.advance(5000)
	third.send(2, identify)
	await third.event('READY')
	assert.equal(first.names().includes('READY'), true)
})

test('G7 what real clients write in Identify is understood', async (t) => {
	await using server = await testServer()
	const { bot } = await house(server)
	const written = {
		'eris: no activities are null': {
			presence: { activities: null, afk: false, since: null, status: 'offline' },
			v: 10,
			large_threshold: 250,
		},
		'oceanic.js: the transport compression once more': { compress: 'zlib-stream' },
		'interactions.py: an intent that no event hangs on': { intents: (1 << 17) | (1 << 0) },
		'discordgo: a presence that says nothing': {
			properties: { $os: 'linux', $browser: 'DiscordGo v0.29.0', $device: '', $referer: '', $referring_domain: '' },
			large_threshold: 250,
			presence: { since: 0, game: { name: '', type: 0, created_at: '0001-01-01T00:00:00Z' }, status: '', afk: false },
		},
	}
	for (const [name, fields] of Object.entries(written)) {
		await t.test(name, async () => {
			await using client = await login(server, { token: `Bot ${bot.token}`, intents: 0, ...fields })
			assert.equal(
				client.raw.every((frame) => frame[0] === 0x7b),
				true,
			)
		})
	}
})

test('G16 zlib-stream carries the same as plain text does', async () => {
	await using server = await testServer()
	const { bot, channelId } = await house(server)
	await using plain = await login(server, { token: bot.token })
	await using packed = await login(server, { token: bot.token }, '?v=10&encoding=json&compress=zlib-stream')
	await packed.event('GUILD_CREATE')
	await plain.event('GUILD_CREATE')
	for (const content of ['one', 'two', 'drei — ẞ'.repeat(200)]) {
		await bot.post(`/channels/${channelId}/messages`, { content })
	}
	for (const client of [plain, packed]) {
		const heard = await reads(client, 'MESSAGE_CREATE', 3)
		assert.deepEqual(
			heard.map(({ content }) => content.length),
			[3, 3, 1600],
		)
	}
	for (const frame of packed.raw) assert.equal(frame.subarray(-4).toString('hex'), '0000ffff')
})

test('G16 with `compress` the beginning of a session comes in zlib', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	await using client = await login(server, { token: bot.token, compress: true })
	await client.event('GUILD_CREATE')
	assert.deepEqual(
		client.raw.map((frame) => frame[0] === 0x78),
		[false, true, true],
	)
})

test('G24 before the server ends, clients are told to come back', async () => {
	const server = await testServer()
	const { bot } = await house(server)
	await using client = await login(server, { token: bot.token })
	await server[Symbol.asyncDispose]()
	assert.equal(await client.closed, 1001)
	assert.equal(client.frames.at(-1)?.op, 7)
})
