/** Games in Node: the SDK against a whole platform, over real sockets. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
	AuthorizationArgs,
	AuthorizationTokenType,
	Client,
	ClientCreateOptions,
	ClientError,
	ClientStatus,
	DeviceAuthorizationArgs,
	type DeviceCode,
	type DeviceScreen,
	ErrorType,
	type SocialSdkError,
} from '@guildhall/socialsdk'
import { movableClock } from '../packages/sdk/test/clock.ts'
import { becomes, heard } from './in-process.ts'
import { type FixtureUser, type Platform, startPlatform } from './platform.ts'

let platform: Platform

before(async () => {
	platform = await startPlatform('--fixture-size', 'small')
})

after(async () => {
	await platform?.[Symbol.asyncDispose]()
})

async function game(user: FixtureUser): Promise<Client> {
	const client = new Client(platform.fixture.api_base, platform.fixture.origin)
	await client.UpdateToken(AuthorizationTokenType.Bearer, user.access_token)
	const ready = becomes(client, ClientStatus.Ready)
	client.Connect()
	await ready
	return client
}

test('two games meet in a lobby, talk, and part', async () => {
	const [aliceUser, bobUser] = platform.fixture.users
	using alice = await game(aliceUser)
	assert.equal(alice.GetCurrentUserV2()?.Username(), 'alice')
	assert.ok(alice.GetLobbyHandle(platform.fixture.lobby_id), 'the lobby she is in already')
	using bob = await game(bobUser)

	const created = heard(alice, 'lobbyCreated')
	const lobbyId = await alice.CreateOrJoinLobbyWithMetadata('harbour', { map: 'harbour' }, { role: 'host' })
	assert.deepEqual(await created, [lobbyId])

	const added = heard(alice, 'lobbyMemberAdded')
	assert.equal(await bob.CreateOrJoinLobby('harbour'), lobbyId)
	assert.deepEqual(await added, [lobbyId, BigInt(bobUser.id)])
	const lobby = alice.GetLobbyHandle(lobbyId)
	assert.deepEqual(lobby?.Metadata(), { map: 'harbour' })
	const member = lobby?.GetLobbyMemberHandle(bobUser.id)
	assert.deepEqual([member?.User()?.DisplayName(), member?.Connected()], [bobUser.global_name, true])
	assert.deepEqual(lobby?.GetLobbyMemberHandle(aliceUser.id)?.Metadata(), { role: 'host' })

	const said = heard(bob, 'messageCreated')
	const messageId = await alice.SendLobbyMessageWithMetadata(lobbyId, `ahoy <@${bobUser.id}>`, { tone: 'loud' })
	assert.deepEqual(await said, [messageId])
	const message = bob.GetMessageHandle(messageId)
	assert.equal(message?.Content(), `ahoy @${bobUser.global_name}`)
	assert.deepEqual(message?.Metadata(), { tone: 'loud' })
	assert.equal(message?.Author()?.Username(), 'alice')
	assert.equal(message?.SentFromGame(), true)
	assert.ok(Math.abs((message?.SentTimestamp() ?? 0) - Date.now()) < 60_000)

	await bob.SendLobbyMessage(lobbyId, 'hello')
	const history = await alice.GetLobbyMessagesWithLimit(lobbyId, 10)
	assert.deepEqual(
		history.map((handle) => handle.RawContent()),
		['hello', `ahoy <@${bobUser.id}>`],
	)

	const removed = heard(alice, 'lobbyMemberRemoved')
	const deleted = heard(bob, 'lobbyDeleted')
	await bob.LeaveLobby(lobbyId)
	assert.deepEqual(await removed, [lobbyId, BigInt(bobUser.id)])
	assert.deepEqual(await deleted, [lobbyId])
	await assert.rejects(bob.SendLobbyMessage(lobbyId, 'still here?'), (error: SocialSdkError) => error.code === 50001)
})

test('the platform and a game see the same edit, moderation and removal', async () => {
	const [user] = platform.fixture.users
	using client = await game(user)
	const lobbyId = platform.fixture.lobby_id
	const messageId = await client.SendLobbyMessage(lobbyId, 'first')
	const message = client.GetMessageHandle(messageId)
	const path = `/lobbies/${lobbyId}/messages/${messageId}`

	const moderated = heard(client, 'messageUpdated')
	await call('PUT', `${path}/moderation-metadata`, `Bot ${platform.fixture.bots[0].token}`, { action: 'blur' })
	await moderated
	assert.deepEqual(message?.ModerationMetadata(), { action: 'blur' })

	const edited = heard(client, 'messageUpdated')
	await call('PATCH', path, `Bearer ${user.access_token}`, { content: 'second' })
	await edited
	assert.equal(message?.RawContent(), 'second')
	assert.deepEqual(message?.ModerationMetadata(), {}, 'an edit clears it')
	assert.ok((message?.EditedTimestamp() ?? 0) >= (message?.SentTimestamp() ?? 0))

	const deleted = heard(client, 'messageDeleted')
	await call('DELETE', path, `Bearer ${user.access_token}`)
	assert.deepEqual(await deleted, [messageId, BigInt(lobbyId)])
})

test('a member whose game goes away stays a member', async () => {
	const [aliceUser, bobUser] = platform.fixture.users
	using alice = await game(aliceUser)
	using bob = await game(bobUser)
	const added = heard(alice, 'lobbyMemberAdded')
	const lobbyId = await alice.CreateOrJoinLobby('quay')
	await bob.CreateOrJoinLobby('quay')
	await added
	const handle = alice.GetLobbyHandle(lobbyId)?.GetLobbyMemberHandle(bobUser.id)
	const isConnected = (wanted: boolean) =>
		heard(alice, 'lobbyMemberUpdated', (_, id) => id === BigInt(bobUser.id) && handle?.Connected() === wanted)

	const away = isConnected(false)
	const gone = becomes(bob, ClientStatus.Disconnected)
	bob.Disconnect()
	await gone
	await away
	const back = isConnected(true)
	const ready = becomes(bob, ClientStatus.Ready)
	bob.Connect()
	await ready
	await back
	assert.deepEqual(bob.GetLobbyHandle(lobbyId)?.LobbyMemberIds().sort(), [aliceUser.id, bobUser.id].map(BigInt).sort())
})

test('a player signs in from a game on this machine, until the access is revoked', async () => {
	const [{ id: applicationId }, user] = [platform.fixture.bots[0].application, platform.fixture.users[2]]
	const { api_base: apiBase, origin: webBase } = platform.fixture
	/** Signs in and agrees, as the person at the browser would. */
	const openUrl = async (url: string) => {
		const { location } = await platform.control('oauth.authorize', { as: user.id, url })
		assert.equal((await fetch(String(location))).status, 200)
	}
	using client = new Client(new ClientCreateOptions({ apiBase, webBase, openUrl }))
	client.SetApplicationId(applicationId)
	const pair = client.CreateAuthorizationCodeVerifier()
	const scopes = Client.GetDefaultCommunicationScopes()
	const args = new AuthorizationArgs({ scopes, codeChallenge: pair.Challenge(), nonce: 'n' })
	const { code, redirectUri } = await client.Authorize(args)
	const first = await client.GetToken(applicationId, code, pair.Verifier(), redirectUri)
	assert.deepEqual(first.scopes.split(' ').sort(), ['openid', 'sdk.social_layer'])
	assert.equal((await client.FetchCurrentUser(first.tokenType, first.accessToken)).id, BigInt(user.id))

	await client.UpdateToken(first.tokenType, first.accessToken)
	assert.equal(client.GetApplicationId(), BigInt(applicationId))
	const ready = becomes(client, ClientStatus.Ready)
	client.Connect()
	await ready

	const second = await client.RefreshToken(applicationId, first.refreshToken)
	const statuses: ClientStatus[] = []
	client.on('statusChanged', (status) => statuses.push(status))
	await client.UpdateToken(second.tokenType, second.accessToken)
	const created = heard(client, 'lobbyCreated')
	await client.CreateOrJoinLobby('jetty')
	await created
	assert.deepEqual(statuses, [], 'the session goes on with the new token')
	const back = becomes(client, ClientStatus.Ready)
	await platform.control('gateway.sever', { user_id: user.id, how: 'terminate' })
	await back
	assert.deepEqual(statuses, [ClientStatus.Reconnecting, ClientStatus.Ready], 'and is resumed with it')

	const ended = becomes(client, ClientStatus.Disconnected)
	await client.RevokeToken(applicationId, second.accessToken)
	assert.deepEqual((await ended).slice(1), [ClientError.UnexpectedClose, 4004])
	const refresh = client.RefreshToken(applicationId, second.refreshToken)
	await assert.rejects(refresh, (error: SocialSdkError) => /^invalid_grant/.test(error.result.Error()))
})

