import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home, PIXEL } from './people.ts'
import { testServer } from './server.ts'

test('an application sees itself, and how far it has spread', async () => {
	await using server = await testServer()
	const { bot } = await home(server)
	await server.player('bob', ['identify', 'applications.commands'], bot.application)
	await server.player('carol', ['identify'], bot.application)
	const { status, body } = await bot.get('/applications/@me')
	assert.equal(status, 200, JSON.stringify(body))
	assert.deepEqual(
		[body.id, body.bot.id, body.verify_key.length, body.flags_new],
		[bot.id, bot.id, 64, String(bot.application.flags)],
	)
	assert.deepEqual(
		[body.approximate_guild_count, body.approximate_user_install_count, body.approximate_user_authorization_count],
		[1, 1, 2],
	)
	assert.equal(body.summary, '', 'interactions.py does not log in without it')
	assert.deepEqual((await bot.get('/oauth2/applications/@me')).body, body)
	assert.deepEqual((await bot.get(`/applications/${bot.id}`)).body, body)
	const other = await server.bot('Other')
	assert.equal((await bot.get(`/applications/${other.id}`)).body.code, 20012)
	assert.equal((await bot.get('/applications/1')).body.code, 10002)
})

test('an application changes what it says of itself', async () => {
	await using server = await testServer()
	const bot = await server.bot('Herald')
	const { status, body } = await bot.patch('/applications/@me', {
		description: ' brings news ',
		icon: PIXEL,
		cover_image: PIXEL,
		tags: ['news'],
		install_params: { scopes: ['bot', 'applications.commands'], permissions: '8' },
		integration_types_config: { 1: { oauth2_install_params: { scopes: ['applications.commands'] } } },
	})
	assert.equal(status, 200, JSON.stringify(body))
	assert.deepEqual([body.description, body.tags], ['brings news', ['news']])
	assert.match(body.icon, /^[0-9a-f]{32}$/)
	assert.deepEqual(body.install_params, { scopes: ['bot', 'applications.commands'], permissions: '8' })
	assert.deepEqual(Object.keys(body.integration_types_config), ['0', '1'])
	assert.deepEqual((await bot.get('/applications/@me')).body, body)
	const cleared = await bot.patch('/applications/@me', {
		tags: null,
		icon: null,
		integration_types_config: { 1: null },
	})
	assert.deepEqual([cleared.body.tags, cleared.body.icon], [undefined, null])
	assert.deepEqual(Object.keys(cleared.body.integration_types_config), ['0'])
	const scopes = await bot.patch('/applications/@me', { install_params: { scopes: ['nonsense'] } })
	assert.ok(scopes.body.errors.install_params.scopes['0'])
	const address = await bot.patch('/applications/@me', { interactions_endpoint_url: 'https://example.com/x' })
	assert.ok(address.body.errors.interactions_endpoint_url)
})

test('LIM-19 a small application gives itself the limited intents, and holds them at once', async () => {
	await using server = await testServer()
	const bot = await server.bot('Herald')
	const { guild } = await server.guild(bot.id)
	assert.equal((await bot.get(`/guilds/${guild.id}/members`)).body.code, 50001)
	assert.equal((await bot.patch('/applications/@me', { flags: 1 << 15 })).body.flags, 1 << 15)
	assert.equal((await bot.get(`/guilds/${guild.id}/members`)).status, 200)
	assert.ok((await bot.patch('/applications/@me', { flags: 1 << 14 })).body.errors.flags)
})

test('GWC-01 where the gateway is', async () => {
	await using server = await testServer()
	const { bot } = await home(server)
	assert.deepEqual((await server.nobody.get('/gateway')).body, { url: server.config.gatewayUrl })
	const { body } = await bot.get('/gateway/bot')
	assert.deepEqual([body.url, body.shards], [server.config.gatewayUrl, 1])
	const { total, remaining, max_concurrency } = body.session_start_limit
	assert.deepEqual([total, remaining, max_concurrency], [1000, 1000, 16])
	assert.equal((await server.nobody.get('/gateway/bot')).status, 401)
})
