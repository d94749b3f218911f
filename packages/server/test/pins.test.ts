import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHome } from './home.ts'
import { testServer } from './server.ts'

test('a pin is told, said in the channel and written down; once', async () => {
	await using server = await testServer()
	const { bot, guildId, channels, ownerId, say } = await makeHome(server)
	const { id } = await say(ownerId, channels.general, 'keep')
	const heard = server.hear(`guild.${guildId}`)
	const pin = `/channels/${channels.general}/messages/pins/${id}`
	const put = () => bot.call('PUT', pin, undefined, { 'x-audit-log-reason': 'good' })
	assert.equal((await put()).status, 204)
	const [update] = heard.named('CHANNEL_PINS_UPDATE')
	assert.deepEqual(
		[update.channel_id, update.guild_id, typeof update.last_pin_timestamp],
		[channels.general, guildId, 'string'],
	)
	assert.equal(heard.named('MESSAGE_UPDATE')[0].pinned, true)
	const [line] = heard.named('MESSAGE_CREATE')
	assert.deepEqual([line.type, line.author.id, line.message_reference.message_id], [6, bot.id, id])
	const [entry] = heard.named('GUILD_AUDIT_LOG_ENTRY_CREATE')
	assert.deepEqual(
		[entry.action_type, entry.target_id, entry.options, entry.reason],
		[74, ownerId, { channel_id: channels.general, message_id: id }, 'good'],
	)
	assert.equal((await put()).status, 204)
	assert.equal(heard.named('CHANNEL_PINS_UPDATE').length, 1)
	assert.equal((await bot.put(`/channels/${channels.general}/messages/pins/${line.id}`)).body.code, 50021)
	assert.equal((await bot.get(`/channels/${channels.general}/messages/${id}`)).body.pinned, true)
	assert.equal((await bot.delete(pin)).status, 204)
	assert.equal((await bot.delete(pin)).status, 204)
	assert.deepEqual(
		heard.named('CHANNEL_PINS_UPDATE').map(({ last_pin_timestamp }) => last_pin_timestamp),
		[update.last_pin_timestamp, null],
	)
	assert.equal(heard.named('GUILD_AUDIT_LOG_ENTRY_CREATE')[1].action_type, 75)
})

test('pinning needs its own right, and a message of the channel', async () => {
	await using server = await testServer()
	const { bot, channels, stranger } = await makeHome(server)
	const visitor = await stranger('Visitor')
	const { id } = (await visitor.post(`/channels/${channels.general}/messages`, { content: 'x' })).body
	assert.equal((await visitor.put(`/channels/${channels.general}/messages/pins/${id}`)).body.code, 50013)
	assert.equal((await bot.put(`/channels/${channels.news}/messages/pins/${id}`)).body.code, 10008)
	assert.equal((await bot.put(`/channels/${channels.general}/pins/${id}`)).status, 204)
	assert.equal((await bot.delete(`/channels/${channels.general}/pins/${id}`)).status, 204)
})

test('pins are listed newest first, in pages cut by time', async () => {
	await using server = await testServer()
	const { bot, channels, stranger } = await makeHome(server)
	const ids: string[] = []
	for (let n = 0; n < 3; n++) {
		const { id } = (await bot.post(`/channels/${channels.general}/messages`, { content: `${n}` })).body
		ids.unshift(id)
		await bot.put(`/channels/${channels.general}/messages/pins/${id}`)
	}
	const list = async (query = '') => (await bot.get(`/channels/${channels.general}/messages/pins${query}`)).body
	const idsOf = (page: { items: { message: { id: string } }[] }) => page.items.map(({ message }) => message.id)
	const first = await list('?limit=2')
	assert.deepEqual([idsOf(first), first.has_more], [ids.slice(0, 2), true])
	const rest = await list(`?limit=2&before=${encodeURIComponent(first.items[1].pinned_at)}`)
	assert.deepEqual([idsOf(rest), rest.has_more], [ids.slice(2), false])
	const old = await bot.get(`/channels/${channels.general}/pins`)
	assert.deepEqual(
		old.body.map(({ id }: { id: string }) => id),
		ids,
	)
	assert.equal((await bot.get(`/channels/${channels.general}/messages/pins?limit=51`)).body.code, 50035)
	assert.equal((await bot.get(`/channels/${channels.general}/messages/pins?before=soon`)).body.code, 50035)
	const { id } = (await bot.post(`/channels/${channels.hidden}/messages`, { content: 'x' })).body
	await bot.put(`/channels/${channels.hidden}/messages/pins/${id}`)
	const visitor = await stranger('Visitor')
	const unseen = await visitor.get(`/channels/${channels.hidden}/messages/pins`)
	assert.deepEqual([unseen.status, unseen.body], [200, { items: [], has_more: false }])
})

test('a channel has room for 250 pins', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const path = `/channels/${channels.general}/messages`
	const { id } = (await bot.post(path, { content: 'x' })).body
	await server.store.transaction(async (tx) => {
		const row = await tx.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
		const rows = Array.from({ length: 250 }, (_, n) => ({ ...row, id: tx.newId(), pinned_at: n + 1 }))
		await tx.db.insertInto('messages').values(rows).execute()
	})
	const { status, body } = await bot.put(`${path}/pins/${id}`)
	assert.deepEqual([status, body.code], [400, 30003])
})
