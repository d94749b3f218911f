import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import {
	AuthorizationTokenType,
	Client,
	ClientError,
	ClientStatus,
	EnumToString,
	ErrorType,
	LoggingSeverity,
	type SocialSdkError,
} from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'
import { movableClock } from './clock.ts'
import { APPLICATION_ID } from './platform.ts'
import { playing, until } from './playing.ts'

const UP = ['HttpWait', 'Connecting', 'Connected', 'Ready']

test('UpdateToken, Connect, Ready, Disconnect', async () => {
	await using play = await playing()
	const { client, platform, alice, statuses } = play
	assert.equal(client.IsAuthenticated(), false)
	await play.ready()
	assert.deepEqual(statuses, UP)
	assert.equal(client.IsAuthenticated(), true)
	assert.equal(client.GetApplicationId(), 1100000000000000001n, 'known from the token')
	assert.equal(client.GetCurrentUserV2()?.Id(), BigInt(alice.id))
	assert.equal(client.GetCurrentUser().Username(), 'alice')
	const identify = platform.gateway.frames.find(({ op }) => op === 2)
	assert.equal(identify?.d.token, `Bearer ${play.token}`)

	const gone = play.status(ClientStatus.Disconnected)
	client.Disconnect()
	assert.deepEqual(await gone, [ClientStatus.Disconnected, ClientError.None, 0])
	assert.equal(client.GetCurrentUserV2(), undefined)
	assert.equal(client.GetCurrentUser().Id(), 0n, 'the deprecated one gives nobody')
})

test('with the package ws in place of the global WebSocket', async () => {
	await using play = await playing({ webSocket: WebSocket })
	await play.ready()
	assert.deepEqual(play.statuses, UP)
})

