import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getUser } from '../src/domain/accounts/accounts.ts'
import { removeMember } from '../src/domain/guilds/membership.ts'
import { enter, said } from './direct.ts'
import { login } from './gateway-client.ts'
import { browserOf } from './oauth.ts'
import { type TestServer, testServer } from './server.ts'

const PNG =
	'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A guild with its owner's browser, a bot that hears of members, and a player in it. */
async function crew(server: TestServer) {
	const bot = await server.bot('Herald', { flags: (1 << 15) | (1 << 13) })
	const owner = await server.person('owner')
	const { guild } = await server.guild(owner.id, { memberIds: [bot.id] })
	const ada = await server.player('ada', ['identify', 'sdk.social_layer'])
	await server.join(guild.id, ada.id)
	const [boss, browser] = [await browserOf(server, owner.id), await browserOf(server, ada.id)]
	const [bossToken, token] = [await boss.csrfToken(), await browser.csrfToken()]
	return {
		bot,
		ada,
		guildId: guild.id,
		profile: (body: object) =>
			boss.send('PATCH', `/api/v10/guilds/${guild.id}/profile`, body, { 'x-csrf-token': bossToken }),
		choose: (primary_guild: object) =>
			browser.send('PATCH', '/api/v10/users/@me/settings', { primary_guild }, { 'x-csrf-token': token }),
		worn: async () => (await ada.get('/users/@me')).body.primary_guild,
	}
}

test('N1 a tag has one to four characters, and a badge with it', async () => {
	await using server = await testServer()
	const { bot, ada, guildId, profile } = await crew(server)
	const table: [object, number][] = [
		[{ badge: PNG }, 400],
		[{ tag: '' }, 400],
		[{ tag: ' ' }, 400],
		[{ tag: 'a b' }, 400],
		[{ tag: 'ABCDE' }, 400],
		[{ tag: '🦊🦊🦊🦊🦊' }, 400],
		[{ tag: 'A' }, 200],
		[{ tag: 'ABCD' }, 200],
		[{ tag: '🦊🦊🦊🦊' }, 200],
		[{ tag: ' FOX ' }, 200],
		[{ tag: 7 }, 400],
		[{ badge: 'data:image/png;base64,AAAA' }, 400],
		[{ badge: PNG }, 200],
	]
	for (const [body, status] of table)
		assert.equal((await profile(body)).status, status, JSON.stringify(body).slice(0, 60))
	const { body } = await bot.get(`/guilds/${guildId}/profile`)
	assert.deepEqual([body.id, body.tag], [guildId, 'FOX'])
	const picture = await server.nobody.get(`http://127.0.0.1/guild-tag-badges/${guildId}/${body.badge}.png`)
	assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/png'])
	assert.deepEqual((await profile({ tag: null })).body, { ...body, tag: null, badge: null })
	assert.equal((await bot.patch(`/guilds/${guildId}/profile`, { tag: 'X' })).body.code, 50013)
	assert.equal((await bot.patch('/guilds/1/profile', { tag: 'X' })).body.code, 10004)
	assert.equal((await ada.patch(`/guilds/${guildId}/profile`, { tag: 'X' })).status, 403)
	const log = (await server.store.db.selectFrom('audit_log').select('changes').execute()).at(-1)
	assert.match(String(log?.changes), /"key":"tag"/)
})

