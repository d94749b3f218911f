import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INTENTS } from '@guildhall/protocol'
import { connect, type GatewayClient, login } from './gateway-client.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

const SEES = INTENTS.Guilds | INTENTS.GuildPresences

/** Two bots in one guild, both allowed to see presences. */
async function pair(server: TestServer): Promise<{ herald: Bot; scribe: Bot; guildId: string }> {
	const herald = await server.bot('Herald', { flags: 1 << 13 })
	const scribe = await server.bot('Scribe', { flags: 1 << 13 })
	const { guild } = await server.guild((await server.person('alice')).id, { memberIds: [herald.id, scribe.id] })
	return { herald, scribe, guildId: guild.id }
}

const presence = (name: string) => ({ since: null, activities: [{ name, type: 0 }], status: 'online', afk: false })
const namesOf = (client: GatewayClient) =>
	client.frames.filter((frame) => frame.t === 'PRESENCE_UPDATE').map((frame) => frame.d.activities[0]?.name)

test('G23 a guild hears who comes, changes and goes, with the intent', async () => {
	await using server = await testServer()
	const { herald, scribe, guildId } = await pair(server)
	await using watcher = await login(server, { token: herald.token, intents: SEES })
	await using blind = await login(server, { token: herald.token, intents: INTENTS.Guilds })
	const other = await login(server, {
		token: scribe.token,
		presence: {
			status: 'dnd',
			activities: [{ name: 'chess', type: 0, details: 'not for bots' }],
			since: null,
			afk: false,
		},
	})
	const came = await watcher.event('PRESENCE_UPDATE')
	assert.deepEqual([came.user, came.guild_id, came.status], [{ id: scribe.id }, guildId, 'dnd'])
	assert.deepEqual(came.client_status, { web: 'dnd' })
	assert.deepEqual(
		came.activities.map(({ created_at: _, ...activity }: { created_at: number }) => activity),
		[{ name: 'chess', type: 0 }],
	)
	other.send(3, { since: null, activities: [], status: 'idle', afk: false })
	assert.equal((await watcher.event('PRESENCE_UPDATE')).status, 'idle')
	other.send(3, { since: null, activities: [], status: 'invisible', afk: false })
	assert.equal((await watcher.event('PRESENCE_UPDATE')).status, 'offline')
	// hikari says `game` for what others say as the one entry of `activities`.
	other.send(3, { since: null, game: { name: 'go', state: null, type: 5, url: null }, status: 'online', afk: false })
	const [playing] = (await watcher.event('PRESENCE_UPDATE')).activities
	assert.deepEqual([playing.name, playing.type], ['go', 5])
	other.send(3, { since: null, game: null, status: 'idle', afk: false })
	assert.deepEqual((await watcher.event('PRESENCE_UPDATE')).activities, [])
	// An empty status is none: discordgo says so of a bot that is simply there.
	other.send(3, { since: null, activities: [], status: '', afk: false })
	assert.equal((await watcher.event('PRESENCE_UPDATE')).status, 'online')
	other.ws.close(1000)
	assert.deepEqual(await watcher.event('PRESENCE_UPDATE'), {
		user: { id: scribe.id },
		guild_id: guildId,
		status: 'offline',
		activities: [],
		client_status: {},
	})
	await blind.settled()
	assert.equal(blind.names().includes('PRESENCE_UPDATE'), false)
})

test('G23 who is there already is in GUILD_CREATE', async () => {
	await using server = await testServer()
	const { herald, scribe } = await pair(server)
	await using _other = await login(server, { token: scribe.token, presence: presence('chess') })
	await using watcher = await login(server, { token: herald.token, intents: SEES })
	const { presences } = await watcher.event('GUILD_CREATE')
	const seen = presences.find((one: { user: { id: string } }) => one.user.id === scribe.id)
	assert.deepEqual([seen.status, seen.activities[0].name], ['online', 'chess'])
})

