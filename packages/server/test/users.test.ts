import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from './browser.ts'
import { login } from './gateway-client.ts'
import { bits, home, PIXEL } from './people.ts'
import { elsewhere, gameOf } from './playing.ts'
import { testServer } from './server.ts'

test('RES-04 what is told of a user follows the scopes', async () => {
	await using server = await testServer()
	const plain = await server.player('alice', ['identify'])
	const mail = await server.player('bob', ['identify', 'email'])
	await server.store.transaction((tx) => tx.db.updateTable('users').set({ premium_type: 2 }).execute())
	const seen = (await plain.get('/users/@me')).body
	assert.deepEqual([seen.username, seen.discriminator, seen.premium_type, seen.email], ['alice', '0', 0, undefined])
	const { body } = await mail.get('/users/@me')
	assert.deepEqual([body.email, body.verified], ['bob@example.com', true])
	const none = await server.player('carol', ['guilds'])
	assert.equal((await none.get('/users/@me')).body.code, 50026)
	assert.equal((await server.nobody.get('/users/@me')).status, 401)
	const bot = await server.bot('Herald')
	assert.equal((await bot.get('/users/@me')).body.bot, true)
	assert.equal((await bot.get(`/users/${plain.id}`)).body.username, 'alice')
	assert.equal((await bot.get('/users/1')).body.code, 10013)
})

test('N6 a change says nothing of a subscription: not every session of the user may know of it', async () => {
	await using server = await testServer()
	const alice = await server.player('alice', ['identify', 'identify.premium', 'sdk.social_layer'])
	await server.store.transaction((tx) => tx.db.updateTable('users').set({ premium_type: 2 }).execute())
	await using hers = await login(server, { token: `Bearer ${alice.token}`, intents: 0 })
	const plain = await elsewhere(server, alice, await gameOf(server, 'Chess'), ['identify', 'sdk.social_layer'])
	await using other = await login(server, { token: `Bearer ${plain.token}`, intents: 0 })
	assert.deepEqual([hers.ready.user.premium_type, other.ready.user.premium_type], [2, 0])
	const browser = openBrowser(server)
	await browser.become(alice.id)
	await browser.act('/account', 'save', { name: 'Queen', username: 'alice' })
	for (const session of [hers, other]) {
		const user = await session.event('USER_UPDATE')
		assert.deepEqual([user.global_name, 'premium_type' in user, 'email' in user], ['Queen', false, false])
	}
})

test('a bot changes its name and its pictures, and those around it hear', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const own = server.hear(`user.${bot.id}`)
	const heard = server.hear(`guild.${guildId}`)
	const { status, body } = await bot.patch('/users/@me', { username: ' New  Name ', avatar: PIXEL, banner: PIXEL })
	assert.equal(status, 200, JSON.stringify(body))
	assert.equal(body.username, 'New Name')
	assert.equal(own.named('USER_UPDATE')[0].avatar, body.avatar)
	assert.equal(heard.named('GUILD_MEMBER_UPDATE')[0].user.username, 'New Name')
	assert.deepEqual(heard.named('GUILD_MEMBER_UPDATE')[0].roles.length, 1)
	assert.equal((await bot.call('GET', `http://x/avatars/${bot.id}/${body.avatar}.png`)).status, 200)
	assert.equal((await bot.call('GET', `http://x/banners/${bot.id}/${body.banner}.png`)).status, 200)
	assert.equal((await bot.patch('/users/@me', { avatar: null })).body.avatar, null)
	for (const username of ['every#one', 'Everyone', 'a']) {
		assert.equal((await bot.patch('/users/@me', { username })).body.code, 50035, username)
	}
	const wrong = await bot.patch('/users/@me', { avatar: 'data:image/gif;base64,AAAA' })
	assert.ok(wrong.body.errors.avatar)
})

