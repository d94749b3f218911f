import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHome } from './home.ts'
import { testServer } from './server.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('a message that a bot posts is answered, told and found again', async () => {
	await using server = await testServer()
	const { bot, guildId, channels, roles } = await makeHome(server)
	const heard = server.hear(`guild.${guildId}`)
	const { status, body } = await bot.post(`/channels/${channels.general}/messages`, {
		content: 'hello',
		nonce: 'n1',
		tts: true,
	})
	assert.equal(status, 200)
	assert.equal(body.nonce, 'n1')
	assert.equal(body.author.id, bot.id)
	assert.equal(body.tts, true)
	assert.equal('guild_id' in body, false)
	const [event] = heard.named('MESSAGE_CREATE')
	assert.equal(event.guild_id, guildId)
	assert.equal(event.channel_type, 0)
	assert.equal(event.nonce, 'n1')
	assert.deepEqual(event.member.roles, [roles.keeper])
	assert.equal(heard.envelopes[0]?.channelId, channels.general)
	const found = await bot.get(`/channels/${channels.general}/messages/${body.id}`)
	assert.equal(found.body.content, 'hello')
	assert.equal('nonce' in found.body, false)
	const channel = await server.store.db
		.selectFrom('channels')
		.select('last_message_id')
		.where('id', '=', channels.general)
		.executeTakeFirst()
	assert.equal(channel?.last_message_id, body.id)
})

test('what says nothing, or too much, is refused', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const post = (body: object) => bot.post(`/channels/${channels.general}/messages`, body)
	assert.equal((await post({})).body.code, 50006)
	assert.equal((await post({ content: ' \n ' })).body.code, 50006)
	assert.equal((await post({ embeds: [{}] })).body.code, 50006)
	assert.equal((await post({ content: 'x'.repeat(2001) })).body.code, 50035)
	assert.equal((await post({ content: 'x'.repeat(2000) })).status, 200)
	assert.equal((await post({ content: 'x', sticker_ids: ['1'] })).body.code, 50081)
	assert.equal((await post({ content: 'x', nonce: 'n'.repeat(26) })).body.code, 50035)
})

test('one writes only where there is text, and where one may', async () => {
	await using server = await testServer()
	const { bot, stranger, channels } = await makeHome(server)
	const at = (channelId: string) => bot.post(`/channels/${channelId}/messages`, { content: 'x' })
	assert.equal((await at(channels.heading)).body.code, 50008)
	assert.equal((await at(channels.forum)).body.code, 40058)
	assert.equal((await at('1')).body.code, 10003)
	assert.equal((await at(channels.lounge)).status, 200)
	const visitor = await stranger('Visitor')
	const silent = await visitor.post(`/channels/${channels.silent}/messages`, { content: 'x' })
	assert.deepEqual([silent.status, silent.body.code], [403, 50013])
	const tts = await visitor.post(`/channels/${channels.general}/messages`, { content: 'x', tts: true })
	assert.equal(tts.body.code, 50013)
	const outsider = await server.bot('Outsider')
	const outside = await outsider.post(`/channels/${channels.general}/messages`, { content: 'x' })
	assert.deepEqual([outside.status, outside.body.code], [403, 50001])
})

test('messages are listed newest first, before, after and around another', async () => {
	await using server = await testServer()
	const { bot, stranger, channels } = await makeHome(server)
	const path = `/channels/${channels.general}/messages`
	const ids: string[] = []
	for (let n = 0; n < 6; n++) ids.push((await bot.post(path, { content: `${n}` })).body.id)
	const list = async (query: string) =>
		(await bot.get(`${path}?${query}`)).body.map(({ content }: { content: string }) => content).join('')
	assert.equal(await list('limit=3'), '543')
	assert.equal(await list(`before=${ids[3]}&limit=2`), '21')
	assert.equal(await list(`after=${ids[1]}&limit=2`), '32')
	assert.equal(await list(`around=${ids[3]}&limit=3`), '432')
	assert.equal(await list(`around=${ids[5]}&limit=2`), '54')
	const both = await bot.get(`${path}?after=${ids[1]}&before=${ids[3]}`)
	assert.equal(both.body.code, 50035)
	for (const limit of ['0', '101', 'x']) assert.equal((await bot.get(`${path}?limit=${limit}`)).body.code, 50035)
	const visitor = await stranger('Visitor')
	const hidden = `/channels/${channels.hidden}/messages`
	const { id } = (await bot.post(hidden, { content: 'past' })).body
	assert.deepEqual((await visitor.get(hidden)).body, [])
	assert.equal((await visitor.get(`${hidden}/${id}`)).body.code, 50013)
	assert.equal((await bot.get(`${path}/${id}`)).body.code, 10008)
})