test('2.1 an upgrade that is refused says with which status in the log', async () => {
	const clock = movableClock()
	const server = createServer().on('upgrade', (_, socket) => socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n'))
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	await using play = await playing({ clock, webSocket: WebSocket })
	const { client, platform } = play
	const lines: string[] = []
	client.AddLogCallback((line) => lines.push(line), LoggingSeverity.Warning)
	const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
	platform.answers.set('GET /gateway', () => ({ body: { url } }))
	await client.UpdateToken(AuthorizationTokenType.Bearer, play.token)
	const lost = play.status(ClientStatus.Reconnecting)
	client.Connect()
	assert.deepEqual((await lost).slice(1), [ClientError.ConnectionFailed, 0])
	assert.ok(
		lines.some((line) => /Gateway socket: .*503/.test(line)),
		lines.join(),
	)
	server.close()
})

test('a lost connection is resumed, and nothing that was said is missed', async () => {
	const clock = movableClock()
	await using play = await playing({ clock })
	const { client, platform, alice } = play
	await play.ready()
	const lost = play.status(ClientStatus.Reconnecting)
	platform.gateway.cut()
	assert.deepEqual((await lost).slice(1), [ClientError.UnexpectedClose, 1006])
	platform.gateway.dispatch('USER_UPDATE', { ...alice, global_name: 'Alice' })
	const updated = play.heard('userUpdated')
	const ready = play.status(ClientStatus.Ready)
	clock.advance(1_200)
	await updated
	await ready
	assert.equal(client.GetCurrentUserV2()?.DisplayName(), 'Alice')
	const resume = platform.gateway.frames.find(({ op }) => op === 6)
	assert.deepEqual(resume?.d, { token: `Bearer ${play.token}`, session_id: 'session-1', seq: 1 })
	assert.equal(platform.gateway.frames.filter(({ op }) => op === 2).length, 1, 'one identify')
})

test('a session that the platform forgot begins anew', async () => {
	const clock = movableClock()
	await using play = await playing({ clock })
	await play.ready()
	const lost = play.status(ClientStatus.Reconnecting)
	play.platform.gateway.forget()
	play.platform.gateway.cut()
	await lost
	const ready = play.status(ClientStatus.Ready)
	clock.advance(1_200)
	await ready
	assert.deepEqual(play.statuses, [...UP, 'Reconnecting', ...UP])
})

test('op 7 moves the session to another socket at once', async () => {
	await using play = await playing()
	await play.ready()
	const ready = play.status(ClientStatus.Ready)
	play.platform.gateway.send({ op: 7, d: null })
	await ready
	assert.deepEqual(play.statuses, [...UP, 'Reconnecting', 'Ready'])
})

test('a dead token ends it: no retry, and its expiry is not told any more', async () => {
	const clock = movableClock()
	await using play = await playing({ clock })
	play.client.on('tokenExpiration', () => assert.fail('told'))
	await play.ready()
	const gone = play.status(ClientStatus.Disconnected)
	play.platform.gateway.sever(4004)
	assert.deepEqual(await gone, [ClientStatus.Disconnected, ClientError.UnexpectedClose, 4004])
	assert.equal(clock.next(), undefined, 'nothing waits')
})

test('heartbeats go out, and a platform that does not answer them is left', async () => {
	const clock = movableClock()
	await using play = await playing({ clock })
	const { gateway } = play.platform
	gateway.isAlive = false
	await play.ready()
	clock.advance(40_000)
	const lost = play.status(ClientStatus.Reconnecting)
	clock.advance(40_000)
	assert.deepEqual((await lost).slice(1), [ClientError.UnexpectedClose, 4000])
})

test('the address is looked up again until it is there', async () => {
	const clock = movableClock()
	await using play = await playing({ clock })
	play.platform.answers.set('GET /gateway', () => ({ status: 503 }))
	await play.client.UpdateToken(AuthorizationTokenType.Bearer, play.token)
	const failed = play.status(ClientStatus.Reconnecting)
	play.client.Connect()
	assert.deepEqual((await failed).slice(1), [ClientError.ConnectionFailed, 503])
	play.platform.answers.clear()
	const ready = play.status(ClientStatus.Ready)
	clock.advance(1_200)
	await ready
	assert.deepEqual(play.statuses, ['HttpWait', 'Reconnecting', ...UP])
})

test('2.1 the lookup of the address has the time of any request, and no more', async () => {
	const platform = fakePlatform()
	using client = new Client(platform.options())
	const statuses: string[] = []
	client.on('statusChanged', (status, error, detail) => {
		statuses.push([EnumToString(ClientStatus, status), EnumToString(ClientError, error), detail].join(' '))
	})
	await client.UpdateToken(AuthorizationTokenType.Bearer, platform.player('alice').token())
	client.SetHttpRequestTimeout(7_000)
	platform.answer('GET /gateway', 'never')
	client.Connect()
	await platform.advance(6_999)
	assert.deepEqual(statuses, ['HttpWait None 0'])
	await platform.advance(1)
	assert.deepEqual(statuses.slice(1), ['Reconnecting ConnectionFailed 0', 'HttpWait None 0'])
	platform.answer('GET /gateway')
	await platform.advance(1_300)
	assert.equal(client.GetStatus(), ClientStatus.Ready)
})

test('Connect without a token says so', async () => {
	await using play = await playing()
	const lines: string[] = []
	play.client.AddLogCallback((line) => lines.push(line), LoggingSeverity.Error)
	const told = play.heard('statusChanged')
	play.client.Connect()
	assert.deepEqual(await told, [ClientStatus.Disconnected, ClientError.ConnectionFailed, 0])
	assert.match(lines.join(), /UpdateToken/)
})

test('a token that does not work is not taken', async () => {
	await using play = await playing()
	const update = play.client.UpdateToken(AuthorizationTokenType.Bearer, 'no-such-token')
	await assert.rejects(update, (error: SocialSdkError) => error.type === ErrorType.HTTPError && error.status === 401)
	assert.equal(play.client.IsAuthenticated(), false)
	for (const [type, token] of [
		[AuthorizationTokenType.User, 'x'],
		[AuthorizationTokenType.Bearer, ''],
	] as const) {
		await assert.rejects(
			play.client.UpdateToken(type, token),
			(error: SocialSdkError) => error.type === ErrorType.ValidationError,
		)
	}
})

test('a token is taken when nothing can be learned about it', async () => {
	await using play = await playing()
	play.platform.answers.set('GET /oauth2/@me', () => ({ status: 503 }))
	await play.client.UpdateToken(AuthorizationTokenType.Bearer, play.token)
	assert.equal(play.client.IsAuthenticated(), true)
})

test('S16 another token of the same grant is swapped in place, one of another player begins anew', async () => {
	await using play = await playing()
	const { client, platform } = play
	await play.ready()
	const second = platform.token(play.alice)
	await client.UpdateToken(AuthorizationTokenType.Bearer, second)
	const lobby = { id: '9', metadata: null, members: [] }
	const created = play.heard('lobbyCreated')
	await until(() => platform.gateway.frames.some(({ op, d }) => op === 50 && d.token === `Bearer ${second}`))
	platform.gateway.dispatch('LOBBY_CREATE', lobby)
	await created
	assert.deepEqual(play.statuses, UP)
	assert.ok(client.GetLobbyHandle(9), 'caches are kept')
	const ready = play.status(ClientStatus.Ready)
	await client.UpdateToken(AuthorizationTokenType.Bearer, platform.token(platform.player('bob')))
	await ready
	assert.deepEqual(play.statuses, [...UP, 'Reconnecting', ...UP])
	assert.equal(client.GetCurrentUserV2()?.Username(), 'bob')
})

test('S19 a platform that does not know op 50 is resumed with the other token', async () => {
	await using play = await playing()
	const { client, platform } = play
	platform.gateway.hasExtensions = false
	await play.ready()
	const ready = play.status(ClientStatus.Ready)
	const second = platform.token(play.alice)
	await client.UpdateToken(AuthorizationTokenType.Bearer, second)
	await ready
	assert.deepEqual(play.statuses, [...UP, 'Reconnecting', 'Ready'])
	const resume = platform.gateway.frames.find(({ op }) => op === 6)
	assert.deepEqual([resume?.d.token, resume?.d.session_id], [`Bearer ${second}`, 'session-1'])
})

test('S16 a live session whose other token is refused ends', async () => {
	await using play = await playing()
	const { client, platform } = play
	await play.ready()
	// Of another player, which nobody could tell before.
	platform.answers.set('GET /oauth2/@me', () => ({ status: 503 }))
	const gone = play.status(ClientStatus.Disconnected)
	await client.UpdateToken(AuthorizationTokenType.Bearer, platform.token(platform.player('bob')))
	assert.deepEqual(await gone, [ClientStatus.Disconnected, ClientError.UnexpectedClose, 4004])
})

test('TOKEN_UPDATED tells when a token expires that nothing was known about', async () => {
	const clock = movableClock()
	await using play = await playing({ clock })
	const { client, platform, alice } = play
	await play.ready()
	platform.answers.set('GET /oauth2/@me', () => ({ status: 503 }))
	const told = play.heard('tokenExpiration')
	await client.UpdateToken(AuthorizationTokenType.Bearer, platform.token(alice, { expires: clock.now() + 3_600_000 }))
	await until(() => platform.gateway.frames.some(({ op }) => op === 50))
	await until(() => clock.waits(3_240_000))
	clock.advance(3_240_000)
	await told
})

test('S18 a token that died is let go: the session goes on, and is not taken up again', async () => {
	const clock = movableClock()
	await using play = await playing({ clock })
	const { client, platform } = play
	await play.ready()
	platform.grants.delete(play.token)
	await assert.rejects(client.RefreshToken(APPLICATION_ID, 'no-such-token'), /invalid_grant/)
	assert.deepEqual([client.IsAuthenticated(), client.GetStatus()], [false, ClientStatus.Ready])
	const lobby = client.CreateOrJoinLobby('x')
	await assert.rejects(lobby, (error: SocialSdkError) => error.type === ErrorType.ClientNotReady)
	const lost = play.status(ClientStatus.Reconnecting)
	platform.gateway.cut()
	await lost
	const gone = play.status(ClientStatus.Disconnected)
	clock.advance(1_200)
	assert.deepEqual((await gone).slice(1), [ClientError.UnexpectedClose, 4004])
})

test('S20 requests to authorize: the platform is told of the wish, and the game of the request', async () => {
	await using play = await playing()
	const { client, platform } = play
	const announced = () => platform.gateway.frames.filter(({ op }) => op === 51).map(({ d }) => d.can_authorize)
	let asked = 0
	const errors: string[] = []
	client.AddLogCallback((line) => errors.push(line), LoggingSeverity.Error)
	client.RegisterAuthorizeRequestCallback(() => asked++)
	assert.match(errors.join(), /SetApplicationId/)
	client.SetApplicationId(APPLICATION_ID)
	client.RegisterAuthorizeRequestCallback(() => asked++)
	await play.ready()
	await until(() => announced().length === 1)
	const request = play.heard('authorizeRequest')
	platform.gateway.dispatch('AUTHORIZE_REQUEST', {})
	await request
	assert.equal(asked, 1)

	const ready = play.status(ClientStatus.Ready)
	platform.gateway.send({ op: 7, d: null })
	await ready
	await until(() => announced().length === 2)
	client.RemoveAuthorizeRequestCallback()
	await until(() => announced().length === 3)
	assert.deepEqual(announced(), [true, true, false])
	const unheard = play.heard('authorizeRequest')
	platform.gateway.dispatch('AUTHORIZE_REQUEST', {})
	await unheard
	assert.equal(asked, 1)
})

test('the end of a token is told once, a tenth of its life ahead', async () => {
	const clock = movableClock()
	await using play = await playing({ clock })
	const hour = 3_600_000
	play.token = play.platform.token(play.alice, { expires: clock.now() + 10 * hour })
	let told = 0
	play.client.SetTokenExpirationCallback(() => told++)
	await play.client.UpdateToken(AuthorizationTokenType.Bearer, play.token)
	clock.advance(9 * hour - 1_000)
	const heard = play.heard('tokenExpiration')
	clock.advance(2_000)
	await heard
	clock.advance(hour)
	const again = play.heard('tokenExpiration')
	const near = play.platform.token(play.alice, { expires: clock.now() })
	await play.client.UpdateToken(AuthorizationTokenType.Bearer, near)
	clock.advance(0)
	await again
	assert.equal(told, 2)
})

test('an operation refused with 401 tells of the token, once', async () => {
	await using play = await playing()
	const { client, platform } = play
	await play.ready()
	let told = 0
	client.SetTokenExpirationCallback(() => told++)
	platform.grants.delete(play.token)
	for (const secret of ['a', 'b']) {
		await assert.rejects(client.CreateOrJoinLobby(secret), (error: SocialSdkError) => error.status === 401)
	}
	assert.equal(told, 1)
})

test('manual dispatch: nothing is told outside RunCallbacks', async () => {
	await using play = await playing({ dispatch: 'manual' })
	const { RunCallbacks } = await import('../src/index.ts')
	const { client } = play
	let result: unknown
	client.UpdateToken(AuthorizationTokenType.Bearer, play.token, (given) => {
		result = given.ToString()
	})
	while (!client.IsAuthenticated()) await new Promise(setImmediate)
	await new Promise(setImmediate)
	assert.equal(result, undefined)
	RunCallbacks()
	assert.equal(result, 'Success')
})

test('Destroy ends operations with ClientDestroyed, empties handles and closes the socket', async () => {
	await using play = await playing()
	const { client, platform } = play
	await play.ready()
	const me = client.GetCurrentUserV2()
	platform.answers.set('PUT /lobbies', () => undefined)
	const joining = client.CreateOrJoinLobby('secret')
	client.Destroy()
	await assert.rejects(joining, (error: SocialSdkError) => error.type === ErrorType.ClientDestroyed)
	assert.equal(client.isValid(), false)
	assert.equal(client.GetStatus(), ClientStatus.Disconnected)
	assert.deepEqual([me?.isValid(), me?.Id(), me?.Username(), me?.AvatarUrl(0, 0)], [true, 0n, '', ''])
	client.Connect()
	await assert.rejects(
		client.SendLobbyMessage(1, 'x'),
		(error: SocialSdkError) => error.type === ErrorType.ClientDestroyed,
	)
})

test('a client is moved with everything it has', async () => {
	await using play = await playing()
	await play.ready()
	const moved = play.client.move()
	assert.throws(() => play.client.GetStatus(), new TypeError('Client: invalid object'))
	assert.equal(moved.GetStatus(), ClientStatus.Ready)
	play.client = moved
})
