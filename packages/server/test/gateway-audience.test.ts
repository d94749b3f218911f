import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INTENTS, PERMISSIONS, readSnowflake } from '@guildhall/protocol'
import { type GatewayClient, login, PLAIN_INTENTS, reads } from './gateway-client.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

const VIEW = String(PERMISSIONS.ViewChannel)
const CONTENT = { flags: 1 << 19 }

interface Hall {
	/** Administrator of the guild. */
	steward: Bot
	/** An ordinary member. */
	guest: Bot
	guildId: string
	channelId: string
}

/** A guild with two bots and a text channel. */
async function hall(server: TestServer): Promise<Hall> {
	const steward = await server.bot('Steward', CONTENT)
	const guest = await server.bot('Guest')
	const owner = await server.person('alice')
	const { guild, channels, roles } = await server.guild(owner.id, {
		roles: [
			{ id: '0', name: '@everyone' },
			{ id: '1', name: 'stewards', permissions: String(PERMISSIONS.Administrator) },
		],
	})
	const stewards = roles.find((role) => role.name === 'stewards')
	await server.join(guild.id, steward.id, { roleIds: [stewards?.id as string] })
	await server.join(guild.id, guest.id)
	const channel = channels.find(({ type }) => type === 0)
	return { steward, guest, guildId: guild.id, channelId: channel?.id as string }
}

async function enter(server: TestServer, bot: Bot, rest: object = {}): Promise<GatewayClient> {
	const client = await login(server, { token: bot.token, ...rest })
	await client.event('GUILD_CREATE')
	return client
}

async function call(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
	const { status, body } = await answer
	assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
}

const contents = (client: GatewayClient) =>
	client.frames.filter((frame) => frame.t === 'MESSAGE_CREATE').map((frame) => frame.d.content)

test('G18 who may not view a channel hears nothing of it, and hears it again with the right', async () => {
	await using server = await testServer()
	const { steward, guest, channelId } = await hall(server)
	await using client = await enter(server, guest, { intents: PLAIN_INTENTS })
	const say = (content: string) =>
		call(steward.post(`/channels/${channelId}/messages`, { content: `<@${guest.id}> ${content}` }))
	const overwrite = (rest: object) =>
		call(steward.put(`/channels/${channelId}/permissions/${guest.id}`, { type: 1, ...rest }))
	await say('open')
	await client.event('MESSAGE_CREATE')
	await overwrite({ allow: '0', deny: VIEW })
	await client.settled()
	const before = client.frames.length
	await say('closed')
	await call(steward.post(`/channels/${channelId}/typing`))
	await call(steward.patch(`/channels/${channelId}`, { topic: 'secret' }))
	await client.settled()
	assert.deepEqual(
		client.frames.slice(before).flatMap((frame) => frame.t ?? []),
		[],
	)
	await overwrite({ allow: '0', deny: '0' })
	assert.equal((await client.event('CHANNEL_UPDATE')).topic, 'secret')
	await say('open again')
	await client.event('MESSAGE_CREATE')
	assert.deepEqual(
		contents(client).map((content) => content.split('> ')[1]),
		['open', 'open again'],
	)
})

test('G18 roles decide as overwrites do: given, changed, taken', async () => {
	await using server = await testServer()
	const { steward, guest, guildId, channelId } = await hall(server)
	await call(steward.put(`/channels/${channelId}/permissions/${guildId}`, { type: 0, allow: '0', deny: VIEW }))
	await using client = await enter(server, guest, { intents: INTENTS.Guilds | INTENTS.GuildMessages })
	const { body: role } = await steward.post(`/guilds/${guildId}/roles`, { name: 'insiders', permissions: '0' })
	await call(steward.put(`/channels/${channelId}/permissions/${role.id}`, { type: 0, allow: VIEW, deny: '0' }))
	let said = 0
	const hears = async () => {
		const before = contents(client).length
		await call(steward.post(`/channels/${channelId}/messages`, { content: `${said++}` }))
		await client.settled()
		return contents(client).length - before
	}
	const heard: number[] = [await hears()]
	await call(steward.put(`/guilds/${guildId}/members/${guest.id}/roles/${role.id}`))
	heard.push(await hears())
	await call(steward.delete(`/channels/${channelId}/permissions/${role.id}`))
	heard.push(await hears())
	await call(steward.patch(`/guilds/${guildId}/roles/${role.id}`, { permissions: String(PERMISSIONS.Administrator) }))
	heard.push(await hears())
	await call(steward.delete(`/guilds/${guildId}/roles/${role.id}`))
	heard.push(await hears())
	assert.deepEqual(heard, [0, 1, 0, 1, 0])
})

