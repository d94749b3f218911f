import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deauthorize } from '../src/domain/applications/authorizations.ts'
import { changeVoice } from '../src/domain/guilds/voice.ts'
import type { GatewayClient } from './gateway-client.ts'
import { browserOf } from './oauth.ts'
import { befriend, elsewhere, enter, gameOf, play, publish, quiet, told } from './playing.ts'
import { type Client, type TestServer, testServer } from './server.ts'

const HOUR = 60 * 60 * 1000
const SECRET = 'the-way-in-0'
const PARTY = { party: { id: 'party-1', size: [1, 4] }, secrets: { join: SECRET } }
const FOR_FRIENDS = 1 << 6
const FOR_VOICE = 1 << 7

type Session = GatewayClient & { ready: { session_id: string; application: { id: string } } }

/** Alice plays with room for others; bob is her friend. */
async function together(server: TestServer) {
	const [alice, bob] = [await server.player('alice'), await server.player('bob')]
	await befriend(alice, bob)
	const hers: Session = await enter(server, alice)
	const his: Session = await enter(server, bob)
	play(hers, PARTY)
	await quiet(hers, his)
	return {
		alice,
		bob,
		hers,
		his,
		async [Symbol.asyncDispose]() {
			hers.ws.terminate()
			his.ws.terminate()
		},
	}
}

const ask = (from: Client, to: Client, activity: object, rest: object = {}) =>
	from.post(`/users/${to.id}/messages`, { activity, ...rest })

/** Where the secret of that session's party is asked for. */
const wayIn = (host: Client, session: Session, query = '', action = 1) =>
	`/users/${host.id}/sessions/${session.ready.session_id}/activities/${session.ready.application.id}/${action}${query}`

const codeOf = async (answer: Promise<{ status: number; body: { code?: number; secret?: string } }>) => {
	const { status, body } = await answer
	return status === 200 ? body.secret : body.code
}

test('Q21–Q24 an invite is told, accepted, and told on every other device', async () => {
	await using server = await testServer()
	await using scene = await together(server)
	const { alice, bob, hers, his } = scene
	const game = hers.ready.application.id
	await using device = await enter(server, bob)
	const { status, body: sent } = await ask(alice, bob, { type: 1, party_id: 'party-1' }, { content: 'come!' })
	assert.deepEqual([status, sent.channel_id, sent.content], [200, bob.id, 'come!'])
	const invite = await his.event('MESSAGE_CREATE')
	assert.deepEqual(
		[invite.id, invite.channel_id, invite.author.id, invite.content, invite.application_id, invite.application.name],
		[sent.id, alice.id, alice.id, 'come!', game, 'Arcade'],
	)
	assert.deepEqual(invite.activity, { type: 1, party_id: 'party-1', session_id: hers.ready.session_id })
	assert.equal((await device.event('MESSAGE_CREATE')).id, sent.id)
	const query = `?channel_id=${invite.channel_id}&message_id=${invite.id}&own_session_id=${his.ready.session_id}`
	assert.equal(await codeOf(bob.get(wayIn(alice, hers, query))), SECRET)
	const joined = await device.event('ACTIVITY_JOIN')
	assert.deepEqual([joined.application_id, joined.secret], [game, SECRET])
	assert.deepEqual(
		[joined.invite.message_id, joined.invite.channel_id, joined.invite.author.id, joined.invite.activity],
		[invite.id, alice.id, alice.id, invite.activity],
	)
	// The same once more changes nothing.
	assert.equal(await codeOf(bob.get(wayIn(alice, hers, query))), SECRET)
	await quiet(hers, his, device)
	assert.deepEqual([told(his, 'ACTIVITY_JOIN').length, told(device, 'ACTIVITY_JOIN').length], [0, 1])
	for (const name of ['MESSAGE_CREATE', 'ACTIVITY_JOIN', 'ACTIVITY_INVITE_CREATE'])
		assert.deepEqual(told(hers, name), [])
	assert.deepEqual(told(his, 'ACTIVITY_INVITE_CREATE'), [])
	assert.deepEqual((await bob.get(`/users/${alice.id}/messages`)).body, [])
})

