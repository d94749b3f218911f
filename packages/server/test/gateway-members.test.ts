import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INTENTS } from '@guildhall/protocol'
import { createUsers } from '../src/domain/accounts/accounts.ts'
import { type Frame, house, login, reads } from './gateway-client.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

/** Members and presences. */
const GRANTED = { flags: (1 << 13) | (1 << 15) }
const MEMBERS = INTENTS.Guilds | INTENTS.GuildMembers

/** A guild with so many members, the bot and the owner among them; members are called member0, member1 … */
async function crowd(server: TestServer, count: number): Promise<{ bot: Bot; guildId: string; memberIds: string[] }> {
	const bot = await server.bot('Herald', GRANTED)
	const owner = await server.person('alice')
	const names = Array.from({ length: count - 2 }, (_, n) => ({ username: `member${n}`, isVerified: true }))
	const users = await server.store.transaction((tx) => createUsers(tx, names))
	const memberIds = users.map(({ id }) => id)
	const { guild } = await server.guild(owner.id, { memberIds: [bot.id, ...memberIds] })
	return { bot, guildId: guild.id, memberIds }
}

const idsOf = (chunk: Frame['d']) => chunk.members.map((member: Frame['d']) => member.user.id as string)

test('G21 2,500 members come in chunks of 1000, 1000 and 500, each with the nonce', async () => {
	await using server = await testServer()
	const { bot, guildId, memberIds } = await crowd(server, 2500)
	await using client = await login(server, { token: bot.token, intents: MEMBERS })
	await client.event('GUILD_CREATE')
	client.send(8, { guild_id: guildId, query: '', limit: 0, nonce: 'n'.repeat(32) })
	const chunks = await reads(client, 'GUILD_MEMBERS_CHUNK', 3)
	assert.deepEqual(
		chunks.map((chunk) => [chunk.members.length, chunk.chunk_index, chunk.chunk_count, chunk.nonce]),
		[1000, 1000, 500].map((size, index) => [size, index, 3, 'n'.repeat(32)]),
	)
	const seen = new Set(chunks.flatMap(idsOf))
	assert.equal(seen.size, 2500)
	assert.ok([bot.id, ...memberIds].every((id) => seen.has(id)))
	assert.equal('presences' in chunks[0], false)

	client.send(8, { guild_id: guildId, query: '', limit: 0, nonce: 'again' })
	const limited = await client.event('RATE_LIMITED')
	assert.deepEqual(limited, { opcode: 8, retry_after: 30, meta: { guild_id: guildId, nonce: 'again' } })
	server.clock.advance(30_000)
	client.send(8, { guild_id: guildId, query: '', limit: 0 })
	assert.equal((await client.event('GUILD_MEMBERS_CHUNK')).chunk_count, 3)
})

test('G21 members are found by the beginning of their name, and by id', async (t) => {
	await using server = await testServer()
	const { bot, guildId, memberIds } = await crowd(server, 150)
	await using client = await login(server, { token: bot.token, intents: MEMBERS })
	await client.event('GUILD_CREATE')
	const ask = async (request: object): Promise<Frame['d']> => {
		client.send(8, { guild_id: guildId, ...request })
		return client.event('GUILD_MEMBERS_CHUNK')
	}
	const [first, second] = memberIds as [string, string]
	await t.test('a name', async () => {
		const chunk = await ask({ query: 'member14', limit: 50, nonce: 'n' })
		assert.equal(chunk.members.length, 9)
		assert.deepEqual([chunk.chunk_index, chunk.chunk_count, chunk.nonce, 'not_found' in chunk], [0, 1, 'n', false])
	})
	await t.test('at most 100', async () => assert.equal((await ask({ query: 'mem', limit: 1000 })).members.length, 100))
	await t.test('ids, and those that nobody has', async () => {
		const chunk = await ask({ user_ids: [first, second, '123', '999999999999999999'] })
		assert.deepEqual(idsOf(chunk), [first, second])
		assert.deepEqual(chunk.not_found, [123, '999999999999999999'])
	})
	await t.test('one id as a number beyond 2^53, as some clients write it', async () => {
		client.ws.send(`{"op":8,"d":{"guild_id":${guildId},"user_ids":${first},"limit":0}}`)
		assert.deepEqual(idsOf(await client.event('GUILD_MEMBERS_CHUNK')), [first])
	})
	await t.test('presences may be asked for with the bit of their intent, as eris does', async () => {
		client.ws.send(`{"op":8,"d":{"guild_id":["${guildId}"],"user_ids":["${first}"],"presences":256}}`)
		assert.deepEqual(idsOf(await client.event('GUILD_MEMBERS_CHUNK')), [first])
	})
	await t.test('a nonce of 33 bytes is left out', async () => {
		assert.equal('nonce' in (await ask({ query: 'member1', limit: 1, nonce: 'n'.repeat(33) })), false)
	})
	await t.test('a guild one is not in has no members', async () => {
		const elsewhere = await server.guild((await server.person('carol')).id)
		const chunk = await ask({ guild_id: elsewhere.guild.id, query: 'c', limit: 10 })
		assert.deepEqual([chunk.members, chunk.chunk_count], [[], 1])
	})
})

