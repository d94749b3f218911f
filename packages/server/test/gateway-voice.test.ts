import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHANNEL_TYPES, INTENTS } from '@guildhall/protocol'
import { endVoice } from '../src/domain/guilds/voice.ts'
import { type GatewayClient, login, PLAIN_INTENTS } from './gateway-client.ts'
import { bits } from './people.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

interface Hall {
	guildId: string
	/** Two voice channels everybody sees, one that only the warden sees, a stage, and a text channel. */
	channels: Record<'bridge' | 'engine' | 'cellar' | 'stage' | 'text', string>
	/** May mute, deafen and move, and sees the cellar. */
	warden: Bot
	/** May what everybody may. */
	herald: Bot
}

const WARDEN = bits(
	'ManageRoles',
	'SetVoiceChannelStatus',
	'MuteMembers',
	'DeafenMembers',
	'MoveMembers',
	'ManageChannels',
	'ViewAuditLog',
	'KickMembers',
)

async function hall(server: TestServer): Promise<Hall> {
	const owner = await server.person('alice')
	const { guild, roles, channels } = await server.guild(owner.id, {
		features: ['COMMUNITY'],
		roles: [{ id: '1' }, { id: '2', name: 'Warden', permissions: WARDEN }],
		channels: [
			{ name: 'bridge', type: CHANNEL_TYPES.voice, user_limit: 1 },
			{ name: 'engine', type: CHANNEL_TYPES.voice },
			{
				name: 'cellar',
				type: CHANNEL_TYPES.voice,
				permission_overwrites: [
					{ id: '1', type: 0, allow: '0', deny: bits('ViewChannel') },
					{ id: '2', type: 0, allow: bits('ViewChannel'), deny: '0' },
				],
			},
			{ name: 'stage', type: CHANNEL_TYPES.stage },
			{ name: 'text', type: CHANNEL_TYPES.text },
		],
	})
	const warden = await server.bot('Warden')
	const herald = await server.bot('Herald')
	const role = roles.find(({ name }) => name === 'Warden')?.id ?? ''
	await server.join(guild.id, warden.id, { roleIds: [role] })
	await server.join(guild.id, herald.id)
	const byName = Object.fromEntries(channels.map(({ name, id }) => [name, id])) as Hall['channels']
	return { guildId: guild.id, channels: byName, warden, herald }
}

/** Connected, and shown the guild. */
async function inside(server: TestServer, bot: Bot, intents = PLAIN_INTENTS) {
	const client = await login(server, { token: bot.token, intents })
	const shown = await client.event('GUILD_CREATE')
	return Object.assign(client, { shown })
}

const goes = (client: GatewayClient, guild_id: string, channel_id: string | null, rest: object = {}) =>
	client.send(4, { guild_id, channel_id, self_mute: false, self_deaf: false, ...rest })

test('G28 who comes into voice is announced, kept, shown to who comes later, and gone when the session ends', async () => {
	await using server = await testServer()
	const { guildId, channels, herald, warden } = await hall(server)
	await using watcher = await inside(server, warden)
	await using client = await inside(server, herald)
	assert.deepEqual(client.shown.voice_states, [])
	goes(client, guildId, channels.engine, { self_mute: true })
	const state = await watcher.event('VOICE_STATE_UPDATE')
	const { member, ...rest } = state
	assert.deepEqual(rest, {
		guild_id: guildId,
		channel_id: channels.engine,
		user_id: herald.id,
		session_id: client.ready.session_id,
		deaf: false,
		mute: false,
		self_deaf: false,
		self_mute: true,
		self_stream: false,
		self_video: false,
		suppress: false,
		request_to_speak_timestamp: null,
	})
	assert.equal(member.user.id, herald.id)
	assert.deepEqual(await client.event('VOICE_STATE_UPDATE'), state)

	assert.deepEqual((await herald.get(`/guilds/${guildId}/voice-states/@me`)).body, state)
	assert.deepEqual((await warden.get(`/guilds/${guildId}/voice-states/${herald.id}`)).body, state)

	await using late = await inside(server, warden)
	const { guild_id: _guild, ...shown } = rest
	assert.deepEqual(late.shown.voice_states, [shown])
	assert.deepEqual(
		late.shown.members.map(({ user }: { user: { id: string } }) => user.id).sort(),
		[warden.id, herald.id].sort(),
	)

	client.ws.close(1000)
	const gone = await watcher.event('VOICE_STATE_UPDATE')
	assert.deepEqual([gone.user_id, gone.channel_id], [herald.id, null])
	const { status, body } = await herald.get(`/guilds/${guildId}/voice-states/@me`)
	assert.deepEqual([status, body.code], [404, 10065])
})

