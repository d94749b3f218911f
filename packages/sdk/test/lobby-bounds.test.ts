/** Every bound of lobbies and what is said in them, at its edge and over it: what is over is not sent, and named. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakePlatform } from '../src/testing/index.ts'
import { failed } from './told.ts'

const keys = (count: number, value = '') =>
	Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${String(n).padStart(2, '0')}`, value]))

test('V8 secrets, metadata, text and limits', async () => {
	const platform = fakePlatform()
	using client = await platform.play(platform.player('alice'))
	const lobbyId = await client.CreateOrJoinLobby('x')
	const join = (lobby: object, member: object = {}) =>
		failed(client.CreateOrJoinLobbyWithMetadata('x', lobby as Record<string, string>, member as Record<string, string>))
	const say = (content: string, metadata = {}) =>
		failed(client.SendLobbyMessageWithMetadata(lobbyId, content, metadata))

	const good = [
		() => failed(client.CreateOrJoinLobby('s'.repeat(250))),
		() => failed(client.CreateOrJoinLobby('🙂'.repeat(250))),
		() => join({}, {}),
		() => join(keys(25), keys(25, 'x'.repeat(37))),
		() => join({ k: 'x'.repeat(999) }, { '': 'x'.repeat(1000) }),
		() => say('x'),
		() => say('x'.repeat(2000), { k: 'x'.repeat(999) }),
		() => say('🙂'.repeat(2000), { k: '🙂'.repeat(999) }),
		() => join({ '🙂': '🙂'.repeat(999) }, { '🙂': '🙂'.repeat(999) }),
		() => failed(client.GetLobbyMessagesWithLimit(lobbyId, 1)),
		() => failed(client.GetLobbyMessagesWithLimit(lobbyId, 200)),
	]
	for (const [n, attempt] of good.entries()) assert.equal(await attempt(), 'done', `attempt ${n}`)

	const before = platform.requests.length
	const secret = 'ValidationError secret: text of 1 to 250 characters'
	const content = 'ValidationError content: text of 1 to 2000 characters'
	const limit = 'ValidationError limit: a whole number up to 200'
	const bad: [() => Promise<string>, string][] = [
		[() => failed(client.CreateOrJoinLobby('')), secret],
		[() => failed(client.CreateOrJoinLobby('s'.repeat(251))), secret],
		[() => failed(client.CreateOrJoinLobby(undefined as never)), secret],
		[() => join(keys(26)), 'ValidationError lobbyMetadata: at most 25 keys'],
		[() => join({}, keys(26)), 'ValidationError memberMetadata: at most 25 keys'],
		[() => join({ k: 'x'.repeat(1000) }), 'ValidationError lobbyMetadata: at most 1000 characters in all'],
		[() => join({ '🙂': '🙂'.repeat(1000) }), 'ValidationError lobbyMetadata: at most 1000 characters in all'],
		[() => failed(client.CreateOrJoinLobby('\0')), secret],
		[() => say('\0\0'), content],
		[() => join({}, { k: 'x'.repeat(1025) }), 'ValidationError memberMetadata.k: text of 0 to 1024 characters'],
		[() => join({ k: null }), 'ValidationError lobbyMetadata.k: text'],
		[() => join('text' as never), 'ValidationError lobbyMetadata: maps text to text'],
		[() => say(''), content],
		[() => say('x'.repeat(2001)), content],
		[() => say('x', { k: 'x'.repeat(1000) }), 'ValidationError metadata: at most 1000 characters in all'],
		[() => failed(client.GetLobbyMessagesWithLimit(lobbyId, 0)), limit],
		[() => failed(client.GetLobbyMessagesWithLimit(lobbyId, 201)), limit],
		[() => failed(client.GetLobbyMessagesWithLimit(lobbyId, Number.NaN)), limit],
	]
	for (const [attempt, expected] of bad) assert.equal(await attempt(), expected)
	assert.match(await failed(client.LeaveLobby('-1')), /^ValidationError lobbyId: /)
	assert.match(await failed(client.LeaveLobby(2n ** 64n)), /^ValidationError lobbyId: /)
	assert.equal(platform.requests.length, before, 'nothing of it was sent')
})

test('V9 who is in a lobby already and names its secret again changes what they give, and is told as nobody new', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	using client = await platform.play(alice)
	const lobbyId = await client.CreateOrJoinLobbyWithMetadata('room', { map: 'desert' }, { team: 'red' })
	bob.joins('room')
	await platform.settled()
	const told: string[] = []
	for (const event of ['lobbyCreated', 'lobbyUpdated', 'lobbyMemberAdded', 'lobbyMemberUpdated'] as const)
		client.on(event, () => told.push(event))
	assert.equal(await client.CreateOrJoinLobbyWithMetadata('room', { map: 'moon' }, {}), lobbyId)
	await platform.settled()
	assert.deepEqual(told.sort(), ['lobbyMemberUpdated', 'lobbyUpdated'])
	const lobby = client.GetLobbyHandle(lobbyId)
	assert.deepEqual([lobby?.Metadata(), lobby?.GetLobbyMemberHandle(alice.id)?.Metadata()], [{ map: 'moon' }, {}])
	const metadata = lobby?.Metadata() ?? {}
	metadata.map = 'mine'
	assert.deepEqual(lobby?.Metadata(), { map: 'moon' }, 'a copy is given')
})