/** A console: its code is seen, and time passes for it and for the platform at once. */
function consoleGame(applicationId: string) {
	const { api_base: apiBase, origin: webBase } = platform.fixture
	const clock = movableClock()
	const shown: DeviceCode[] = []
	const visible = new Set<DeviceCode>()
	const deviceScreen: DeviceScreen = {
		open(code) {
			shown.push(code)
			visible.add(code)
			return () => visible.delete(code)
		},
	}
	const client = new Client(new ClientCreateOptions({ apiBase, webBase, clock, deviceScreen }))
	client.SetApplicationId(applicationId)
	return {
		client,
		shown,
		visible,
		async pass(ms: number) {
			await platform.control('clock.advance', { ms })
			clock.advance(ms)
		},
		[Symbol.dispose]: () => client.Destroy(),
	}
}

const deviceArgs = new DeviceAuthorizationArgs({ scopes: Client.GetDefaultCommunicationScopes() })

test('a game on a console shows a code, and plays once it was allowed elsewhere', async () => {
	const [{ id: applicationId }, user] = [platform.fixture.bots[0].application, platform.fixture.users[1]]
	using game = consoleGame(applicationId)
	const { client } = game
	const tokens = client.GetTokenFromDevice(deviceArgs)
	while (game.shown.length === 0) await new Promise(setImmediate)
	const [code] = game.shown
	const address = `${platform.fixture.origin}/activate`
	assert.deepEqual(
		[code?.verificationUri, code?.verificationUriComplete],
		[address, `${address}?user_code=${code?.userCode}`],
	)
	await platform.control('oauth.authorize', { as: user.id, url: code?.verificationUriComplete })
	await game.pass(5000)
	const { tokenType, accessToken, refreshToken, scopes } = await tokens
	assert.deepEqual([scopes, refreshToken !== '', game.visible.size], ['openid sdk.social_layer', true, 0])
	await client.UpdateToken(tokenType, accessToken)
	const ready = becomes(client, ClientStatus.Ready)
	client.Connect()
	await ready
	assert.equal(client.GetCurrentUserV2()?.Id(), BigInt(user.id))
})