test('G28 one is in voice as long as the session waits for its Resume, and in one channel at a time', async () => {
	await using server = await testServer()
	const { guildId, channels, herald, warden } = await hall(server)
	await using watcher = await inside(server, warden)
	const client = await inside(server, herald)
	goes(client, guildId, channels.engine)
	await watcher.event('VOICE_STATE_UPDATE')
	goes(client, guildId, channels.bridge)
	assert.equal((await watcher.event('VOICE_STATE_UPDATE')).channel_id, channels.bridge)
	await using other = await inside(server, herald)
	goes(other, guildId, channels.engine)
	const taken = await watcher.event('VOICE_STATE_UPDATE')
	assert.deepEqual([taken.channel_id, taken.session_id], [channels.engine, other.ready.session_id])
	// The first session ends, and the other one holds the place.
	client.ws.close(1000)
	await client.closed
	await watcher.settled()
	assert.equal((await herald.get(`/guilds/${guildId}/voice-states/@me`)).body.channel_id, channels.engine)
	other.ws.terminate()
	await other.closed
	await watcher.settled()
	assert.equal((await herald.get(`/guilds/${guildId}/voice-states/@me`)).status, 200)
	await server.advance(server.config.resumeWindowMs + 1000)
	assert.equal((await watcher.event('VOICE_STATE_UPDATE')).channel_id, null)
})

test('G28 who may not connect is not answered: a text channel, a hidden one, a full one, another guild', async () => {
	await using server = await testServer()
	const { guildId, channels, herald, warden } = await hall(server)
	const other = await hall2(server)
	await using keeper = await inside(server, warden)
	await using client = await inside(server, herald)
	const me = `/guilds/${guildId}/voice-states/@me`
	for (const channelId of [channels.text, channels.cellar, other, '1']) {
		goes(client, guildId, channelId)
		await client.settled()
		assert.equal((await herald.get(me)).status, 404, channelId)
	}
	goes(keeper, guildId, channels.bridge)
	await client.event('VOICE_STATE_UPDATE')
	goes(client, guildId, channels.bridge)
	await client.settled()
	assert.equal((await herald.get(me)).status, 404)
	// What moves members is not held up by a full channel.
	goes(keeper, guildId, channels.engine)
	await client.event('VOICE_STATE_UPDATE')
	goes(client, guildId, channels.bridge)
	await client.event('VOICE_STATE_UPDATE')
	goes(keeper, guildId, channels.bridge)
	assert.equal((await client.event('VOICE_STATE_UPDATE')).channel_id, channels.bridge)
	// Who is in stays in, and may still say that they are mute.
	await warden.put(`/channels/${channels.bridge}/permissions/${herald.id}`, { type: 1, deny: bits('Connect') })
	goes(client, guildId, channels.bridge, { self_deaf: true })
	assert.equal((await client.event('VOICE_STATE_UPDATE')).self_deaf, true)
	client.send(4, { guild_id: null, channel_id: null })
	await client.settled()
	assert.equal((await herald.get(me)).status, 200)
})

async function hall2(server: TestServer): Promise<string> {
	const owner = await server.person('bob')
	const { channels } = await server.guild(owner.id)
	return channels.find(({ type }) => type === CHANNEL_TYPES.voice)?.id ?? ''
}

test('G28 who does not see a channel hears of nobody in it, and sees those leave who move there', async () => {
	await using server = await testServer()
	const { guildId, channels, herald, warden } = await hall(server)
	await using client = await inside(server, herald)
	await using mover = await inside(server, warden)
	goes(mover, guildId, channels.engine)
	assert.equal((await client.event('VOICE_STATE_UPDATE')).channel_id, channels.engine)
	goes(mover, guildId, channels.cellar)
	const left = await client.event('VOICE_STATE_UPDATE')
	assert.deepEqual([left.user_id, left.channel_id], [warden.id, null])
	const hidden = await mover.next((frame) => frame.t === 'VOICE_STATE_UPDATE' && frame.d.channel_id === channels.cellar)
	assert.equal(hidden.d.user_id, warden.id)
	await using late = await inside(server, herald)
	assert.deepEqual(late.shown.voice_states, [])
	assert.equal((await herald.get(`/guilds/${guildId}/voice-states/${warden.id}`)).body.code, 50013)
	goes(mover, guildId, channels.cellar, { self_mute: true })
	goes(mover, guildId, null)
	await mover.settled()
	await client.settled()
	const heard = client.frames.filter((frame) => frame.t === 'VOICE_STATE_UPDATE')
	assert.equal(heard.length, 2)
	// The one who moved was told where they are, and of nothing else.
	const own = mover.frames.filter((frame) => frame.t === 'VOICE_STATE_UPDATE').map((frame) => frame.d.channel_id)
	assert.deepEqual(own, [channels.engine, channels.cellar, channels.cellar, null])
})

