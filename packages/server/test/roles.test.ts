import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bits, home, PIXEL } from './people.ts'
import { testServer } from './server.ts'

test('a role is made, changed, counted and removed, and the guild hears of it', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const heard = server.hear(`guild.${guildId}`)
	const made = await bot.call(
		'POST',
		`/guilds/${guildId}/roles`,
		{ name: 'Guard', color: 0x336699 },
		{
			'x-audit-log-reason': 'the%20gate',
		},
	)
	assert.equal(made.status, 200, JSON.stringify(made.body))
	assert.equal(made.body.position, 1)
	assert.deepEqual(made.body.colors, { primary_color: 0x336699, secondary_color: null, tertiary_color: null })
	assert.equal(heard.named('GUILD_ROLE_CREATE')[0].role.id, made.body.id)
	assert.equal(heard.named('GUILD_AUDIT_LOG_ENTRY_CREATE')[0].reason, 'the gate')

	const changed = await bot.patch(`/guilds/${guildId}/roles/${made.body.id}`, {
		name: 'Watch',
		permissions: bits('KickMembers'),
		hoist: true,
	})
	assert.equal(changed.body.name, 'Watch')
	assert.equal(changed.body.permissions, bits('KickMembers'))
	assert.equal(heard.named('RIGHTS_CHANGED').length, 1)

	await bot.put(`/guilds/${guildId}/members/${bot.id}/roles/${made.body.id}`)
	const counts = await bot.get(`/guilds/${guildId}/roles/member-counts`)
	assert.equal(counts.body[made.body.id], 1)
	assert.equal(counts.body[guildId], undefined)

	const gone = await bot.delete(`/guilds/${guildId}/roles/${made.body.id}`)
	assert.equal(gone.status, 204)
	assert.equal(heard.named('GUILD_ROLE_DELETE')[0].role_id, made.body.id)
	const again = await bot.get(`/guilds/${guildId}/roles/${made.body.id}`)
	assert.equal(again.body.code, 10011)
})

test('a new role stands below the roles there were', async () => {
	await using server = await testServer()
	const { bot, guildId, botRoleId } = await home(server, ['ManageRoles'])
	const first = await bot.post(`/guilds/${guildId}/roles`, { name: 'first' })
	const second = await bot.post(`/guilds/${guildId}/roles`, { name: 'second' })
	const { body } = await bot.get(`/guilds/${guildId}/roles`)
	assert.deepEqual(
		body.map(({ id, position }: { id: string; position: number }) => [id, position]),
		[
			[guildId, 0],
			[second.body.id, 1],
			[first.body.id, 2],
			[botRoleId, 3],
		],
	)
	assert.equal((await bot.patch(`/guilds/${guildId}/roles/${first.body.id}`, { hoist: true })).status, 200)
})

test('nobody touches a role as high as their own, or gives what they do not have', async () => {
	await using server = await testServer()
	const { bot, guildId, botRoleId } = await home(server, ['ManageRoles'])
	const own = await bot.patch(`/guilds/${guildId}/roles/${botRoleId}`, { name: 'King' })
	assert.deepEqual([own.status, own.body.code], [403, 50013])
	const more = await bot.post(`/guilds/${guildId}/roles`, { permissions: bits('Administrator') })
	assert.equal(more.body.code, 50013)
	const everyone = await bot.delete(`/guilds/${guildId}/roles/${guildId}`)
	assert.equal(everyone.body.code, 50028)
})

test('roles are moved, the others close up', async () => {
	await using server = await testServer()
	const { bot, guildId, botRoleId } = await home(server)
	const ids: string[] = []
	for (const name of ['c', 'b', 'a']) ids.unshift((await bot.post(`/guilds/${guildId}/roles`, { name })).body.id)
	const moved = await bot.patch(`/guilds/${guildId}/roles`, [{ id: ids[0], position: 3 }])
	assert.deepEqual(
		moved.body.map(({ id }: { id: string }) => id),
		[guildId, ids[1], ids[2], ids[0], botRoleId],
	)
	const tooHigh = await bot.patch(`/guilds/${guildId}/roles`, [{ id: ids[1], position: 4 }])
	assert.equal(tooHigh.body.code, 50013)
	const unknown = await bot.patch(`/guilds/${guildId}/roles`, [{ id: '1', position: 1 }])
	assert.equal(unknown.body.code, 10011)
})

test('RES-06 gradients and icons are for guilds that have them', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const plain = await bot.post(`/guilds/${guildId}/roles`, { colors: { primary_color: 1, secondary_color: 2 } })
	assert.equal(plain.body.code, 50035)
	assert.ok(plain.body.errors.colors.secondary_color)
	assert.equal((await bot.post(`/guilds/${guildId}/roles`, { icon: PIXEL })).body.code, 20035)

	const rich = await server.guild((await server.person('bob')).id, {
		features: ['ENHANCED_ROLE_COLORS', 'ROLE_ICONS'],
		roles: [
			{ id: '1', permissions: bits('ManageRoles') },
			{ id: '2', permissions: bits('ManageRoles') },
		],
	})
	await server.join(rich.guild.id, bot.id, { roleIds: [rich.roles[1]?.id ?? ''] })
	const holographic = await bot.post(`/guilds/${rich.guild.id}/roles`, {
		colors: { primary_color: 1, secondary_color: 2, tertiary_color: 3 },
		icon: PIXEL,
	})
	assert.deepEqual(holographic.body.colors, {
		primary_color: 11127295,
		secondary_color: 16759788,
		tertiary_color: 16761760,
	})
	assert.match(holographic.body.icon, /^[0-9a-f]{32}$/)
})

test('a guild has 250 roles at most', async () => {
	await using server = await testServer()
	const many = Array.from({ length: 248 }, (_, index) => ({ id: String(index + 10), name: `r${index}` }))
	const { bot, guildId } = await home(server, [], {
		roles: [{ id: '1' }, ...many.slice(1), { id: '2', permissions: bits('Administrator') }],
	})
	assert.equal((await bot.post(`/guilds/${guildId}/roles`, {})).status, 200)
	assert.equal((await bot.post(`/guilds/${guildId}/roles`, {})).body.code, 30005)
})
