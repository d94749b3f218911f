import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetNode, setConnected } from '../src/domain/lobbies/connections.ts'
import type { Envelope } from '../src/ports/bus.ts'
import { browserOf } from './oauth.ts'
import { type Bot, type Client, type TestServer, testServer } from './server.ts'

interface Party {
	game: Bot
	ada: Client
	ben: Client
	/** A session of a player opens or closes, as the gateway tells it. */
	connect(player: Client, isConnected?: boolean, sessionId?: string): Promise<void>
}

async function party(server: TestServer): Promise<Party> {
	const game = await server.bot('Racer', { hasSocialTerms: true })
	return {
		game,
		ada: await server.player('ada', ['sdk.social_layer'], game.application),
		ben: await server.player('ben', ['sdk.social_layer'], game.application),
		connect: (player, isConnected = true, sessionId = player.id) =>
			server.store.transaction((tx) =>
				setConnected(tx, { sessionId, node: 0, userId: player.id, applicationId: game.id }, isConnected),
			),
	}
}

/** What is said on several subjects, in the order in which it is said. */
function hearAll(server: TestServer, ...subjects: Envelope['subject'][]): string[] {
	const heard: string[] = []
	for (const subject of subjects) {
		server.bus.subscribe(subject, ({ name, exceptUserId }) => {
			heard.push(`${subject.split('.')[0]} ${name}${exceptUserId ? ' but one' : ''}`)
		})
	}
	return heard
}

test('L18 who comes in begins with the whole lobby, after the others have heard of them', async () => {
	await using server = await testServer()
	const { ada, ben, game, connect } = await party(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 'finals' })
	await connect(ben)
	const heard = hearAll(server, `lobby.${lobby.id}`, `user.${ben.id}`)
	const { envelopes } = server.hear(`user.${ben.id}`)
	await ben.put('/lobbies', { secret: 'finals', member_metadata: { car: 'red' } })
	assert.deepEqual(heard, ['lobby LOBBY_MEMBER_ADD but one', 'user ACCESS_CHANGED', 'user LOBBY_CREATE'])
	assert.deepEqual(envelopes[0]?.data, { user_id: ben.id, lobby_id: lobby.id, gained: true })
	const whole = envelopes[1]?.data as { members: { id: string; connected: boolean; user: { username: string } }[] }
	assert.deepEqual(whole.members.map(({ user, connected }) => [user.username, connected]).sort(), [
		['ada', false],
		['ben', true],
	])
	// L21
	assert.ok(envelopes.every(({ applicationId }) => applicationId === game.id))
})

test('L19 who is out hears so, and the others hear of it', async () => {
	await using server = await testServer()
	const { ada, ben } = await party(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 'finals' })
	await ben.put('/lobbies', { secret: 'finals' })
	const heard = hearAll(server, `lobby.${lobby.id}`, `user.${ben.id}`)
	const own = server.hear(`user.${ben.id}`)
	await ben.delete(`/lobbies/${lobby.id}/members/@me`)
	assert.deepEqual(heard, ['user LOBBY_DELETE', 'user ACCESS_CHANGED', 'lobby LOBBY_MEMBER_REMOVE but one'])
	assert.deepEqual(own.named('LOBBY_DELETE'), [{ id: lobby.id, reason: 'removed' }])
	assert.deepEqual(own.named('ACCESS_CHANGED'), [{ user_id: ben.id, lobby_id: lobby.id, gained: false }])
	await ben.delete(`/lobbies/${lobby.id}/members/@me`)
	assert.equal(heard.length, 3)
})

test('an edit tells the lobby what is new, once', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await party(server)
	const { body: lobby } = await game.post('/lobbies', { members: [{ id: ada.id }] })
	const heard = hearAll(server, `lobby.${lobby.id}`)
	await game.patch(`/lobbies/${lobby.id}`, {})
	assert.deepEqual(heard, [])
	await game.patch(`/lobbies/${lobby.id}`, { metadata: { a: 'b' }, members: [{ id: ada.id }, { id: ben.id }] })
	assert.deepEqual(heard, ['lobby LOBBY_MEMBER_ADD but one', 'lobby LOBBY_UPDATE'])
	await game.put(`/lobbies/${lobby.id}/members/${ada.id}`, { additional_name: 'Sir Ada' })
	assert.equal(heard.at(-1), 'lobby LOBBY_MEMBER_UPDATE')
})

