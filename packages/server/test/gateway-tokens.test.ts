import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TokensRevoked } from '@guildhall/protocol'
import { hashToken } from '../src/domain/access/caller.ts'
import { resetBotToken } from '../src/domain/applications/applications.ts'
import { requestAuthorization } from '../src/domain/applications/connected.ts'
import { grantTokens } from '../src/domain/applications/tokens.ts'
import { connect, type GatewayClient, house, login } from './gateway-client.ts'
import { type Client, type TestServer, testServer } from './server.ts'

const UPDATE_TOKEN = 50
const TAKE_REQUESTS = 51
const DAY = 86_400_000

const enter = async (server: TestServer, player: Client) =>
	login(server, { token: `Bearer ${player.token}`, intents: 0 })

async function tokenFor(server: TestServer, userId: string, applicationId: string, scopes = ['sdk.social_layer']) {
	const { accessToken } = await server.store.transaction((tx) => grantTokens(tx, { applicationId, userId, scopes }))
	return accessToken
}

test('G26 a live session goes on with another token of the same player and game', async () => {
	await using server = await testServer()
	const alice = await server.player('alice', ['sdk.social_layer'])
	await using session = await enter(server, alice)
	const applicationId = session.ready.application.id
	await server.advance(DAY)
	const token = await tokenFor(server, alice.id, applicationId, ['openid', 'sdk.social_layer'])
	for (const given of [`Bearer ${token}`, token]) {
		session.send(UPDATE_TOKEN, { token: given })
		const { expires_at } = await session.event('TOKEN_UPDATED')
		assert.equal(Date.parse(expires_at), server.clock.now() + 7 * DAY)
	}
	const { body } = await server.as(alice.id, `Bearer ${token}`).put('/lobbies', { secret: 'attic' })
	assert.equal((await session.event('LOBBY_CREATE')).id, body.id)

	// The session is resumed with it as well.
	const { seq } = session
	session.ws.terminate()
	await session.closed
	await using again = await connect(server)
	again.send(6, { token, session_id: session.ready.session_id, seq })
	await again.event('RESUMED')
})

const WRONG: readonly [what: string, token: (world: World) => Promise<string> | string][] = [
	['none', () => 'no-such-token'],
	['of another player', ({ server, bob, applicationId }) => tokenFor(server, bob.id, applicationId)],
	[
		'of another game',
		async ({ server, alice }) => tokenFor(server, alice.id, (await server.bot('Chess')).application.id),
	],
	['that reaches less', ({ server, alice, applicationId }) => tokenFor(server, alice.id, applicationId, PRESENCE)],
	['that has expired', expired],
	['of a bot', async ({ server }) => (await server.bot('Herald')).token],
]

interface World {
	server: TestServer
	alice: Client
	bob: Client
	applicationId: string
	session: GatewayClient
}

const PRESENCE = ['openid', 'sdk.social_layer_presence']

async function expired({ server, alice, applicationId }: World): Promise<string> {
	const token = await tokenFor(server, alice.id, applicationId)
	server.clock.advance(8 * DAY)
	return token
}

for (const [what, token] of WRONG) {
	test(`G26 a token ${what} ends the session`, async () => {
		await using server = await testServer()
		const [alice, bob] = [await server.player('alice', ['sdk.social_layer']), await server.player('bob')]
		await using session = await enter(server, alice)
		const applicationId = session.ready.application.id
		session.send(UPDATE_TOKEN, { token: await token({ server, alice, bob, applicationId, session }) })
		assert.equal(await session.closed, 4004)
		await using again = await connect(server)
		const valid = await tokenFor(server, alice.id, applicationId)
		again.send(6, { token: valid, session_id: session.ready.session_id, seq: 1 })
		assert.equal((await again.next((frame) => frame.op === 9)).d, false)
	})
}

test('G22, G26 a session that went on with another token ends with that one', async () => {
	await using server = await testServer()
	const alice = await server.player('alice', ['sdk.social_layer'])
	await using session = await enter(server, alice)
	const token = await tokenFor(server, alice.id, session.ready.application.id)
	session.send(UPDATE_TOKEN, { token })
	await session.event('TOKEN_UPDATED')
	await server.store.transaction(async (tx) => {
		await tx.db.deleteFrom('access_tokens').where('user_id', '=', alice.id).execute()
		tx.emit(TokensRevoked, { internal: 'tokens' }, { token_hashes: [hashToken(token)] })
	})
	assert.equal(await session.closed, 4004)
})

test('G26 a bot gives the one token it has', async () => {
	await using server = await testServer()
	const { bot } = await house(server)
	await using session = await login(server, { token: bot.token })
	session.send(UPDATE_TOKEN, { token: `Bot ${bot.token}` })
	assert.deepEqual(await session.event('TOKEN_UPDATED'), { expires_at: null })
	await server.store.transaction((tx) => resetBotToken(tx, bot.application))
	assert.equal(await session.closed, 4004)
})

test('G3, G4 ops 50 and 51 have a form, and come after Identify', async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	for (const [op, wrong] of [
		[UPDATE_TOKEN, { token: '' }],
		[UPDATE_TOKEN, null],
		[TAKE_REQUESTS, { can_authorize: 1 }],
		[TAKE_REQUESTS, {}],
	] as const) {
		await using session = await enter(server, alice)
		session.send(op, wrong)
		assert.equal(await session.closed, 4002)
		await using early = await connect(server)
		early.send(op, { token: alice.token, can_authorize: true })
		assert.equal(await early.closed, 4003)
	}
})

test('G12 a session is not resumed with a token that reaches less', async () => {
	await using server = await testServer()
	const alice = await server.player('alice', ['sdk.social_layer'])
	const session = await enter(server, alice)
	session.ws.terminate()
	await session.closed
	await using again = await connect(server)
	const narrow = await tokenFor(server, alice.id, session.ready.application.id, PRESENCE)
	again.send(6, { token: narrow, session_id: session.ready.session_id, seq: 1 })
	assert.equal((await again.next((frame) => frame.op === 9)).d, false)
	again.send(6, { token: alice.token, session_id: session.ready.session_id, seq: 1 })
	await again.event('RESUMED')
})

test('G27 a player is asked in the games that take it, and in no other', async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	const bob = await server.player('bob')
	await using deaf = await enter(server, alice)
	await using other = await enter(server, bob)
	await using willing = await enter(server, alice)
	const applicationId = willing.ready.application.id
	willing.send(TAKE_REQUESTS, { can_authorize: true })
	other.send(TAKE_REQUESTS, { can_authorize: true })
	for (const session of [willing, other]) await session.settled()
	const ask = () =>
		server.store.transaction(async (tx) => requestAuthorization(tx, { userId: alice.id, applicationId }))
	await ask()
	assert.deepEqual(await willing.event('AUTHORIZE_REQUEST'), {})
	willing.send(TAKE_REQUESTS, { can_authorize: false })
	await willing.settled()
	await ask()
	for (const session of [willing, deaf, other]) {
		await session.settled()
		const heard = session.names().filter((name) => name === 'AUTHORIZE_REQUEST').length
		assert.equal(heard, session === willing ? 1 : 0)
	}
})