test('G18 a channel is heard of when it is made and when it is gone, by who may view it', async () => {
	await using server = await testServer()
	const { steward, guest, guildId } = await hall(server)
	await using inside = await enter(server, steward)
	await using outside = await enter(server, guest)
	const { body: channel } = await steward.post(`/guilds/${guildId}/channels`, {
		name: 'vault',
		type: 0,
		permission_overwrites: [{ id: guildId, type: 0, allow: '0', deny: VIEW }],
	})
	assert.equal((await inside.event('CHANNEL_CREATE')).id, channel.id)
	await call(steward.delete(`/channels/${channel.id}`))
	assert.equal((await inside.event('CHANNEL_DELETE')).id, channel.id)
	await outside.settled()
	assert.deepEqual(
		outside.names().filter((name) => name.startsWith('CHANNEL_')),
		[],
	)
})

test('G18 what asks for a permission reaches those who have it', async () => {
	await using server = await testServer()
	const { steward, guest, guildId } = await hall(server)
	const spare = await server.person('spare')
	await server.join(guildId, spare.id)
	await using inside = await enter(server, steward)
	await using outside = await enter(server, guest)
	await call(steward.put(`/guilds/${guildId}/bans/${spare.id}`, {}))
	assert.equal((await inside.event('GUILD_BAN_ADD')).user.id, spare.id)
	assert.equal((await inside.event('GUILD_AUDIT_LOG_ENTRY_CREATE')).guild_id, guildId)
	await outside.settled()
	assert.deepEqual(
		outside.names().filter((name) => name.startsWith('GUILD_BAN') || name.startsWith('GUILD_AUDIT')),
		[],
	)
})

test('G17 a bot hears what its intents name, and nothing else', async (t) => {
	await using server = await testServer()
	const { steward, guest, channelId } = await hall(server)
	const { body: dm } = await guest.post('/users/@me/channels', { recipient_id: (await server.person('carol')).id })
	const cases: [string, number, string[]][] = [
		['none', 0, ['READY']],
		['guilds', INTENTS.Guilds, ['READY', 'GUILD_CREATE']],
		['messages of guilds', INTENTS.GuildMessages, ['READY', 'MESSAGE_CREATE']],
		['typing', INTENTS.GuildMessageTyping, ['READY', 'TYPING_START']],
		['reactions', INTENTS.GuildMessageReactions, ['READY', 'MESSAGE_REACTION_ADD']],
		['direct messages', INTENTS.DirectMessages, ['READY', 'MESSAGE_CREATE']],
	]
	const clients: GatewayClient[] = []
	for (const [, intents] of cases) clients.push(await login(server, { token: guest.token, intents }))
	const { body: message } = await steward.post(`/channels/${channelId}/messages`, { content: 'hello' })
	await call(steward.post(`/channels/${channelId}/typing`))
	await call(steward.put(`/channels/${channelId}/messages/${message.id}/reactions/${encodeURIComponent('👍')}/@me`))
	await call(guest.post(`/channels/${dm.id}/messages`, { content: 'psst' }))
	for (const [index, [what, , expected]] of cases.entries()) {
		await t.test(what, async () => {
			const client = clients[index] as GatewayClient
			await client.settled()
			assert.deepEqual(client.names(), expected)
			client.ws.terminate()
		})
	}
})

test('G19 without MESSAGE_CONTENT a bot reads its own words and those that mention it', async () => {
	await using server = await testServer()
	const { steward, guest, channelId } = await hall(server)
	await using reader = await enter(server, steward, { intents: PLAIN_INTENTS | INTENTS.MessageContent })
	await using blind = await enter(server, guest, { intents: PLAIN_INTENTS })
	const say = async (by: Bot, content: string) => {
		const { status, body } = await by.post(`/channels/${channelId}/messages`, { content, embeds: [{ title: 'seal' }] })
		assert.equal(status, 200, JSON.stringify(body))
	}
	await say(steward, 'not for you')
	await say(steward, `for you, <@${guest.id}>`)
	await say(guest, 'from you')
	const whole = await reads(reader, 'MESSAGE_CREATE', 3)
	const seen = await reads(blind, 'MESSAGE_CREATE', 3)
	const brief = (messages: { content: string; embeds: unknown[] }[]) =>
		messages.map(({ content, embeds }) => [content, embeds.length])
	assert.deepEqual(brief(whole), [
		['not for you', 1],
		[`for you, <@${guest.id}>`, 1],
		['from you', 1],
	])
	assert.deepEqual(brief(seen), [['', 0], ...brief(whole).slice(1)])
	assert.deepEqual(
		seen.map(({ id }) => id),
		whole.map(({ id }) => id),
	)
})