test('Q21, Q22 with the scopes of presence alone words are dropped, and invites come as such', async () => {
	await using server = await testServer()
	const game = await gameOf(server, 'Chess')
	const scopes = ['openid', 'sdk.social_layer_presence']
	const [alice, bob] = [await server.player('alice', scopes, game), await server.player('bob', scopes, game)]
	await befriend(alice, bob, 'game')
	await using hers: Session = await enter(server, alice)
	await using his: Session = await enter(server, bob)
	assert.equal(await codeOf(alice.post(`/users/${bob.id}/messages`, { content: 'hello' })), 50026)
	play(hers, PARTY)
	await quiet(hers)
	const { body: sent } = await ask(alice, bob, { type: 1, session_id: hers.ready.session_id }, { content: 'come!' })
	assert.equal(sent.content, '')
	const invite = await his.event('ACTIVITY_INVITE_CREATE')
	assert.deepEqual(Object.keys(invite).sort(), [
		'activity',
		'application',
		'application_id',
		'author',
		'channel_id',
		'message_id',
	])
	assert.deepEqual(
		[invite.message_id, invite.channel_id, invite.author.id, invite.activity.type, invite.application_id],
		[sent.id, alice.id, alice.id, 1, game.id],
	)
	assert.equal(JSON.stringify([sent, invite]).includes(SECRET), false)
	await quiet(his)
	assert.deepEqual(told(his, 'MESSAGE_CREATE'), [])
	assert.equal(await codeOf(bob.get(wayIn(alice, hers, `?message_id=${invite.message_id}`))), SECRET)
})

test('Q20, Q21 only into a joinable party of one’s own session in that game', async () => {
	await using server = await testServer()
	await using scene = await together(server)
	const { alice, bob, hers, his } = scene
	const other = await gameOf(server, 'Go')
	for (const [activity, rest] of [
		[{ type: 1, party_id: 'party-2' }],
		[{ type: 1, session_id: his.ready.session_id }],
		[{ type: 1, session_id: 'nobody' }],
		[{ type: 2 }],
		[{ type: 3 }],
		[{ type: 0 }],
		[{ type: 1 }, { application_id: other.id }],
		[{ type: 5 }, { application_id: other.id }],
	] as [object, object?][]) {
		assert.equal(await codeOf(ask(alice, bob, activity, rest)), 50039, JSON.stringify([activity, rest]))
	}
	for (const activity of [{ type: 'join' }, { type: 1, party_id: 'x' }, { type: 1, party_id: 'x'.repeat(129) }, 'x']) {
		assert.equal((await ask(alice, bob, activity as object)).status, 400)
	}
	for (const fields of [
		undefined,
		{ ...PARTY, secrets: {} },
		{ ...PARTY, party: { id: 'party-1' } },
		{ ...PARTY, party: { size: [1, 4] } },
		{ ...PARTY, party: { id: 'party-1', size: [4, 4] } },
	]) {
		server.socketClock.advance(20_000)
		play(hers, fields)
		await quiet(hers, his)
		assert.equal(await codeOf(ask(alice, bob, { type: 1 })), 50039, JSON.stringify(fields))
	}
	play(hers, { ...PARTY, party: { id: 'party-1', size: [4, 0] } })
	await quiet(hers, his)
	assert.equal((await ask(alice, bob, { type: 1 })).status, 200)
	assert.equal(told(his, 'MESSAGE_CREATE').length, 0)
	await quiet(his)
	assert.equal(told(his, 'MESSAGE_CREATE').length, 1)
})

test('Q21 who may not be written to may not be invited', async () => {
	await using server = await testServer()
	await using scene = await together(server)
	const { alice, bob, his } = scene
	const stranger = await server.player('stranger')
	assert.equal(await codeOf(ask(alice, stranger, { type: 1 })), 50007)
	assert.equal(await codeOf(ask(alice, { ...alice, id: '1' }, { type: 1 })), 10013)
	assert.equal(await codeOf(ask(alice, alice, { type: 1 })), 50007)
	await using theirs = await enter(server, stranger)
	assert.equal((await ask(alice, stranger, { type: 1 })).status, 200)
	assert.equal((await theirs.event('MESSAGE_CREATE')).activity.type, 1)
	await bob.put(`/users/@me/relationships/${alice.id}`, { type: 2 })
	assert.equal(await codeOf(ask(alice, bob, { type: 1 })), 50007)
	await quiet(his)
	assert.deepEqual(told(his, 'MESSAGE_CREATE'), [])
})

