import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf, WEBHOOK_EVENTS } from '@guildhall/protocol'
import { login } from './gateway-client.ts'
import { multipart, PIXEL } from './home.ts'
import { stage } from './linked-stage.ts'
import { openReceiver } from './receiver.ts'
import { type Client, testServer } from './server.ts'

const saysIn =
	(lobbyId: string) =>
	(player: Client, content: string, rest: object = {}) =>
		player.post(`/lobbies/${lobbyId}/messages`, { content, ...rest })

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at freely in tests
type Shown = any
const contents = (messages: Shown[]) => messages.map(({ content }) => content)

test('L30 what is said in the lobby stands in the channel under the name of the game', async () => {
	await using server = await testServer()
	const { lobbyId, link, textId, guildId, game, ada, ben, bot } = await stage(server)
	await game.put(`/lobbies/${lobbyId}/members/${ben.id}`, { additional_name: 'Sir Ben' })
	await link(textId)
	const [inGuild, inLobby] = [server.hear(`guild.${guildId}`), server.hear(`lobby.${lobbyId}`)]
	const say = saysIn(lobbyId)
	const said = await say(ben, `hail @everyone <@${ada.id}>`, { metadata: { mood: 'grim' }, nonce: 'n1' })
	assert.equal(said.status, 201)
	assert.equal(said.body.channel_id, lobbyId)

	const [told] = inGuild.named('MESSAGE_CREATE')
	assert.equal(told.id, said.body.id)
	assert.deepEqual([told.guild_id, told.channel_id, told.channel_type], [guildId, textId, 0])
	assert.deepEqual([told.author.id, told.author.username, told.author.bot], [game.id, 'Lantern', true])
	assert.deepEqual(
		[told.application_id, told.lobby_id, told.lobby_member],
		[game.id, lobbyId, { additional_name: 'Sir Ben' }],
	)
	assert.equal(told.content, said.body.content)
	assert.deepEqual([told.mentions, told.mention_everyone, told.flags], [[], false, 1 << 16])
	assert.equal('metadata' in told || 'nonce' in told || 'moderation_metadata' in told, false)
	assert.ok(!JSON.stringify(told).includes('grim'))
	// L32: the copy is not heard in the lobby again.
	assert.equal(inLobby.named('LOBBY_MESSAGE_CREATE').length, 1)

	const read = await bot.get(`/channels/${textId}/messages/${said.body.id}`)
	assert.equal(read.status, 200)
	assert.equal(read.body.author.username, 'Lantern')
	assert.equal((await bot.get(`/channels/${textId}`)).body.last_message_id, said.body.id)

	// Changed and removed there, it is here.
	await ben.patch(`/lobbies/${lobbyId}/messages/${said.body.id}`, { content: 'farewell' })
	const [changed] = inGuild.named('MESSAGE_UPDATE')
	assert.deepEqual([changed.id, changed.content, changed.channel_id], [said.body.id, 'farewell', textId])
	assert.ok(changed.edited_timestamp)
	assert.equal((await ben.delete(`/lobbies/${lobbyId}/messages/${said.body.id}`)).status, 204)
	assert.deepEqual(inGuild.named('MESSAGE_DELETE'), [{ id: said.body.id, channel_id: textId, guild_id: guildId }])
	assert.equal((await bot.get(`/channels/${textId}/messages/${said.body.id}`)).body.code, 10008)

	// The same nonce is the same message, in the channel too.
	const twice = { nonce: 'n2', enforce_nonce: true }
	assert.equal((await say(ben, 'once', twice)).body.id, (await say(ben, 'once', twice)).body.id)
	assert.deepEqual(contents((await bot.get(`/channels/${textId}/messages`)).body), ['once'])

	// Without a link nothing is copied.
	await link(null)
	await say(ben, 'alone')
	assert.deepEqual(contents((await bot.get(`/channels/${textId}/messages`)).body), ['once'])
})

