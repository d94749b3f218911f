/** What events carry where a shape leaves it open: keys that must be there, and keys that must not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_INTENTS } from '@guildhall/protocol'
import { type GatewayClient, login } from './gateway-client.ts'
import { home } from './people.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

const like = encodeURIComponent('👍')

interface Scene {
	bot: Bot
	client: GatewayClient
	guildId: string
	textId: string
	ownerId: string
	/** A direct channel of the bot's with the owner. */
	directId: string
}

async function scene(server: TestServer): Promise<Scene> {
	const { bot, guildId, textId, owner } = await home(server)
	await bot.patch('/applications/@me', { flags: (1 << 13) | (1 << 15) | (1 << 19) })
	const { body } = await bot.post('/users/@me/channels', { recipient_id: owner.id })
	const client = await login(server, { token: bot.token, intents: KNOWN_INTENTS })
	await client.event('GUILD_CREATE')
	return { bot, client, guildId, textId, ownerId: owner.id, directId: body.id }
}

const has = (data: object, ...keys: string[]) => keys.map((key) => key in data)

test('MESSAGE_CREATE and MESSAGE_UPDATE name members without their users, in guilds alone', async () => {
	await using server = await testServer()
	const { bot, client, guildId, textId, ownerId, directId } = await scene(server)
	const stranger = await server.person('stranger')
	const content = `<@${ownerId}> and <@${stranger.id}>`
	const { body } = await bot.post(`/channels/${textId}/messages`, { content, tts: true, nonce: 'mine' })
	const created = await client.event('MESSAGE_CREATE')
	assert.deepEqual([created.guild_id, created.channel_type, created.nonce, created.tts], [guildId, 0, 'mine', true])
	assert.deepEqual(has(created.member, 'user', 'joined_at', 'roles'), [false, true, true])
	// Who is named and no member is a user all the same.
	assert.deepEqual(
		created.mentions.map((user: { id: string; member?: object }) => [
			user.id,
			user.member ? has(user.member, 'user', 'roles') : undefined,
		]),
		[
			[ownerId, [false, true]],
			[stranger.id, undefined],
		],
	)
	await bot.put(`/channels/${textId}/messages/${body.id}/reactions/${like}/@me`)
	await bot.patch(`/channels/${textId}/messages/${body.id}`, { content: 'changed' })
	const updated = await client.event('MESSAGE_UPDATE')
	// Whose reactions are `me` differs from one who hears it to the next.
	assert.deepEqual([updated.tts, 'reactions' in updated, 'nonce' in updated], [false, false, false])
	assert.deepEqual(has(updated.member, 'user', 'joined_at'), [false, true])

	await bot.post(`/channels/${directId}/messages`, { content: 'psst' })
	const direct = await client.event('MESSAGE_CREATE')
	assert.deepEqual([...has(direct, 'guild_id', 'member'), direct.channel_type], [false, false, 1])

	const { body: webhook } = await bot.post(`/channels/${textId}/webhooks`, { name: 'Letters' })
	await server.nobody.post(`/webhooks/${webhook.id}/${webhook.token}`, { content: 'by a webhook' })
	const posted = await client.event('MESSAGE_CREATE')
	assert.deepEqual([posted.webhook_id, posted.guild_id, 'member' in posted], [webhook.id, guildId, false])
})

test('reactions say who reacted as a member when they come, and no more when they go', async () => {
	await using server = await testServer()
	const { bot, client, guildId, textId, directId } = await scene(server)
	for (const [channelId, isGuild] of [
		[textId, true],
		[directId, false],
	] as const) {
		const messages = `/channels/${channelId}/messages`
		const { body } = await bot.post(messages, { content: 'react' })
		await bot.put(`${messages}/${body.id}/reactions/${like}/@me`)
		await bot.delete(`${messages}/${body.id}/reactions/${like}/@me`)
		const added = await client.event('MESSAGE_REACTION_ADD')
		assert.deepEqual(has(added, 'guild_id', 'member'), [isGuild, isGuild])
		if (isGuild) assert.deepEqual([added.guild_id, added.member.user.id], [guildId, bot.id])
		assert.deepEqual(
			[added.user_id, added.message_author_id, added.burst, added.type, added.emoji],
			[bot.id, bot.id, false, 0, { id: null, name: '👍' }],
		)
		const removed = await client.event('MESSAGE_REACTION_REMOVE')
		assert.deepEqual(has(removed, 'guild_id', 'member', 'message_author_id', 'burst_colors'), [
			isGuild,
			false,
			false,
			false,
		])
	}
})