test('G28 without the intent one hears of oneself alone', async () => {
	await using server = await testServer()
	const { guildId, channels, herald, warden } = await hall(server)
	await using mover = await inside(server, warden)
	await using client = await inside(server, herald, INTENTS.Guilds)
	goes(mover, guildId, channels.engine)
	await mover.event('VOICE_STATE_UPDATE')
	goes(client, guildId, channels.engine)
	assert.equal((await client.event('VOICE_STATE_UPDATE')).user_id, herald.id)
	await client.settled()
	assert.deepEqual(client.names().filter((name) => name === 'VOICE_STATE_UPDATE').length, 1)
})

test('OP-15 who is in voice is muted, deafened, moved and taken out', async () => {
	await using server = await testServer()
	const { guildId, channels, herald, warden } = await hall(server)
	await using client = await inside(server, herald)
	goes(client, guildId, channels.engine)
	await client.event('VOICE_STATE_UPDATE')
	const patch = (changes: object, by = warden) => by.patch(`/guilds/${guildId}/members/${herald.id}`, changes)
	const muted = await patch({ mute: true, deaf: true })
	assert.deepEqual([muted.body.mute, muted.body.deaf], [true, true])
	const state = await client.event('VOICE_STATE_UPDATE')
	assert.deepEqual([state.mute, state.deaf, state.member.mute], [true, true, true])
	assert.equal((await patch({ channel_id: channels.text })).body.code, 50024)
	assert.equal((await patch({ channel_id: '1' })).body.code, 10003)
	assert.equal((await patch({ channel_id: channels.cellar })).body.code, 50001)
	assert.equal((await patch({ channel_id: channels.bridge }, herald)).body.code, 50013)
	assert.equal((await patch({ channel_id: channels.bridge, mute: false })).status, 200)
	const moved = await client.event('VOICE_STATE_UPDATE')
	assert.deepEqual([moved.channel_id, moved.mute, moved.deaf], [channels.bridge, false, true])
	assert.equal((await patch({ channel_id: null })).status, 200)
	assert.equal((await client.event('VOICE_STATE_UPDATE')).channel_id, null)
	assert.equal((await patch({ deaf: false })).body.code, 40032)
	const log = await warden.get(`/guilds/${guildId}/audit-logs`)
	assert.deepEqual(
		log.body.audit_log_entries
			.filter(({ action_type }: { action_type: number }) => action_type >= 24 && action_type <= 27)
			.map(({ action_type, options }: { action_type: number; options?: object }) => [action_type, options]),
		[
			[27, { count: '1' }],
			[26, { channel_id: channels.bridge, count: '1' }],
			[24, undefined],
			[24, undefined],
		],
	)
})

test('OP-14 on a stage one listens until one is let speak', async () => {
	await using server = await testServer()
	const { guildId, channels, herald, warden } = await hall(server)
	await using client = await inside(server, herald)
	await using keeper = await inside(server, warden)
	goes(client, guildId, channels.stage)
	assert.equal((await client.event('VOICE_STATE_UPDATE')).suppress, true)
	const mine = `/guilds/${guildId}/voice-states/@me`
	const theirs = `/guilds/${guildId}/voice-states/${herald.id}`
	assert.equal((await herald.patch(mine, { suppress: false })).body.code, 50013)
	const at = new Date(server.clock.now() + 5000).toISOString()
	assert.equal((await herald.patch(mine, { channel_id: channels.stage, request_to_speak_timestamp: at })).status, 204)
	const asking = await client.event('VOICE_STATE_UPDATE')
	assert.equal(Date.parse(asking.request_to_speak_timestamp), Date.parse(at))
	const past = new Date(server.clock.now() - 3_600_000).toISOString()
	assert.equal((await herald.patch(mine, { request_to_speak_timestamp: past })).body.code, 50035)
	assert.equal((await herald.patch(mine, { channel_id: channels.engine, suppress: true })).body.code, 40032)
	assert.equal((await herald.patch(theirs, { suppress: false })).body.code, 50013)
	assert.equal((await warden.patch(theirs, { suppress: false })).status, 204)
	const speaks = await client.event('VOICE_STATE_UPDATE')
	assert.deepEqual([speaks.suppress, speaks.request_to_speak_timestamp], [false, null])
	assert.equal((await herald.patch(mine, { suppress: true })).status, 204)
	assert.equal((await client.event('VOICE_STATE_UPDATE')).suppress, true)
	assert.equal((await warden.patch(mine, { suppress: true })).body.code, 10065)
	goes(keeper, guildId, channels.engine)
	await keeper.next((frame) => frame.t === 'VOICE_STATE_UPDATE' && frame.d.user_id === warden.id)
	assert.equal((await warden.patch(mine, { suppress: true })).body.code, 50024)
})