test('L30 the picture of the author is the icon of the game', async () => {
	await using server = await testServer()
	const { lobbyId, link, textId, game, ben, bot } = await stage(server)
	await game.patch('/applications/@me', { icon: `data:image/png;base64,${PIXEL.toString('base64')}` })
	await link(textId)
	await saysIn(lobbyId)(ben, 'hail')
	const [{ author }] = (await bot.get(`/channels/${textId}/messages`)).body
	assert.ok(author.avatar)
	const picture = await server.app.http.inject({ method: 'GET', url: `/avatars/${author.id}/${author.avatar}.png` })
	assert.equal(picture.statusCode, 200)
})

test('L30 a copy that cannot be does not keep the message from the lobby', async () => {
	await using server = await testServer()
	const { lobbyId, link, textId, guildId, ada, ben, bot } = await stage(server)
	await link(textId)
	const say = saysIn(lobbyId)
	await bot.put(`/guilds/${guildId}/bans/${ben.id}`, {})
	assert.equal((await say(ben, 'still here')).status, 201)
	const until = new Date(server.clock.now() + 60_000).toISOString()
	await bot.patch(`/guilds/${guildId}/members/${ada.id}`, { communication_disabled_until: until })
	assert.equal((await say(ada, 'me too')).status, 201)
	assert.deepEqual((await bot.get(`/channels/${textId}/messages`)).body, [])
	assert.deepEqual(contents((await ada.get(`/lobbies/${lobbyId}/messages`)).body), ['me too', 'still here'])
	await server.advance(61_000)
	await say(ada, 'now')
	assert.deepEqual(contents((await bot.get(`/channels/${textId}/messages`)).body), ['now'])
	// Who is not in the guild at all is copied.
	await bot.delete(`/guilds/${guildId}/bans/${ben.id}`)
	await say(ben, 'hello')
	assert.deepEqual(contents((await bot.get(`/channels/${textId}/messages`)).body), ['hello', 'now'])
})

test('L31 what is written in the channel reaches the lobby', async () => {
	await using server = await testServer()
	const { lobbyId, link, textId, game, ada, ben, bot } = await stage(server)
	await using receiver = await openReceiver(game.application.public_key)
	await game.patch('/applications/@me', {
		event_webhooks_url: receiver.url,
		event_webhooks_status: 2,
		event_webhooks_types: ['LOBBY_MESSAGE_CREATE', 'LOBBY_MESSAGE_UPDATE', 'LOBBY_MESSAGE_DELETE'],
	})
	await link(textId)
	const heard = server.hear(`lobby.${lobbyId}`)
	const { body: written } = await bot.post(`/channels/${textId}/messages`, { content: 'news' })
	const [told] = heard.named('LOBBY_MESSAGE_CREATE')
	const shown = { id: written.id, type: 0, content: 'news', lobby_id: lobbyId, channel_id: textId, flags: 0 }
	assert.equal(told.author.id, bot.id)
	assert.deepEqual(told, {
		...{ ...shown, author: told.author, timestamp: written.timestamp, tts: false },
		...{ mentions: [], mention_roles: [], mention_everyone: false, attachments: [], embeds: [], components: [] },
	})
	assert.deepEqual((await ben.get(`/lobbies/${lobbyId}/messages`)).body, [{ ...shown, author: told.author }])

	// A webhook, as it is called on this message.
	const { body: hook } = await bot.post(`/channels/${textId}/webhooks`, { name: 'Desk' })
	await server.nobody.post(`/webhooks/${hook.id}/${hook.token}`, { content: 'wire', username: 'Night desk' })
	assert.equal(heard.named('LOBBY_MESSAGE_CREATE')[1].author.username, 'Night desk')
	assert.equal((await ben.get(`/lobbies/${lobbyId}/messages`)).body[0].author.username, 'Night desk')

	// Moderation speaks of it, and new words take that away.
	const path = `/lobbies/${lobbyId}/messages/${written.id}`
	assert.equal((await game.put(`${path}/moderation-metadata`, { action: 'hide' })).status, 204)
	assert.deepEqual(heard.named('LOBBY_MESSAGE_UPDATE')[0].moderation_metadata, { action: 'hide' })
	await bot.patch(`/channels/${textId}/messages/${written.id}`, { content: 'old news' })
	const changed = heard.named('LOBBY_MESSAGE_UPDATE')[1]
	assert.deepEqual([changed.id, changed.content, 'moderation_metadata' in changed], [written.id, 'old news', false])
	assert.ok(changed.edited_timestamp)
	// That its embeds are hidden changes no word, that it is pinned nothing.
	await bot.patch(`/channels/${textId}/messages/${written.id}`, { flags: 4 })
	await bot.put(`/channels/${textId}/messages/pins/${written.id}`)
	const { flags, edited_timestamp } = heard.named('LOBBY_MESSAGE_UPDATE')[2]
	assert.deepEqual([flags, edited_timestamp], [4, changed.edited_timestamp])
	assert.equal(heard.named('LOBBY_MESSAGE_UPDATE').length, 3)
	assert.equal(heard.named('LOBBY_MESSAGE_CREATE').length, 2)

	// Members change nothing of it from here.
	assert.equal((await ada.patch(path, { content: 'mine' })).body.code, 50005)
	assert.equal((await ada.delete(path)).body.code, 50005)

	await bot.delete(`/channels/${textId}/messages/${written.id}`)
	assert.deepEqual(heard.named('LOBBY_MESSAGE_DELETE'), [{ id: written.id, lobby_id: lobbyId }])
	assert.deepEqual(contents((await ben.get(`/lobbies/${lobbyId}/messages`)).body), ['wire'])

	await server.app.worker.idle()
	const events = receiver.events()
	assert.deepEqual(events.map(({ type }) => type).sort(), [
		'LOBBY_MESSAGE_CREATE',
		'LOBBY_MESSAGE_CREATE',
		'LOBBY_MESSAGE_DELETE',
		'LOBBY_MESSAGE_UPDATE',
	])
	for (const { type, data } of events) {
		const declared = WEBHOOK_EVENTS.find(({ name }) => name === type)
		assert.deepEqual(declared && checkOf(declared.data).problems(data), [], type)
		assert.ok(!JSON.stringify(data).includes('hide'))
	}
	assert.deepEqual(
		receiver.events('LOBBY_MESSAGE_CREATE').map(({ data }) => [data.channel_id, data.lobby_id]),
		[
			[textId, lobbyId],
			[textId, lobbyId],
		],
	)
})

