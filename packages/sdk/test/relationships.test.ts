import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
	type Client,
	ClientStatus,
	RelationshipGroupType,
	RelationshipType,
	type SocialSdkError,
	StatusType,
} from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'
import { inMemory } from './stories/in-memory.ts'
import { playRow, ROWS, titleOf } from './stories/relationships.ts'
import { endOf, idOf, type Stage, telling } from './stories/stage.ts'

describe('every call, from everything that one can be to another', () => {
	let stage: Stage
	before(async () => {
		stage = await inMemory()
	})
	after(() => stage[Symbol.asyncDispose]())
	for (const row of ROWS) test(titleOf(row), () => playRow(stage, row))
})

test('5.1 a friend of the game can be asked on the platform, and stays a friend of the game', async () => {
	await using stage = await inMemory()
	const { alice, bob, until } = stage
	await alice.SendGameFriendRequestById(idOf(bob))
	await until(() => bob.GetRelationships().length === 1)
	await bob.AcceptGameFriendRequest(idOf(alice))
	await until(() => true)
	await alice.SendPlatformFriendRequest('bob')
	await until(() => true)
	const handle = alice.GetRelationshipHandle(idOf(bob))
	assert.equal(handle.PlatformRelationshipType(), RelationshipType.PendingOutgoing)
	assert.equal(handle.GameRelationshipType(), RelationshipType.Friend)
	await bob.AcceptPlatformFriendRequest(idOf(alice))
	await until(() => handle.PlatformRelationshipType() === RelationshipType.Friend)
	await alice.RemovePlatformAndGameFriend(idOf(bob))
	assert.deepEqual(alice.GetRelationships(), [])
})

test('what fails before it is sent, and what the platform refuses', async () => {
	await using stage = await inMemory()
	const { alice, bob, platform } = stage
	assert.equal(await endOf(alice.SendGameFriendRequest('')), 'ValidationError')
	assert.equal(await endOf(alice.SendPlatformFriendRequest('x'.repeat(33))), 'ValidationError')
	assert.equal(await endOf(alice.BlockUser('me' as never)), 'ValidationError')
	assert.equal(platform.requests.filter(({ path }) => path.includes('relationships')).length, 0, 'nothing was sent')
	await assert.rejects(
		alice.SendGameFriendRequest('nobody'),
		(error: SocialSdkError) => error.status === 404 || error.status === 400,
	)
	await bob.BlockUser(idOf(alice))
	await assert.rejects(alice.SendGameFriendRequestById(idOf(bob)), (error: SocialSdkError) => error.code === 80000)
	assert.deepEqual(alice.GetRelationships(), [], 'a refusal changes nothing')
	alice.Disconnect()
	await platform.settled()
	for (const operation of [alice.UnblockUser(1), alice.BlockUser(1), alice.SendGameFriendRequest('bob')]) {
		assert.equal(await endOf(operation), 'ClientNotReady')
	}
	assert.equal(await endOf(alice.RemovePlatformAndGameFriend(1)), 'ClientNotReady')
})

test('the gateway may be faster than the answer, with something newer', async () => {
	await using stage = await inMemory()
	const { alice, bob, platform } = stage
	const told = telling(alice, 'relationshipCreated')
	const b = String(idOf(bob))
	platform.answer(`PUT /users/@me/game-relationships/${b}`, () => {
		const user = { id: b, username: 'bob' }
		platform.dispatch(platform.player('alice'), 'GAME_RELATIONSHIP_ADD', { id: b, type: 1, user })
		return { status: 204 }
	})
	await alice.SendGameFriendRequestById(b)
	await platform.settled()
	assert.equal(alice.GetRelationshipHandle(b).GameRelationshipType(), RelationshipType.Friend)
	assert.deepEqual(told, [`relationshipCreated ${b} false`])
})