test('Q23, Q25 an invite is good for six hours, and while its party is', async () => {
	await using server = await testServer()
	await using scene = await together(server)
	const { alice, bob, hers, his } = scene
	const accepted = () => codeOf(bob.get(wayIn(alice, hers)))
	const becomes = async (fields: object | undefined) => {
		server.socketClock.advance(20_000)
		play(hers, fields)
		await quiet(hers, his)
	}
	assert.equal(await accepted(), 10020)
	await ask(alice, bob, { type: 1 })
	assert.equal(await accepted(), SECRET)
	await becomes(undefined)
	assert.equal(await accepted(), 10020)
	await becomes({ ...PARTY, party: { id: 'party-2', size: [1, 4] } })
	assert.equal(await accepted(), 10020)
	await becomes({ ...PARTY, party: { id: 'party-1', size: [4, 4] } })
	assert.equal(await accepted(), 10020)
	await becomes({ ...PARTY, secrets: { join: 'another-way-in' } })
	assert.equal(await accepted(), 'another-way-in')
	await server.advance(6 * HOUR - 1)
	assert.equal(await accepted(), 'another-way-in')
	await server.advance(1)
	assert.equal(await accepted(), 10020)
	await ask(alice, bob, { type: 1 })
	assert.equal(await accepted(), 'another-way-in')
	await alice.put(`/users/@me/relationships/${bob.id}`, { type: 2 })
	assert.equal(await accepted(), 10020)
	await alice.delete(`/users/@me/relationships/${bob.id}`)
	assert.equal(await accepted(), 'another-way-in')
	hers.ws.close(1000)
	await hers.closed
	await server.app.idle()
	while (server.app.gateway.counts().sessions > 1) await server.app.idle()
	assert.equal(await accepted(), 10020)
	await server.advance(7 * HOUR)
	await server.app.idle()
	await server.advance(HOUR)
	await server.app.idle()
	assert.equal((await server.store.db.selectFrom('activity_invites').selectAll().execute()).length, 0)
})

test('Q23 whoever else knows of an invite gets nothing, and hears nothing', async () => {
	await using server = await testServer()
	await using scene = await together(server)
	const { alice, bob, hers, his } = scene
	const mallory = await server.player('mallory')
	await using theirs = await enter(server, mallory)
	const { body: sent } = await ask(alice, bob, { type: 1 })
	const other = await gameOf(server, 'Go')
	const bobElsewhere = await elsewhere(server, bob, other)
	const named = `?channel_id=${alice.id}&message_id=${sent.id}`
	for (const [who, path] of [
		[mallory, wayIn(alice, hers, named)],
		[mallory, wayIn(alice, hers)],
		[alice, wayIn(alice, hers, named)],
		[bobElsewhere, wayIn(alice, hers, named)],
		[bobElsewhere, wayIn(alice, hers, named).replace(hers.ready.application.id, other.id)],
		[bob, wayIn(alice, hers, `?message_id=${alice.id}`)],
		[bob, wayIn(alice, hers, `?channel_id=${bob.id}&message_id=${sent.id}`)],
		[bob, wayIn(alice, his, named)],
		[bob, wayIn(mallory, theirs, named)],
		[bob, wayIn(alice, hers, named).replace(hers.ready.session_id, 'f'.repeat(32))],
		[bob, wayIn({ ...alice, id: '1' }, hers, named)],
	] as const) {
		const { status, body } = await who.get(path)
		assert.deepEqual([status, body], [404, { message: 'Unknown Session', code: 10020 }], path)
	}
	for (const action of [0, 2, 3, 5]) assert.equal(await codeOf(bob.get(wayIn(alice, hers, named, action))), 50039)
	for (const action of ['x', '-1', '1.5']) {
		assert.equal((await bob.get(wayIn(alice, hers).replace(/1$/, action))).status, 400)
	}
	assert.equal((await server.nobody.get(wayIn(alice, hers, named))).status, 401)
	const narrow = await elsewhere(server, bob, { id: hers.ready.application.id } as never, ['identify'])
	assert.equal(await codeOf(narrow.get(wayIn(alice, hers, named))), 50026)
	await server.store.transaction((tx) =>
		deauthorize(tx, { applicationId: hers.ready.application.id, userId: bob.id }, 'removed'),
	)
	assert.equal((await bob.get(wayIn(alice, hers, named))).status, 401)
	await quiet(hers, theirs)
	for (const client of [hers, theirs]) assert.deepEqual(told(client, 'ACTIVITY_JOIN'), [])
	assert.equal(JSON.stringify([...hers.frames, ...theirs.frames, ...his.frames]).includes(SECRET), false)
})