test('G28 who leaves the guild, and whose channel goes, is out of voice', async () => {
	await using server = await testServer()
	const { guildId, channels, herald, warden } = await hall(server)
	await using keeper = await inside(server, warden)
	await using client = await inside(server, herald)
	goes(client, guildId, channels.engine)
	await client.event('VOICE_STATE_UPDATE')
	await keeper.event('VOICE_STATE_UPDATE')
	assert.equal((await warden.delete(`/channels/${channels.engine}`)).status, 200)
	assert.equal((await client.event('VOICE_STATE_UPDATE')).channel_id, null)
	assert.equal((await herald.get(`/guilds/${guildId}/voice-states/@me`)).body.code, 10065)
	goes(client, guildId, channels.bridge)
	assert.equal((await keeper.event('VOICE_STATE_UPDATE')).channel_id, channels.bridge)
	assert.equal((await warden.delete(`/guilds/${guildId}/members/${herald.id}`)).status, 204)
	assert.equal((await keeper.event('VOICE_STATE_UPDATE')).channel_id, null)
	await using late = await inside(server, warden)
	assert.deepEqual(late.shown.voice_states, [])
})

test('G28 a node that starts anew forgets who was in voice by its sessions', async () => {
	await using server = await testServer()
	const { guildId, channels, herald, warden } = await hall(server)
	await using keeper = await inside(server, warden)
	await using client = await inside(server, herald)
	goes(client, guildId, channels.engine)
	await keeper.event('VOICE_STATE_UPDATE')
	await server.store.transaction((tx) => endVoice(tx, { node: server.store.node + 1 }))
	assert.equal((await herald.get(`/guilds/${guildId}/voice-states/@me`)).status, 200)
	await server.store.transaction((tx) => endVoice(tx, { node: server.store.node }))
	assert.equal((await keeper.event('VOICE_STATE_UPDATE')).channel_id, null)
	assert.equal((await herald.get(`/guilds/${guildId}/voice-states/@me`)).status, 404)
})

test('G29 a voice channel begins with the first who comes and ends with the last who leaves; op 43 tells since when', async () => {
	await using server = await testServer()
	const { guildId, channels, herald, warden } = await hall(server)
	await using keeper = await inside(server, warden)
	await using client = await inside(server, herald)
	const since = Math.floor(server.clock.now() / 1000)
	goes(keeper, guildId, channels.cellar)
	const began = await keeper.event('VOICE_CHANNEL_START_TIME_UPDATE')
	assert.deepEqual(began, { id: channels.cellar, guild_id: guildId, voice_start_time: since })
	await server.advance(60_000)
	goes(client, guildId, channels.engine)
	assert.equal((await client.event('VOICE_CHANNEL_START_TIME_UPDATE')).voice_start_time, since + 60)
	const ask = async (from: GatewayClient, fields: unknown[]) => {
		from.send(43, { guild_id: guildId, fields })
		return (await from.event('CHANNEL_INFO')).channels
	}
	const engine = { id: channels.engine, voice_start_time: since + 60 }
	assert.deepEqual(await ask(client, ['voice_start_time', 'weather']), [engine])
	assert.deepEqual(await ask(client, ['weather']), [])
	const all = await ask(keeper, ['voice_start_time'])
	assert.deepEqual(all, [engine, { id: channels.cellar, voice_start_time: since }])
	goes(keeper, guildId, channels.engine)
	const ended = await keeper.next(({ t, d }) => t === 'VOICE_CHANNEL_START_TIME_UPDATE' && d.voice_start_time === null)
	assert.equal(ended.d.id, channels.cellar)
	goes(client, guildId, null)
	await client.settled()
	assert.deepEqual(await ask(client, ['voice_start_time']), [engine])
	await client.settled()
	const heard = client.frames.filter((frame) => frame.t === 'VOICE_CHANNEL_START_TIME_UPDATE')
	assert.deepEqual(
		heard.map((frame) => frame.d.id),
		[channels.engine],
	)
	client.send(43, { guild_id: '1', fields: ['voice_start_time'] })
	assert.deepEqual(await client.event('CHANNEL_INFO'), { guild_id: '1', channels: [] })
})

