/** What clients do that is rarer than the rest, and what they count on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INTENTS } from '@guildhall/protocol'
import { connect, type GatewayClient, house, login, reads } from './gateway-client.ts'
import { home } from './people.ts'
import { testServer } from './server.ts'

test('G7 a client of version 7 or 6 leaves intents out, and hears what a bot may without a grant', async (t) => {
	await using server = await testServer()
	const { bot, channelId } = await house(server)
	const watched = await server.bot('Watched', { flags: 1 << 19 })
	const identify = async (query: string, { token }: { token: string }) => {
		const client = await connect(server, query)
		client.send(2, { token, properties: { $os: 'linux', $browser: 'old', $device: 'old' } })
		return client
	}
	for (const version of [6, 7]) {
		await t.test(`version ${version}`, async () => {
			await using client = await identify(`?v=${version}&encoding=json`, bot)
			await client.event('GUILD_CREATE')
			await bot.post(`/channels/${channelId}/messages`, { content: 'hello' })
			assert.equal((await client.event('MESSAGE_CREATE')).content, 'hello')
			client.send(8, { guild_id: '1', query: '', limit: 0 })
			assert.deepEqual((await client.event('GUILD_MEMBERS_CHUNK')).members, [])
		})
	}
	await t.test('what was granted, too', async () => {
		await using client = await identify('?v=7', watched)
		await client.event('READY')
		const { intents } = [...server.app.gateway.connections()].at(-1)?.session ?? {}
		assert.equal((intents ?? 0) & (INTENTS.MessageContent | INTENTS.GuildMembers), INTENTS.MessageContent)
	})
	await t.test('version 8 says them', async () => {
		await using client = await identify('?v=8', bot)
		assert.equal(await client.closed, 4013)
	})
})

test('G3 what only a server says is an unknown opcode, before and after Identify', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	for (const op of [0, 5, 7, 9, 10, 11]) {
		await using stranger = await connect(server)
		stranger.send(op, null)
		assert.equal(await stranger.closed, 4001)
		await using client = await login(server, { token: bot.token, intents: 0 })
		client.send(op, null)
		assert.equal(await client.closed, 4001)
	}
})

test('G16 `compress` in Identify adds nothing to the compression of the connection', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	const query = '?v=10&encoding=json&compress=zlib-stream'
	await using client = await login(server, { token: bot.token, compress: true }, query)
	// What is taken out of the stream is JSON, or it could not be read.
	assert.equal((await client.event('GUILD_CREATE')).name, 'Home')
})

test('G16 with `compress` chunks of members and what exceeds 8 KiB are packed, and what is small is not', async () => {
	await using server = await testServer()
	const { bot, channelId, guildId } = await house(server)
	await using client = await login(server, { token: bot.token, compress: true })
	await client.event('GUILD_CREATE')
	const packed = () => client.raw.at(-1)?.[0] === 0x78
	client.send(8, { guild_id: guildId, user_ids: [bot.id] })
	await client.event('GUILD_MEMBERS_CHUNK')
	assert.ok(packed())
	const embeds = Array.from({ length: 2 }, () => ({ description: 'ß'.repeat(2900) }))
	for (const [body, isPacked] of [
		[{ content: 'x' }, false],
		[{ embeds }, true],
	] as const) {
		await bot.post(`/channels/${channelId}/messages`, body)
		await client.event('MESSAGE_CREATE')
		assert.equal(packed(), isPacked)
	}
})

test('G12 a Resume may come in another encoding and another version', async () => {
	await using server = await testServer()
	const { bot, channelId } = await house(server)
	const before = await login(server, { token: bot.token })
	await before.event('GUILD_CREATE')
	before.ws.terminate()
	await before.closed
	await bot.post(`/channels/${channelId}/messages`, { content: 'meanwhile' })
	await using after = await connect(server, '?v=9&encoding=etf')
	after.send(6, { token: bot.token, session_id: before.ready.session_id, seq: before.seq })
	assert.equal((await after.event('MESSAGE_CREATE')).content, 'meanwhile')
	await after.event('RESUMED')
	assert.deepEqual(
		after.frames.flatMap(({ s }) => s ?? []),
		[(before.seq as number) + 1, (before.seq as number) + 2],
	)
})

test('G21 what is asked of members in odd ways is answered', async (t) => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const zed = await server.person('zed')
	await server.join(guildId, zed.id)
	await bot.patch(`/guilds/${guildId}/members/${zed.id}`, { nick: 'Alpha' })
	await using client = await login(server, { token: bot.token, intents: INTENTS.Guilds })
	const ask = async (d: object) => {
		client.send(8, { guild_id: guildId, ...d })
		return client.event('GUILD_MEMBERS_CHUNK')
	}
	const names = async (d: object) =>
		(await ask(d)).members.map(({ user }: { user: { username: string } }) => user.username)
	await t.test('a nickname', async () => assert.deepEqual(await names({ query: 'ALP', limit: 5 }), ['zed']))
	await t.test('a beginning without a limit', async () =>
		assert.deepEqual(await names({ query: 'al' }), ['alice', 'zed']),
	)
	await t.test('nobody', async () => assert.deepEqual(await names({ query: 'nobody', limit: 1 }), []))
	await t.test('no ids at all', async () => assert.deepEqual(await names({ user_ids: [] }), []))
	await t.test('presences without their intent are left out', async () =>
		assert.equal('presences' in (await ask({ query: 'a', limit: 1, presences: true })), false),
	)
	await t.test('ids that are none go back as they are, short ones as numbers', async () =>
		assert.deepEqual((await ask({ user_ids: ['1', 'abc', '175928847299117063', bot.id] })).not_found, [
			1,
			'abc',
			'175928847299117063',
		]),
	)
})

const names = (client: GatewayClient) => client.names().filter((name) => name !== 'READY' && name !== 'GUILD_CREATE')

test('a message changes no channel, and one that was pinned goes without news of pins', async () => {
	await using server = await testServer()
	const { bot, textId } = await home(server)
	await using client = await login(server, { token: bot.token, intents: INTENTS.Guilds })
	const { body } = await bot.post(`/channels/${textId}/messages`, { content: 'keep' })
	await bot.put(`/channels/${textId}/messages/pins/${body.id}`)
	await bot.delete(`/channels/${textId}/messages/${body.id}`)
	await client.settled()
	assert.deepEqual(names(client), ['CHANNEL_PINS_UPDATE'])
	await using late = await login(server, { token: bot.token, intents: INTENTS.Guilds })
	const { channels } = await late.event('GUILD_CREATE')
	assert.notEqual(channels.find(({ id }: { id: string }) => id === textId).last_message_id, null)
})

test('G20 a bot that changes itself hears it as a user and as a member, without any intent', async () => {
	await using server = await testServer()
	const { bot } = await home(server)
	await using client = await login(server, { token: bot.token, intents: 0 })
	const { body } = await bot.patch('/users/@me', { username: 'Crier' })
	const user = await client.event('USER_UPDATE')
	// What READY says of one's own user, and what the answer says.
	assert.deepEqual(user, body)
	assert.deepEqual(user, { ...client.ready.user, username: 'Crier' })
	assert.equal((await client.event('GUILD_MEMBER_UPDATE')).user.username, 'Crier')
})

test('several sessions of one bot on one shard hear the same, each in numbers of its own', async () => {
	await using server = await testServer()
	const { bot, channelId } = await house(server)
	await using one = await login(server, { token: bot.token, shard: [0, 1] })
	server.clock.advance(5000)
	await using two = await login(server, { token: bot.token, shard: [0, 1] })
	await using wide = await login(server, { token: bot.token })
	for (const client of [one, two, wide]) await client.event('GUILD_CREATE')
	await bot.post(`/channels/${channelId}/messages`, { content: 'all' })
	for (const client of [one, two, wide]) {
		assert.deepEqual(
			(await reads(client, 'MESSAGE_CREATE', 1)).map(({ content }) => content),
			['all'],
		)
		assert.deepEqual(
			client.frames.flatMap(({ s }) => s ?? []),
			client.frames.flatMap(({ s }) => s ?? []).map((_, at) => at + 1),
		)
	}
	assert.notEqual(one.ready.session_id, two.ready.session_id)
	assert.deepEqual([one.ready.shard, wide.ready.shard], [[0, 1], undefined])
})

test('LIM-06, G21 all members are asked for once in 30 seconds by all sessions of a bot together, in each guild', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const { guild } = await server.guild((await server.person('bob')).id, { memberIds: [bot.id] })
	const intents = INTENTS.Guilds | INTENTS.GuildMembers
	await using one = await login(server, { token: bot.token, intents })
	await using two = await login(server, { token: bot.token, intents })
	for (const client of [one, two]) await reads(client, 'GUILD_CREATE', 2)
	const ask = (client: GatewayClient, guild_id: string, rest: object = {}) =>
		client.send(8, { guild_id, query: '', limit: 0, ...rest })
	ask(one, guildId)
	await one.event('GUILD_MEMBERS_CHUNK')
	server.clock.advance(10_000)
	ask(two, guildId, { nonce: 'mine' })
	assert.deepEqual(await two.event('RATE_LIMITED'), {
		opcode: 8,
		retry_after: 20,
		meta: { guild_id: guildId, nonce: 'mine' },
	})
	ask(two, guild.id)
	assert.equal((await two.event('GUILD_MEMBERS_CHUNK')).guild_id, guild.id)
	// Some of them may be asked for at any time.
	two.send(8, { guild_id: guildId, query: 'al', limit: 5 })
	assert.equal((await two.event('GUILD_MEMBERS_CHUNK')).members.length, 1)
	assert.equal(two.ws.readyState, two.ws.OPEN)
})

test('where the server fails, the connection ends with 4000, and others go on', async () => {
	await using server = await testServer()
	const { bot, channelId } = await house(server)
	await using before = await login(server, { token: bot.token })
	await before.event('GUILD_CREATE')
	await server.store.transaction(({ db }) => db.schema.dropTable('session_starts').execute())
	await using client = await connect(server)
	client.send(2, { token: bot.token, properties: {}, intents: 1 })
	assert.equal(await client.closed, 4000)
	await bot.post(`/channels/${channelId}/messages`, { content: 'still here' })
	assert.equal((await before.event('MESSAGE_CREATE')).content, 'still here')
})