test('Q21 a friend asks to be let in, and is answered with an invite', async () => {
	await using server = await testServer()
	await using scene = await together(server)
	const { alice, bob, hers, his } = scene
	const stranger = await server.player('stranger')
	await using theirs = await enter(server, stranger)
	const { status, body } = await ask(bob, alice, { type: 5, party_id: 'party-1', session_id: hers.ready.session_id })
	assert.deepEqual([status, body.activity.type], [200, 5])
	const request = await hers.event('MESSAGE_CREATE')
	assert.deepEqual([request.author.id, request.channel_id], [bob.id, bob.id])
	assert.deepEqual(request.activity, { type: 5, party_id: 'party-1', session_id: hers.ready.session_id })
	assert.equal(await codeOf(bob.get(wayIn(alice, hers))), 10020)
	await ask(alice, bob, { type: 1 })
	assert.equal((await his.event('MESSAGE_CREATE')).activity.type, 1)
	assert.equal(await codeOf(bob.get(wayIn(alice, hers))), SECRET)
	// Whoever cannot see a party does not learn whether there is one.
	assert.equal(await codeOf(ask(stranger, alice, { type: 5 })), 50039)
	assert.equal(await codeOf(ask(stranger, bob, { type: 5 })), 50039)
	play(hers, PARTY, 'invisible')
	await quiet(hers, theirs)
	assert.equal(await codeOf(ask(bob, alice, { type: 5 })), 50039)
})

test('Q30 a party that names platforms is joined on one of these, as far as it is known where one plays', async () => {
	await using server = await testServer()
	const [alice, bob] = [await server.player('alice'), await server.player('bob')]
	await befriend(alice, bob)
	await using hers: Session = await enter(server, alice)
	const on = async (os: string): Promise<Session> =>
		enter(server, bob, { properties: { os, browser: 'socialsdk', device: '' } })
	await using pc = await on('Windows')
	await using phone = await on('Android')
	const names = async (...supported_platforms: string[]) => {
		server.socketClock.advance(20_000)
		play(hers, { ...PARTY, supported_platforms })
		await quiet(hers, pc, phone)
	}
	const comes = async (session: Session) =>
		codeOf(bob.get(wayIn(alice, hers, `?own_session_id=${session.ready.session_id}`)))
	const asks = async () => codeOf(ask(bob, alice, { type: 5 }))

	await names('desktop')
	await ask(alice, bob, { type: 1 })
	assert.deepEqual([await comes(pc), await comes(phone)], [SECRET, 10020])
	await names('ios', 'android')
	assert.deepEqual([await comes(pc), await comes(phone)], [10020, SECRET])
	assert.equal(await asks(), undefined, 'the phone is among them')
	await names('xbox')
	assert.deepEqual([await comes(pc), await comes(phone), await asks()], [10020, 10020, 50039])
	assert.equal(await codeOf(bob.get(wayIn(alice, hers))), 10020, 'on none of both')
	await using page = await on('browser')
	assert.deepEqual([await comes(page), await comes(pc)], [SECRET, 10020], 'a page may be anywhere')
	assert.equal(await asks(), undefined)
	await names()
	assert.deepEqual([await comes(pc), await comes(phone)], [SECRET, SECRET], 'none is any')
})

