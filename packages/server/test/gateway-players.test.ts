import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resetBotToken } from '../src/domain/applications/applications.ts'
import { deauthorize } from '../src/domain/applications/authorizations.ts'
import { grantTokens } from '../src/domain/applications/tokens.ts'
import { connect, house, login } from './gateway-client.ts'
import { type Client, type TestServer, testServer } from './server.ts'

const enter = async (server: TestServer, player: Client) =>
	login(server, { token: `Bearer ${player.token}`, intents: 0 })

async function join(player: Client, secret: string): Promise<string> {
	const { status, body } = await player.put('/lobbies', { secret })
	assert.equal(status, 200, JSON.stringify(body))
	return body.id
}

test("G7, G25 a player's READY has their lobbies, in which they are connected", async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	const lobbyId = await join(alice, 'attic')
	await using client = await enter(server, alice)
	const { ready } = client
	assert.equal(ready.user.id, alice.id)
	assert.deepEqual([ready.guilds, ready.relationships, ready.game_relationships], [[], [], []])
	assert.equal('email' in ready.user, false)
	assert.deepEqual(
		ready.lobbies.map((lobby: { id: string; members: { id: string; connected: boolean; user: { id: string } }[] }) => [
			lobby.id,
			lobby.members.map((member) => [member.id, member.connected, member.user.id]),
		]),
		[[lobbyId, [[alice.id, true, alice.id]]]],
	)
})

test('G25 with bit 4 of its capabilities READY lists everybody whom it names, each once', async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	const bob = await server.player('bob')
	for (const secret of ['attic', 'cellar']) for (const player of [alice, bob]) await join(player, secret)
	await bob.put(`/users/@me/relationships/${alice.id}`, {})
	await using plain = await enter(server, alice)
	assert.equal('users' in plain.ready, false)
	assert.deepEqual(plain.ready.feature_flags, { disabled_functions: [], disabled_gateway_events: [] })
	await using listed = await login(server, {
		token: `Bearer ${alice.token}`,
		intents: 416_026_624,
		capabilities: 69_680,
	})
	assert.deepEqual(listed.ready.users.map(({ id }: { id: string }) => id).sort(), [alice.id, bob.id].sort())
	assert.equal(listed.ready.users[0].username.length > 0, true)
})

test('G35 READY says which functions of the SDK the operator has switched off, to players', async () => {
	await using server = await testServer({ disabledFunctions: ['SendUserMessage', 'CreateOrJoinLobby'] })
	await using client = await enter(server, await server.player('bob'))
	assert.deepEqual(client.ready.feature_flags, {
		disabled_functions: ['SendUserMessage', 'CreateOrJoinLobby'],
		disabled_gateway_events: [],
	})
	await using bot = await login(server, { token: `Bot ${(await house(server)).bot.token}`, intents: 0 })
	assert.equal('feature_flags' in bot.ready, false)
})

test('G17 players hear each other in a lobby that one comes into, and nothing after leaving it', async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	const bob = await server.player('bob')
	await using hers = await enter(server, alice)
	const lobbyId = await join(alice, 'attic')
	assert.equal((await hers.event('LOBBY_CREATE')).id, lobbyId)
	await using his = await enter(server, bob)
	await join(bob, 'attic')
	assert.equal((await hers.event('LOBBY_MEMBER_ADD')).member.id, bob.id)
	assert.equal((await his.event('LOBBY_CREATE')).members.length, 2)
	await bob.post(`/lobbies/${lobbyId}/messages`, { content: 'anybody here?' })
	assert.equal((await hers.event('LOBBY_MESSAGE_CREATE')).content, 'anybody here?')
	assert.equal((await his.event('LOBBY_MESSAGE_CREATE')).content, 'anybody here?')
	await bob.delete(`/lobbies/${lobbyId}/members/@me`)
	assert.deepEqual(await his.event('LOBBY_DELETE'), { id: lobbyId, reason: 'removed' })
	assert.equal((await hers.event('LOBBY_MEMBER_REMOVE')).member.id, bob.id)
	await alice.post(`/lobbies/${lobbyId}/messages`, { content: 'alone again' })
	await hers.event('LOBBY_MESSAGE_CREATE')
	await his.settled()
	assert.equal(his.names().filter((name) => name === 'LOBBY_MESSAGE_CREATE').length, 1)
})

