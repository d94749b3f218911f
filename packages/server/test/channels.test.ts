import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bits, home } from './people.ts'
import { testServer } from './server.ts'

/** Two categories of permissions: what a channel's moderator has. */
const MODERATOR = ['ViewChannel', 'ManageChannels', 'ManageRoles', 'SendMessages'] as const

test('a channel is made, found, changed and removed, and the guild hears of it', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const heard = server.hear(`guild.${guildId}`)
	const made = await bot.post(`/guilds/${guildId}/channels`, { name: '  The Big Hall! ', topic: 'echoes', nsfw: true })
	assert.equal(made.status, 201, JSON.stringify(made.body))
	assert.deepEqual(
		[made.body.name, made.body.type, made.body.topic, made.body.nsfw, made.body.position],
		['the-big-hall', 0, 'echoes', true, 1],
	)
	const told = heard.envelopes.find(({ name }) => name === 'CHANNEL_CREATE')
	assert.equal(told?.channelId, made.body.id)
	const path = `/channels/${made.body.id}`
	assert.deepEqual((await bot.get(path)).body, made.body)

	const changed = await bot.patch(path, { name: 'hall', topic: null, rate_limit_per_user: 5 })
	assert.equal(changed.status, 200, JSON.stringify(changed.body))
	assert.deepEqual([changed.body.name, changed.body.topic, changed.body.rate_limit_per_user], ['hall', null, 5])
	assert.equal(heard.named('CHANNEL_UPDATE')[0].name, 'hall')
	const changes = heard
		.named('GUILD_AUDIT_LOG_ENTRY_CREATE')
		.at(-1)
		.changes.map(({ key }: { key: string }) => key)
	assert.deepEqual(changes, ['name', 'topic', 'rate_limit_per_user'])

	const gone = await bot.delete(path)
	assert.equal(gone.body.id, made.body.id)
	assert.equal(heard.named('CHANNEL_DELETE')[0].id, made.body.id)
	assert.equal((await bot.get(path)).body.code, 10003)
})

test('every type of a guild has its own fields', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server, ['Administrator'], { features: ['COMMUNITY'] })
	const make = async (body: object) => {
		const answer = await bot.post(`/guilds/${guildId}/channels`, body)
		assert.equal(answer.status, 201, JSON.stringify(answer.body))
		return answer.body
	}
	const voice = await make({ name: 'Loud Room', type: 2, bitrate: 8000, user_limit: 7, video_quality_mode: 2 })
	assert.deepEqual(
		[voice.name, voice.bitrate, voice.user_limit, voice.video_quality_mode, voice.rtc_region],
		['Loud Room', 8000, 7, 2, null],
	)
	assert.equal('topic' in voice, false)
	const category = await make({ name: 'Rooms', type: 4, topic: 'ignored' })
	assert.deepEqual(Object.keys(category).sort(), [
		'flags',
		'guild_id',
		'id',
		'name',
		'parent_id',
		'permission_overwrites',
		'position',
		'type',
	])
	assert.equal((await make({ name: 'News', type: 5 })).name, 'news')
	const stage = await make({ name: 'Stage', type: 13, topic: 'hear', user_limit: 1000 })
	assert.deepEqual([stage.topic, stage.user_limit], ['hear', 1000])
	const forum = await make({
		name: 'Help',
		type: 15,
		available_tags: [{ name: 'bug' }, { name: 'idea', moderated: true, emoji_name: '💡' }],
		default_reaction_emoji: { emoji_name: '👍' },
		default_sort_order: 1,
		default_forum_layout: 2,
		default_thread_rate_limit_per_user: 10,
		default_auto_archive_duration: 1440,
	})
	assert.deepEqual(
		forum.available_tags.map(({ name, moderated, emoji_name }: Record<string, unknown>) => [
			name,
			moderated,
			emoji_name,
		]),
		[
			['bug', false, null],
			['idea', true, '💡'],
		],
	)
	assert.deepEqual(forum.default_reaction_emoji, { emoji_id: null, emoji_name: '👍' })
	assert.deepEqual([forum.default_sort_order, forum.default_forum_layout], [1, 2])
	const media = await make({ name: 'Pictures', type: 16 })
	assert.deepEqual(media.available_tags, [])
})