test('Q23 an open party lets friends in, or who is in the same voice channel, without an invite', async () => {
	await using server = await testServer()
	await using scene = await together(server)
	const { alice, bob, hers, his } = scene
	const stranger = await server.player('stranger')
	const comes = async (who: Client) => codeOf(who.get(wayIn(alice, hers)))
	const becomes = async (flags: number, status = 'online') => {
		server.socketClock.advance(20_000)
		play(hers, { ...PARTY, flags }, status)
		await quiet(hers, his)
	}
	assert.deepEqual([await comes(bob), await comes(stranger)], [10020, 10020])
	await becomes(FOR_FRIENDS)
	assert.equal(told(his).at(-1).activities[0].flags, FOR_FRIENDS | (1 << 1))
	assert.deepEqual([await comes(bob), await comes(stranger)], [SECRET, 10020])
	const joined = await his.event('ACTIVITY_JOIN')
	assert.deepEqual(joined, { application_id: hers.ready.application.id, secret: SECRET })
	await becomes(FOR_FRIENDS, 'invisible')
	assert.equal(await comes(bob), 10020)
	await becomes(0)
	assert.equal(told(his).at(-1).activities[0].flags, 1 << 1)
	await becomes(FOR_VOICE)
	const { guild, channels } = await server.guild(alice.id, { memberIds: [bob.id, stranger.id] })
	const voice = channels.find(({ type }) => type === 2)
	const speaks = (who: Client, channelId: string | null) =>
		server.store.transaction((tx) =>
			changeVoice(
				tx,
				{ userId: who.id, sessionId: `of ${who.id}`, node: 0 },
				{ guildId: guild.id, channelId, isSelfMute: false, isSelfDeaf: false },
			),
		)
	assert.ok(voice)
	await speaks(alice, voice.id)
	await speaks(stranger, voice.id)
	assert.deepEqual([await comes(bob), await comes(stranger)], [10020, SECRET])
	await speaks(stranger, null)
	assert.equal(await comes(stranger), 10020)
})

test('Q24 an invite that is accepted on the pages of the platform opens the game, and no other site can do it', async () => {
	await using server = await testServer()
	await using scene = await together(server)
	const { alice, bob, hers, his } = scene
	const { body: sent } = await ask(alice, bob, { type: 1 })
	const browser = await browserOf(server, bob.id)
	const path = `/api/v10${wayIn(alice, hers, `?message_id=${sent.id}`)}`
	assert.equal((await browser.send('GET', path)).status, 401)
	assert.equal((await browser.send('POST', path, {}, { 'x-csrf-token': 'guessed' })).status, 400)
	const accepted = await browser.send('POST', path, {}, { 'x-csrf-token': await browser.csrfToken() })
	assert.deepEqual([accepted.status, accepted.body], [200, { secret: SECRET }])
	assert.equal((await his.event('ACTIVITY_JOIN')).secret, SECRET)
})

test('Q22 games of one publisher hear of each other’s invites', async () => {
	await using server = await testServer()
	const [chess, go] = [await gameOf(server, 'Chess'), await gameOf(server, 'Go')]
	const parent = await publish(server, [chess, go])
	const alice = await server.player('alice', ['sdk.social_layer'], parent)
	const bob = await server.player('bob', ['sdk.social_layer'], parent)
	await befriend(alice, bob)
	const aliceInChess = await elsewhere(server, alice, chess)
	const bobInGo = await elsewhere(server, bob, go)
	await using hers: Session = await enter(server, aliceInChess)
	await using his: Session = await enter(server, bobInGo)
	play(hers, PARTY)
	await quiet(hers, his)
	await ask(aliceInChess, bob, { type: 1 })
	const invite = await his.event('MESSAGE_CREATE')
	assert.deepEqual([invite.application_id, invite.parent_application_id], [chess.id, parent.id])
	assert.equal(await codeOf(bobInGo.get(wayIn(alice, hers, `?message_id=${invite.id}`))), SECRET)
	assert.equal((await ask(bobInGo, alice, { type: 5 }, { application_id: chess.id })).status, 200)
	assert.equal((await hers.event('MESSAGE_CREATE')).activity.type, 5)
})