test('N3 N4 N5 members wear the tag they choose, everywhere', async () => {
	await using server = await testServer()
	const { bot, ada, guildId, profile, choose, worn } = await crew(server)
	assert.equal(await worn(), null)
	assert.equal((await choose({ identity_guild_id: guildId })).body.code, 50035)
	await profile({ tag: 'FOX', badge: PNG })
	await server.app.idle()
	assert.equal(await worn(), null)
	await using hers = await enter(server, ada)
	await using herald = await login(server, { token: bot.token, intents: 1 | 2 })
	const stranger = await server.person('stranger')
	const elsewhere = (await server.guild(stranger.id)).guild.id
	for (const id of ['1', elsewhere]) assert.equal((await choose({ identity_guild_id: id })).body.code, 10004)
	const chosen = await choose({ identity_guild_id: guildId })
	const { badge } = chosen.body.primary_guild
	const wears = { identity_guild_id: guildId, identity_enabled: true, tag: 'FOX', badge }
	assert.match(badge, /^[0-9a-f]{32}$/)
	assert.deepEqual([chosen.body.primary_guild, await worn()], [wears, wears])
	assert.deepEqual((await bot.get(`/users/${ada.id}`)).body.primary_guild, wears)
	assert.deepEqual((await bot.get(`/guilds/${guildId}/members/${ada.id}`)).body.user.primary_guild, wears)
	const [own] = await said(hers, 'USER_UPDATE')
	const [member] = await said(herald, 'GUILD_MEMBER_UPDATE')
	assert.deepEqual([own.primary_guild, member.user.primary_guild], [wears, wears])
	await choose({ identity_guild_id: guildId, identity_enabled: false })
	assert.deepEqual(await worn(), { identity_guild_id: guildId, identity_enabled: false, tag: null, badge: null })
	await choose({ identity_guild_id: null })
	assert.equal(await worn(), null)
	assert.equal((await choose({})).body.code, 50035)
})

test('N2 N4 what a guild does to its tag is done to whoever wears it, and who leaves takes it off', async () => {
	await using server = await testServer()
	const { ada, guildId, profile, choose, worn } = await crew(server)
	await profile({ tag: 'FOX' })
	const more = await Promise.all(Array.from({ length: 60 }, (_, at) => server.person(`member${at}`)))
	for (const { id } of more) {
		await server.join(guildId, id)
		const columns = { primary_guild_id: guildId, primary_guild_enabled: 1 as const, primary_guild_tag: 'FOX' }
		await server.store.transaction(async (tx) => {
			await tx.db.updateTable('users').set(columns).where('id', '=', id).execute()
		})
	}
	await choose({ identity_guild_id: guildId })
	await profile({ tag: 'OWL' })
	await server.app.idle()
	assert.deepEqual((await worn()).tag, 'OWL')
	const tags = await server.store.db
		.selectFrom('users')
		.select('primary_guild_tag')
		.where('primary_guild_id', '=', guildId)
		.execute()
	assert.deepEqual([...new Set(tags.map((row) => row.primary_guild_tag)), tags.length], ['OWL', 61])
	await profile({ tag: null })
	await server.app.idle()
	const none = { identity_guild_id: guildId, identity_enabled: null, tag: null, badge: null }
	assert.deepEqual(await worn(), none)
	// One that comes back is chosen anew.
	await profile({ tag: 'FOX' })
	await server.app.idle()
	assert.deepEqual(await worn(), none)
	await choose({ identity_guild_id: guildId })
	await using hers = await enter(server, ada)
	await server.store.transaction(async (tx) => removeMember(tx, guildId, await getUser(tx, ada.id)))
	assert.equal(await worn(), null)
	assert.equal((await said(hers, 'USER_UPDATE')).at(-1).primary_guild, null)
})

test('N3 a person chooses a tag on the profile page, and takes it off', async () => {
	await using server = await testServer()
	const { ada, guildId, profile, worn } = await crew(server)
	const browser = await browserOf(server, ada.id)
	assert.match((await browser.get('/account')).text, /None of your servers has a tag/)
	const choose = (guild: string) => browser.act('/account', 'tag', { guild })
	assert.equal((await choose(guildId)).status, 400)
	await profile({ tag: 'FOX', badge: PNG })
	const checked = async () => /name="guild" value="(\d*)" checked/.exec((await browser.get('/account')).text)?.[1]
	assert.equal(await checked(), '')
	assert.equal((await choose(guildId)).location, '/account?done=tag-saved')
	assert.deepEqual([await checked(), (await worn()).tag, (await worn()).identity_enabled], [guildId, 'FOX', true])
	const { text } = await browser.get('/account')
	assert.match(text, new RegExp(`guild-tag-badges/${guildId}/[0-9a-f]+\\.png`))
	const stranger = await server.guild((await server.person('stranger')).id)
	for (const guild of [stranger.guild.id, 'x', '1', '9'.repeat(40)]) {
		const refused = await choose(guild)
		assert.deepEqual([refused.status, /You cannot wear this tag/.test(refused.text)], [400, true], guild)
	}
	assert.equal((await choose('')).location, '/account?done=tag-removed')
	assert.deepEqual([await checked(), await worn()], ['', null])
})
