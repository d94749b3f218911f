/** @discordjs/ws as it is on the registry: shards, both compressions, sessions that are taken up again. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client as CoreClient, GatewayDispatchEvents } from '@discordjs/core'
import { REST } from '@discordjs/rest'
import {
	CloseCodes,
	CompressionMethod,
	type OptionalWebSocketManagerOptions,
	type RequiredWebSocketManagerOptions,
	type SessionInfo,
	WebSocketManager,
	WebSocketShardEvents,
	WorkerShardingStrategy,
} from '@discordjs/ws'
import {
	type APIMessage,
	GatewayIntentBits,
	type GatewayPresenceUpdateDispatchData,
	type GatewayReadyDispatchData,
	PresenceUpdateStatus,
	Routes,
} from 'discord-api-types/v10'
import { hearing } from './hearing.ts'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
/** Talks; the others listen. */
let speaker: REST
const INTENTS = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages | GatewayIntentBits.MessageContent

before(async () => {
	platform = await startPlatform()
	speaker = restOf(0)
})

after(() => platform?.[Symbol.asyncDispose]())

function restOf(bot: 0 | 1): REST {
	const { api_base: api, bots } = platform.fixture
	return new REST({ api, version: '10' }).setToken(bots[bot].token)
}

type Options = Partial<OptionalWebSocketManagerOptions & RequiredWebSocketManagerOptions>

function managerOf(options: Options, bot: 0 | 1 = 1): WebSocketManager {
	const manager = new WebSocketManager({
		token: platform.fixture.bots[bot].token,
		intents: INTENTS,
		rest: restOf(bot),
		...options,
	})
	// A connection that is cut on purpose is told of as an error.
	manager.on(WebSocketShardEvents.Error, () => {})
	return manager
}

interface Dispatched {
	shardId: number
	name: string
	data: unknown
}

/** Everything that a manager's shards are told, in order. */
function listen(manager: WebSocketManager): Dispatched[] {
	const told: Dispatched[] = []
	manager.on(WebSocketShardEvents.Dispatch, ({ t, d }, shardId) => void told.push({ name: t, data: d, shardId }))
	return told
}

async function say(content: string): Promise<void> {
	await speaker.post(Routes.channelMessages(platform.fixture.guild.text_channel_id), { body: { content } })
}

function contentsOf(told: readonly Dispatched[], start: string): string[] {
	const messages = told.filter(({ name }) => name === GatewayDispatchEvents.MessageCreate)
	return messages.map(({ data }) => (data as APIMessage).content).filter((content) => content.startsWith(start))
}

const heardBy = (manager: WebSocketManager, content: string) =>
	hearing<[{ t: string; d: APIMessage }]>(manager, WebSocketShardEvents.Dispatch, ({ t, d }) => {
		return t === GatewayDispatchEvents.MessageCreate && d.content === content
	})

const sever = (how: object) => platform.control('gateway.sever', { user_id: platform.fixture.bots[1].user_id, ...how })

describe('shards', () => {
	test('each guild and its messages come to the shard that they belong to, and to no other', async () => {
		const manager = managerOf({ shardCount: 3 })
		const told = listen(manager)
		try {
			await manager.connect()
			assert.equal(await manager.getShardCount(), 3)
			const { guild, big_guild } = platform.fixture
			const owner = (guildId: string) => Number((BigInt(guildId) >> 22n) % 3n)
			const ready = told.filter(({ name }) => name === GatewayDispatchEvents.Ready)
			assert.deepEqual(ready.map(({ shardId }) => shardId).sort(), [0, 1, 2])
			for (const { shardId, data } of ready) {
				const { shard, guilds } = data as GatewayReadyDispatchData
				assert.deepEqual(shard, [shardId, 3])
				const expected = [guild.id, big_guild.id].filter((id) => owner(id) === shardId)
				assert.deepEqual(
					expected.filter((id) => guilds.some((one) => one.id === id)),
					expected,
				)
			}
			const last = heardBy(manager, 'to one shard')
			await say('to one shard')
			await last
			const said = told.filter(({ name }) => name === GatewayDispatchEvents.MessageCreate)
			assert.deepEqual(
				said.map(({ shardId }) => shardId),
				[owner(guild.id)],
			)
		} finally {
			await manager.destroy()
		}
	})

	test('shards in threads of their own work as well', async () => {
		const manager = managerOf({
			shardCount: 2,
			compression: CompressionMethod.ZlibNative,
			buildStrategy: (of) => new WorkerShardingStrategy(of, { shardsPerWorker: 1 }),
		})
		const told = listen(manager)
		try {
			await manager.connect()
			const last = heardBy(manager, 'to a thread')
			await say('to a thread')
			await last
			assert.equal(told.filter(({ name }) => name === GatewayDispatchEvents.Ready).length, 2)
			assert.deepEqual(contentsOf(told, 'to a thread'), ['to a thread'])
		} finally {
			await manager.destroy()
		}
	})
})