test('Q23 where buttons lead is told to whom the activity is shown', async () => {
	await using server = await testServer()
	await using scene = await together(server)
	const { alice, bob, hers, his } = scene
	const stranger = await server.player('stranger')
	const url = 'https://example.com/watch'
	play(hers, { buttons: ['Watch'], metadata: { button_urls: [url] } })
	await quiet(hers, his)
	assert.deepEqual(told(his).at(-1).activities[0].buttons, ['Watch'])
	assert.equal(JSON.stringify(his.frames).includes(url), false)
	const path = wayIn(alice, hers).replace(/1$/, 'metadata')
	assert.deepEqual((await bob.get(path)).body, { button_urls: [url] })
	for (const who of [stranger, alice]) assert.equal(await codeOf(who.get(path)), 10020)
	play(hers, { buttons: ['Watch'], metadata: { button_urls: [url] } }, 'invisible')
	await quiet(hers)
	assert.equal(await codeOf(bob.get(path)), 10020)
})

test('Q24 of many who accept the same invite at once all get the secret, and the others are told once', async () => {
	await using server = await testServer()
	await using scene = await together(server)
	const { alice, bob, hers, his } = scene
	await ask(alice, bob, { type: 1 })
	const answers = await Promise.all(Array.from({ length: 6 }, () => codeOf(bob.get(wayIn(alice, hers)))))
	assert.deepEqual(new Set(answers), new Set([SECRET]))
	await quiet(his)
	assert.equal(told(his, 'ACTIVITY_JOIN').length, 1)
	// A newer invite is another one.
	await ask(alice, bob, { type: 1 })
	assert.equal(await codeOf(bob.get(wayIn(alice, hers))), SECRET)
	await quiet(his)
	assert.equal(told(his, 'ACTIVITY_JOIN').length, 2)
})

const subscription = (host: Client, session: Session, { id }: { id: string }, partyId = 'party-1') => ({
	user_id: host.id,
	application_id: session.ready.application.id,
	party_id: partyId,
	message_id: id,
	channel_id: host.id,
})

const follow = (who: Client, ...subscriptions: object[]) =>
	who.post('/users/@me/activities/subscribe', { subscriptions })

test('Q29 who is invited by a stranger, or by one who is invisible, follows their party', async () => {
	await using server = await testServer()
	await using scene = await together(server)
	const { alice, bob, hers, his } = scene
	const stranger = await server.player('stranger')
	await using theirs: Session = await enter(server, stranger)
	const hidden = (client: Session) => told(client).flatMap(({ hidden_activities: list }) => (list ? [list] : []))
	const { body: toStranger } = await ask(alice, stranger, { type: 1 })
	const { body: toBob } = await ask(alice, bob, { type: 1 })
	await quiet(theirs, his)
	assert.deepEqual(told(theirs), [])
	assert.equal((await follow(stranger, subscription(alice, hers, toStranger))).status, 204)
	await quiet(theirs)
	const [first] = told(theirs)
	assert.deepEqual(
		[first.user, first.status, first.activities, first.client_status],
		[{ id: alice.id }, 'offline', [], {}],
	)
	const [{ created_at: _, ...activity }] = first.hidden_activities
	assert.deepEqual(activity, {
		name: first.hidden_activities[0].name,
		type: 0,
		application_id: hers.ready.application.id,
		session_id: hers.ready.session_id,
		party: { id: 'party-1', size: [1, 4] },
		flags: 1 << 1,
	})
	// A friend sees it anyway, until the host is invisible.
	await follow(bob, subscription(alice, hers, toBob))
	await quiet(his)
	assert.deepEqual([told(his).at(-1).activities.length, hidden(his)], [1, [[]]])
	play(hers, { ...PARTY, party: { id: 'party-1', size: [2, 4] } }, 'invisible')
	await quiet(hers, his, theirs)
	assert.deepEqual([told(his).at(-1).status, told(his).at(-1).hidden_activities[0].party.size], ['offline', [2, 4]])
	assert.deepEqual(told(theirs).at(-1).hidden_activities[0].party.size, [2, 4])
	assert.equal(told(theirs).length, 2)
	// Another party is another invite; coming back into this one is told again.
	server.socketClock.advance(20_000)
	play(hers, { ...PARTY, party: { id: 'party-2', size: [1, 4] } }, 'invisible')
	await quiet(hers, his, theirs)
	assert.deepEqual([hidden(theirs).at(-1), hidden(his).at(-1)], [[], []])
	play(hers, PARTY, 'invisible')
	await quiet(hers, his, theirs)
	assert.deepEqual([hidden(theirs).at(-1)?.length, hidden(his).at(-1)?.length], [1, 1])
	hers.ws.close(1000)
	await hers.closed
	await quiet(his, theirs)
	assert.deepEqual([hidden(theirs).at(-1), hidden(his).at(-1)], [[], []])
	assert.equal(JSON.stringify([...theirs.frames, ...his.frames]).includes(SECRET), false)
})