test('EP-06 a voice channel has a status until the last has left it', async () => {
	await using server = await testServer()
	const { guildId, channels, herald, warden } = await hall(server)
	await using keeper = await inside(server, warden)
	await using client = await inside(server, herald)
	const set = (by: Bot, channelId: string, status: unknown) =>
		by.call('PUT', `/channels/${channelId}/voice-status`, { status }, { 'x-audit-log-reason': 'tonight' })
	assert.equal((await set(herald, channels.engine, 'mine')).body.code, 50013)
	await warden.put(`/channels/${channels.engine}/permissions/${guildId}`, {
		type: 0,
		allow: bits('SetVoiceChannelStatus'),
	})
	// Who is not in it manages channels besides.
	assert.equal((await set(herald, channels.engine, 'mine')).body.code, 50013)
	goes(client, guildId, channels.engine)
	await client.event('VOICE_STATE_UPDATE')
	const long = await set(herald, channels.engine, 'x'.repeat(501))
	assert.equal(long.body.errors.status._errors[0].code, 'BASE_TYPE_MAX_LENGTH')
	assert.equal((await set(herald, channels.engine, ' Chess tonight ')).status, 204)
	const told = { id: channels.engine, guild_id: guildId, status: 'Chess tonight' }
	assert.deepEqual(await client.event('VOICE_CHANNEL_STATUS_UPDATE'), told)
	assert.deepEqual(await keeper.event('VOICE_CHANNEL_STATUS_UPDATE'), told)
	assert.equal('status' in (await herald.get(`/channels/${channels.engine}`)).body, false)
	client.send(43, { guild_id: guildId, fields: ['status'] })
	assert.deepEqual((await client.event('CHANNEL_INFO')).channels, [{ id: channels.engine, status: 'Chess tonight' }])

	// What is so already is told to nobody, and written down nowhere.
	assert.equal((await set(herald, channels.engine, 'Chess tonight')).status, 204)
	assert.equal((await set(herald, channels.engine, '')).status, 204)
	assert.equal((await client.event('VOICE_CHANNEL_STATUS_UPDATE')).status, null)
	assert.equal((await set(herald, channels.engine, null)).status, 204)
	assert.equal((await set(herald, channels.engine, 'Go')).status, 204)
	assert.equal((await client.event('VOICE_CHANNEL_STATUS_UPDATE')).status, 'Go')
	goes(client, guildId, null)
	assert.equal((await client.event('VOICE_CHANNEL_STATUS_UPDATE')).status, null)

	const log = await warden.get(`/guilds/${guildId}/audit-logs?limit=3`)
	assert.deepEqual(
		log.body.audit_log_entries.map((entry: Record<string, unknown>) => [
			entry.action_type,
			entry.options,
			entry.reason,
			entry.user_id,
		]),
		[
			[192, { channel_id: channels.engine, status: 'Go' }, 'tonight', herald.id],
			[193, { channel_id: channels.engine }, 'tonight', herald.id],
			[192, { channel_id: channels.engine, status: 'Chess tonight' }, 'tonight', herald.id],
		],
	)
})

test('EP-06 a status is for voice channels that one sees', async () => {
	await using server = await testServer()
	const { guildId, channels, herald, warden } = await hall(server)
	const set = (by: Bot, channelId: string) => by.put(`/channels/${channelId}/voice-status`, { status: 'On' })
	await using client = await inside(server, herald)
	assert.equal((await set(herald, channels.cellar)).body.code, 50001)
	assert.equal((await set(warden, channels.stage)).body.code, 50024)
	assert.equal((await set(warden, channels.text)).body.code, 50024)
	assert.equal((await set(warden, channels.cellar)).status, 204)
	client.send(43, { guild_id: guildId, fields: ['status'] })
	assert.deepEqual((await client.event('CHANNEL_INFO')).channels, [])
	assert.equal(client.names().includes('VOICE_CHANNEL_STATUS_UPDATE'), false)
})