test('G25 who opens and ends a session is connected and disconnected in the eyes of others', async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	const bob = await server.player('bob')
	await join(alice, 'attic')
	await join(bob, 'attic')
	await using hers = await enter(server, alice)
	const his = await enter(server, bob)
	const on = (await hers.event('LOBBY_MEMBER_UPDATE')).member
	assert.deepEqual([on.id, on.connected], [bob.id, true])
	assert.deepEqual((await hers.event('LOBBY_MEMBER_CONNECT')).member, on)
	his.ws.close(1000)
	await his.closed
	const off = (await hers.event('LOBBY_MEMBER_UPDATE')).member
	assert.deepEqual([off.id, off.connected], [bob.id, false])
	assert.deepEqual((await hers.event('LOBBY_MEMBER_DISCONNECT')).member, off)
})

test('G17 a token that reaches presence alone hears of no lobby', async () => {
	await using server = await testServer()
	const application = (await server.bot('Arcade', { hasSocialTerms: true })).application
	const alice = await server.player('alice', ['openid', 'sdk.social_layer'], application)
	await join(alice, 'attic')
	const { accessToken } = await server.store.transaction((tx) =>
		grantTokens(tx, {
			applicationId: application.id,
			userId: alice.id,
			scopes: ['openid', 'sdk.social_layer_presence'],
		}),
	)
	await using narrow = await enter(server, { ...alice, token: accessToken })
	assert.deepEqual(narrow.ready.lobbies, [])
	await using wide = await enter(server, alice)
	const lobbyId = await join(alice, 'cellar')
	assert.equal((await wide.event('LOBBY_CREATE')).id, lobbyId)
	await narrow.settled()
	assert.deepEqual(
		narrow.names().filter((name) => name.startsWith('LOBBY_')),
		[],
	)
})

test('G17 lobbies of one game are not heard in another', async () => {
	await using server = await testServer()
	const first = (await server.bot('Chess', { hasSocialTerms: true })).application
	const second = (await server.bot('Go', { hasSocialTerms: true })).application
	const chess = await server.player('alice', ['sdk.social_layer'], first)
	const { accessToken } = await server.store.transaction((tx) =>
		grantTokens(tx, { applicationId: second.id, userId: chess.id, scopes: ['sdk.social_layer'] }),
	)
	await using client = await enter(server, { ...chess, token: accessToken })
	await join(chess, 'attic')
	await client.settled()
	assert.deepEqual(client.names(), ['READY'])
})

test('G22 the end of an authorization ends the sessions of that player in that game', async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	const bob = await server.player('bob')
	await using hers = await enter(server, alice)
	await using his = await enter(server, bob)
	const applicationId = hers.ready.application.id
	await server.store.transaction((tx) => deauthorize(tx, { applicationId, userId: alice.id }, 'removed'))
	assert.equal(await hers.closed, 4004)
	await his.settled()
	await using again = await connect(server)
	again.send(6, { token: bob.token, session_id: hers.ready.session_id, seq: 1 })
	await again.next((frame) => frame.op === 9)
})

test('G22 a session outlives the expiry of its token, and its exchange for another', async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	await using client = await enter(server, alice)
	const lobbyId = await join(alice, 'attic')
	await client.event('LOBBY_CREATE')
	server.clock.advance(8 * 86_400_000)
	await client.settled()
	const { accessToken } = await server.store.transaction((tx) =>
		grantTokens(tx, { applicationId: client.ready.application.id, userId: alice.id, scopes: ['sdk.social_layer'] }),
	)
	await server.as(alice.id, `Bearer ${accessToken}`).post(`/lobbies/${lobbyId}/messages`, { content: 'still here' })
	await client.event('LOBBY_MESSAGE_CREATE')
})

test('G22 a bot whose token is reset is closed', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	await using client = await login(server, { token: bot.token })
	await server.store.transaction((tx) => resetBotToken(tx, bot.application))
	assert.equal(await client.closed, 4004)
})

test('G13 of a player ten sessions wait for their Resume, the oldest goes first', async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	const ids: string[] = []
	for (let n = 0; n < 12; n++) {
		const client = await enter(server, alice)
		ids.push(client.ready.session_id)
		client.ws.terminate()
		await client.closed
	}
	await using again = await connect(server)
	again.send(6, { token: alice.token, session_id: ids[1], seq: 1 })
	await again.next((frame) => frame.op === 9)
	assert.equal(server.app.gateway.counts().detached, 10)
	again.send(6, { token: alice.token, session_id: ids[11], seq: 1 })
	await again.event('RESUMED')
})