test('G20 a bot hears of its own member whatever its intents', async () => {
	await using server = await testServer()
	const { steward, guest, guildId } = await hall(server)
	await using about = await login(server, { token: guest.token, intents: 0 })
	await using other = await login(server, { token: steward.token, intents: 0 })
	await call(steward.patch(`/guilds/${guildId}/members/${guest.id}`, { nick: 'Visitor' }))
	assert.equal((await about.event('GUILD_MEMBER_UPDATE')).nick, 'Visitor')
	await other.settled()
	assert.deepEqual(other.names(), ['READY'])
})

test('G9 a bot that comes into a guild is shown it and then hears it; one that is out hears GUILD_DELETE and no more', async () => {
	await using server = await testServer()
	const { steward, guildId, channelId } = await hall(server)
	const late = await server.bot('Late')
	await using client = await login(server, { token: late.token })
	assert.deepEqual(client.ready.guilds, [])
	await server.join(guildId, late.id)
	assert.equal((await client.event('GUILD_CREATE')).id, guildId)
	await call(steward.post(`/channels/${channelId}/messages`, { content: 'welcome' }))
	await client.event('MESSAGE_CREATE')
	await call(steward.delete(`/guilds/${guildId}/members/${late.id}`))
	assert.deepEqual(await client.event('GUILD_DELETE'), { id: guildId })
	await call(steward.post(`/channels/${channelId}/messages`, { content: 'gone' }))
	await client.settled()
	assert.deepEqual(client.names(), ['READY', 'GUILD_CREATE', 'MESSAGE_CREATE', 'GUILD_DELETE'])
})

test('G9 what is said while a session begins is heard once, behind what it is about', async () => {
	await using server = await testServer()
	const { steward, guildId, channelId } = await hall(server)
	const say = (content: string) => steward.post(`/channels/${channelId}/messages`, { content })
	let number = 0
	let isOver = false
	const talking = (async () => {
		while (!isOver) await call(say(`${number++}`))
	})()
	for (let round = 0; round < 5; round++) {
		await using client = await login(server, { token: steward.token, intents: PLAIN_INTENTS | INTENTS.MessageContent })
		await reads(client, 'MESSAGE_CREATE', 3)
		const names = client.names()
		assert.equal(names[0], 'READY')
		assert.ok(names.indexOf('GUILD_CREATE') < names.indexOf('MESSAGE_CREATE'))
		assert.equal(client.frames.find((frame) => frame.t === 'GUILD_CREATE')?.d.id, guildId)
		const heard = contents(client).map(Number)
		assert.deepEqual(
			heard,
			heard.map((_, index) => (heard[0] as number) + index),
		)
	}
	isOver = true
	await talking
})

test('G17 shards divide the guilds, and direct messages reach shard 0', async () => {
	await using server = await testServer()
	const bot = await server.bot('Herald')
	const owner = await server.person('alice')
	const isOn = (id: string, shard: number) => Math.floor((readSnowflake(id).at - 1_420_070_400_000) % 2) === shard
	const guildIds: string[] = []
	while (!guildIds.some((id) => isOn(id, 0)) || !guildIds.some((id) => isOn(id, 1))) {
		server.clock.advance(1)
		guildIds.push((await server.guild(owner.id, { memberIds: [bot.id] })).guild.id)
	}
	const { body: dm } = await bot.post('/users/@me/channels', { recipient_id: owner.id })
	const shards = [
		await login(server, { token: bot.token, shard: [0, 2] }),
		await login(server, { token: bot.token, shard: [1, 2] }),
	]
	await bot.post(`/channels/${dm.id}/messages`, { content: 'psst' })
	for (const [number, client] of shards.entries()) {
		assert.deepEqual(client.ready.shard, [number, 2])
		const expected = guildIds.filter((id) => isOn(id, number))
		assert.deepEqual(
			client.ready.guilds.map(({ id }: { id: string }) => id),
			expected,
		)
		await reads(client, 'GUILD_CREATE', expected.length)
		await client.settled()
		assert.equal(contents(client).length, number === 0 ? 1 : 0)
		client.ws.terminate()
	}
})
