import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home } from './people.ts'
import { testServer } from './server.ts'

test('a ban takes a member out, keeps them out, and takes what they wrote along', async () => {
	await using server = await testServer()
	const { bot, guildId, textId } = await home(server)
	const bob = await server.bot('Bob')
	await server.join(guildId, bob.id)
	await bob.post(`/channels/${textId}/messages`, { content: 'long ago' })
	await server.advance(2 * 3_600_000)
	for (const content of ['one', 'two']) await bob.post(`/channels/${textId}/messages`, { content })
	await bot.post(`/channels/${textId}/messages`, { content: 'mine' })
	const heard = server.hear(`guild.${guildId}`)
	const banned = await bot.call(
		'PUT',
		`/guilds/${guildId}/bans/${bob.id}`,
		{ delete_message_seconds: 3600 },
		{ 'x-audit-log-reason': 'noise' },
	)
	assert.equal(banned.status, 204, JSON.stringify(banned.body))
	assert.deepEqual(
		heard.envelopes.map(({ name }) => name).filter((name) => !name.includes('AUDIT')),
		['GUILD_BAN_ADD', 'GUILD_MEMBER_REMOVE', 'MESSAGE_DELETE_BULK'],
	)
	assert.equal(heard.named('MESSAGE_DELETE_BULK')[0].ids.length, 2)
	const { body: left } = await bot.get(`/channels/${textId}/messages`)
	assert.deepEqual(
		left.map(({ content }: { content: string }) => content),
		['mine', 'long ago'],
	)
	const { body } = await bot.get(`/guilds/${guildId}/bans/${bob.id}`)
	assert.deepEqual([body.user.id, body.reason], [bob.id, 'noise'])
	await assert.rejects(server.join(guildId, bob.id), { named: 'BannedFromGuild' })

	assert.equal((await bot.delete(`/guilds/${guildId}/bans/${bob.id}`)).status, 204)
	assert.equal((await bot.delete(`/guilds/${guildId}/bans/${bob.id}`)).body.code, 10026)
	assert.equal(heard.named('GUILD_BAN_REMOVE')[0].user.id, bob.id)
	await server.join(guildId, bob.id)
})

test('some clients say in the address what others say in the body', async () => {
	await using server = await testServer()
	const { bot, guildId, textId } = await home(server)
	// discord.py names a type of a body that is not there.
	const empty = { 'content-type': 'application/octet-stream', 'content-length': '0' }
	for (const [name, query, headers, reason] of [
		['Bob', 'delete_message_seconds=3600', { ...empty, 'x-audit-log-reason': 'noise' }, 'noise'],
		['Carol', 'delete_message_days=1&reason=more%20noise', {}, 'more noise'],
	] as const) {
		const bob = await server.bot(name)
		await server.join(guildId, bob.id)
		await bob.post(`/channels/${textId}/messages`, { content: 'noise' })
		const banned = await bot.call('PUT', `/guilds/${guildId}/bans/${bob.id}?${query}`, undefined, headers)
		assert.equal(banned.status, 204, JSON.stringify(banned.body))
		assert.deepEqual((await bot.get(`/channels/${textId}/messages`)).body, [])
		assert.equal((await bot.get(`/guilds/${guildId}/bans/${bob.id}`)).body.reason, reason)
	}
	const tooMany = await bot.put(`/guilds/${guildId}/bans/1?delete_message_days=8`)
	assert.deepEqual(Object.keys(tooMany.body.errors), ['delete_message_days'])
})

test('somebody who never was here can be banned, somebody who stands above cannot', async () => {
	await using server = await testServer()
	const { bot, owner, guildId } = await home(server, ['BanMembers'])
	const bob = await server.person('bob')
	assert.equal((await bot.put(`/guilds/${guildId}/bans/${bob.id}`)).status, 204)
	assert.equal((await bot.put(`/guilds/${guildId}/bans/${bob.id}`)).status, 204)
	assert.equal((await bot.put(`/guilds/${guildId}/bans/${owner.id}`)).body.code, 50013)
	assert.equal((await bot.put(`/guilds/${guildId}/bans/${bot.id}`)).body.code, 50013)
	assert.equal((await bot.put(`/guilds/${guildId}/bans/1`)).body.code, 10013)
	assert.equal((await bot.post(`/guilds/${guildId}/bulk-ban`, { user_ids: [owner.id] })).body.code, 50013)
})

test('HC-93 bans are listed by ascending user id, before wins over after', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const ids: string[] = []
	for (const name of ['bob', 'carol', 'dave', 'erin']) ids.push((await server.person(name)).id)
	for (const id of ids) await bot.put(`/guilds/${guildId}/bans/${id}`)
	const list = async (query: string) =>
		(await bot.get(`/guilds/${guildId}/bans?${query}`)).body.map(({ user }: { user: { id: string } }) => user.id)
	assert.deepEqual(await list(''), ids)
	assert.deepEqual(await list(`limit=2&after=${ids[0]}`), ids.slice(1, 3))
	assert.deepEqual(await list(`limit=2&before=${ids[3]}`), ids.slice(1, 3))
	assert.deepEqual(await list(`before=${ids[1]}&after=${ids[2]}`), ids.slice(0, 1))
})

test('many are banned at once, and who could not be is named', async () => {
	await using server = await testServer()
	const { bot, owner, guildId } = await home(server)
	const bob = await server.person('bob')
	const carol = await server.person('carol')
	await server.join(guildId, bob.id)
	const { status, body } = await bot.post(`/guilds/${guildId}/bulk-ban`, {
		user_ids: [bob.id, carol.id, owner.id, '1'],
		delete_message_seconds: 60,
	})
	assert.equal(status, 200, JSON.stringify(body))
	assert.deepEqual(body, { banned_users: [bob.id, carol.id], failed_users: [owner.id, '1'] })
	const none = await bot.post(`/guilds/${guildId}/bulk-ban`, { user_ids: [bob.id] })
	assert.equal(none.body.code, 500000)
	assert.equal((await bot.post(`/guilds/${guildId}/bulk-ban`, { user_ids: [] })).body.code, 50035)
})