test('L36 members hear what a message in the channel holds beside its text', async () => {
	await using server = await testServer()
	const { lobbyId, link, textId, game, ada, ben, bot } = await stage(server)
	const { body: old } = await bot.post(`/channels/${textId}/messages`, { content: 'before anybody listened' })
	await link(textId)
	await using client = await login(server, { token: `Bearer ${ben.token}`, intents: 0 })
	const { payload, type } = multipart(
		{
			payload_json: JSON.stringify({
				content: `<@${ada.id}> look`,
				embeds: [{ title: 'A map' }],
				message_reference: { message_id: old.id },
			}),
		},
		[{ name: 'files[0]', filename: 'map.png', content: PIXEL }],
	)
	const sent = await bot.call('POST', `/channels/${textId}/messages`, payload, { 'content-type': type })
	assert.equal(sent.status, 200, JSON.stringify(sent.body))
	const told = await client.event('LOBBY_MESSAGE_CREATE')
	assert.deepEqual(told.attachments, sent.body.attachments)
	assert.deepEqual(
		[told.type, told.embeds[0].title, told.mentions.map(({ id }: Shown) => id), told.message_reference.message_id],
		[19, 'A map', [ada.id, bot.id], old.id],
	)
	assert.ok(!JSON.stringify(told).includes('before anybody'))
	// Over HTTP it is the public shape.
	const history = async () => (await ben.get(`/lobbies/${lobbyId}/messages`)).body
	const shape = ['author', 'channel_id', 'content', 'flags', 'id', 'lobby_id', 'type']
	assert.deepEqual(Object.keys((await history())[0]).sort(), shape)

	// Moderation speaks of the whole message; without its file it is another, but says what it said.
	await game.put(`/lobbies/${lobbyId}/messages/${told.id}/moderation-metadata`, { action: 'blur' })
	const moderated = await client.event('LOBBY_MESSAGE_UPDATE')
	assert.deepEqual([moderated.attachments, moderated.moderation_metadata], [told.attachments, { action: 'blur' }])
	await bot.patch(`/channels/${textId}/messages/${told.id}`, { attachments: [] })
	const bare = await client.event('LOBBY_MESSAGE_UPDATE')
	assert.deepEqual([bare.attachments, bare.embeds.length, bare.moderation_metadata], [[], 1, { action: 'blur' }])
	assert.ok(bare.edited_timestamp)
	await bot.patch(`/channels/${textId}/messages/${told.id}`, { content: 'nothing to see' })
	assert.equal((await client.event('LOBBY_MESSAGE_UPDATE')).moderation_metadata, undefined)

	// A file alone.
	const picture = multipart({}, [{ name: 'files[0]', filename: 'map.png', content: PIXEL }])
	await bot.call('POST', `/channels/${textId}/messages`, picture.payload, { 'content-type': picture.type })
	const alone = await client.event('LOBBY_MESSAGE_CREATE')
	assert.deepEqual([alone.content, alone.attachments[0].filename], ['', 'map.png'])
})