test('tags keep their ids, have names of their own, and one emoji', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const { body: forum } = await bot.post(`/guilds/${guildId}/channels`, {
		name: 'help',
		type: 15,
		available_tags: [{ name: 'bug' }],
	})
	const [bug] = forum.available_tags
	const patch = (available_tags: object[], more = {}) => bot.patch(`/channels/${forum.id}`, { available_tags, ...more })
	const kept = await patch([{ id: bug.id, name: 'defect' }, { name: 'idea' }], { flags: 1 << 4 })
	assert.equal(kept.body.available_tags[0].id, bug.id)
	assert.equal(kept.body.available_tags[0].name, 'defect')
	assert.equal(kept.body.flags, 16)
	assert.equal((await patch([{ name: 'a' }, { name: 'A' }])).body.code, 40061)
	assert.ok((await patch([{ name: ' ' }])).body.errors.available_tags['0'].name)
	assert.equal((await patch([{ name: 'a', emoji_id: '1', emoji_name: 'x' }])).body.code, 50035)
})

test('what does not fit a type is refused', async () => {
	await using server = await testServer()
	const { bot, guildId, textId, voiceId } = await home(server)
	const make = async (body: object) => (await bot.post(`/guilds/${guildId}/channels`, body)).body
	assert.ok((await make({ name: 'x', type: 1 })).errors.type)
	assert.equal((await make({ name: 'x', type: 5 })).code, 50024)
	assert.ok((await make({ name: '!!!' })).errors.name)
	assert.ok((await make({ name: 'x', topic: 'y'.repeat(1025) })).errors.topic)
	assert.equal((await make({ name: 'x', type: 2, bitrate: 128_000 })).code, 30052)
	assert.ok((await make({ name: 'x', type: 2, user_limit: 100 })).errors.user_limit)
	assert.ok((await make({ name: 'x', type: 2, rtc_region: 'moon' })).errors.rtc_region)
	assert.ok((await make({ name: 'x', parent_id: textId })).errors.parent_id)
	assert.ok((await make({ name: 'x', parent_id: '1' })).errors.parent_id)
	assert.equal((await bot.patch(`/channels/${voiceId}`, { type: 0 })).body.code, 50024)
})

test('a channel begins with what its category says, and follows it while they agree', async () => {
	await using server = await testServer()
	const { bot, guildId, textCategoryId, textId } = await home(server)
	await bot.put(`/channels/${textCategoryId}/permissions/${guildId}`, { type: 0, deny: bits('SendMessages') })
	assert.equal((await bot.get(`/channels/${textId}`)).body.permission_overwrites[0].deny, bits('SendMessages'))
	const { body: child } = await bot.post(`/guilds/${guildId}/channels`, { name: 'child', parent_id: textCategoryId })
	assert.deepEqual(child.permission_overwrites, [{ id: guildId, type: 0, allow: '0', deny: bits('SendMessages') }])
	const { body: other } = await bot.post(`/guilds/${guildId}/channels`, {
		name: 'other',
		parent_id: textCategoryId,
		permission_overwrites: [{ id: guildId, type: 0, deny: bits('AddReactions') }],
	})
	const heard = server.hear(`guild.${guildId}`)
	await bot.patch(`/channels/${textCategoryId}`, { permission_overwrites: [] })
	assert.deepEqual((await bot.get(`/channels/${child.id}`)).body.permission_overwrites, [])
	assert.equal((await bot.get(`/channels/${other.id}`)).body.permission_overwrites.length, 1)
	assert.deepEqual(
		heard
			.named('CHANNEL_UPDATE')
			.map(({ id }) => id)
			.sort(),
		[textCategoryId, textId, child.id].sort(),
	)
	assert.ok(heard.named('RIGHTS_CHANGED').length > 0)
})

test('overwrites are for roles and members of the guild, and are written down', async () => {
	await using server = await testServer()
	const { bot, guildId, textId } = await home(server)
	const bob = await server.person('bob')
	const heard = server.hear(`guild.${guildId}`)
	const put = (id: string, body: object) => bot.put(`/channels/${textId}/permissions/${id}`, body)
	assert.equal((await put(bob.id, { type: 1, deny: bits('ViewChannel') })).body.code, 10009)
	await server.join(guildId, bob.id)
	assert.equal((await put(bob.id, { type: 1, deny: bits('ViewChannel') })).status, 204)
	assert.equal((await put(guildId, { type: 0, allow: 0, deny: 2048 })).status, 204)
	assert.equal((await put(guildId, { type: 0, allow: '64', deny: '0' })).status, 204)
	const gone = () => bot.delete(`/channels/${textId}/permissions/${bob.id}`)
	assert.equal((await gone()).status, 204)
	assert.equal((await gone()).body.code, 10009)
	const entries = heard.named('GUILD_AUDIT_LOG_ENTRY_CREATE')
	assert.deepEqual(
		entries.map(({ action_type, target_id }) => [action_type, target_id]),
		[13, 13, 14, 15].map((action) => [action, textId]),
	)
	assert.deepEqual(entries[1].options, { id: guildId, type: '0', role_name: '@everyone' })
	assert.deepEqual((await bot.get(`/channels/${textId}`)).body.permission_overwrites, [
		{ id: guildId, type: 0, allow: '64', deny: '0' },
	])
})

