import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHANNEL_TYPES } from '@guildhall/protocol'
import { type Bot, type TestServer, testServer } from './server.ts'

/** A guild with a bot that may do everything in it. */
async function home(server: TestServer): Promise<{ bot: Bot; guildId: string; channelId: string }> {
	const alice = await server.person('alice')
	const bot = await server.bot('Herald')
	const { guild, channels } = await server.guild(alice.id)
	await server.join(guild.id, bot.id)
	const channel = channels.find(({ type }) => type === CHANNEL_TYPES.text)
	return { bot, guildId: guild.id, channelId: channel?.id ?? '' }
}

test('a message that a bot posts is answered, told and found again', async () => {
	await using server = await testServer()
	const { bot, guildId, channelId } = await home(server)
	const heard = server.hear(`guild.${guildId}`)
	const { status, body } = await bot.post(`/channels/${channelId}/messages`, { content: 'hello', nonce: 'n1' })
	assert.equal(status, 200, JSON.stringify(body))
	assert.equal(body.content, 'hello')
	assert.equal(heard.named('MESSAGE_CREATE').length, 1)
	const found = await bot.get(`/channels/${channelId}/messages/${body.id}`)
	assert.equal(found.body.content, 'hello')
})
