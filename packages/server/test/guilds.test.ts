import assert from 'node:assert/strict'
import { test } from 'node:test'
import { home, PIXEL } from './people.ts'
import { testServer } from './server.ts'

test('a guild is looked at by those who are in it', async () => {
	await using server = await testServer()
	const { bot, owner, guildId } = await home(server)
	const { status, body } = await bot.get(`/guilds/${guildId}`)
	assert.equal(status, 200, JSON.stringify(body))
	assert.deepEqual([body.name, body.owner_id, body.roles.length], ['Home', owner.id, 2])
	assert.equal('approximate_member_count' in body, false)
	assert.equal((await bot.get(`/guilds/${guildId}?with_counts=1`)).body.approximate_member_count, 2)
	const stranger = await server.bot('Stranger')
	assert.equal((await stranger.get(`/guilds/${guildId}`)).body.code, 10004)
	assert.equal((await stranger.get(`/guilds/${guildId}/preview`)).body.code, 10004)
	assert.equal((await bot.get(`/guilds/${guildId}/preview`)).body.approximate_member_count, 2)
})

test('a guild is changed, told of and written down', async () => {
	await using server = await testServer()
	const { bot, guildId, textId, voiceId } = await home(server)
	const heard = server.hear(`guild.${guildId}`)
	const { status, body } = await bot.call(
		'PATCH',
		`/guilds/${guildId}`,
		{
			name: ' Castle ',
			description: 'old walls',
			icon: PIXEL,
			verification_level: 2,
			default_message_notifications: 1,
			explicit_content_filter: 2,
			afk_channel_id: voiceId,
			afk_timeout: 900,
			system_channel_id: null,
			safety_alerts_channel_id: textId,
			preferred_locale: 'fr',
			premium_progress_bar_enabled: true,
		},
		{ 'x-audit-log-reason': 'moved' },
	)
	assert.equal(status, 200, JSON.stringify(body))
	assert.deepEqual(
		[body.name, body.description, body.afk_channel_id, body.system_channel_id, body.preferred_locale],
		['Castle', 'old walls', voiceId, null, 'fr'],
	)
	assert.deepEqual(heard.named('GUILD_UPDATE')[0], body)
	const [entry] = heard.named('GUILD_AUDIT_LOG_ENTRY_CREATE')
	assert.equal(entry.reason, 'moved')
	assert.ok(entry.changes.some(({ key }: { key: string }) => key === 'icon_hash'))
	assert.equal((await bot.call('GET', `http://x/icons/${guildId}/${body.icon}.png`)).status, 200)
	await bot.patch(`/guilds/${guildId}`, { name: 'Castle' })
	assert.equal(heard.named('GUILD_UPDATE').length, 1)
})

test('what the bytes of a picture are counts, not what libraries write before them', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const hashes = []
	for (const type of ['png', 'jpg', 'jpeg', 'gif']) {
		const { status, body } = await bot.patch(`/guilds/${guildId}`, { icon: PIXEL.replace('png', type) })
		assert.equal(status, 200, type)
		hashes.push(body.icon)
	}
	assert.equal(new Set(hashes).size, 1)
	assert.doesNotMatch(hashes[0], /^a_/)
})

test('what a guild cannot be is refused', async () => {
	await using server = await testServer()
	const { bot, guildId, textId, voiceId } = await home(server)
	const patch = async (body: object) => (await bot.patch(`/guilds/${guildId}`, body)).body
	assert.ok((await patch({ name: '  x ' })).errors.name)
	assert.ok((await patch({ preferred_locale: 'xx' })).errors.preferred_locale)
	assert.ok((await patch({ icon: 'data:image/gif;base64,aGVsbG8=' })).errors.icon)
	assert.equal((await patch({ system_channel_id: '1' })).code, 10003)
	assert.equal((await patch({ system_channel_id: voiceId })).code, 50024)
	assert.equal((await patch({ afk_channel_id: textId })).code, 50024)
	assert.equal((await patch({ rules_channel_id: voiceId })).code, 50086)
	const missing = await patch({ features: ['COMMUNITY'] })
	assert.deepEqual(Object.keys(missing.errors), ['rules_channel_id', 'public_updates_channel_id'])
})

test('an administrator makes a community of a guild, not whoever manages it', async () => {
	await using server = await testServer()
	const { bot, guildId, textId } = await home(server)
	const channels = { rules_channel_id: textId, public_updates_channel_id: textId }
	const made = await bot.patch(`/guilds/${guildId}`, { features: ['COMMUNITY', 'PARTNERED'], ...channels })
	assert.deepEqual(made.body.features, ['COMMUNITY'])
	const gone = await bot.patch(`/guilds/${guildId}`, { features: [] })
	assert.deepEqual(gone.body.features, [])

	const manager = await server.bot('Manager')
	const { body: role } = await bot.post(`/guilds/${guildId}/roles`, { permissions: String(1 << 5) })
	await server.join(guildId, manager.id, { roleIds: [role.id] })
	assert.equal((await manager.patch(`/guilds/${guildId}`, { features: ['COMMUNITY'], ...channels })).body.code, 50013)
	assert.equal((await manager.patch(`/guilds/${guildId}`, { features: ['INVITES_DISABLED'] })).status, 200)
})