test('G21 without GUILD_MEMBERS all members are an empty chunk', async () => {
	await using server = await testServer()
	const { bot, guildId } = await crowd(server, 10)
	await using client = await login(server, { token: bot.token, intents: INTENTS.Guilds })
	await client.event('GUILD_CREATE')
	client.send(8, { guild_id: guildId, query: '', limit: 0, nonce: 'n' })
	const chunk = await client.event('GUILD_MEMBERS_CHUNK')
	assert.deepEqual([chunk.members, chunk.chunk_index, chunk.chunk_count, chunk.nonce], [[], 0, 1, 'n'])
})

test('what GUILD_CREATE shows of members depends on the intent, the threshold and what is notable', async (t) => {
	await using server = await testServer()
	const { bot, guildId, memberIds } = await crowd(server, 60)
	const named = memberIds[7] as string
	await server.store.transaction((tx) =>
		tx.db
			.updateTable('members')
			.set({ nick: 'Seventh' })
			.where('guild_id', '=', guildId)
			.where('user_id', '=', named)
			.execute(),
	)
	const shown = async (intents: number, large_threshold?: number): Promise<Frame['d']> => {
		const identify = { token: bot.token, intents, ...(large_threshold ? { large_threshold } : {}) }
		await using client = await login(server, identify)
		return await client.event('GUILD_CREATE')
	}
	const all = MEMBERS | INTENTS.GuildPresences
	await t.test('without presences: the bot alone', async () => {
		const guild = await shown(MEMBERS)
		assert.deepEqual([idsOf(guild), guild.large, guild.member_count], [[bot.id], true, 60])
	})
	await t.test('below the threshold: everybody', async () => {
		const guild = await shown(all, 100)
		assert.deepEqual([guild.members.length, guild.large], [60, false])
	})
	await t.test('above it: who is online, or has a nickname', async () => {
		const guild = await shown(all)
		assert.deepEqual([idsOf(guild).sort(), guild.large], [[bot.id, named].sort(), true])
		assert.deepEqual(
			guild.presences.map((presence: Frame['d']) => [presence.user.id, presence.status, presence.guild_id]),
			[[bot.id, 'online', guildId]],
		)
	})
})

test('op 31 and op 43 are answered with what there is, which is nothing', async () => {
	await using server = await testServer()
	const { bot, guildId } = await house(server)
	await using client = await login(server, { token: bot.token })
	await client.event('GUILD_CREATE')
	client.send(31, { guild_ids: [guildId, '1'] })
	assert.deepEqual(await client.event('SOUNDBOARD_SOUNDS'), { guild_id: guildId, soundboard_sounds: [] })
	client.send(43, { guild_id: guildId, fields: ['status', 'voice_start_time'] })
	assert.deepEqual(await client.event('CHANNEL_INFO'), { guild_id: guildId, channels: [] })
})
