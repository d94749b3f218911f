import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDm } from '../src/domain/channels/direct.ts'
import { addMember, removeMember } from '../src/domain/guilds/membership.ts'
import { guildSnapshot } from '../src/domain/guilds/snapshot.ts'
import { testServer } from './server.ts'

test('a new guild has its owner, @everyone, and a place to write and to talk', async () => {
	await using server = await testServer()
	const alice = await server.person('alice')
	const { guild, roles, channels } = await server.guild(alice.id)
	assert.equal(guild.member_count, 1)
	assert.deepEqual(
		roles.map(({ id, name }) => ({ id, name })),
		[{ id: guild.id, name: '@everyone' }],
	)
	assert.deepEqual(
		channels.map(({ name, type }) => [name, type]),
		[
			['Text Channels', 4],
			['Voice Channels', 4],
			['general', 0],
			['General', 2],
		],
	)
	assert.equal(guild.system_channel_id, channels[2]?.id)
	const snapshot = await guildSnapshot(server.store, guild.id, { members: 10 })
	assert.equal(snapshot?.members[0]?.user.username, 'alice')
	assert.equal(snapshot?.channels.length, 4)
})

test('who comes and who goes is told, and counted', async () => {
	await using server = await testServer()
	const alice = await server.person('alice')
	const bob = await server.person('bob')
	const { guild } = await server.guild(alice.id)
	const heard = server.hear(`guild.${guild.id}`)
	const own = server.hear(`user.${bob.id}`)
	await server.join(guild.id, bob.id, { nick: 'Bobby' })
	const again = await server.store.transaction((tx) => addMember(tx, guild.id, bob))
	assert.equal(again, undefined)
	await server.store.transaction((tx) => removeMember(tx, guild.id, bob))
	assert.deepEqual(
		heard.envelopes.map(({ name }) => name),
		['GUILD_MEMBER_ADD', 'GUILD_MEMBER_REMOVE'],
	)
	assert.equal(heard.named('GUILD_MEMBER_ADD')[0].nick, 'Bobby')
	assert.deepEqual(
		own.named('ACCESS_CHANGED').map(({ gained }) => gained),
		[true, false],
	)
	const snapshot = await guildSnapshot(server.store, guild.id, { members: 10 })
	assert.equal(snapshot?.memberCount, 1)
})

test('two users have one direct channel, whoever opens it', async () => {
	await using server = await testServer()
	const alice = await server.person('alice')
	const bob = await server.person('bob')
	const [one, other] = await Promise.all([
		server.store.transaction((tx) => createDm(tx, alice.id, bob.id)),
		server.store.transaction((tx) => createDm(tx, bob.id, alice.id)),
	])
	assert.equal(one.id, other.id)
})
