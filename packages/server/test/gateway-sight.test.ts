import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INTENTS, PERMISSIONS } from '@guildhall/protocol'
import { sql } from 'kysely'
import { type GatewayClient, house, login, PLAIN_INTENTS } from './gateway-client.ts'
import { bits, type Home, home } from './people.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

const VIEW = String(PERMISSIONS.ViewChannel)

interface Hidden extends Home {
	guest: Bot
	/** Lets its members see what is hidden. */
	keyId: string
	/** A voice channel that only they see, in which the bot speaks. */
	hiddenId: string
	client: GatewayClient
	speaker: GatewayClient
}

/** A guest beside a hidden voice channel that somebody is in. */
async function hidden(server: TestServer, intents = PLAIN_INTENTS): Promise<Hidden> {
	const place = await home(server)
	const guest = await server.bot('Guest')
	await server.join(place.guildId, guest.id)
	const { body: key } = await place.bot.post(`/guilds/${place.guildId}/roles`, { name: 'key', permissions: '0' })
	const client = await login(server, { token: guest.token, intents })
	if (intents & INTENTS.Guilds) await client.event('GUILD_CREATE')
	const { body: channel } = await place.bot.post(`/guilds/${place.guildId}/channels`, {
		name: 'hidden',
		type: 2,
		permission_overwrites: [
			{ id: place.guildId, type: 0, allow: '0', deny: VIEW },
			{ id: key.id, type: 0, allow: VIEW, deny: '0' },
		],
	})
	const speaker = await login(server, { token: place.bot.token })
	await speaker.event('GUILD_CREATE')
	speaker.send(4, { guild_id: place.guildId, channel_id: channel.id, self_mute: false, self_deaf: false })
	await speaker.event('VOICE_STATE_UPDATE')
	return { ...place, guest, keyId: key.id, hiddenId: channel.id, client, speaker }
}

const since = (client: GatewayClient, before: number) => client.frames.slice(before).filter(({ t }) => t !== null)

test('G32 with the right to see a channel comes the channel itself, and who is in it; without it they are gone', async () => {
	await using server = await testServer()
	const { bot, guest, guildId, keyId, hiddenId, client, speaker } = await hidden(server)
	await client.settled()
	const before = client.frames.length
	await bot.put(`/guilds/${guildId}/members/${guest.id}/roles/${keyId}`)
	await bot.post(`/channels/${hiddenId}/messages`, { content: 'you see me now' })
	await client.event('MESSAGE_CREATE')
	const told = since(client, before).map(({ t, d }) => [t, d.channel_id ?? d.id ?? d.user.id])
	assert.deepEqual(
		told.filter(([name]) => name !== 'GUILD_MEMBER_UPDATE'),
		[
			['CHANNEL_CREATE', hiddenId],
			['VOICE_STATE_UPDATE', hiddenId],
			['MESSAGE_CREATE', hiddenId],
		],
	)
	const state = client.frames.find(({ t }) => t === 'VOICE_STATE_UPDATE')?.d
	assert.deepEqual([state.user_id, state.guild_id, state.member.user.id], [bot.id, guildId, bot.id])
	await bot.delete(`/guilds/${guildId}/members/${guest.id}/roles/${keyId}`)
	const gone = await client.next(({ t, d }) => t === 'VOICE_STATE_UPDATE' && d.channel_id === null)
	assert.equal(gone.d.user_id, bot.id)
	await client.settled()
	const after = client.frames.length
	speaker.send(4, { guild_id: guildId, channel_id: null, self_mute: false, self_deaf: false })
	await speaker.next(({ t, d }) => t === 'VOICE_STATE_UPDATE' && d.channel_id === null)
	await client.settled()
	assert.deepEqual(since(client, after), [])
	for (const one of [client, speaker]) one.ws.terminate()
})

test('G32 a change that was missed is told with the right to see; what was not missed is not said again', async () => {
	await using server = await testServer()
	const { bot, guest, guildId, keyId, hiddenId, client, speaker } = await hidden(server)
	await bot.put(`/guilds/${guildId}/members/${guest.id}/roles/${keyId}`)
	await client.event('CHANNEL_CREATE')
	await bot.patch(`/guilds/${guildId}/roles/${guildId}`, { permissions: '0' })
	await bot.patch(`/guilds/${guildId}/members/${guest.id}`, { roles: [] })
	await bot.patch(`/channels/${hiddenId}`, { name: 'renamed' })
	await client.settled()
	const before = client.frames.length
	await bot.put(`/channels/${hiddenId}/permissions/${guest.id}`, { type: 1, allow: VIEW, deny: '0' })
	await client.settled()
	const told = since(client, before)
	assert.deepEqual(
		told.map(({ t, d }) => [t, d.name]),
		[
			['VOICE_STATE_UPDATE', undefined],
			['CHANNEL_UPDATE', 'renamed'],
		],
	)
	const again = client.frames.length
	await bot.patch(`/guilds/${guildId}/roles/${keyId}`, { permissions: bits('SendMessages') })
	await client.settled()
	assert.deepEqual(
		since(client, again).map(({ t }) => t),
		['GUILD_ROLE_UPDATE'],
	)
	for (const one of [client, speaker]) one.ws.terminate()
})

test('G32 without the intents nothing is told', async () => {
	await using server = await testServer()
	const { bot, guest, guildId, keyId, client, speaker } = await hidden(server, INTENTS.GuildVoiceStates)
	await bot.put(`/guilds/${guildId}/members/${guest.id}/roles/${keyId}`)
	await client.settled()
	assert.deepEqual(client.names(), ['READY', 'GUILD_MEMBER_UPDATE'])
	for (const one of [client, speaker]) one.ws.terminate()
})

test('G9 a guild that cannot be shown is unavailable until it can', async () => {
	await using server = await testServer()
	const { bot, guildId, channelId } = await house(server)
	const rename = (from: string, to: string) =>
		server.store.transaction((tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx.db))
	await server.listen()
	await rename('voice_states', 'lost')
	await using client = await login(server, { token: bot.token })
	assert.deepEqual(await client.event('GUILD_DELETE'), { id: guildId, unavailable: true })
	await bot.post(`/channels/${channelId}/messages`, { content: 'not heard' })
	await rename('lost', 'voice_states')
	server.socketClock.advance(5000)
	assert.equal((await client.event('GUILD_CREATE')).id, guildId)
	await bot.post(`/channels/${channelId}/messages`, { content: 'heard' })
	assert.equal((await client.event('MESSAGE_CREATE')).content, 'heard')
})
