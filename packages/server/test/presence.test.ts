import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INTENTS } from '@guildhall/protocol'
import { connect, login } from './gateway-client.ts'
import { befriend, elsewhere, enter, gameOf, play, publish, quiet, told } from './playing.ts'
import { testServer } from './server.ts'

const PARTY = { party: { id: 'party-1', size: [1, 4] }, secrets: { join: 'hush-hush' } }

test('Q15 a friend hears who comes, what they play, and who goes; a stranger hears nothing', async () => {
	await using server = await testServer()
	const [alice, bob, mallory] = [
		await server.player('alice'),
		await server.player('bob'),
		await server.player('mallory'),
	]
	await befriend(alice, bob)
	await using hers = await enter(server, alice)
	await using stranger = await enter(server, mallory)
	const his = await enter(server, bob)
	assert.deepEqual(await hers.event('PRESENCE_UPDATE'), {
		user: { id: bob.id },
		status: 'online',
		activities: [],
		client_status: { desktop: 'online' },
	})
	play(his, { state: 'In a match', ...PARTY, buttons: [{ label: 'Look', url: 'https://example.com/look' }] }, 'dnd')
	const playing = await hers.event('PRESENCE_UPDATE')
	assert.deepEqual([playing.status, playing.client_status], ['dnd', { desktop: 'dnd' }])
	const [{ created_at, ...activity }] = playing.activities
	assert.deepEqual(activity, {
		name: 'Arcade',
		type: 0,
		application_id: his.ready.application.id,
		session_id: his.ready.session_id,
		state: 'In a match',
		party: { id: 'party-1', size: [1, 4] },
		flags: 1 << 1,
		buttons: ['Look'],
	})
	assert.equal(created_at, server.clock.now())
	play(his, undefined, 'invisible')
	assert.equal((await hers.event('PRESENCE_UPDATE')).status, 'offline')
	play(his, undefined, 'idle')
	assert.equal((await hers.event('PRESENCE_UPDATE')).status, 'idle')
	his.ws.close(1000)
	assert.deepEqual(await hers.event('PRESENCE_UPDATE'), {
		user: { id: bob.id },
		status: 'offline',
		activities: [],
		client_status: {},
	})
	await quiet(stranger, hers)
	assert.deepEqual(told(stranger), [])
	assert.equal(JSON.stringify(hers.frames).includes('hush-hush'), false)
})

test('Q17 who is there already stands in READY, or behind it for clients that ask for it', async () => {
	await using server = await testServer()
	const [alice, bob, cleo] = [await server.player('alice'), await server.player('bob'), await server.player('cleo')]
	await befriend(alice, bob)
	await befriend(alice, cleo)
	await using his = await enter(server, bob)
	play(his, { state: 'waiting' })
	await using _hidden = await enter(server, cleo, {
		presence: { status: 'invisible', since: null, activities: [], afk: false },
	})
	await quiet(his)
	await using hers = await enter(server, alice)
	const seen = hers.ready.presences.map((one: { user: { id: string }; activities: { state: string }[] }) => [
		one.user.id,
		one.activities.map(({ state }) => state),
	])
	assert.deepEqual(seen, [[bob.id, ['waiting']]])
	await using prioritised = await enter(server, alice, { capabilities: 69680 | (1 << 5) })
	assert.deepEqual(prioritised.ready.presences, [])
	const { merged_presences: merged } = await prioritised.event('READY_SUPPLEMENTAL')
	assert.deepEqual(merged, { guilds: [], friends: hers.ready.presences })
	await quiet(hers)
	assert.equal(hers.names().includes('READY_SUPPLEMENTAL'), false)
})

