/** The platform in memory, played with as a game's own tests do. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type Client, ClientStatus, EnumToString, ErrorType, type SocialSdkError } from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'

function told(client: Client, ...events: (keyof Client.Events)[]): string[] {
	const lines: string[] = []
	for (const event of events) client.on(event, (...values: unknown[]) => lines.push([event, ...values].join(' ')))
	return lines
}

test('two clients of one platform meet in a lobby and talk', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob', { globalName: 'Bob' })]
	using one = await platform.play(alice)
	using other = await platform.play(bob)
	const heard = told(other, 'lobbyCreated', 'lobbyMemberUpdated', 'messageCreated', 'lobbyMemberRemoved')
	const lobbyId = await one.CreateOrJoinLobbyWithMetadata('room', { map: 'desert' }, { team: 'red' })
	assert.equal(await other.CreateOrJoinLobby('room'), lobbyId)
	const id = await one.SendLobbyMessageWithMetadata(lobbyId, `hi <@${bob.id}>`, { tone: 'soft' })
	await platform.settled()
	const message = other.GetMessageHandle(id)
	assert.deepEqual([message?.Content(), message?.Metadata()], ['hi @Bob', { tone: 'soft' }])
	assert.deepEqual(other.GetLobbyHandle(lobbyId)?.Metadata(), { map: 'desert' })
	const handle = other.GetLobbyHandle(lobbyId)?.GetLobbyMemberHandle(alice.id)
	assert.deepEqual([handle?.Connected(), handle?.Metadata()], [true, { team: 'red' }])
	assert.deepEqual(
		(await other.GetLobbyMessagesWithLimit(lobbyId, 10)).map((one) => one.RawContent()),
		[`hi <@${bob.id}>`],
	)
	await one.LeaveLobby(lobbyId)
	await platform.settled()
	assert.deepEqual(heard, [
		`lobbyCreated ${lobbyId}`,
		`messageCreated ${id}`,
		`lobbyMemberRemoved ${lobbyId} ${alice.id}`,
	])
	const refused = await one.SendLobbyMessage(lobbyId, 'still here?').catch((error: SocialSdkError) => error.code)
	assert.equal(refused, 50001)
})

test('a player without a client acts, and the client hears of it', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	using client = await platform.play(alice)
	const heard = told(client, 'lobbyMemberAdded', 'messageCreated', 'messageUpdated', 'messageDeleted', 'lobbyDeleted')
	const lobbyId = String(await client.CreateOrJoinLobby('room'))
	bob.joins('room', { memberMetadata: { team: 'blue' } })
	const id = bob.says(lobbyId, 'hello')
	await platform.settled()
	platform.moderate(id, { action: 'blur' })
	await platform.settled()
	assert.deepEqual(client.GetMessageHandle(id)?.ModerationMetadata(), { action: 'blur' })
	bob.edits(id, 'bye')
	await platform.settled()
	assert.deepEqual(client.GetMessageHandle(id)?.ModerationMetadata(), {})
	assert.equal(client.GetMessageHandle(id)?.Content(), 'bye')
	bob.deletes(id)
	platform.endLobby(lobbyId)
	await platform.settled()
	assert.deepEqual(heard, [
		`lobbyMemberAdded ${lobbyId} ${bob.id}`,
		`messageCreated ${id}`,
		`messageUpdated ${id}`,
		`messageUpdated ${id}`,
		`messageDeleted ${id} ${lobbyId}`,
		`lobbyDeleted ${lobbyId}`,
	])
})

test('a route answers what the test says, and then what the platform would', async () => {
	const platform = fakePlatform()
	using client = await platform.play(platform.player('alice'))
	const ended = () => client.CreateOrJoinLobby('room').then(String, (error: SocialSdkError) => error)
	platform.answer('PUT /lobbies', { status: 429, body: { message: 'slow', retry_after: 2.5 } })
	const limited = (await ended()) as SocialSdkError
	assert.deepEqual([limited.status, limited.retryable, limited.retryAfter], [429, true, 2.5])
	platform.answer('PUT /lobbies', 'down')
	assert.equal(((await ended()) as SocialSdkError).type, ErrorType.NetworkError)
	platform.answer('PUT /lobbies', 'never')
	const waiting = ended()
	await platform.advance(30_000)
	assert.match(String(((await waiting) as SocialSdkError).message), /timed out/)
	platform.answer('PUT /lobbies', ({ body }) => (body.secret === 'other' ? { status: 500 } : undefined))
	assert.match(String(await ended()), /^\d+$/)
	platform.answer('PUT /lobbies')
	assert.match(String(await ended()), /^\d+$/)
	assert.equal(platform.requests.filter(({ path }) => path === '/lobbies').length, 5)
})

test('sockets are lost: what was missed is heard when the session is taken up again', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	using client = await platform.play(alice)
	const lobbyId = String(await client.CreateOrJoinLobby('room'))
	bob.joins('room')
	await platform.settled()
	const statuses: string[] = []
	client.on('statusChanged', (status) => statuses.push(EnumToString(ClientStatus, status)))
	platform.drop()
	const missed = bob.says(lobbyId, 'anybody?')
	await platform.advance(2_000)
	assert.deepEqual(statuses, ['Reconnecting', 'Ready'])
	assert.equal(client.GetMessageHandle(missed)?.Content(), 'anybody?')

	platform.drop()
	await platform.settled()
	platform.forget()
	bob.leaves(lobbyId)
	await platform.advance(5_000)
	assert.deepEqual(client.GetLobbyHandle(lobbyId)?.LobbyMemberIds(), [BigInt(alice.id)])
	platform.drop(4004)
	await platform.settled()
	assert.equal(client.GetStatus(), ClientStatus.Disconnected)
})

test('a session stays over hours of an hour hand that is moved', async () => {
	const platform = fakePlatform()
	using client = await platform.play(platform.player('alice'))
	const statuses = told(client, 'statusChanged')
	await platform.advance(30 * 60_000)
	assert.deepEqual(statuses, [])
	assert.ok(platform.frames.filter(({ op }) => op === 1).length > 40)
})

test('a token expires with the clock, and closed doors stay closed', async () => {
	const platform = fakePlatform()
	const alice = platform.player('alice')
	using client = await platform.play(alice)
	const expired = told(client, 'tokenExpiration')
	await platform.advance(7 * 86_400_000)
	assert.deepEqual(expired, ['tokenExpiration'])
	const error = await client.CreateOrJoinLobby('room').catch((failed: SocialSdkError) => failed.status)
	assert.equal(error, 401)
	platform.refuse(4014)
	platform.forget()
	platform.drop(4009)
	await platform.advance(60_000)
	assert.equal(client.GetStatus(), ClientStatus.Disconnected)
})

test('a test that fails says what nobody answers to', async () => {
	const platform = fakePlatform()
	using client = await platform.play(platform.player('alice'))
	await assert.rejects(client.LeaveLobby(5), (error: SocialSdkError) => error.status === 404 && error.code === 10031)
	assert.throws(() => platform.player('bob').says('5', 'x'), /Unknown Lobby/)
})

/** Plays with everything of the machine that a test must not touch out of reach, and says what it left running. */
const STORY = `
const touched = (name) => () => { throw new Error(name + ' was touched') }
for (const name of ['fetch', 'WebSocket', 'setTimeout', 'setInterval']) globalThis[name] = touched(name)
Date.now = touched('Date.now')
const { fakePlatform } = await import(TESTING)
const { AuthorizationArgs, Client } = await import(SDK)
const platform = fakePlatform()
const [alice, bob] = [platform.player('alice'), platform.player('bob')]
platform.signIn(alice)
const client = new Client(platform.options())
client.SetApplicationId(platform.applicationId)
const pair = client.CreateAuthorizationCodeVerifier()
const args = new AuthorizationArgs({ scopes: 'openid sdk.social_layer', codeChallenge: pair.Challenge() })
const { code, redirectUri } = await client.Authorize(args)
const tokens = await client.GetToken(platform.applicationId, code, pair.Verifier(), redirectUri)
await client.UpdateToken(tokens.tokenType, tokens.accessToken)
client.Connect()
await platform.settled()
const lobbyId = await client.CreateOrJoinLobby('room')
bob.says(bob.joins('room'), 'hi')
platform.drop()
await platform.advance(86_400_000)
if (client.GetLobbyHandle(lobbyId).LobbyMemberIds().length !== 2) throw new Error('It did not play')
// What it prints to is not of its making.
console.log(process.getActiveResourcesInfo().filter((name) => !/^(Pipe|TTY|File)/.test(name)).join())
`

test('it starts nothing: no socket, no request, no timer, and the process ends by itself', async () => {
	const address = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
	const script = STORY.replace('TESTING', address('../src/testing/index.ts')).replace('SDK', address('../src/index.ts'))
	const { stdout } = await promisify(execFile)(process.execPath, [
		'--conditions=source',
		'--input-type=module',
		'-e',
		script,
	])
	assert.equal(stdout, '\n')
})