test('nobody grants in a channel what they do not have', async () => {
	await using server = await testServer()
	const { bot, guildId, textId, botRoleId } = await home(server, MODERATOR)
	const put = (allow: string) => bot.put(`/channels/${textId}/permissions/${guildId}`, { type: 0, allow })
	assert.equal((await put(bits('SendMessages'))).status, 204)
	assert.equal((await put(bits('ManageMessages'))).body.code, 50013)
	const made = await bot.post(`/guilds/${guildId}/channels`, {
		name: 'x',
		permission_overwrites: [{ id: botRoleId, type: 0, allow: bits('ManageRoles') }],
	})
	assert.equal(made.body.code, 50013)
	const patched = await bot.patch(`/channels/${textId}`, {
		permission_overwrites: [{ id: guildId, type: 0, allow: bits('BanMembers') }],
	})
	assert.equal(patched.body.code, 50013)
})

test('a channel one may not see is like none, and ManageChannels changes it', async () => {
	await using server = await testServer()
	const { bot, guildId, textId } = await home(server)
	const other = await server.bot('Other')
	await server.join(guildId, other.id)
	assert.equal((await other.patch(`/channels/${textId}`, { name: 'x' })).body.code, 50013)
	assert.equal((await other.delete(`/channels/${textId}`)).body.code, 50013)
	assert.equal((await other.post(`/guilds/${guildId}/channels`, { name: 'x' })).body.code, 50013)
	await bot.put(`/channels/${textId}/permissions/${guildId}`, { type: 0, deny: bits('ViewChannel') })
	assert.equal((await other.get(`/channels/${textId}`)).body.code, 50001)
	assert.equal((await bot.get(`/channels/${textId}`)).status, 200)
})

test('channels are moved, one into another category at a time', async () => {
	await using server = await testServer()
	const { bot, guildId, textId, voiceId, textCategoryId } = await home(server)
	const { body: room } = await bot.post(`/guilds/${guildId}/channels`, { name: 'Rooms', type: 4 })
	await bot.put(`/channels/${room.id}/permissions/${guildId}`, { type: 0, deny: bits('Speak') })
	const move = (...moves: object[]) => bot.patch(`/guilds/${guildId}/channels`, moves)
	const heard = server.hear(`guild.${guildId}`)
	assert.equal((await move({ id: textId, position: 4, parent_id: room.id, lock_permissions: true })).status, 204)
	const { body: moved } = await bot.get(`/channels/${textId}`)
	assert.deepEqual([moved.position, moved.parent_id, moved.permission_overwrites.length], [4, room.id, 1])
	assert.deepEqual(
		heard.named('CHANNEL_UPDATE').map(({ id }) => id),
		[textId],
	)
	const two = await move({ id: textId, parent_id: textCategoryId }, { id: voiceId, parent_id: room.id })
	assert.equal(two.body.code, 40009)
	assert.equal((await move({ id: '1', position: 0 })).body.code, 10003)
	const wrong = await move({ id: voiceId, parent_id: textId })
	assert.ok(wrong.body.errors['0'].parent_id)
	assert.equal((await move({ id: voiceId, parent_id: null })).status, 204)
	assert.equal((await bot.get(`/channels/${voiceId}`)).body.parent_id, null)
})

test('what stood in a category that is gone stands by itself', async () => {
	await using server = await testServer()
	const { bot, guildId, textId, textCategoryId } = await home(server)
	const heard = server.hear(`guild.${guildId}`)
	assert.equal((await bot.delete(`/channels/${textCategoryId}`)).status, 200)
	assert.equal((await bot.get(`/channels/${textId}`)).body.parent_id, null)
	assert.equal(heard.named('CHANNEL_UPDATE')[0].id, textId)
})