test('Q5 a bot that begins anew is as it says, whatever a session says that was left behind', async () => {
	await using server = await testServer()
	const { herald, scribe } = await pair(server)
	await using watcher = await login(server, { token: herald.token, intents: SEES })
	const left = await login(server, { token: scribe.token, presence: presence('chess') })
	await watcher.event('PRESENCE_UPDATE')
	// So discord.py ends when it is told to: its session may be resumed.
	left.ws.close(4000)
	while (server.app.gateway.counts().detached === 0) await watcher.settled()
	assert.equal(namesOf(watcher).length, 1)
	await using other = await login(server, { token: scribe.token, presence: { ...presence('go'), status: 'dnd' } })
	const begun = await watcher.event('PRESENCE_UPDATE')
	assert.deepEqual([begun.status, namesOf(watcher)], ['dnd', ['chess', 'go']])
	await using back = await connect(server)
	back.send(6, { token: scribe.token, session_id: left.ready.session_id, seq: left.seq })
	await back.event('RESUMED')
	assert.equal((await watcher.event('PRESENCE_UPDATE')).status, 'online')
	other.ws.close(1000)
	back.ws.close(1000)
	while ((await watcher.event('PRESENCE_UPDATE')).status !== 'offline');
})

test('G23 of changes that come too often the last one counts, when there is room again', async () => {
	await using server = await testServer()
	const { herald, scribe } = await pair(server)
	await using watcher = await login(server, { token: herald.token, intents: SEES })
	await using other = await login(server, { token: scribe.token })
	await watcher.event('PRESENCE_UPDATE')
	for (let n = 1; n <= 8; n++) {
		other.send(3, presence(`game ${n}`))
		await other.settled()
	}
	await watcher.settled()
	assert.deepEqual(namesOf(watcher), [undefined, 'game 1', 'game 2', 'game 3', 'game 4', 'game 5'])
	server.socketClock.advance(20_000)
	await other.settled()
	await watcher.settled()
	assert.equal(namesOf(watcher).at(-1), 'game 8')
	assert.equal(namesOf(watcher).length, 7)
})

test('G23 secrets of a game stay secret', async () => {
	await using server = await testServer()
	const herald = await server.bot('Herald', { flags: 1 << 13 })
	const alice = await server.player('alice')
	await server.guild(alice.id, { memberIds: [herald.id] })
	await using watcher = await login(server, { token: herald.token, intents: SEES })
	await using game = await login(server, { token: `Bearer ${alice.token}`, intents: 0 })
	await watcher.event('PRESENCE_UPDATE')
	game.send(3, {
		since: null,
		status: 'online',
		afk: false,
		activities: [
			{
				name: 'Chess',
				type: 0,
				details: 'Opening',
				timestamps: { start: 1_760_000_000_000 },
				party: { id: 'p1', size: [1, 2] },
				secrets: { join: 'hush' },
				buttons: [{ label: 'Watch', url: 'https://example.com' }],
			},
		],
	})
	const { activities, client_status } = await watcher.event('PRESENCE_UPDATE')
	assert.deepEqual(client_status, { desktop: 'online' })
	assert.equal(JSON.stringify(activities).includes('hush'), false)
	const [{ created_at: _, ...activity }] = activities
	assert.deepEqual(activity, {
		name: 'Chess',
		type: 0,
		application_id: game.ready.application.id,
		details: 'Opening',
		timestamps: { start: 1_760_000_000_000 },
		party: { id: 'p1', size: [1, 2] },
		flags: 2,
		buttons: ['Watch'],
	})
})

test('a presence that is none closes with 4002', async () => {
	await using server = await testServer()
	const { scribe } = await pair(server)
	for (const wrong of [{ status: 'away' }, { status: 'online', activities: ['chess'] }, 'online']) {
		await using client = await login(server, { token: scribe.token })
		client.send(3, wrong)
		assert.equal(await client.closed, 4002)
	}
})