describe('whatever ends a connection', () => {
	const compressions = { no: null, zlib: CompressionMethod.ZlibNative }
	for (const [name, compression] of Object.entries(compressions)) {
		test(`a session with ${name} compression is resumed, and nothing is lost, doubled or out of order`, async () => {
			const manager = managerOf({ compression, shardCount: 1 })
			const told = listen(manager)
			try {
				await manager.connect()
				const said: string[] = []
				for (const how of [{ how: 'terminate' }, { how: 'close', code: 4000 }, { how: 'reconnect' }]) {
					const resumed = hearing(manager, WebSocketShardEvents.Resumed)
					await tell(said, name)
					assert.deepEqual(await sever(how), { severed: 1 })
					await tell(said, name)
					await resumed
					await tell(said, name)
				}
				await heardLast(told, manager, said, name)
				assert.deepEqual(contentsOf(told, name), said)
				assert.equal(told.filter((one) => one.name === GatewayDispatchEvents.Ready).length, 1)
			} finally {
				await manager.destroy()
			}
		})
	}

	async function tell(said: string[], name: string): Promise<void> {
		for (let n = 0; n < 5; n++) {
			const content = `${name} ${said.length}`
			said.push(content)
			await say(content)
		}
	}

	async function heardLast(told: Dispatched[], manager: WebSocketManager, said: string[], name: string) {
		const last = said.at(-1) as string
		if (!contentsOf(told, name).includes(last)) await heardBy(manager, last)
	}

	test('an invalidated session is followed by a new one', async () => {
		const manager = managerOf({ shardCount: 1 })
		const told = listen(manager)
		try {
			await manager.connect()
			const ready = hearing(manager, WebSocketShardEvents.Ready)
			assert.deepEqual(await sever({ how: 'invalid' }), { severed: 1 })
			await ready
			const last = heardBy(manager, 'to the new session')
			await say('to the new session')
			await last
			const sessions = told.filter(({ name }) => name === GatewayDispatchEvents.Ready)
			const ids = sessions.map(({ data }) => (data as GatewayReadyDispatchData).session_id)
			assert.equal(new Set(ids).size, 2)
		} finally {
			await manager.destroy()
		}
	})

	test('another process takes a session up with what the first wrote down, compressed or not', async () => {
		let written: SessionInfo | null = null
		const first = managerOf({
			shardCount: 1,
			compression: CompressionMethod.ZlibNative,
			updateSessionInfo(_, info) {
				written = info ?? written
			},
		})
		await first.connect()
		const heard = heardBy(first, 'before the change')
		await say('before the change')
		await heard
		await first.destroy({ code: CloseCodes.Resuming })
		await say('meanwhile')

		const info = written as SessionInfo | null
		assert.ok(info)
		const second = managerOf({ shardCount: 1, retrieveSessionInfo: () => info })
		const told = listen(second)
		try {
			const meanwhile = heardBy(second, 'meanwhile')
			await second.connect()
			await meanwhile
			// What was written down is as old as the beginning of the session.
			assert.deepEqual(contentsOf(told, ''), ['before the change', 'meanwhile'])
			assert.ok(!told.some(({ name }) => name === GatewayDispatchEvents.Ready))
		} finally {
			await second.destroy()
		}
	})
})

test('@discordjs/core hears, asks for members and shows a presence over the same connection', async () => {
	const rest = restOf(1)
	const manager = managerOf({
		shardCount: 1,
		intents: INTENTS | GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences,
	})
	const client = new CoreClient({ rest, gateway: manager })
	try {
		const ready = hearing(client, GatewayDispatchEvents.Ready)
		await manager.connect()
		await ready
		const { guild, big_guild } = platform.fixture
		const chosen = await client.requestGuildMembers({ guild_id: guild.id, query: '', limit: 0 })
		assert.equal(chosen.members.length, guild.member_count)
		const many = await client.requestGuildMembers({ guild_id: big_guild.id, query: '', limit: 0 })
		assert.equal(many.members.length, big_guild.member_count)
		const [alice] = platform.fixture.users
		const named = await client.requestGuildMembers({ guild_id: guild.id, user_ids: [alice.id, '111111111111111111'] })
		assert.deepEqual([named.members.map(({ user }) => user.id), named.notFound], [[alice.id], ['111111111111111111']])

		const watching = managerOf({ shardCount: 1, intents: INTENTS | GatewayIntentBits.GuildPresences }, 0)
		try {
			await watching.connect()
			const { user_id } = platform.fixture.bots[1]
			const seen = hearing<[{ t: string; d: GatewayPresenceUpdateDispatchData }]>(
				watching,
				WebSocketShardEvents.Dispatch,
				({ t, d }) => t === GatewayDispatchEvents.PresenceUpdate && d.user.id === user_id && d.status === 'idle',
			)
			await client.updatePresence(0, { status: PresenceUpdateStatus.Idle, activities: [], afk: false, since: null })
			await seen
		} finally {
			await watching.destroy()
		}
	} finally {
		await manager.destroy()
	}
})
