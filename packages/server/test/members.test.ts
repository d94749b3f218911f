import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bits, home, PIXEL } from './people.ts'
import { testServer } from './server.ts'

const HOUR = 3_600_000

test('members are listed by id, found by name, and looked at one by one', async () => {
	await using server = await testServer()
	const { bot, owner, guildId } = await home(server)
	const bob = await server.person('bob')
	await server.join(guildId, bob.id, { nick: 'Bo_bby' })
	const all = await bot.get(`/guilds/${guildId}/members?limit=1000`)
	assert.deepEqual(
		all.body.map(({ user }: { user: { id: string } }) => user.id),
		[owner.id, bot.id, bob.id],
	)
	const rest = await bot.get(`/guilds/${guildId}/members?limit=2&after=${owner.id}`)
	assert.equal(rest.body.length, 2)
	assert.equal((await bot.get(`/guilds/${guildId}/members`)).body.length, 1)
	const tooMany = await bot.get(`/guilds/${guildId}/members?limit=1001`)
	assert.equal(tooMany.body.code, 50035)
	for (const query of ['BO_', 'bo', 'BOB']) {
		const found = await bot.get(`/guilds/${guildId}/members/search?limit=5&query=${query}`)
		assert.equal(found.body[0].user.id, bob.id, query)
	}
	assert.deepEqual((await bot.get(`/guilds/${guildId}/members/search?query=%25`)).body, [])
	assert.equal((await bot.get(`/guilds/${guildId}/members/${bob.id}`)).body.nick, 'Bo_bby')
	assert.equal((await bot.get(`/guilds/${guildId}/members/1`)).body.code, 10013)
	const carol = await server.person('carol')
	assert.equal((await bot.get(`/guilds/${guildId}/members/${carol.id}`)).body.code, 10007)
})

test('an application without the intent may not list members, a stranger nothing', async () => {
	await using server = await testServer()
	const { guildId } = await home(server)
	const other = await server.bot('Other')
	assert.equal((await other.get(`/guilds/${guildId}/members`)).body.code, 50001)
	assert.equal((await other.get(`/guilds/${guildId}/members/search?query=a`)).body.code, 10004)
	await server.join(guildId, other.id)
	assert.equal((await other.get(`/guilds/${guildId}/members`)).body.code, 50001)
	assert.equal((await other.get(`/guilds/${guildId}/members/search?query=a`)).status, 200)
})

test('a member gets a name, roles and a timeout, each told and written down', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const bob = await server.person('bob')
	await server.join(guildId, bob.id)
	const { body: role } = await bot.post(`/guilds/${guildId}/roles`, { name: 'Guard' })
	const heard = server.hear(`guild.${guildId}`)
	const until = new Date(server.clock.now() + HOUR).toISOString()
	const changed = await bot.patch(`/guilds/${guildId}/members/${bob.id}`, {
		nick: 'Robert',
		roles: [role.id],
		communication_disabled_until: until,
		flags: 4,
	})
	assert.equal(changed.status, 200, JSON.stringify(changed.body))
	assert.deepEqual([changed.body.nick, changed.body.roles, changed.body.flags], ['Robert', [role.id], 4])
	assert.equal(Date.parse(changed.body.communication_disabled_until), Date.parse(until))
	assert.equal(heard.named('GUILD_MEMBER_UPDATE')[0].nick, 'Robert')
	assert.ok(heard.named('RIGHTS_CHANGED').length > 0)
	const entries = heard.named('GUILD_AUDIT_LOG_ENTRY_CREATE')
	assert.deepEqual(
		entries.map(({ action_type }) => action_type),
		[25, 24],
	)
	assert.deepEqual(entries[0].changes, [{ key: '$add', new_value: [{ id: role.id, name: 'Guard' }] }])
	const cleared = await bot.patch(`/guilds/${guildId}/members/${bob.id}`, {
		nick: null,
		roles: [],
		communication_disabled_until: null,
	})
	assert.deepEqual([cleared.body.nick, cleared.body.roles, cleared.body.communication_disabled_until], [null, [], null])
	const same = await bot.patch(`/guilds/${guildId}/members/${bob.id}`, { nick: null })
	assert.equal(same.status, 200)
	assert.equal(heard.named('GUILD_MEMBER_UPDATE').length, 2)
})

