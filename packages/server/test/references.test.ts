import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaf, makeHome, PIXEL, upload } from './home.ts'
import { testServer } from './server.ts'

test('a reply shows what it answers, and tells its author', async () => {
	await using server = await testServer()
	const { bot, guildId, channels, ownerId, say } = await makeHome(server)
	const path = `/channels/${channels.general}/messages`
	const original = await say(ownerId, channels.general, 'question')
	const message_reference = { message_id: original.id }
	const { body } = await bot.post(path, { content: 'answer', message_reference })
	assert.equal(body.type, 19)
	assert.deepEqual(body.message_reference, {
		type: 0,
		channel_id: channels.general,
		message_id: original.id,
		guild_id: guildId,
	})
	assert.equal(body.referenced_message.content, 'question')
	assert.equal('referenced_message' in body.referenced_message, false)
	assert.equal(body.mentions[0].id, ownerId)
	const quiet = await bot.post(path, { content: 'x', message_reference, allowed_mentions: { replied_user: false } })
	assert.deepEqual(quiet.body.mentions, [])
	await bot.delete(`${path}/${original.id}`)
	assert.equal((await bot.get(`${path}/${body.id}`)).body.referenced_message, null)
})

test('what cannot be answered is refused, or passed over where that is wanted', async () => {
	await using server = await testServer()
	const { bot, channels, stranger } = await makeHome(server)
	const path = `/channels/${channels.general}/messages`
	const reply = (message_reference: object, client = bot, at = path) =>
		client.post(at, { content: 'x', message_reference })
	assert.deepEqual(leaf((await reply({ message_id: '1' })).body, 'message_reference'), [
		'MESSAGE_REFERENCE_UNKNOWN_MESSAGE',
	])
	const plain = (await reply({ message_id: '1', fail_if_not_exists: false })).body
	assert.deepEqual([plain.type, 'message_reference' in plain], [0, false])
	const elsewhere = (await bot.post(`/channels/${channels.news}/messages`, { content: 'x' })).body.id
	assert.equal((await reply({ message_id: elsewhere })).body.code, 50035)
	assert.equal((await reply({ message_id: elsewhere, channel_id: channels.news })).body.code, 50035)
	const hidden = `/channels/${channels.hidden}/messages`
	const { id } = (await bot.post(hidden, { content: 'x' })).body
	const visitor = await stranger('Visitor')
	const refused = await reply({ message_id: id }, visitor, hidden)
	assert.deepEqual([refused.status, refused.body.code], [403, 160002])
	await bot.put(`${path}/pins/${plain.id}`)
	const [line] = (await bot.get(`${path}?limit=1`)).body
	assert.deepEqual(leaf((await reply({ message_id: line.id })).body, 'message_reference'), [
		'REPLIES_CANNOT_REFERENCE_SYSTEM_MESSAGE',
	])
})

test('a forward keeps what it shows, after the original is gone', async () => {
	await using server = await testServer()
	const { bot, guildId, channels, ownerId } = await makeHome(server)
	server.app.worker.start()
	const from = `/channels/${channels.general}/messages`
	const original = (
		await upload(
			bot,
			'POST',
			from,
			{ content: `look <@${ownerId}>`, embeds: [{ image: { url: 'attachment://a.png' } }] },
			[{ name: 'files[0]', filename: 'a.png', content: PIXEL }],
		)
	).body
	const message_reference = { type: 1, message_id: original.id, channel_id: channels.general }
	const { status, body } = await bot.post(`/channels/${channels.news}/messages`, { message_reference })
	assert.equal(status, 200)
	assert.equal(body.flags, 1 << 14)
	assert.equal(body.content, '')
	assert.deepEqual(body.message_reference, { ...message_reference, guild_id: guildId })
	const [{ message: snapshot }] = body.message_snapshots
	assert.equal(snapshot.content, `look <@${ownerId}>`)
	assert.equal(snapshot.timestamp, original.timestamp)
	assert.equal(snapshot.mentions[0].id, ownerId)
	assert.equal('author' in snapshot || 'id' in snapshot, false)
	assert.equal(snapshot.attachments[0].filename, 'a.png')
	await bot.delete(`${from}/${original.id}`)
	await server.app.idle()
	const again = (await bot.get(`/channels/${channels.news}/messages/${body.id}`)).body.message_snapshots[0].message
	assert.equal(again.embeds[0].image.url, again.attachments[0].url)
	const file = await server.app.http.inject(again.attachments[0].url)
	assert.deepEqual([file.statusCode, file.rawPayload.equals(PIXEL)], [200, true])
	const twice = await bot.post(from, {
		message_reference: { type: 1, message_id: body.id, channel_id: channels.news },
	})
	assert.equal(twice.body.message_snapshots[0].message.content, snapshot.content)
	assert.equal((await bot.patch(`/channels/${channels.news}/messages/${body.id}`, { content: 'x' })).body.code, 50068)
	for (const path of [`/channels/${channels.news}/messages/${body.id}`, `${from}/${twice.body.id}`])
		await bot.delete(path)
	await server.app.idle()
	const gone = await server.app.http.inject(again.attachments[0].url)
	assert.equal(gone.statusCode, 404)
})

test('what cannot be forwarded is refused', async () => {
	await using server = await testServer()
	const { bot, channels, stranger, ownerId, say } = await makeHome(server)
	const path = `/channels/${channels.general}/messages`
	const visitor = await stranger('Visitor')
	const forward = (message_reference: object, client = bot, rest: object = {}) =>
		client.post(path, { message_reference: { type: 1, ...message_reference }, ...rest })
	const { id } = await say(ownerId, channels.general, 'secret')
	const source = { message_id: id, channel_id: channels.general }
	assert.deepEqual(leaf((await forward({ message_id: id })).body, 'message_reference', 'channel_id'), [
		'BASE_TYPE_REQUIRED',
	])
	const unread = await forward(source, visitor)
	assert.deepEqual([unread.status, unread.body.code], [400, 160014])
	assert.equal(unread.body.message, 'You cannot forward a message whose content you cannot read.')
	assert.equal((await forward(source)).status, 200)
	assert.equal((await forward(source, bot, { content: 'and more' })).body.code, 50035)
	assert.equal((await forward({ ...source, message_id: '1' })).body.code, 50035)
	const poll = { question: { text: 'q' }, answers: [{ poll_media: { text: 'a' } }] }
	const polled = (await bot.post(path, { poll })).body.id
	assert.equal((await forward({ ...source, message_id: polled })).body.code, 50068)
	const other = await server.guild((await server.person('carol')).id)
	const text = other.channels.find(({ type }) => type === 0)?.id
	const far = await forward({ message_id: id, channel_id: text })
	assert.deepEqual([far.status, far.body.code], [403, 50001])
})