test('only the owner hands a guild over, to a person in it', async () => {
	await using server = await testServer()
	const { bot, guildId, owner } = await home(server)
	const bob = await server.person('bob')
	assert.equal((await bot.patch(`/guilds/${guildId}`, { owner_id: bob.id })).body.code, 20018)
	const keeper = await server.bot('Keeper')
	const { guild } = await server.guild(keeper.id)
	await server.join(guild.id, owner.id)
	assert.equal((await keeper.patch(`/guilds/${guild.id}`, { owner_id: bot.id })).body.code, 50132)
	assert.equal((await keeper.patch(`/guilds/${guild.id}`, { owner_id: bob.id })).body.code, 10007)
	const heard = server.hear(`guild.${guild.id}`)
	assert.equal((await keeper.patch(`/guilds/${guild.id}`, { owner_id: owner.id })).body.owner_id, owner.id)
	assert.equal(heard.named('RIGHTS_CHANGED').length, 1)
})

test('EP-08 people of the site make guilds, applications do not', async () => {
	await using server = await testServer()
	const { bot } = await home(server)
	const alice = await server.player('wonderland', ['identify', 'guilds'])
	assert.deepEqual(
		[(await bot.post('/guilds', { name: 'New' })).body.code, (await alice.post('/guilds', { name: 'New' })).body.code],
		[20001, 20001],
	)
	const made = await server.app.perform('create_guild', {
		params: {},
		query: {},
		caller: { kind: 'login', userId: alice.id, authTime: 0 },
		address: '',
		reason: undefined,
		version: 10,
		body: async () => ({
			kind: 'json',
			value: {
				name: 'New',
				icon: PIXEL,
				roles: [
					{ id: 1, permissions: '0' },
					{ id: 2, name: 'Guard' },
				],
				channels: [
					{ id: 10, name: 'Rooms', type: 4 },
					{
						id: 11,
						name: 'hall',
						parent_id: 10,
						permission_overwrites: [{ id: 2, type: 0, allow: '1024' }],
					},
				],
				system_channel_id: 11,
			},
		}),
	})
	assert.equal(made.status, 201, JSON.stringify(made.body))
	// biome-ignore lint/suspicious/noExplicitAny: looked at freely
	const guild = made.body as any
	const [mine] = (await alice.get('/users/@me/guilds')).body
	assert.deepEqual([mine.id, mine.owner, mine.icon], [guild.id, true, guild.icon])
	await server.join(guild.id, bot.id)
	const { body: channels } = await bot.get(`/guilds/${guild.id}/channels`)
	const [rooms, hall] = channels
	assert.equal(hall.parent_id, rooms.id)
	assert.equal(hall.permission_overwrites[0].id, guild.roles[1].id)
	assert.equal(guild.system_channel_id, hall.id)
})

test('the audit log tells who did what, the latest first', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const bob = await server.person('bob')
	await server.join(guildId, bob.id)
	const { body: role } = await bot.post(`/guilds/${guildId}/roles`, { name: 'Guard' })
	await bot.put(`/guilds/${guildId}/members/${bob.id}/roles/${role.id}`)
	await bot.call('DELETE', `/guilds/${guildId}/members/${bob.id}`, undefined, { 'x-audit-log-reason': 'caf%C3%A9' })
	const read = async (query = '') => (await bot.get(`/guilds/${guildId}/audit-logs?${query}`)).body
	const log = await read()
	assert.deepEqual(
		log.audit_log_entries.map(({ action_type, reason }: Record<string, unknown>) => [action_type, reason]),
		[
			[20, 'café'],
			[25, undefined],
			[30, undefined],
		],
	)
	assert.deepEqual(log.users.map(({ id }: { id: string }) => id).sort(), [bot.id, bob.id].sort())
	const [kick, , create] = log.audit_log_entries
	const types = (page: { audit_log_entries: { action_type: number }[] }) =>
		page.audit_log_entries.map(({ action_type }) => action_type)
	assert.deepEqual(types(await read(`before=${kick.id}&limit=1`)), [25])
	assert.deepEqual(types(await read(`after=${create.id}`)), [25, 20])
	assert.deepEqual(types(await read('action_type=30')), [30])
	assert.deepEqual(types(await read(`user_id=${bob.id}`)), [])
	assert.deepEqual(types(await read(`target_id=${bob.id}`)), [20, 25])
	await server.advance(46 * 86_400_000)
	assert.deepEqual(types(await read()), [])
	const other = await server.bot('Other')
	await server.join(guildId, other.id)
	assert.equal((await other.get(`/guilds/${guildId}/audit-logs`)).body.code, 50013)
})

test('voice regions are listed', async () => {
	await using server = await testServer()
	const { bot, guildId, voiceId } = await home(server)
	const [region] = (await bot.get('/voice/regions')).body
	assert.deepEqual((await bot.get(`/guilds/${guildId}/regions`)).body, [region])
	assert.equal((await bot.patch(`/channels/${voiceId}`, { rtc_region: region.id })).body.rtc_region, region.id)
})