test('listeners: an end, another type, a request that is spam', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	using client = await platform.play(alice)
	const calls: unknown[][] = []
	client.SetRelationshipCreatedCallback((...values) => calls.push(['created', ...values]))
	client.SetRelationshipDeletedCallback((...values) => calls.push(['deleted', ...values]))
	client.SetRelationshipGroupsUpdatedCallback((...values) => calls.push(['groups', ...values]))
	const id = BigInt(bob.id)
	bob.asks(alice, 'platform')
	await platform.settled()
	const handle = client.GetRelationshipHandle(bob.id)
	assert.equal(handle.User()?.Username(), 'bob')
	assert.equal(handle.IsSpamRequest(), false)
	const user = { id: bob.id, username: 'bob' }
	platform.dispatch(alice, 'RELATIONSHIP_UPDATE', { id: bob.id, type: 3, user, is_spam_request: true })
	await platform.settled()
	assert.equal(handle.IsSpamRequest(), true)
	alice.asks(bob, 'platform')
	bob.ends(alice, 'platform')
	await platform.settled()
	assert.deepEqual(calls, [
		['created', id, true],
		['created', id, true],
		['groups', id],
		['deleted', id, true],
		['groups', id],
	])
	assert.equal(handle.PlatformRelationshipType(), RelationshipType.None)
	assert.equal(handle.Id(), id)
	client.Destroy()
	assert.deepEqual([handle.Id(), handle.User(), handle.GameRelationshipType()], [0n, undefined, 0])
})

test('a session that begins anew tells what changed in between', async () => {
	const platform = fakePlatform()
	const [alice, bob, carol] = [platform.player('alice'), platform.player('bob'), platform.player('carol')]
	bob.asks(alice)
	using client = await platform.play(alice)
	const told = telling(client, 'relationshipCreated', 'relationshipDeleted')
	assert.deepEqual(told, [], 'the first READY is how things are')
	platform.drop(4000, alice)
	platform.forget()
	bob.ends(alice)
	carol.asks(alice, 'platform')
	await platform.advance(2_000)
	assert.equal(client.GetStatus(), ClientStatus.Ready)
	assert.deepEqual(told.sort(), [`relationshipCreated ${carol.id} true`, `relationshipDeleted ${bob.id} false`])
})

const activity = { name: 'Lantern', type: 0, application_id: '1100000000000000001' }

test('5.2 friends by group, in the order in which they are shown', async () => {
	const platform = fakePlatform()
	const me = platform.player('me')
	const names = ['zoe', 'Adam', 'mia', 'Bea', 'carl', 'dora', 'stranger', 'asked']
	const players = Object.fromEntries(names.map((name) => [name, platform.player(name, { globalName: name })]))
	const of = (name: string) => players[name] ?? assert.fail(name)
	for (const name of names.filter((name) => name !== 'stranger')) {
		const track = name === 'carl' ? 'platform' : 'game'
		of(name).asks(me, track)
		if (name !== 'asked') me.asks(of(name), track)
	}
	const games: Client[] = []
	for (const name of ['zoe', 'mia', 'Bea', 'carl', 'asked', 'stranger']) games.push(await platform.play(of(name)))
	for (const name of ['zoe', 'Bea', 'asked']) of(name).shows({ activities: [activity] })
	using client = await platform.play(me)
	const group = (type: RelationshipGroupType) =>
		client.GetRelationshipsByGroup(type).map((handle) => handle.User()?.DisplayName())
	assert.deepEqual(group(RelationshipGroupType.OnlinePlayingGame), ['Bea', 'zoe'])
	assert.deepEqual(group(RelationshipGroupType.OnlineElsewhere), ['carl', 'mia'])
	assert.deepEqual(group(RelationshipGroupType.Offline), ['Adam', 'dora'])
	assert.deepEqual(client.GetRelationships().length, 7)

	// Whoever has never played comes behind those who have.
	const carl = { id: of('carl').id, username: 'carl' }
	platform.dispatch(me, 'RELATIONSHIP_UPDATE', { id: carl.id, type: 1, user: carl, has_played_game: false })
	await platform.settled()
	assert.deepEqual(group(RelationshipGroupType.OnlineElsewhere), ['mia', 'carl'])
	const moved = telling(client, 'relationshipGroupsUpdated', 'relationshipCreated')
	for (const has_played_game of [false, true]) {
		platform.dispatch(me, 'RELATIONSHIP_UPDATE', { id: carl.id, type: 1, user: carl, has_played_game })
	}
	await platform.settled()
	assert.deepEqual(moved, [`relationshipGroupsUpdated ${carl.id}`], 'carl plays for the first time')
	assert.deepEqual(group(RelationshipGroupType.OnlineElsewhere), ['carl', 'mia'])

	const told = telling(client, 'relationshipGroupsUpdated', 'userUpdated')
	of('zoe').shows({ activities: [] })
	of('dora').becomes({ globalName: 'Aaron' })
	of('stranger').becomes({ globalName: 'Nobody' })
	await platform.settled()
	assert.deepEqual(told, [
		...[`userUpdated ${of('zoe').id}`, `relationshipGroupsUpdated ${of('zoe').id}`],
		...[`userUpdated ${of('dora').id}`, `relationshipGroupsUpdated ${of('dora').id}`],
	])
	assert.deepEqual(group(RelationshipGroupType.OnlinePlayingGame), ['Bea'])
	assert.deepEqual(group(RelationshipGroupType.Offline), ['Aaron', 'Adam'])
	for (const game of games) game.Destroy()
})