test('Q29 what nobody invited one into is passed over, and all of it ends with the invite, a block, another list', async () => {
	await using server = await testServer()
	await using scene = await together(server)
	const { alice, hers, his } = scene
	const stranger = await server.player('stranger')
	const other = await gameOf(server, 'Go')
	const elsewhereToo = await elsewhere(server, stranger, other)
	await using theirs: Session = await enter(server, stranger)
	await using foreign: Session = await enter(server, elsewhereToo)
	const { body: sent } = await ask(alice, stranger, { type: 1 })
	const good = subscription(alice, hers, sent)
	const wrong = [
		{ ...good, message_id: alice.id },
		{ ...good, channel_id: stranger.id },
		{ ...good, party_id: 'party-2' },
		{ ...good, user_id: scene.bob.id },
		{ ...good, user_id: '1' },
		{ ...good, application_id: other.id },
	]
	for (const one of wrong) assert.equal((await follow(stranger, one)).status, 204)
	assert.equal((await follow(elsewhereToo, good)).status, 204)
	assert.equal((await follow(scene.bob, good)).status, 204)
	await quiet(theirs, foreign, his)
	assert.deepEqual([told(theirs), told(foreign)], [[], []])
	assert.ok(told(his).every((one) => !('hidden_activities' in one)))
	for (const body of [{}, { subscriptions: [] }, { subscriptions: Array(101).fill(good) }, { subscriptions: [{}] }]) {
		assert.equal((await stranger.post('/users/@me/activities/subscribe', body)).status, 400)
	}
	const narrow = await elsewhere(server, stranger, { id: hers.ready.application.id } as never, ['identify'])
	assert.equal(await codeOf(follow(narrow, good) as never), 50026)
	assert.equal((await server.nobody.post('/users/@me/activities/subscribe', { subscriptions: [good] })).status, 401)

	const last = () => told(theirs).at(-1)?.hidden_activities
	const turns = async (size: number[]) => {
		server.socketClock.advance(20_000)
		play(hers, { ...PARTY, party: { id: 'party-1', size } })
		await quiet(hers, theirs)
	}
	await follow(stranger, good)
	await quiet(theirs)
	assert.equal(last().length, 1)
	// Another list in its place.
	assert.equal((await follow(stranger, ...wrong)).status, 204)
	const count = told(theirs).length
	await turns([2, 4])
	assert.equal(told(theirs).length, count)
	// A block, of either side.
	await follow(stranger, good)
	await quiet(theirs)
	assert.deepEqual(last()[0].party.size, [2, 4])
	await alice.put(`/users/@me/relationships/${stranger.id}`, { type: 2 })
	await quiet(theirs)
	assert.deepEqual(last(), [])
	await turns([3, 4])
	assert.equal((await follow(stranger, good)).status, 204)
	await quiet(theirs)
	assert.deepEqual(last(), [])
	await alice.delete(`/users/@me/relationships/${stranger.id}`)
	await follow(stranger, good)
	await quiet(theirs)
	assert.equal(last().length, 1)
	// Its time.
	await server.advance(6 * HOUR)
	await turns([1, 4])
	assert.deepEqual(last(), [])
	const after = told(theirs).length
	await follow(stranger, good)
	await turns([2, 4])
	assert.equal(told(theirs).length, after)
})