test('two bots of one name differ in their digits', async () => {
	await using server = await testServer()
	const one = await server.bot('Herald')
	const other = await server.bot('Scribe')
	const { body } = await other.patch('/users/@me', { username: 'Herald' })
	assert.equal(body.username, 'Herald')
	assert.notEqual(body.discriminator, (await one.get('/users/@me')).body.discriminator)
})

test('an application changes nothing of a person', async () => {
	await using server = await testServer()
	const player = await server.player('alice', ['identify', 'sdk.social_layer'])
	const { status, body } = await player.patch('/users/@me', { global_name: 'Queen' })
	assert.deepEqual([status, body.code], [403, 50026])
})

test('EP-07 the guilds one is in, by ascending id, with what one may do there', async () => {
	await using server = await testServer()
	const owner = await server.person('owner')
	const alice = await server.player('alice', ['identify', 'guilds'])
	const ids: string[] = []
	for (let index = 0; index < 4; index++) {
		const { guild, roles } = await server.guild(owner.id, {
			roles: [
				{ id: '1', permissions: bits('ViewChannel') },
				{ id: '2', permissions: bits('ManageGuild') },
			],
		})
		await server.join(guild.id, alice.id, index === 0 ? { roleIds: [roles[1]?.id ?? ''] } : {})
		ids.push(guild.id)
	}
	const list = async (query = '') => (await alice.get(`/users/@me/guilds?${query}`)).body
	const idsOf = async (query: string) => (await list(query)).map(({ id }: { id: string }) => id)
	const [first, second] = await list('with_counts=true')
	assert.deepEqual([first.permissions, second.permissions], [bits('ViewChannel', 'ManageGuild'), bits('ViewChannel')])
	assert.deepEqual([first.owner, first.banner, first.approximate_member_count], [false, null, 2])
	assert.deepEqual(await idsOf(''), ids)
	assert.deepEqual(await idsOf(`limit=2&after=${ids[0]}`), ids.slice(1, 3))
	assert.deepEqual(await idsOf(`limit=2&before=${ids[3]}`), ids.slice(1, 3))
	assert.equal((await alice.get('/users/@me/guilds?limit=201')).body.code, 50035)
	const narrow = await server.player('bob', ['identify'])
	assert.equal((await narrow.get('/users/@me/guilds')).body.code, 50026)
})

test('a bot leaves a guild, and its role goes with it; an owner stays', async () => {
	await using server = await testServer()
	const { bot, guildId, botRoleId } = await home(server)
	await server.store.transaction((tx) =>
		tx.db.updateTable('roles').set({ bot_id: bot.id, is_managed: 1 }).where('id', '=', botRoleId).execute(),
	)
	const heard = server.hear(`guild.${guildId}`)
	assert.deepEqual((await bot.get(`/guilds/${guildId}/roles/${botRoleId}`)).body.tags, { bot_id: bot.id })
	assert.equal((await bot.delete(`/guilds/${guildId}/roles/${botRoleId}`)).body.code, 50028)
	assert.equal((await bot.delete(`/users/@me/guilds/${guildId}`)).status, 204)
	assert.equal(heard.named('GUILD_ROLE_DELETE')[0].role_id, botRoleId)
	assert.equal(heard.named('GUILD_MEMBER_REMOVE')[0].user.id, bot.id)
	assert.equal((await bot.delete(`/users/@me/guilds/${guildId}`)).body.code, 10004)
	const { guild } = await server.guild(bot.id)
	assert.equal((await bot.delete(`/users/@me/guilds/${guild.id}`)).body.code, 50055)
})

test('a player sees themselves as a member', async () => {
	await using server = await testServer()
	const { guildId } = await home(server)
	const bob = await server.player('bob', ['identify', 'guilds.members.read'])
	assert.equal((await bob.get(`/users/@me/guilds/${guildId}/member`)).body.code, 10004)
	await server.join(guildId, bob.id, { nick: 'Bobby' })
	const { status, body } = await bob.get(`/users/@me/guilds/${guildId}/member`)
	assert.deepEqual([status, body.nick, body.user.id], [200, 'Bobby', bob.id])
})