test('Q15 activities are seen within a game and within the games of a publisher', async () => {
	await using server = await testServer()
	const [chess, go, other] = [await gameOf(server, 'Chess'), await gameOf(server, 'Go'), await gameOf(server, 'Other')]
	const parent = await publish(server, [chess, go])
	const alice = await server.player('alice', ['sdk.social_layer'], parent)
	const bob = await server.player('bob', ['sdk.social_layer'], parent)
	await befriend(alice, bob)
	await using his = await enter(server, await elsewhere(server, bob, chess))
	await using here = await enter(server, await elsewhere(server, alice, go))
	await using there = await enter(server, await elsewhere(server, alice, other))
	play(his, { state: 'mate in two' })
	const { activities } = await here.event('PRESENCE_UPDATE')
	assert.deepEqual(
		[activities[0].application_id, activities[0].parent_application_id, activities[0].name],
		[chess.id, parent.id, 'Chess'],
	)
	await quiet(there)
	assert.deepEqual(told(there), [])
	assert.deepEqual(
		there.ready.presences.map((one: { activities: unknown[] }) => one.activities),
		[[]],
	)
})

test('Q15 friends of a game see each other only while both are in it', async () => {
	await using server = await testServer()
	const [chess, go] = [await gameOf(server, 'Chess'), await gameOf(server, 'Go')]
	const alice = await server.player('alice', ['sdk.social_layer'], chess)
	const bob = await server.player('bob', ['sdk.social_layer'], chess)
	await befriend(alice, bob, 'game')
	await using hers = await enter(server, alice)
	await using hersElsewhere = await enter(server, await elsewhere(server, alice, go))
	await using hisElsewhere = await enter(server, await elsewhere(server, bob, go))
	play(hisElsewhere, { state: 'opening' })
	await quiet(hisElsewhere, hers, hersElsewhere)
	assert.deepEqual([told(hers), told(hersElsewhere)], [[], []])
	const his = await enter(server, bob, { properties: { os: 'Android', browser: 'x', device: 'x' } })
	play(his, { state: 'endgame' }, 'idle')
	assert.equal((await hers.event('PRESENCE_UPDATE')).status, 'online')
	const seen = await hers.event('PRESENCE_UPDATE')
	assert.deepEqual(
		[seen.status, seen.client_status, seen.activities.map(({ state }: { state: string }) => state)],
		['idle', { mobile: 'idle' }, ['endgame']],
	)
	his.ws.close(1000)
	assert.equal((await hers.event('PRESENCE_UPDATE')).status, 'offline')
	await quiet(hersElsewhere)
	assert.deepEqual(told(hersElsewhere), [])
	await using later = await enter(server, alice)
	assert.deepEqual(later.ready.presences, [])
})

test('Q16 who becomes a friend sees at once who is there; who is blocked sees nobody any more', async () => {
	await using server = await testServer()
	const [alice, bob] = [await server.player('alice'), await server.player('bob')]
	await using hers = await enter(server, alice)
	await using his = await enter(server, bob)
	play(his, { state: 'waiting' })
	await quiet(his, hers)
	assert.deepEqual([told(hers), told(his)], [[], []])
	await befriend(alice, bob)
	assert.equal((await hers.event('PRESENCE_UPDATE')).activities[0].state, 'waiting')
	assert.equal((await his.event('PRESENCE_UPDATE')).status, 'online')
	await alice.put(`/users/@me/relationships/${bob.id}`, { type: 2 })
	const gone = (id: string) => ({ user: { id }, status: 'offline', activities: [], client_status: {} })
	assert.deepEqual(await hers.event('PRESENCE_UPDATE'), gone(bob.id))
	assert.deepEqual(await his.event('PRESENCE_UPDATE'), gone(alice.id))
	play(hers, { state: 'alone' })
	play(his, { state: 'alone too' })
	await quiet(hers, his)
	assert.deepEqual([told(hers).length, told(his).length], [2, 2])
	await using again = await enter(server, bob)
	assert.deepEqual(again.ready.presences, [])
})

test('Q16 a friend on the platform who is one in the game no more is seen still', async () => {
	await using server = await testServer()
	const [alice, bob] = [await server.player('alice'), await server.player('bob')]
	await befriend(alice, bob)
	await befriend(alice, bob, 'game')
	await using hers = await enter(server, alice)
	await using his = await enter(server, bob)
	await quiet(hers, his)
	await alice.delete(`/users/@me/game-relationships/${bob.id}`)
	await quiet(hers, his)
	assert.equal(told(hers).at(-1).status, 'online')
})