test('L31 removed together in the channel, they are in the lobby', async () => {
	await using server = await testServer()
	const { lobbyId, link, textId, guildId, ben, bot } = await stage(server)
	await link(textId)
	const post = async (content: string, as: Client = bot) =>
		(await as.post(`/channels/${textId}/messages`, { content })).body.id
	const ids = [await post('one'), await post('two')]
	await post('three')
	const heard = server.hear(`lobby.${lobbyId}`)
	await bot.post(`/channels/${textId}/messages/bulk-delete`, { messages: ids })
	assert.deepEqual(
		heard.named('LOBBY_MESSAGE_DELETE').map(({ id }) => id),
		ids,
	)
	const loud = await server.bot('Loud')
	await server.join(guildId, loud.id)
	await post('spam', loud)
	await bot.put(`/guilds/${guildId}/bans/${loud.id}`, { delete_message_seconds: 3600 })
	assert.deepEqual(contents((await ben.get(`/lobbies/${lobbyId}/messages`)).body), ['three'])
})

test('L32 a copy that is removed in the channel stays in the lobby, and is never copied', async () => {
	await using server = await testServer()
	const { lobbyId, link, textId, ben, bot } = await stage(server)
	await link(textId)
	const { body: said } = await saysIn(lobbyId)(ben, 'hail')
	const heard = server.hear(`lobby.${lobbyId}`)
	// Hiding its embeds is told in the channel alone.
	assert.equal((await bot.patch(`/channels/${textId}/messages/${said.id}`, { flags: 4 })).status, 200)
	await bot.delete(`/channels/${textId}/messages/${said.id}`)
	assert.deepEqual(heard.envelopes, [])
	assert.deepEqual(contents((await ben.get(`/lobbies/${lobbyId}/messages`)).body), ['hail'])
	// There is no copy any more that could change.
	assert.equal((await ben.patch(`/lobbies/${lobbyId}/messages/${said.id}`, { content: 'hello' })).status, 200)
	assert.deepEqual((await bot.get(`/channels/${textId}/messages`)).body, [])
})

test('L31 a member who cannot see the channel hears it over a session, a bot of the guild the copy', async () => {
	await using server = await testServer()
	const { lobbyId, link, textId, guildId, ada, ben, bot } = await stage(server)
	await bot.put(`/channels/${textId}/permissions/${guildId}`, { type: 0, deny: '1024' })
	await bot.put(`/channels/${textId}/permissions/${ada.id}`, { type: 1, allow: '3072' })
	assert.equal((await link(textId)).status, 200)
	await using client = await login(server, { token: `Bearer ${ben.token}`, intents: 0 })
	await using watch = await login(server, { token: bot.token, intents: (1 << 0) | (1 << 9) | (1 << 15) })
	await bot.post(`/channels/${textId}/messages`, { content: 'secret news' })
	const told = await client.event('LOBBY_MESSAGE_CREATE')
	assert.deepEqual([told.content, told.channel_id, told.lobby_id], ['secret news', textId, lobbyId])
	assert.equal((await watch.event('MESSAGE_CREATE')).content, 'secret news')
	await saysIn(lobbyId)(ben, 'aye')
	assert.deepEqual(await watch.event('MESSAGE_CREATE').then(({ content, author }) => [content, author.username]), [
		'aye',
		'Lantern',
	])
	await client.settled()
	assert.ok(!client.names().includes('MESSAGE_CREATE'))
})
