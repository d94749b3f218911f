import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULTS } from '../src/config.ts'
import { type Answered, testServer } from './server.ts'

const AS_DECLARED = { rateLimits: DEFAULTS.rateLimits }

/** What the headers of HC-80 say, as numbers. */
function limitOf({ headers }: Answered) {
	const number = (name: string) => Number(headers[`x-ratelimit-${name}`])
	return { limit: number('limit'), remaining: number('remaining'), resetAfter: number('reset-after') }
}

async function room(server: Awaited<ReturnType<typeof testServer>>) {
	const bot = await server.bot('Herald')
	const owner = await server.person('owner')
	const { guild, channels } = await server.guild(owner.id, { memberIds: [bot.id] })
	const first = channels.find(({ type }) => type === 0)?.id as string
	return { bot, guild, first }
}

test('HC-80 HC-81 HC-82 a bucket is counted down, refuses, and is full again after its window', async () => {
	await using server = await testServer(AS_DECLARED)
	const { bot, first } = await room(server)
	const path = `/channels/${first}/messages`
	for (let remaining = 4; remaining >= 0; remaining--) {
		const answer = await bot.post(path, { content: 'hail' })
		assert.equal(answer.status, 200)
		assert.deepEqual(limitOf(answer), { limit: 5, remaining, resetAfter: 5 })
	}
	server.clock.advance(1500)
	const { status, body, headers } = await bot.post(path, { content: 'hail' })
	assert.equal(status, 429)
	assert.deepEqual(body, { message: 'You are being rate limited.', retry_after: 3.5, global: false, code: 0 })
	assert.equal(headers['retry-after'], '4')
	assert.equal(headers['x-ratelimit-scope'], 'user')
	assert.equal(headers['x-ratelimit-remaining'], '0')
	assert.equal(headers['x-ratelimit-global'], undefined)
	assert.ok(headers.via)
	server.clock.advance(3500)
	assert.equal((await bot.post(path, { content: 'hail' })).status, 200)
})

test("HC-80 when a bucket is full again is told by the machine's clock, wherever the platform's was moved", async () => {
	await using server = await testServer(AS_DECLARED)
	const { bot, first } = await room(server)
	server.clock.advance(3_600_000)
	const before = server.socketClock.now()
	const { headers } = await bot.post(`/channels/${first}/messages`, { content: 'hail' })
	const resetAt = Math.round(Number(headers['x-ratelimit-reset']) * 1000)
	assert.ok(resetAt >= before + 5000 && resetAt <= server.socketClock.now() + 5000, String(resetAt))
})

test('HC-83 two channels, and two bots, do not share; the name of the bucket is the same', async () => {
	await using server = await testServer(AS_DECLARED)
	const { bot, guild, first } = await room(server)
	const other = await server.bot('Scribe')
	await server.join(guild.id, other.id)
	const second = (await bot.get(`/guilds/${guild.id}/channels`)).body.find(
		({ type }: { type: number }) => type === 2,
	).id
	const answers: Answered[] = []
	for (let count = 0; count < 5; count++) answers.push(await bot.post(`/channels/${first}/messages`, { content: 'a' }))
	assert.equal((await bot.post(`/channels/${first}/messages`, { content: 'a' })).status, 429)
	const elsewhere = await bot.post(`/channels/${second}/messages`, { content: 'a' })
	assert.equal(elsewhere.status, 200)
	assert.equal(elsewhere.headers['x-ratelimit-bucket'], answers[0]?.headers['x-ratelimit-bucket'])
	assert.equal((await other.post(`/channels/${first}/messages`, { content: 'a' })).status, 200)
	const reading = await bot.get(`/channels/${first}/messages`)
	assert.equal(reading.status, 200)
	assert.notEqual(reading.headers['x-ratelimit-bucket'], elsewhere.headers['x-ratelimit-bucket'])
})

test('HC-84 a bot asks fifty times a second, whatever it asks', async () => {
	await using server = await testServer(AS_DECLARED)
	const bot = await server.bot('Herald')
	for (let count = 0; count < 50; count++) assert.equal((await bot.get('/gateway/bot')).status, 200)
	const { status, body, headers } = await bot.get('/gateway/bot')
	assert.equal(status, 429)
	assert.equal(body.global, true)
	assert.equal(headers['x-ratelimit-global'], 'true')
	assert.equal(headers['x-ratelimit-scope'], 'global')
	assert.equal(headers['x-ratelimit-bucket'], undefined)
	assert.equal((await server.nobody.get('/gateway')).status, 200)
	server.clock.advance(1000)
	assert.equal((await bot.get('/gateway/bot')).status, 200)
})

test('HC-85 an address that keeps asking for what it may not have is turned away for a while', async () => {
	await using server = await testServer({ rateLimits: { ...DEFAULTS.rateLimits, invalidPerTenMinutes: 3 } })
	const bot = await server.bot('Herald')
	const stranger = server.as('', 'Bot nonsense')
	for (let count = 0; count < 3; count++) assert.equal((await stranger.get('/users/@me')).status, 401)
	assert.equal((await bot.get('/users/@me')).status, 429)
	server.clock.advance(600_000)
	assert.equal((await bot.get('/users/@me')).status, 200)
})