test('Q2, Q3 several sessions are one presence: the most present status, each kind of client, each game once', async () => {
	await using server = await testServer()
	const [chess, go] = [await gameOf(server, 'Chess'), await gameOf(server, 'Go')]
	const herald = await server.bot('Herald', { flags: 1 << 13 })
	const alice = await server.player('alice', ['sdk.social_layer'], chess)
	await server.guild(alice.id, { memberIds: [herald.id] })
	await using watcher = await login(server, { token: herald.token, intents: INTENTS.GuildPresences })
	const names = ['Windows', 'Android', 'browser', 'Quest']
	const clients = []
	for (const [index, os] of names.entries()) {
		const player = index === 3 ? await elsewhere(server, alice, go) : alice
		clients.push(await enter(server, player, { properties: { os, browser: 'socialsdk', device: 'socialsdk' } }))
	}
	const [desktop, mobile, web, vr] = clients
	if (!desktop || !mobile || !web || !vr) throw new Error('All four are open.')
	play(desktop, { state: 'on the desk' }, 'idle')
	await quiet(desktop)
	play(mobile, { state: 'on the train' }, 'dnd')
	await quiet(mobile)
	play(web, undefined, 'invisible')
	play(vr, { state: 'inside' }, 'idle')
	await quiet(web, vr, watcher)
	const last = told(watcher).at(-1)
	assert.deepEqual([last.status, last.client_status], ['dnd', { desktop: 'idle', mobile: 'dnd', vr: 'idle' }])
	assert.deepEqual(
		last.activities.map(({ state, session_id }: { state: string; session_id?: string }) => [state, session_id]).sort(),
		[
			['inside', undefined],
			['on the train', undefined],
		],
	)
	mobile.ws.close(1000)
	await mobile.closed
	await quiet(watcher)
	const after = told(watcher).at(-1)
	assert.deepEqual([after.status, after.activities.length], ['idle', 2])
	for (const client of clients) client.ws.terminate()
})

test('Q18 sessions of one user know of each other, and of no other game', async () => {
	await using server = await testServer()
	const [chess, go] = [await gameOf(server, 'Chess'), await gameOf(server, 'Go')]
	const alice = await server.player('alice', ['sdk.social_layer'], chess)
	await using first = await enter(server, alice)
	const ids = (sessions: { session_id: string }[]) => sessions.map(({ session_id }) => session_id)
	assert.deepEqual(ids(first.ready.sessions), [first.ready.session_id])
	await using second = await enter(server, alice, { properties: { os: 'iOS', browser: '', device: '' } })
	assert.deepEqual(ids(second.ready.sessions), [first.ready.session_id, second.ready.session_id])
	assert.deepEqual(ids(await first.event('SESSIONS_REPLACE')), ids(second.ready.sessions))
	await using foreign = await enter(server, await elsewhere(server, alice, go))
	assert.deepEqual(ids(foreign.ready.sessions), [foreign.ready.session_id])
	play(first, { state: 'hidden', ...PARTY, buttons: [{ label: 'Look', url: 'https://example.com' }] }, 'invisible')
	const [other, own] = await second.event('SESSIONS_REPLACE')
	assert.deepEqual(
		[other.session_id, other.client_info],
		[second.ready.session_id, { client: 'mobile', os: 'ios', version: 0 }],
	)
	assert.deepEqual([own.session_id, own.status, own.active], [first.ready.session_id, 'invisible', true])
	assert.deepEqual(
		[own.activities[0].state, own.activities[0].buttons, own.activities[0].secrets],
		['hidden', undefined, undefined],
	)
	await quiet(first, second, foreign)
	assert.deepEqual(told(foreign, 'SESSIONS_REPLACE'), [])
	assert.equal(told(second, 'SESSIONS_REPLACE').length, 1)
	assert.equal(JSON.stringify([...first.frames, ...second.frames]).includes('hush-hush'), false)
})

