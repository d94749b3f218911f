import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantTokens } from '../src/domain/applications/tokens.ts'
import { connect, type GatewayClient, house, login } from './gateway-client.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

const limitOf = async (bot: Bot) => (await bot.get('/gateway/bot')).body.session_start_limit

async function tryOnce(server: TestServer, { token }: Bot): Promise<GatewayClient> {
	const client = await connect(server)
	client.send(2, { token, properties: {}, intents: 0 })
	return client
}

test('GWI-02, G8 what is left of the day is said; who has none is told to try again until it is over', async () => {
	await using server = await testServer({ sessionStartsPerDay: 2, maxConcurrency: 1 })
	const { bot } = await house(server)
	assert.deepEqual(await limitOf(bot), { total: 2, remaining: 2, reset_after: 86_400_000, max_concurrency: 1 })
	await using first = await login(server, { token: bot.token, intents: 0 })
	server.clock.advance(5000)
	await using second = await login(server, { token: bot.token, intents: 0 })
	assert.deepEqual(await limitOf(bot), { total: 2, remaining: 0, reset_after: 86_395_000, max_concurrency: 1 })
	server.clock.advance(5000)
	await using third = await tryOnce(server, bot)
	await third.settled()
	server.socketClock.advance(1000)
	assert.equal((await third.next(({ op }) => op === 9)).d, false)
	// A Resume is no beginning.
	first.ws.terminate()
	await first.closed
	await using again = await connect(server)
	again.send(6, { token: bot.token, session_id: first.ready.session_id, seq: 1 })
	await again.event('RESUMED')
	server.clock.advance(86_400_000)
	third.send(2, { token: bot.token, properties: {}, intents: 0 })
	await third.event('READY')
	await second.settled()
})

test('GWI-02, G8 where the operator wants it so, one too many in a day ends sessions and token', async () => {
	await using server = await testServer({ sessionStartsPerDay: 1, resetsSpentTokens: true })
	const { bot } = await house(server)
	await using first = await login(server, { token: bot.token, intents: 0 })
	server.clock.advance(5000)
	const late = [await tryOnce(server, bot), await tryOnce(server, bot)]
	for (const one of late) assert.equal(await one.closed, 4004)
	assert.equal(await first.closed, 4004)
	assert.equal((await bot.get('/users/@me')).status, 401)
	await server.app.idle()
	const told = server.mails.filter(({ subject }) => subject.includes('token of the bot was reset'))
	assert.deepEqual(
		told.map(({ to }) => to),
		['owner-of-herald@example.com'],
	)
})

test('LIM-19 from so many people on the operator decides on privileged intents', async () => {
	await using server = await testServer({ intentUsers: 2 })
	const bot = await server.bot('Herald')
	const takes = (flags: number) => bot.patch('/applications/@me', { flags })
	const allow = async (username: string) => {
		const { id: userId } = await server.person(username)
		await server.store.transaction((tx) => grantTokens(tx, { applicationId: bot.id, userId, scopes: ['identify'] }))
	}
	assert.equal((await takes(1 << 13)).status, 200)
	await allow('ann')
	assert.equal((await takes((1 << 13) | (1 << 15))).status, 200)
	await allow('ben')
	const refused = await takes((1 << 13) | (1 << 15) | (1 << 19))
	assert.equal(refused.body.code, 50035)
	// What was taken before stays, and can be given up.
	await using client = await connect(server)
	client.send(2, { token: bot.token, properties: {}, intents: 1 << 1 })
	await client.event('READY')
	assert.equal((await takes(1 << 13)).status, 200)
})

test('G7 a connection carries 2500 guilds; a bot in more must divide them', async () => {
	await using server = await testServer()
	const { bot, guildId } = await house(server)
	const rowOf = async (table: 'guilds' | 'members') => {
		const rows = server.store.db.selectFrom(table).selectAll()
		const found = table === 'guilds' ? rows.where('id', '=', guildId) : rows.where('user_id', '=', bot.id)
		return (await found.executeTakeFirstOrThrow()) as object
	}
	const [guild, member] = [await rowOf('guilds'), await rowOf('members')]
	for (let made = 1; made < 2500; made += 357) {
		// Shards divide guilds by the millisecond they were made in.
		await server.advance(1)
		await server.store.transaction(async ({ db, newId }) => {
			const ids = Array.from({ length: 357 }, newId)
			await db
				.insertInto('guilds')
				.values(ids.map((id) => ({ ...guild, id })) as never)
				.execute()
			await db
				.insertInto('members')
				.values(ids.map((guild_id) => ({ ...member, guild_id })) as never)
				.execute()
		})
	}
	const { token } = bot
	await using whole = await login(server, { token, intents: 0 })
	assert.equal(whole.ready.guilds.length, 2500)
	assert.equal((await bot.get('/gateway/bot')).body.shards, 3)
	await server.guild((await server.person('bob')).id, { memberIds: [bot.id] })
	await using late = await tryOnce(server, bot)
	assert.equal(await late.closed, 4011)
	for (const id of [0, 1]) {
		await using part = await login(server, { token, intents: 0, shard: [id, 2] })
		assert.ok(part.ready.guilds.length <= 2500)
	}
})
