/** eris as it is on the registry. It speaks HTTPS to one host; an agent takes its sockets to the platform instead. */
import assert from 'node:assert/strict'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { Client, DiscordRESTError, type Message } from 'eris'
import { hearing } from './hearing.ts'
import { type Platform, startPlatform } from './platform.ts'

describe('eris', () => {
	let platform: Platform
	let client: Client

	before(async () => {
		platform = await startPlatform()
		const { hostname, port } = new URL(platform.fixture.origin)
		const agent = new Agent()
		agent.createConnection = () => connect(Number(port), hostname)
		client = new Client(`Bot ${platform.fixture.bots[0].token}`, {
			intents: ['guilds', 'guildMembers', 'guildMessages', 'guildMessageReactions', 'directMessages', 'messageContent'],
			getAllUsers: true,
			rest: { agent },
		})
		// Connections that are lost on purpose are told of as errors.
		client.on('error', () => {})
		const ready = hearing(client, 'ready')
		await client.connect()
		await ready
	})

	after(async () => {
		client?.disconnect({ reconnect: false })
		await platform?.[Symbol.asyncDispose]()
	})

	test('it knows its guilds, and every member of them', () => {
		const { guild, big_guild } = platform.fixture
		assert.equal(client.guilds.get(guild.id)?.members.size, guild.member_count)
		assert.equal(client.guilds.get(big_guild.id)?.members.size, big_guild.member_count)
	})

	test('it posts, edits, reacts, pins and deletes', async () => {
		const { text_channel_id: channelId } = platform.fixture.guild
		const heard = hearing<[Message]>(client, 'messageCreate', ({ content }) => content === 'hello')
		const sent = await client.createMessage(channelId, { content: 'hello', embed: { title: 'there' } })
		assert.equal((await heard)[0].id, sent.id)
		const edited = hearing<[Message]>(client, 'messageUpdate')
		await sent.edit('goodbye')
		assert.equal((await edited)[0].content, 'goodbye')
		await sent.addReaction('👍')
		assert.equal((await sent.getReaction('👍')).length, 1)
		await sent.pin()
		assert.deepEqual(
			(await client.getPins(channelId)).map(({ id }) => id),
			[sent.id],
		)
		const gone = hearing<[Message]>(client, 'messageDelete')
		await sent.delete('no longer — needed')
		assert.equal((await gone)[0].id, sent.id)
	})

	test('it sends files with a form field for each key', async () => {
		const { text_channel_id: channelId } = platform.fixture.guild
		const files = [
			{ name: 'a.txt', file: Buffer.from('first') },
			{ name: 'b.txt', file: Buffer.from('second') },
		]
		const { attachments } = await client.createMessage(channelId, { content: 'two', embed: { title: 'files' } }, files)
		assert.deepEqual(
			attachments.map(({ filename, size }) => [filename, size]),
			[
				['a.txt', 5],
				['b.txt', 6],
			],
		)
	})

	test('it waits for limits by itself, and keeps the order', async () => {
		const { other_text_channel_id: channelId } = platform.fixture.guild
		const contents = Array.from({ length: 12 }, (_, n) => `number ${n}`)
		const sent = await Promise.all(contents.map((content) => client.createMessage(channelId, content)))
		const ids = sent.map(({ id }) => id)
		assert.deepEqual(ids, [...ids].sort())
	})

	test('it says what was wrong with a form', async () => {
		const { text_channel_id: channelId } = platform.fixture.guild
		await assert.rejects(client.createMessage(channelId, 'x'.repeat(2001)), (error: DiscordRESTError) => {
			assert.ok(error instanceof DiscordRESTError)
			assert.equal(error.code, 50035)
			assert.match(error.message, /content: Must be 2000 or fewer in length/)
			return true
		})
	})

	test('it talks with people in private', async () => {
		const [alice] = platform.fixture.users
		const channel = await client.getDMChannel(alice.id)
		await channel.createMessage('psst')
		const heard = hearing<[Message]>(client, 'messageCreate', ({ content }) => content === 'yes?')
		await platform.control('message.create', { as: alice.id, channel_id: channel.id, message: { content: 'yes?' } })
		const [{ guildID, author }] = await heard
		assert.deepEqual([guildID, author.username], [undefined, alice.username])
	})

	test('it resumes what was cut, and what it was asked to leave', async () => {
		const { guild, users, bots } = platform.fixture
		for (const how of ['terminate', 'reconnect']) {
			const resumed = hearing(client, 'shardResume')
			await platform.control('gateway.sever', { user_id: bots[0].user_id, how })
			const content = `after ${how}`
			const heard = hearing<[Message]>(client, 'messageCreate', (message) => message.content === content)
			await platform.control('message.create', {
				as: users[0].id,
				channel_id: guild.text_channel_id,
				message: { content },
			})
			await Promise.all([resumed, heard])
		}
	})
})
