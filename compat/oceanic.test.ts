/** oceanic.js as it is on the registry, over a compressed gateway. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, DiscordRESTError, type Message, OAuthHelper } from 'oceanic.js'
import { hearing } from './hearing.ts'
import { type Platform, startPlatform } from './platform.ts'

describe('oceanic.js', () => {
	let platform: Platform
	let client: Client

	before(async () => {
		platform = await startPlatform()
		client = new Client({
			auth: `Bot ${platform.fixture.bots[0].token}`,
			rest: { baseURL: `${platform.fixture.api_base}/v10` },
			gateway: {
				intents: ['GUILDS', 'GUILD_MEMBERS', 'GUILD_MESSAGES', 'MESSAGE_CONTENT'],
				compress: 'zstd-stream',
			},
		})
		client.on('error', () => {})
		client.on('warn', () => {})
		const ready = hearing(client, 'ready')
		await client.connect()
		await ready
	})

	after(async () => {
		client?.disconnect(false)
		await platform?.[Symbol.asyncDispose]()
	})

	test('it posts with a file, and hears of it', async () => {
		const { guild } = platform.fixture
		assert.equal(client.guilds.get(guild.id)?.name, guild.name)
		const heard = hearing<[Message]>(client, 'messageCreate', ({ content }) => content === 'hello')
		await client.rest.channels.createMessage(guild.text_channel_id, {
			content: 'hello',
			files: [{ name: 'a.txt', contents: Buffer.from('hi') }],
		})
		assert.equal((await heard)[0].attachments.first()?.filename, 'a.txt')
	})

	test('it says where a form was wrong', async () => {
		const { text_channel_id: channelId } = platform.fixture.guild
		const posting = client.rest.channels.createMessage(channelId, { embeds: [{ title: 'x'.repeat(257) }] })
		await assert.rejects(posting, (error: DiscordRESTError) => {
			assert.ok(error instanceof DiscordRESTError)
			assert.deepEqual([error.status, error.code], [400, 50035])
			assert.match(error.message, /embeds\.0\.title/)
			return true
		})
	})

	test('it signs people in with forms that are multipart, its own token in the header', async () => {
		const { bots, users, redirect_uri: redirectURI, origin } = platform.fixture
		const { id: clientID, client_secret: clientSecret } = bots[0].application
		const asking = new URL(
			OAuthHelper.constructURL({ clientID, redirectURI, responseType: 'code', scopes: ['identify', 'guilds'] }),
		)
		const url = `${origin}${asking.pathname}${asking.search}`
		const { location } = await platform.control('oauth.authorize', { as: users[1].id, url })
		const code = new URL(String(location)).searchParams.get('code') as string
		const first = await client.rest.oauth.exchangeCode({ clientID, clientSecret, code, redirectURI })
		assert.deepEqual([first.tokenType, first.scopes], ['Bearer', ['identify', 'guilds']])
		const second = await client.rest.oauth.refreshToken({ clientID, clientSecret, refreshToken: first.refreshToken })
		const helper = client.rest.oauth.getHelper(`Bearer ${second.accessToken}`)
		assert.equal((await helper.getCurrentUser()).username, users[1].username)
		assert.equal((await helper.getCurrentGuilds()).length > 0, true)
	})

	test('it begins anew where its session is over', async () => {
		const { user_id } = platform.fixture.bots[0]
		const again = hearing<[{ t: string | null }]>(client, 'packet', ({ t }) => t === 'READY')
		await platform.control('gateway.sever', { user_id, how: 'invalid' })
		await platform.control('clock.advance', { ms: 5000 })
		await again
	})
})