test('Q4 what is the same is not told again, and a user with many sessions is told of ten times in 20 seconds', async () => {
	await using server = await testServer()
	const [alice, bob] = [await server.player('alice'), await server.player('bob')]
	await befriend(alice, bob)
	await using hers = await enter(server, alice)
	const his = [await enter(server, bob), await enter(server, bob), await enter(server, bob)]
	await quiet(hers)
	assert.equal(told(hers).length, 1)
	for (const [turn, client] of [...his, ...his, ...his, ...his].entries()) {
		play(client, { state: `turn ${turn}` })
		await client.settled()
		play(client, { state: `turn ${turn}` })
		await quiet(client, hers)
	}
	const states = () => told(hers).map(({ activities }) => activities[0]?.state)
	const told10 = states()
	assert.ok(told10.length <= 10, told10.join())
	server.socketClock.advance(20_000)
	await quiet(...his, hers)
	server.socketClock.advance(20_000)
	await quiet(...his, hers)
	assert.equal(states().at(-1), 'turn 11')
	for (const client of his) client.ws.terminate()
})

test('Q5 a player whose connection breaks is gone after ten seconds, and back with the Resume', async () => {
	await using server = await testServer()
	const [alice, bob] = [await server.player('alice'), await server.player('bob')]
	await befriend(alice, bob)
	await using hers = await enter(server, alice)
	await using his = await enter(server, bob)
	play(his, { state: 'in a tunnel' })
	await quiet(his, hers)
	his.ws.terminate()
	while (server.app.gateway.counts().detached === 0) await hers.settled()
	server.socketClock.advance(9_000)
	await quiet(hers)
	assert.equal(told(hers).at(-1).status, 'online')
	server.socketClock.advance(1_000)
	await quiet(hers)
	assert.equal(told(hers).at(-1).status, 'offline')
	await using again = await connect(server)
	again.send(6, { token: bob.token, session_id: his.ready.session_id, seq: his.seq })
	await again.event('RESUMED')
	await quiet(hers)
	assert.equal(told(hers).at(-1).activities[0].state, 'in a tunnel')
})

test('Q1, Q6 a session that shows itself wrongly from the first is not opened', async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	await using client = await connect(server)
	client.send(2, {
		token: `Bearer ${alice.token}`,
		properties: {},
		intents: 0,
		presence: { status: 'online', activities: [{ party: { id: 'x' } }], since: null, afk: false },
	})
	assert.equal(await client.closed, 4002)
	assert.equal(server.app.gateway.counts().sessions, 0)
})

test('Q1, Q6, Q15 a token shows and sees what its scopes reach, and nothing else', async () => {
	await using server = await testServer()
	const game = await gameOf(server, 'Chess')
	const [alice, bob] = [
		await server.player('alice', ['sdk.social_layer'], game),
		await server.player('bob', ['sdk.social_layer'], game),
	]
	await befriend(alice, bob)
	const finer = ['identify', 'gateway.connect', 'relationships.read']
	const everything = [...finer, 'presences.read', 'presences.write', 'activities.read', 'activities.write']
	const without = async (scope: string, who = alice) =>
		enter(
			server,
			await elsewhere(
				server,
				who,
				game,
				everything.filter((one) => one !== scope),
			),
		)
	await using whole = await without('')
	await using noPresences = await without('presences.read')
	await using noActivities = await without('activities.read')
	await using silent = await without('activities.write', bob)
	await using hidden = await without('presences.write', bob)
	play(hidden, { state: 'unseen' })
	await quiet(hidden, whole)
	assert.equal('sessions' in noPresences.ready, false)
	assert.deepEqual(
		told(whole).map(({ status, activities }) => [status, activities]),
		[['online', []]],
	)
	play(silent, { state: 'unsaid' }, 'idle')
	await quiet(silent, whole)
	assert.deepEqual([told(whole).at(-1).status, told(whole).at(-1).activities], ['idle', []])
	await using open = await without('', bob)
	play(open, { state: 'said' })
	await quiet(open, whole, noActivities, noPresences)
	assert.equal(told(whole).at(-1).activities[0].state, 'said')
	assert.deepEqual([told(noActivities).at(-1).status, told(noActivities).at(-1).activities], ['online', []])
	assert.deepEqual([told(noPresences), told(noPresences, 'SESSIONS_REPLACE')], [[], []])
})