test('authors change what they said; everybody hears all of it', async () => {
	await using server = await testServer()
	const { bot, guildId, channels, ownerId, say } = await makeHome(server)
	const path = `/channels/${channels.general}/messages`
	const { id } = (await bot.post(path, { content: 'one', embeds: [{ title: 'kept' }] })).body
	const heard = server.hear(`guild.${guildId}`)
	server.clock.advance(1000)
	const { body } = await bot.patch(`${path}/${id}`, { content: `two <@${ownerId}>` })
	assert.equal(body.content, `two <@${ownerId}>`)
	assert.equal(body.embeds[0].title, 'kept')
	assert.notEqual(body.edited_timestamp, null)
	const [event] = heard.named('MESSAGE_UPDATE')
	assert.equal(event.mentions[0].member.nick, null)
	assert.equal(event.guild_id, guildId)
	assert.equal(event.tts, false)
	assert.equal((await bot.patch(`${path}/${id}`, { content: '' })).body.content, '')
	assert.equal((await bot.patch(`${path}/${id}`, { embeds: [] })).body.code, 50006)
	assert.deepEqual((await bot.patch(`${path}/${id}`, { content: 'three', embeds: null })).body.embeds, [])
	const others = await say(ownerId, channels.general, { content: 'mine', embeds: [{ title: 't' }] })
	assert.deepEqual((await bot.patch(`${path}/${others.id}`, { content: 'yours' })).body.code, 50005)
	const hidden = await bot.patch(`${path}/${others.id}`, { flags: 4 })
	assert.deepEqual([hidden.body.flags, hidden.body.embeds], [4, []])
	assert.equal(hidden.body.edited_timestamp, null)
	assert.equal((await bot.patch(`${path}/${others.id}`, { flags: 0 })).body.embeds[0].title, 't')
})

test('strangers cannot even hide the embeds of others', async () => {
	await using server = await testServer()
	const { stranger, channels, ownerId, say } = await makeHome(server)
	const visitor = await stranger('Visitor')
	const { id } = await say(ownerId, channels.general, 'mine')
	const path = `/channels/${channels.general}/messages/${id}`
	assert.equal((await visitor.patch(path, { flags: 4 })).body.code, 50013)
	assert.equal((await visitor.patch(path, { content: 'x' })).body.code, 50005)
	assert.equal((await visitor.delete(path)).body.code, 50013)
})

test('a message is removed by its author, or by who may; that is told and written down', async () => {
	await using server = await testServer()
	const { bot, guildId, channels, ownerId, say } = await makeHome(server)
	const path = `/channels/${channels.general}/messages`
	const heard = server.hear(`guild.${guildId}`)
	const own = (await bot.post(path, { content: 'x' })).body.id
	assert.equal((await bot.delete(`${path}/${own}`)).status, 204)
	assert.equal((await bot.delete(`${path}/${own}`)).body.code, 10008)
	assert.deepEqual(heard.named('MESSAGE_DELETE'), [{ id: own, channel_id: channels.general, guild_id: guildId }])
	assert.equal(heard.named('GUILD_AUDIT_LOG_ENTRY_CREATE').length, 0)
	const other = await say(ownerId, channels.general, 'y')
	await bot.call('DELETE', `${path}/${other.id}`, undefined, { 'x-audit-log-reason': 'too%20loud' })
	const [entry] = heard.named('GUILD_AUDIT_LOG_ENTRY_CREATE')
	assert.deepEqual([entry.action_type, entry.target_id, entry.reason], [72, ownerId, 'too loud'])
})

test('many messages are removed at once, of the last two weeks', async () => {
	await using server = await testServer()
	const { bot, guildId, channels } = await makeHome(server)
	const path = `/channels/${channels.general}/messages`
	const post = async () => (await bot.post(path, { content: 'x' })).body.id as string
	const old = await post()
	await server.opened.reserveIds(server.clock.now() + 15 * DAY_MS)
	server.clock.advance(15 * DAY_MS)
	const [one, two] = [await post(), await post()]
	const remove = (messages: unknown[]) => bot.post(`${path}/bulk-delete`, { messages })
	assert.equal((await remove([one])).body.code, 50016)
	assert.equal((await remove(Array.from({ length: 101 }, (_, n) => String(n)))).body.code, 50016)
	assert.equal((await remove([one, old])).body.code, 50034)
	assert.equal((await remove([one, one])).body.code, 50035)
	const heard = server.hear(`guild.${guildId}`)
	const unknown = (BigInt(two as string) + 1000n).toString()
	assert.equal((await remove([two, unknown, one])).status, 204)
	const [event] = heard.named('MESSAGE_DELETE_BULK')
	assert.deepEqual(event, { ids: [one, two], channel_id: channels.general, guild_id: guildId })
	assert.equal(heard.named('GUILD_AUDIT_LOG_ENTRY_CREATE')[0].action_type, 73)
	assert.deepEqual(
		(await bot.get(path)).body.map(({ id }: { id: string }) => id),
		[old],
	)
})