test('typing and pins are told with the guild and the member where there are any', async () => {
	await using server = await testServer()
	const { bot, client, textId, directId } = await scene(server)
	const seconds = Math.floor(server.clock.now() / 1000)
	for (const [channelId, isGuild] of [
		[textId, true],
		[directId, false],
	] as const) {
		await bot.post(`/channels/${channelId}/typing`)
		const typing = await client.event('TYPING_START')
		assert.deepEqual([typing.user_id, typing.timestamp], [bot.id, seconds])
		assert.deepEqual(has(typing, 'guild_id', 'member'), [isGuild, isGuild])
		const { body } = await bot.post(`/channels/${channelId}/messages`, { content: 'pin' })
		await bot.put(`/channels/${channelId}/messages/pins/${body.id}`)
		const pins = await client.event('CHANNEL_PINS_UPDATE')
		assert.deepEqual(has(pins, 'guild_id', 'last_pin_timestamp'), [isGuild, true])
	}
})

test('invites are told as they are when they are made, and by their code when they go', async () => {
	await using server = await testServer()
	const { bot, client, guildId, textId } = await scene(server)
	const { body: lasting } = await bot.post(`/channels/${textId}/invites`, { max_age: 0, max_uses: 3, temporary: true })
	const created = await client.event('INVITE_CREATE')
	assert.deepEqual(
		[created.code, created.channel_id, created.guild_id, created.inviter.id, created.uses, created.max_uses],
		[lasting.code, textId, guildId, bot.id, 0, 3],
	)
	assert.deepEqual([created.max_age, created.expires_at, created.temporary], [0, null, true])
	assert.deepEqual(has(created, 'target_type', 'target_user', 'target_application', 'role_ids'), Array(4).fill(false))
	await bot.post(`/channels/${textId}/invites`, { max_age: 60 })
	const brief = await client.event('INVITE_CREATE')
	assert.equal(Date.parse(brief.expires_at) - Date.parse(brief.created_at), 60_000)
	await bot.delete(`/invites/${lasting.code}`)
	assert.deepEqual(await client.event('INVITE_DELETE'), {
		channel_id: textId,
		guild_id: guildId,
		code: lasting.code,
	})
})

test('a member who comes is told with the guild; one who goes, and one who is banned, as a user', async () => {
	await using server = await testServer()
	const { bot, client, guildId } = await scene(server)
	const { id } = await server.person('guest')
	await server.join(guildId, id)
	const added = await client.event('GUILD_MEMBER_ADD')
	assert.deepEqual([added.guild_id, added.user.id, added.roles], [guildId, id, []])
	await bot.patch(`/guilds/${guildId}/members/${id}`, { nick: 'Guest' })
	const updated = await client.event('GUILD_MEMBER_UPDATE')
	assert.deepEqual([updated.guild_id, updated.user.id, updated.nick], [guildId, id, 'Guest'])
	await bot.put(`/guilds/${guildId}/bans/${id}`, {})
	for (const name of ['GUILD_BAN_ADD', 'GUILD_MEMBER_REMOVE']) {
		const gone = await client.event(name)
		assert.deepEqual([Object.keys(gone).sort(), gone.user.id], [['guild_id', 'user'], id])
	}
	await client.settled()
	const entry = client.frames.findLast(({ t }) => t === 'GUILD_AUDIT_LOG_ENTRY_CREATE')?.d
	assert.deepEqual([entry.guild_id, entry.action_type, entry.target_id, entry.user_id], [guildId, 22, id, bot.id])
})