test('a time without an offset is one of UTC', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const bob = await server.person('bob')
	await server.join(guildId, bob.id)
	const at = new Date(server.clock.now() + 60_000).toISOString().slice(0, -1)
	const { status, body } = await bot.patch(`/guilds/${guildId}/members/${bob.id}`, {
		communication_disabled_until: `${at}000`,
	})
	assert.equal(status, 200, JSON.stringify(body))
	assert.equal(body.communication_disabled_until, `${at}000+00:00`)
	for (const no of ['soon', '2026-13-01T00:00:00', '2026-01-01']) {
		const refused = await bot.patch(`/guilds/${guildId}/members/${bob.id}`, { communication_disabled_until: no })
		assert.equal(refused.body.code, 50035, no)
	}
})

test('a timeout lasts 28 days at most, and is not for those who administer', async () => {
	await using server = await testServer()
	const { bot, owner, guildId } = await home(server)
	const bob = await server.person('bob')
	await server.join(guildId, bob.id)
	const timeout = (userId: string, ms: number) =>
		bot.patch(`/guilds/${guildId}/members/${userId}`, {
			communication_disabled_until: new Date(server.clock.now() + ms).toISOString(),
		})
	assert.equal((await timeout(bob.id, 29 * 24 * HOUR)).body.code, 50035)
	assert.equal((await timeout(owner.id, HOUR)).body.code, 50013)
	const { body: role } = await bot.post(`/guilds/${guildId}/roles`, { permissions: bits('Administrator') })
	await bot.put(`/guilds/${guildId}/members/${bob.id}/roles/${role.id}`)
	assert.equal((await timeout(bob.id, HOUR)).body.code, 50013)
})

test('each field of a member asks for its own permission', async () => {
	await using server = await testServer()
	const { bot, guildId, botRoleId } = await home(server, ['KickMembers'])
	const bob = await server.person('bob')
	await server.join(guildId, bob.id)
	const until = new Date(server.clock.now() + HOUR).toISOString()
	for (const changes of [
		{ nick: 'x' },
		{ roles: [botRoleId] },
		{ communication_disabled_until: until },
		{ flags: 4 },
		{ mute: true },
		{ deaf: true },
		{ channel_id: null },
	]) {
		const { body } = await bot.patch(`/guilds/${guildId}/members/${bob.id}`, changes)
		assert.equal(body.code, 50013, JSON.stringify(changes))
	}
})

test('nobody is muted or moved who is not in voice', async () => {
	await using server = await testServer()
	const { bot, guildId, voiceId } = await home(server)
	const bob = await server.person('bob')
	await server.join(guildId, bob.id)
	for (const changes of [{ mute: true }, { deaf: false }, { channel_id: voiceId }, { channel_id: null }]) {
		const { status, body } = await bot.patch(`/guilds/${guildId}/members/${bob.id}`, changes)
		assert.deepEqual([status, body.code], [400, 40032], JSON.stringify(changes))
	}
})

test('a role is given and taken once, and only below the own', async () => {
	await using server = await testServer()
	const { bot, guildId, botRoleId } = await home(server, ['ManageRoles'])
	const bob = await server.person('bob')
	await server.join(guildId, bob.id)
	const { body: role } = await bot.post(`/guilds/${guildId}/roles`, {})
	const heard = server.hear(`guild.${guildId}`)
	const path = `/guilds/${guildId}/members/${bob.id}/roles/${role.id}`
	for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE']) assert.equal((await bot.call(method, path)).status, 204)
	assert.equal(heard.named('GUILD_MEMBER_UPDATE').length, 2)
	const high = await bot.put(`/guilds/${guildId}/members/${bob.id}/roles/${botRoleId}`)
	assert.equal(high.body.code, 50013)
	assert.equal((await bot.put(`/guilds/${guildId}/members/${bob.id}/roles/1`)).body.code, 10011)
})

