import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHome } from './home.ts'
import { testServer } from './server.ts'

const at = (message: string, emoji: string, who = '') => `${message}/reactions/${encodeURIComponent(emoji)}${who}`

test('a reaction is counted, told, and taken back', async () => {
	await using server = await testServer()
	const { bot, guildId, channels, ownerId, say, stranger } = await makeHome(server)
	const { id } = await say(ownerId, channels.general, 'react')
	const message = `/channels/${channels.general}/messages/${id}`
	const visitor = await stranger('Visitor')
	const heard = server.hear(`guild.${guildId}`)
	assert.equal((await bot.put(at(message, '🔥', '/@me'))).status, 204)
	assert.equal((await bot.put(at(message, '🔥', '/@me'))).status, 204)
	await bot.put(at(message, '👍', '/@me'))
	await visitor.put(at(message, '🔥', '/@me'))
	const events = heard.named('MESSAGE_REACTION_ADD')
	assert.equal(events.length, 3)
	assert.deepEqual(
		[events[0].emoji, events[0].burst, events[0].type, events[0].message_author_id, events[0].member.user.id],
		[{ id: null, name: '🔥' }, false, 0, ownerId, bot.id],
	)
	const seen = async (client = bot) =>
		(await client.get(message)).body.reactions?.map(
			({ emoji, count, me }: { emoji: { name: string }; count: number; me: boolean }) => [emoji.name, count, me],
		)
	assert.deepEqual(await seen(), [
		['🔥', 2, true],
		['👍', 1, true],
	])
	assert.deepEqual((await seen(visitor))[1], ['👍', 1, false])
	await bot.delete(at(message, '👍', '/@me'))
	await bot.delete(at(message, '👍', '/@me'))
	assert.equal(heard.named('MESSAGE_REACTION_REMOVE').length, 1)
	assert.equal((await visitor.delete(at(message, '🔥', `/${bot.id}`))).body.code, 50013)
	assert.equal((await bot.delete(at(message, '🔥', `/${visitor.id}`))).status, 204)
	assert.equal(heard.named('MESSAGE_REACTION_REMOVE')[1].user_id, visitor.id)
	assert.deepEqual(await seen(), [['🔥', 1, true]])
	await bot.delete(at(message, '🔥'))
	assert.equal(heard.named('MESSAGE_REACTION_REMOVE_EMOJI')[0].emoji.name, '🔥')
	assert.equal(await seen(), undefined)
	await bot.put(at(message, '🔥', '/@me'))
	await bot.delete(`${message}/reactions`)
	assert.deepEqual(heard.named('MESSAGE_REACTION_REMOVE_ALL'), [
		{ channel_id: channels.general, guild_id: guildId, message_id: id },
	])
	assert.equal(await seen(), undefined)
})

test('an emoji has one spelling; what is none is unknown', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const { id } = (await bot.post(`/channels/${channels.general}/messages`, { content: 'x' })).body
	const message = `/channels/${channels.general}/messages/${id}`
	for (const emoji of ['❤', '❤️', '1⃣', '1️⃣', '🏳️‍🌈', '👩🏽‍🚀', '🇩🇪']) {
		assert.equal((await bot.put(at(message, emoji, '/@me'))).status, 204, emoji)
	}
	const names = (await bot.get(message)).body.reactions.map(({ emoji }: { emoji: { name: string } }) => emoji.name)
	assert.deepEqual(names, ['❤️', '1️⃣', '🏳️‍🌈', '👩🏽‍🚀', '🇩🇪'])
	for (const emoji of ['x', 'fire', '🔥🔥', 'blob:41771983429993937', 'a:blob:1']) {
		const { status, body } = await bot.put(at(message, emoji, '/@me'))
		assert.deepEqual([status, body.code], [404, 10014], emoji)
	}
	assert.equal((await bot.put(at(message.replace(id, '1'), '🔥', '/@me'))).body.code, 10008)
})

test('the first of a kind needs the right to add it; the others join', async () => {
	await using server = await testServer()
	const { bot, channels, stranger } = await makeHome(server)
	const visitor = await stranger('Visitor')
	const { id } = (await bot.post(`/channels/${channels.general}/messages`, { content: 'x' })).body
	await server.store.transaction((tx) =>
		tx.db.updateTable('messages').set({ channel_id: channels.silent }).where('id', '=', id).execute(),
	)
	const message = `/channels/${channels.silent}/messages/${id}`
	const refused = await visitor.put(at(message, '🔥', '/@me'))
	assert.deepEqual([refused.status, refused.body.code], [403, 50013])
	await server.store.transaction((tx) =>
		tx.db
			.insertInto('reactions')
			.values({ message_id: id, emoji: '🔥', user_id: bot.id, position: 0, created_at: 0 })
			.execute(),
	)
	assert.equal((await visitor.put(at(message, '🔥', '/@me'))).status, 204)
	const hidden = (await bot.post(`/channels/${channels.hidden}/messages`, { content: 'x' })).body.id
	assert.equal(
		(await visitor.put(at(`/channels/${channels.hidden}/messages/${hidden}`, '🔥', '/@me'))).body.code,
		50013,
	)
})

test('a message has twenty kinds of reactions', async () => {
	await using server = await testServer()
	const { bot, channels, stranger } = await makeHome(server)
	const visitor = await stranger('Visitor')
	const { id } = (await bot.post(`/channels/${channels.general}/messages`, { content: 'x' })).body
	const message = `/channels/${channels.general}/messages/${id}`
	const kinds = Array.from({ length: 21 }, (_, n) => String.fromCodePoint(0x1f600 + n))
	for (const kind of kinds.slice(0, 20)) assert.equal((await bot.put(at(message, kind, '/@me'))).status, 204)
	const { status, body } = await bot.put(at(message, kinds[20] ?? '', '/@me'))
	assert.deepEqual([status, body.code], [400, 30010])
	assert.equal((await visitor.put(at(message, kinds[0] ?? '', '/@me'))).status, 204)
})

test('who reacted is listed by ascending id, page by page', async () => {
	await using server = await testServer()
	const { bot, channels, stranger } = await makeHome(server)
	const others = [await stranger('One'), await stranger('Two')]
	const { id } = (await bot.post(`/channels/${channels.general}/messages`, { content: 'x' })).body
	const message = `/channels/${channels.general}/messages/${id}`
	for (const client of [...others, bot]) await client.put(at(message, '🔥', '/@me'))
	const ids = [bot.id, ...others.map((other) => other.id)]
	const list = async (query = '') =>
		(await bot.get(`${at(message, '🔥')}${query}`)).body.map((user: { id: string }) => user.id)
	assert.deepEqual(await list(), ids)
	assert.deepEqual(await list('?limit=2'), ids.slice(0, 2))
	assert.deepEqual(await list(`?after=${ids[1]}`), ids.slice(2))
	assert.deepEqual(await list('?type=1'), [])
	assert.equal((await bot.get(`${at(message, '🔥')}?limit=101`)).body.code, 50035)
})
