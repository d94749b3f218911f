import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect, login, PLAIN_INTENTS } from './gateway-client.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

/** A bot in a guild with one text channel that everybody sees. */
async function house(server: TestServer): Promise<{ bot: Bot; guildId: string; channelId: string }> {
	const bot = await server.bot('Herald')
	const owner = await server.person('alice')
	const { guild, channels } = await server.guild(owner.id, { memberIds: [bot.id] })
	const channel = channels.find(({ type }) => type === 0)
	return { bot, guildId: guild.id, channelId: channel?.id as string }
}

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

test('`Bot ` before the token is legal, and so is identifying before HELLO', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	await using client = await connect(server)
	client.send(2, { token: `Bot ${bot.token}`, properties: {}, intents: PLAIN_INTENTS, shard: [0, 1] })
	assert.equal((await client.event('READY')).shard[1], 1)
	assert.equal(client.frames[0]?.op, 10)
})
