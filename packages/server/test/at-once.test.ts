/** Several people change the same thing at the same moment: nothing of it is undone, and what is told last is so. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHANNEL_TYPES } from '@guildhall/protocol'
import { login } from './gateway-client.ts'
import { bits, home } from './people.ts'
import { type TestServer, testServer } from './server.ts'

const ROUNDS = 8

// biome-ignore lint/suspicious/noExplicitAny: data of events is looked at freely in tests
function lastOf(server: TestServer, guildId: string): (name: string) => any {
	const { envelopes } = server.hear(`guild.${guildId}`)
	return (name) => envelopes.findLast((envelope) => envelope.name === name)?.data
}

test('roles and the name of a member', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const bob = await server.person('bob')
	await server.join(guildId, bob.id)
	const roles: string[] = []
	for (const name of ['Guard', 'Cook', 'Smith']) {
		roles.push((await bot.post(`/guilds/${guildId}/roles`, { name })).body.id)
	}
	const [guard, cook, smith] = roles
	const path = `/guilds/${guildId}/members/${bob.id}`
	const last = lastOf(server, guildId)
	for (let round = 0; round < ROUNDS; round++) {
		await bot.patch(path, { roles: [guard] })
		const answers = await Promise.all([
			bot.put(`${path}/roles/${cook}`),
			bot.delete(`${path}/roles/${guard}`),
			bot.put(`${path}/roles/${smith}`),
			bot.patch(path, { nick: `Bob ${round}` }),
		])
		for (const { status } of answers) assert.ok(status === 204 || status === 200, String(status))
		const { body: member } = await bot.get(path)
		assert.deepEqual([member.roles, member.nick], [[cook, smith].sort(), `Bob ${round}`])
		const told = last('GUILD_MEMBER_UPDATE')
		assert.deepEqual([told.roles, told.nick], [member.roles, member.nick])
	}
})

test('a role', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const { body: role } = await bot.post(`/guilds/${guildId}/roles`, { name: 'Guard' })
	const path = `/guilds/${guildId}/roles/${role.id}`
	const last = lastOf(server, guildId)
	for (let round = 0; round < ROUNDS; round++) {
		const name = `Guard ${round}`
		const changes = [{ name }, { permissions: String(1024 << (round % 2)) }, { hoist: round % 2 === 0 }]
		await Promise.all(changes.map((change) => bot.patch(path, change)))
		const { body: now } = await bot.get(path)
		const expected = [name, changes[1]?.permissions, changes[2]?.hoist]
		assert.deepEqual([now.name, now.permissions, now.hoist], expected)
		const { role: told } = last('GUILD_ROLE_UPDATE')
		assert.deepEqual([told.name, told.permissions, told.hoist], expected)
	}
})

test('a guild', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const last = lastOf(server, guildId)
	for (let round = 0; round < ROUNDS; round++) {
		const name = `Home ${round}`
		const verification_level = round % 3
		await Promise.all([
			bot.patch(`/guilds/${guildId}`, { name }),
			bot.patch(`/guilds/${guildId}`, { verification_level }),
		])
		const { body: now } = await bot.get(`/guilds/${guildId}`)
		assert.deepEqual([now.name, now.verification_level], [name, verification_level])
		const told = last('GUILD_UPDATE')
		assert.deepEqual([told.name, told.verification_level], [name, verification_level])
	}
})

test('a channel that goes while it is used', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	for (let round = 0; round < ROUNDS; round++) {
		const { body: channel } = await bot.post(`/guilds/${guildId}/channels`, { name: 'short-lived' })
		const path = `/channels/${channel.id}`
		const { body: message } = await bot.post(`${path}/messages`, { content: 'soon gone' })
		const used = [
			bot.post(`${path}/messages`, { content: 'too late?' }),
			bot.put(`${path}/messages/${message.id}/reactions/%F0%9F%91%8D/@me`),
			bot.put(`${path}/messages/pins/${message.id}`),
			bot.put(`${path}/permissions/${guildId}`, { type: 0, allow: '0', deny: '0' }),
			bot.post(`${path}/webhooks`, { name: 'herald' }),
			bot.post(`${path}/invites`, {}),
			bot.post(`${path}/typing`),
		]
		const [gone, ...answers] = await Promise.all([bot.delete(path), ...used])
		assert.equal(gone?.status, 200)
		for (const { status, body } of answers)
			assert.ok(status < 300 || status === 404, `${status} ${JSON.stringify(body)}`)
	}
})

test('a voice channel that goes while somebody moves out of it', async () => {
	await using server = await testServer()
	const owner = await server.person('alice')
	const { guild, roles, channels } = await server.guild(owner.id, {
		roles: [{ id: '1' }, { id: '2', name: 'steward', permissions: bits('Administrator') }],
		channels: [{ name: 'haven', type: CHANNEL_TYPES.voice }],
	})
	const steward = await server.bot('Steward')
	const mover = await server.bot('Mover')
	await server.join(guild.id, steward.id, {
		roleIds: roles.filter(({ name }) => name === 'steward').map(({ id }) => id),
	})
	await server.join(guild.id, mover.id)
	await using client = await login(server, { token: mover.token })
	await using watcher = await login(server, { token: steward.token })
	await client.event('GUILD_CREATE')
	await watcher.event('GUILD_CREATE')
	const haven = channels[0]?.id as string
	const goes = (channel_id: string) =>
		client.send(4, { guild_id: guild.id, channel_id, self_mute: false, self_deaf: false })
	const rests = async () => {
		for (const one of [client, watcher, client, watcher]) await one.settled()
	}
	for (let round = 0; round < 2 * ROUNDS; round++) {
		const { body: channel } = await steward.post(`/guilds/${guild.id}/channels`, { name: 'short-lived', type: 2 })
		goes(channel.id)
		await rests()
		// Sooner or later, so that they meet at every step of each other.
		if (round % 2) goes(haven)
		const gone = steward.delete(`/channels/${channel.id}`)
		if (round % 2 === 0) goes(haven)
		assert.equal((await gone).status, 200)
		await rests()
		const { status, body: state } = await steward.get(`/guilds/${guild.id}/voice-states/${mover.id}`)
		assert.deepEqual([status, state.channel_id], [200, haven])
		const told = watcher.frames.findLast(({ t, d }) => t === 'VOICE_STATE_UPDATE' && d.user_id === mover.id)
		assert.equal(told?.d.channel_id, haven)
	}
})