test('a code that is refused, or that nobody uses, ends as such', async () => {
	const [{ id: applicationId }, user] = [platform.fixture.bots[0].application, platform.fixture.users[1]]
	const failed = (type: ErrorType) => (error: SocialSdkError) => error.type === type
	using game = consoleGame(applicationId)
	const refused = assert.rejects(game.client.GetTokenFromDevice(deviceArgs), failed(ErrorType.Aborted))
	while (game.shown.length === 0) await new Promise(setImmediate)
	await platform.control('oauth.authorize', { as: user.id, url: game.shown[0]?.verificationUriComplete, allow: false })
	await game.pass(5000)
	await refused

	const expired = assert.rejects(game.client.GetTokenFromDevice(deviceArgs), failed(ErrorType.AuthorizationFailed))
	while (game.shown.length === 1) await new Promise(setImmediate)
	await game.pass(300_000)
	await expired
	assert.equal(game.visible.size, 0)
})

for (const how of ['terminate', 'reconnect', 'invalid', 'close'] as const) {
	test(`a game that loses its connection by ${how} comes back and misses nothing`, async () => {
		const [aliceUser, bobUser] = platform.fixture.users
		using alice = await game(aliceUser)
		using bob = await game(bobUser)
		const lobbyId = await alice.CreateOrJoinLobby('shoal')
		await bob.CreateOrJoinLobby('shoal')
		const lost = becomes(bob, ClientStatus.Reconnecting)
		const ready = becomes(bob, ClientStatus.Ready)
		await platform.control('gateway.sever', { user_id: bobUser.id, how, ...(how === 'close' && { code: 4000 }) })
		await lost
		const heardIt = heard(bob, 'messageCreated')
		const messageId = await alice.SendLobbyMessage(lobbyId, 'are you there?')
		await ready
		// A session that begins anew has the lobby, and asks for what was said meanwhile.
		if (how === 'invalid') {
			const [newest] = await bob.GetLobbyMessagesWithLimit(lobbyId, 1)
			assert.equal(newest?.Id(), messageId)
		} else {
			assert.deepEqual(await heardIt, [messageId])
		}
		assert.ok(bob.GetLobbyHandle(lobbyId)?.GetLobbyMemberHandle(aliceUser.id)?.Connected())
	})
}

async function call(method: string, path: string, authorization: string, body?: object): Promise<void> {
	const response = await fetch(`${platform.fixture.api_base}/v10${path}`, {
		method,
		headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
		...(body ? { body: JSON.stringify(body) } : {}),
	})
	assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.text()}`)
}