test('a message of an announcement channel is published once', async () => {
	await using server = await testServer()
	const { bot, guildId, channels, stranger, ownerId, say } = await makeHome(server)
	const path = `/channels/${channels.news}/messages`
	const { id } = (await bot.post(path, { content: 'news' })).body
	const heard = server.hear(`guild.${guildId}`)
	const { status, body } = await bot.post(`${path}/${id}/crosspost`)
	assert.deepEqual([status, body.flags], [200, 1])
	assert.equal(heard.named('MESSAGE_UPDATE')[0].flags, 1)
	assert.equal((await bot.post(`${path}/${id}/crosspost`)).body.code, 40033)
	const plain = (await bot.post(`/channels/${channels.general}/messages`, { content: 'x' })).body.id
	assert.equal((await bot.post(`/channels/${channels.general}/messages/${plain}/crosspost`)).body.code, 50024)
	const other = await say(ownerId, channels.news, 'other')
	const visitor = await stranger('Visitor')
	assert.equal((await visitor.post(`${path}/${other.id}/crosspost`)).body.code, 50013)
	assert.equal((await bot.post(`${path}/${other.id}/crosspost`)).status, 200)
})

test('somebody is writing: those of the channel hear it', async () => {
	await using server = await testServer()
	const { bot, guildId, channels } = await makeHome(server)
	const heard = server.hear(`guild.${guildId}`)
	assert.equal((await bot.post(`/channels/${channels.general}/typing`)).status, 204)
	const [event] = heard.named('TYPING_START')
	assert.equal(event.member.user.id, bot.id)
	assert.equal(event.timestamp, Math.floor(server.clock.now() / 1000))
	assert.equal((await bot.post(`/channels/${channels.heading}/typing`)).body.code, 50008)
})

test('people wait where a channel is slowed down; bots do not', async () => {
	await using server = await testServer()
	const { bot, channels, say, guildId } = await makeHome(server)
	const bob = await server.person('bob')
	await server.join(guildId, bob.id)
	await say(bob.id, channels.slow, 'one')
	server.clock.advance(10_000)
	await assert.rejects(say(bob.id, channels.slow, 'two'), (error: { code: number; extra: object }) => {
		assert.equal(error.code, 20016)
		assert.deepEqual(error.extra, { retry_after: 20, global: false })
		return true
	})
	server.clock.advance(20_000)
	await say(bob.id, channels.slow, 'two')
	for (let n = 0; n < 2; n++) {
		assert.equal((await bot.post(`/channels/${channels.slow}/messages`, { content: 'x' })).status, 200)
	}
})

test('a direct message reaches both, opens the channel again, and never goes between bots', async () => {
	await using server = await testServer()
	const { bot, ownerId } = await makeHome(server)
	const { createDm } = await import('../src/domain/channels/direct.ts')
	const direct = await server.store.transaction((tx) => createDm(tx, bot.id, ownerId))
	const heard = server.hear(`user.${ownerId}`)
	const { status, body } = await bot.post(`/channels/${direct.id}/messages`, { content: '@everyone hello' })
	assert.deepEqual([status, body.mention_everyone], [200, false])
	const [event] = heard.named('MESSAGE_CREATE')
	assert.equal(event.id, body.id)
	assert.equal('guild_id' in event || 'member' in event, false)
	assert.equal(event.channel_type, 1)
	const open = await server.store.db
		.selectFrom('recipients')
		.select('is_open')
		.where('channel_id', '=', direct.id)
		.where('user_id', '=', ownerId)
		.executeTakeFirst()
	assert.equal(open?.is_open, 1)
	const other = await server.bot('Other')
	const between = await server.store.transaction((tx) => createDm(tx, bot.id, other.id))
	const refused = await bot.post(`/channels/${between.id}/messages`, { content: 'beep' })
	assert.deepEqual([refused.status, refused.body.code], [403, 50007])
	assert.equal(
		(await bot.post(`/channels/${direct.id}/messages/bulk-delete`, { messages: ['1', '2'] })).body.code,
		50013,
	)
})

test('with enforce_nonce one message is made, however often and however close it is sent', async () => {
	await using server = await testServer()
	const { bot, guildId, channels } = await makeHome(server)
	const heard = server.hear(`guild.${guildId}`)
	const path = `/channels/${channels.general}/messages`
	const send = () => bot.post(path, { content: 'once', nonce: 7, enforce_nonce: true })
	const answers = await Promise.all(Array.from({ length: 5 }, send))
	assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
	for (const { status, body } of answers) assert.deepEqual([status, body.nonce], [200, 7])
	assert.equal(heard.named('MESSAGE_CREATE').length, 1)
	const first = answers[0]?.body.id
	assert.notEqual((await bot.post(path, { content: 'again', nonce: 7 })).body.id, first)
	server.clock.advance(4 * 60_000)
	assert.equal((await send()).body.id, first)
	server.clock.advance(60_000)
	const later = (await send()).body.id
	assert.notEqual(later, first)
	await bot.delete(`${path}/${later}`)
	assert.notEqual((await send()).body.id, later)
})