test('a guild forgets the channels it named, a community keeps the two it needs', async () => {
	await using server = await testServer()
	const { bot, guildId, textId } = await home(server)
	const heard = server.hear(`guild.${guildId}`)
	const { body: rules } = await bot.post(`/guilds/${guildId}/channels`, { name: 'rules' })
	assert.equal((await bot.delete(`/channels/${textId}`)).status, 200)
	assert.equal(heard.named('GUILD_UPDATE')[0].system_channel_id, null)
	await bot.patch(`/guilds/${guildId}`, {
		features: ['COMMUNITY'],
		rules_channel_id: rules.id,
		public_updates_channel_id: rules.id,
	})
	assert.equal((await bot.delete(`/channels/${rules.id}`)).body.code, 50074)
})

test('LCH-09 a game sees the channels its player may view', async () => {
	await using server = await testServer()
	const { bot, guildId, textId, voiceId } = await home(server)
	const bob = await server.player('bob', ['identify', 'sdk.social_layer'])
	await server.join(guildId, bob.id)
	await bot.put(`/channels/${voiceId}/permissions/${guildId}`, { type: 0, deny: bits('ViewChannel') })
	await bot.put(`/channels/${textId}/permissions/${guildId}`, { type: 0, deny: bits('SendMessages') })
	const { status, body } = await bob.get(`/guilds/${guildId}/channels?with_can_link_lobby=true`)
	assert.equal(status, 200, JSON.stringify(body))
	const text = body.find(({ id }: { id: string }) => id === textId)
	assert.deepEqual([text.is_linkable, text.is_viewable_and_writeable_by_all_members], [false, false])
	assert.ok(!body.some(({ id }: { id: string }) => id === voiceId))
	assert.equal((await bot.get(`/guilds/${guildId}/channels?with_can_link_lobby=true`)).body.length, 4)
	const stranger = await server.player('carol', ['identify'])
	assert.equal((await stranger.get(`/guilds/${guildId}/channels`)).body.code, 50026)
})

test('a guild has 500 channels at most, a category 50', async () => {
	await using server = await testServer()
	const children = Array.from({ length: 50 }, (_, index) => ({ name: `c${index}`, parent_id: '1' }))
	const rest = Array.from({ length: 448 }, (_, index) => ({ name: `d${index}` }))
	const { bot, guildId, textCategoryId } = await home(server, ['Administrator'], {
		channels: [{ id: '1', type: 4, name: 'Full' }, ...children, ...rest],
	})
	const full = await bot.post(`/guilds/${guildId}/channels`, { name: 'x', parent_id: textCategoryId })
	assert.equal(full.body.errors.parent_id._errors[0].code, 'CHANNEL_PARENT_MAX_CHANNELS')
	assert.equal((await bot.post(`/guilds/${guildId}/channels`, { name: 'x' })).status, 201)
	assert.equal((await bot.post(`/guilds/${guildId}/channels`, { name: 'x' })).body.code, 30013)
})

test('a direct channel shows the other side, and is closed without losing anything', async () => {
	await using server = await testServer()
	const { bot, owner } = await home(server)
	const opened = await bot.post('/users/@me/channels', { recipient_id: owner.id })
	assert.equal(opened.status, 200, JSON.stringify(opened.body))
	assert.deepEqual([opened.body.type, opened.body.recipients[0].id], [1, owner.id])
	assert.equal((await bot.post('/users/@me/channels', { recipient_id: owner.id })).body.id, opened.body.id)
	assert.equal((await bot.get(`/channels/${opened.body.id}`)).body.recipients.length, 1)
	assert.equal((await bot.delete(`/channels/${opened.body.id}`)).body.id, opened.body.id)
	const oldWay = await bot.post(`/users/${bot.id}/channels`, { recipient_id: owner.id })
	assert.deepEqual([oldWay.status, oldWay.body.id], [200, opened.body.id], 'some clients name themselves')
	assert.equal((await bot.post(`/users/${owner.id}/channels`, { recipient_id: owner.id })).body.code, 50001)
	assert.equal((await bot.post('/users/@me/channels', { recipient_id: '1' })).body.code, 10013)
	assert.equal((await bot.post('/users/@me/channels', { recipient_id: bot.id })).body.code, 50033)
	assert.equal((await bot.patch(`/channels/${opened.body.id}`, { name: 'x' })).body.code, 50003)
})
