/** eris as it is where `erlpack` is installed: it speaks the External Term Format then, alone or compressed. */
import assert from 'node:assert/strict'
import { Agent } from 'node:https'
import { createRequire, registerHooks } from 'node:module'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type * as eris from 'eris'
import { hearing } from './hearing.ts'
import { type Platform, startPlatform } from './platform.ts'

/** erlpack is built by a compiler; etf.js is the same library in JavaScript. */
function erisWithErlpack(): typeof eris {
	const require = createRequire(import.meta.url)
	const isEris = (path: string) => path.includes('/node_modules/eris/')
	const forget = () => {
		for (const path of Object.keys(require.cache).filter(isEris)) delete require.cache[path]
	}
	const hooks = registerHooks({
		resolve: (specifier, context, next) => next(specifier === 'erlpack' ? 'etf.js' : specifier, context),
	})
	forget()
	try {
		return require('eris')
	} finally {
		forget()
		hooks.deregister()
	}
}

for (const compress of [false, true]) {
	describe(`eris with erlpack${compress ? ' and zlib-stream' : ''}`, () => {
		let platform: Platform
		let client: eris.Client
		const heardContents: string[] = []

		before(async () => {
			platform = await startPlatform()
			const { hostname, port } = new URL(platform.fixture.origin)
			const agent = new Agent()
			agent.createConnection = () => connect(Number(port), hostname)
			const { Client } = erisWithErlpack()
			client = new Client(`Bot ${platform.fixture.bots[0].token}`, {
				intents: ['guilds', 'guildMembers', 'guildMessages', 'messageContent'],
				getAllUsers: true,
				compress,
				rest: { agent },
			})
			client.on('error', () => {})
			client.on('messageCreate', ({ content }) => void heardContents.push(content))
			const ready = hearing(client, 'ready')
			await client.connect()
			await ready
		})

		after(async () => {
			client?.disconnect({ reconnect: false })
			await platform?.[Symbol.asyncDispose]()
		})

		test('it speaks the format, and knows its guilds and every member of them', () => {
			const { searchParams } = new URL(client.gatewayURL as string)
			assert.equal(searchParams.get('encoding'), 'etf')
			assert.equal(searchParams.get('compress'), compress ? 'zlib-stream' : null)
			const { guild, big_guild } = platform.fixture
			assert.equal(client.guilds.get(guild.id)?.members.size, guild.member_count)
			assert.equal(client.guilds.get(big_guild.id)?.members.size, big_guild.member_count)
		})

		test('it hears what is said, whatever the letters, and resumes what was cut without a loss', async () => {
			const { guild, bots } = platform.fixture
			const said: string[] = []
			const say = async (content: string) => {
				said.push(content)
				await client.createMessage(guild.text_channel_id, content)
			}
			await say('Grüße, 世界 🏰')
			for (const how of ['terminate', 'reconnect']) {
				const resumed = hearing(client, 'shardResume')
				await platform.control('gateway.sever', { user_id: bots[0].user_id, how })
				await say(`while away: ${how}`)
				await resumed
				await say(`after: ${how}`)
			}
			const last = said.at(-1) as string
			if (!heardContents.includes(last))
				await hearing<[eris.Message]>(client, 'messageCreate', (one) => one.content === last)
			assert.deepEqual(heardContents.splice(0), said)
		})
	})
}