test('OP-09 a bot changes itself as a member', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server, [])
	const heard = server.hear(`guild.${guildId}`)
	const changed = await bot.patch(`/guilds/${guildId}/members/@me`, { nick: 'Bert', avatar: PIXEL, bio: 'a bot' })
	assert.equal(changed.status, 200, JSON.stringify(changed.body))
	assert.equal(changed.body.nick, 'Bert')
	assert.match(changed.body.avatar, /^[0-9a-f]{32}$/)
	assert.equal(heard.named('GUILD_MEMBER_UPDATE')[0].user.id, bot.id)
	const picture = await bot.call('GET', `http://x/guilds/${guildId}/users/${bot.id}/avatars/${changed.body.avatar}.png`)
	assert.equal(picture.status, 200)
	await server.store.transaction((tx) => tx.db.updateTable('roles').set({ permissions: '0' }).execute())
	assert.equal((await bot.patch(`/guilds/${guildId}/members/@me`, { nick: 'Fred' })).body.code, 50013)
})

test('OP-09 the nickname has an address of its own, for older clients', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server, [])
	const path = `/guilds/${guildId}/members/@me/nick`
	assert.deepEqual((await bot.patch(path, { nick: 'Bert' })).body, { nick: 'Bert' })
	assert.equal((await bot.get(`/guilds/${guildId}/members/${bot.id}`)).body.nick, 'Bert')
	assert.deepEqual((await bot.patch(path, { nick: '' })).body, { nick: null })
	assert.equal((await bot.patch(path, { nick: 'B'.repeat(33) })).body.code, 50035)
})

test('a member is kicked by one who stands above them', async () => {
	await using server = await testServer()
	const { bot, owner, guildId } = await home(server, ['KickMembers'])
	const bob = await server.person('bob')
	await server.join(guildId, bob.id)
	const own = server.hear(`user.${bob.id}`)
	const heard = server.hear(`guild.${guildId}`)
	assert.equal((await bot.delete(`/guilds/${guildId}/members/${owner.id}`)).body.code, 50013)
	assert.equal((await bot.delete(`/guilds/${guildId}/members/${bob.id}`)).status, 204)
	assert.equal((await bot.delete(`/guilds/${guildId}/members/${bob.id}`)).body.code, 10007)
	assert.equal(own.named('ACCESS_CHANGED')[0].gained, false)
	assert.equal(heard.named('GUILD_MEMBER_REMOVE')[0].user.id, bob.id)
	assert.equal(heard.named('GUILD_AUDIT_LOG_ENTRY_CREATE')[0].action_type, 20)
})

test('a user who granted guilds.join is brought in, once', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const bob = await server.player('bob', ['identify', 'guilds.join'], bot.application)
	const carol = await server.player('carol', ['identify'], bot.application)
	const dave = await server.player('dave', ['identify', 'guilds.join'])
	const { body: role } = await bot.post(`/guilds/${guildId}/roles`, {})
	const join = (id: string, access_token: string, more = {}) =>
		bot.put(`/guilds/${guildId}/members/${id}`, { access_token, ...more })
	const joined = await join(bob.id, bob.token, { nick: 'Bobby', roles: [role.id] })
	assert.equal(joined.status, 201, JSON.stringify(joined.body))
	assert.deepEqual([joined.body.nick, joined.body.roles], ['Bobby', [role.id]])
	const again = await join(bob.id, bob.token)
	assert.deepEqual([again.status, again.body], [204, undefined])
	const foreign = await join(dave.id, dave.token)
	assert.deepEqual([foreign.status, foreign.body.code], [403, 50025])
	assert.equal((await join(bob.id, carol.token)).body.code, 50025)
	assert.equal((await join(carol.id, carol.token)).body.code, 50026)
	await bot.put(`/guilds/${guildId}/bans/${bob.id}`)
	assert.equal((await join(bob.id, bob.token)).body.code, 40007)
})