test('what fails is not said', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await party(server)
	const { body: lobby } = await game.post('/lobbies', { members: [{ id: ada.id }] })
	const heard = hearAll(server, `lobby.${lobby.id}`, `user.${ben.id}`)
	await game.post(`/lobbies/${lobby.id}/members/bulk`, [{ id: ben.id }, { id: '1' }])
	await game.patch(`/lobbies/${lobby.id}`, { metadata: { a: 'b' }, members: [{ id: '1' }] })
	assert.deepEqual(heard, [])
	assert.equal((await game.get(`/lobbies/${lobby.id}`)).body.metadata, null)
})

test('L20 a player is connected with their first session and until their last has ended', async () => {
	await using server = await testServer()
	const { ada, ben, connect } = await party(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 'finals' })
	await ben.put('/lobbies', { secret: 'finals' })
	const heard = server.hear(`lobby.${lobby.id}`)
	const told = () =>
		heard.named('LOBBY_MEMBER_UPDATE').map((data) => {
			const { member } = data as { member: { id: string; connected: boolean } }
			return [member.id, member.connected]
		})
	await connect(ben, true, 'phone')
	await connect(ben, true, 'console')
	await connect(ben, false, 'phone')
	assert.deepEqual(told(), [[ben.id, true]])
	await connect(ben, false, 'console')
	await connect(ben, false, 'console')
	assert.deepEqual(told(), [
		[ben.id, true],
		[ben.id, false],
	])
	// The older events say the same, each behind it.
	const order = heard.envelopes.map(({ name, exceptUserId }) => [name, exceptUserId])
	assert.deepEqual(order, [
		['LOBBY_MEMBER_UPDATE', ben.id],
		['LOBBY_MEMBER_CONNECT', ben.id],
		['LOBBY_MEMBER_UPDATE', ben.id],
		['LOBBY_MEMBER_DISCONNECT', ben.id],
	])
	const [, on, , off] = heard.envelopes.map(({ data }) => data as { member: { id: string; connected: boolean } })
	assert.deepEqual([Object.keys(on ?? {}), on?.member.connected], [['lobby_id', 'member'], true])
	assert.deepEqual([off?.member.id, off?.member.connected], [ben.id, false])
	// Sessions of another game do not count.
	await server.store.transaction((tx) =>
		setConnected(tx, { sessionId: 'other', node: 0, userId: ben.id, applicationId: '1' }, true),
	)
	assert.equal(told().length, 2)
})

test('L22 a lobby where nobody is connected is removed when its time is up', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await party(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 'finals', idle_timeout_seconds: 60 })
	await ben.put('/lobbies', { secret: 'finals' })
	await ada.post(`/lobbies/${lobby.id}/messages`, { content: 'anybody?' })
	const heard = hearAll(server, `lobby.${lobby.id}`, `user.${ada.id}`, `user.${ben.id}`)
	await server.advance(59_999)
	assert.equal((await game.get(`/lobbies/${lobby.id}`)).status, 200)
	await server.advance(1)
	assert.equal((await game.get(`/lobbies/${lobby.id}`)).body.code, 10031)
	// L24
	assert.deepEqual(heard, ['lobby LOBBY_DELETE', 'user ACCESS_CHANGED', 'user ACCESS_CHANGED'])
	assert.deepEqual(await server.store.db.selectFrom('lobby_messages').select('id').execute(), [])
	assert.notEqual((await ada.put('/lobbies', { secret: 'finals' })).body.id, lobby.id)
})