test('SearchFriendsByUsername finds friends by what their names have in them, and by what they are like', async () => {
	const platform = fakePlatform()
	const me = platform.player('me')
	for (const [username, globalName] of [
		['lantern_keeper', 'Ada'],
		['ada99', null],
		['bob', 'Lantern Fan'],
		['abe', null],
		['zacharias', 'Zach'],
	] as const) {
		const player = platform.player(username, { globalName })
		player.asks(me)
		if (username !== 'abe') me.asks(player)
	}
	using client = await platform.play(me)
	const found = (text: string) => client.SearchFriendsByUsername(text).map((user) => user.Username())
	assert.deepEqual(found('LANTERN'), ['lantern_keeper', 'bob'])
	assert.deepEqual(found('ada'), ['lantern_keeper', 'ada99'], 'the name that is shown counts too')
	assert.deepEqual(found('zakarias'), ['zacharias'], 'two letters of eight')
	assert.deepEqual(found('zakarjas'), [], 'three are too many')
	assert.deepEqual(found('nobody at all'), [])
	assert.deepEqual(found(' '), [])
})

test('the status of users is what their presence says', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	bob.asks(alice)
	alice.asks(bob)
	using client = await platform.play(alice)
	using other = await platform.play(bob)
	const user = client.GetUser(bob.id)
	const seen: (StatusType | undefined)[] = []
	for (const status of ['online', 'idle', 'dnd', 'invisible']) {
		bob.shows({ status })
		await platform.settled()
		seen.push(user?.Status())
	}
	bob.shows({ activities: [{ name: 'x', type: 1, url: 'https://twitch.tv/x' }] })
	await platform.settled()
	seen.push(user?.Status())
	assert.deepEqual(seen, [
		...[StatusType.Online, StatusType.Idle, StatusType.Dnd, StatusType.Offline, StatusType.Streaming],
	])
	other.Destroy()
	await platform.settled()
	assert.equal(user?.Status(), StatusType.Offline)
	await client.BlockUser(bob.id)
	assert.equal(user?.Status(), StatusType.Blocked)
	assert.equal(user?.Relationship().PlatformRelationshipType(), RelationshipType.Blocked)
})

test('what the gateway tells late of what was answered long ago changes nothing, and what is newer does', async () => {
	await using stage = await inMemory()
	const { alice, bob, platform } = stage
	const [me, id] = [platform.player('alice'), String(idOf(bob))]
	const told = telling(alice, 'relationshipCreated', 'relationshipDeleted')
	const user = { id, username: 'bob' }
	const tell = (event: 'ADD' | 'REMOVE', type: number) =>
		platform.dispatch(me, `RELATIONSHIP_${event}`, { id, type, ...(event === 'ADD' && { user }) })
	for (const method of ['PUT', 'DELETE']) platform.answer(`${method} /users/@me/relationships/${id}`, { status: 204 })
	await alice.BlockUser(id)
	await alice.UnblockUser(id)
	await alice.SendPlatformFriendRequestById(id)
	tell('ADD', RelationshipType.Blocked)
	await platform.settled()
	const handle = alice.GetRelationshipHandle(id)
	assert.equal(handle.PlatformRelationshipType(), RelationshipType.PendingOutgoing)
	tell('REMOVE', RelationshipType.Blocked)
	tell('ADD', RelationshipType.PendingOutgoing)
	await platform.settled()
	assert.equal(handle.PlatformRelationshipType(), RelationshipType.PendingOutgoing)
	tell('ADD', RelationshipType.Friend)
	await platform.settled()
	assert.equal(handle.PlatformRelationshipType(), RelationshipType.Friend)
	const created = `relationshipCreated ${id} true`
	assert.deepEqual(told, [created, `relationshipDeleted ${id} true`, created, created])
	// Both asked at the same moment: not what the answer let one expect.
	await alice.RemovePlatformAndGameFriend(id)
	tell('REMOVE', RelationshipType.None)
	await alice.SendPlatformFriendRequestById(id)
	tell('ADD', RelationshipType.Friend)
	await platform.settled()
	assert.equal(handle.PlatformRelationshipType(), RelationshipType.Friend)
})