test('L22 one connected member keeps a lobby, and the count begins anew when they go', async () => {
	await using server = await testServer()
	const { game, ada, ben, connect } = await party(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 'finals' })
	const isThere = async () => (await game.get(`/lobbies/${lobby.id}`)).status === 200
	await server.advance(299_000)
	await connect(ada)
	await server.advance(3_600_000)
	assert.ok(await isThere())
	await connect(ada, false)
	await server.advance(299_999)
	assert.ok(await isThere())
	await connect(ben)
	await ben.put('/lobbies', { secret: 'finals' })
	await server.advance(3_600_000)
	assert.ok(await isThere())
	// Only ada is left, who is not connected.
	await ben.delete(`/lobbies/${lobby.id}/members/@me`)
	await server.advance(300_000)
	assert.equal(await isThere(), false)
})

test('L22 another time-out counts from when the lobby became idle', async () => {
	await using server = await testServer()
	const { game, ada } = await party(server)
	const { body: lobby } = await game.post('/lobbies', { members: [{ id: ada.id }], idle_timeout_seconds: 3600 })
	const isThere = async () => (await game.get(`/lobbies/${lobby.id}`)).status === 200
	await server.advance(100_000)
	await game.patch(`/lobbies/${lobby.id}`, { idle_timeout_seconds: 7200 })
	await server.advance(7_099_999)
	assert.ok(await isThere())
	await game.patch(`/lobbies/${lobby.id}`, { idle_timeout_seconds: 5 })
	await server.advance(0)
	assert.equal(await isThere(), false)
})

test('L23 a node that starts anew has no sessions', async () => {
	await using server = await testServer()
	const { game, ada, connect } = await party(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 'finals' })
	await connect(ada, true, 'one')
	await connect(ada, true, 'two')
	const heard = hearAll(server, `lobby.${lobby.id}`)
	await server.store.transaction((tx) => forgetNode(tx, 1, 0))
	assert.deepEqual(heard, [])
	await server.store.transaction((tx) => forgetNode(tx, 0, 0))
	assert.deepEqual(heard, ['lobby LOBBY_MEMBER_UPDATE but one', 'lobby LOBBY_MEMBER_DISCONNECT but one'])
	await server.advance(300_000)
	assert.equal((await game.get(`/lobbies/${lobby.id}`)).status, 404)
})

test('L20 sessions that open and close at the same moment leave a player connected as long as one is left', async () => {
	await using server = await testServer()
	const { game, ada, connect } = await party(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 'finals' })
	await connect(ada, true, 'session 0')
	const heard = server.hear(`lobby.${lobby.id}`)
	const last = () =>
		(heard.named('LOBBY_MEMBER_UPDATE').at(-1) as { member: { connected: boolean } } | undefined)?.member.connected
	for (let round = 0; round < 60; round++) {
		await Promise.all([connect(ada, false, `session ${round}`), connect(ada, true, `session ${round + 1}`)])
		assert.notEqual(last(), false)
	}
	await server.advance(400_000)
	assert.equal((await game.get(`/lobbies/${lobby.id}`)).status, 200)
	for (let n = 0; n < 5; n++) await connect(ada, true, `other ${n}`)
	await Promise.all([
		connect(ada, false, 'session 60'),
		...Array.from({ length: 5 }, (_, n) => connect(ada, false, `other ${n}`)),
	])
	assert.equal(last(), false)
	await server.advance(300_000)
	assert.equal((await game.get(`/lobbies/${lobby.id}`)).status, 404)
})

test('L35 the others hear how a member looks now', async () => {
	await using server = await testServer()
	const { ada, ben } = await party(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 'finals' })
	await ben.put('/lobbies', { secret: 'finals' })
	const { envelopes } = server.hear(`lobby.${lobby.id}`)
	const browser = await browserOf(server, ada.id)
	const { status, body } = await browser.send(
		'PATCH',
		'/api/v10/users/@me',
		{ global_name: 'Countess' },
		{
			'x-csrf-token': await browser.csrfToken(),
		},
	)
	assert.equal(status, 200, JSON.stringify(body))
	const [heard] = envelopes
	assert.deepEqual([envelopes.length, heard?.name, heard?.exceptUserId], [1, 'LOBBY_MEMBER_UPDATE', ada.id])
	const { member } = (heard as Envelope).data as { member: { id: string; user: { global_name: string } } }
	assert.deepEqual([member.id, member.user.global_name], [ada.id, 'Countess'])
})
