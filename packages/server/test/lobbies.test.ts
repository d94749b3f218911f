import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deauthorize } from '../src/domain/applications/authorizations.ts'
import { setConnected } from '../src/domain/lobbies/connections.ts'
import { createLobby } from '../src/domain/lobbies/lobbies.ts'
import { openReceiver } from './receiver.ts'
import { type Bot, type Client, GENEROUS, type TestServer, testServer } from './server.ts'

const DAY = 86_400_000

/** A game with its server and three who play it. */
async function arcade(server: TestServer): Promise<{ game: Bot; ada: Client; ben: Client; cleo: Client }> {
	const game = await server.bot('Racer', { hasSocialTerms: true })
	const player = (name: string) => server.player(name, ['sdk.social_layer'], game.application)
	// One after the other, so that their ids ascend.
	return { game, ada: await player('ada'), ben: await player('ben'), cleo: await player('cleo') }
}

const idsOf = (lobby: { members: { id: string }[] }) => lobby.members.map(({ id }) => id).sort()
const sorted = (...clients: Client[]) => clients.map(({ id }) => id).sort()

test('L1 players who name the same secret meet in one lobby', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await arcade(server)
	const made = await ada.put('/lobbies', {
		secret: 'finals',
		lobby_metadata: { map: 'ring' },
		member_metadata: { car: 'red' },
	})
	assert.equal(made.status, 200)
	assert.deepEqual(made.body, {
		id: made.body.id,
		application_id: game.id,
		metadata: { map: 'ring' },
		members: [{ id: ada.id, metadata: { car: 'red' }, flags: 0 }],
		flags: 0,
	})
	const joined = await ben.put('/lobbies', { secret: 'finals' })
	assert.equal(joined.status, 200)
	assert.equal(joined.body.id, made.body.id)
	assert.deepEqual(idsOf(joined.body), sorted(ada, ben))
	assert.deepEqual(joined.body.metadata, { map: 'ring' })
})

test('L1 of many who name a new secret at once, one makes the lobby', async () => {
	await using server = await testServer()
	const game = await server.bot('Racer')
	const players = await Promise.all(
		Array.from({ length: 20 }, (_, n) => server.player(`racer${n}`, ['sdk.social_layer'], game.application)),
	)
	const answers = await Promise.all(players.map((player) => player.put('/lobbies', { secret: 'rush' })))
	assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
	const { body } = await game.get(`/lobbies/${answers[0]?.body.id}`)
	assert.deepEqual(idsOf(body), sorted(...players))
	assert.equal((await server.store.db.selectFrom('lobbies').select('id').execute()).length, 1)
})

test('L1 two games may use the same secret', async () => {
	await using server = await testServer()
	const { ada } = await arcade(server)
	const other = await server.player('dora')
	const mine = await ada.put('/lobbies', { secret: 'finals' })
	const theirs = await other.put('/lobbies', { secret: 'finals' })
	assert.notEqual(mine.body.id, theirs.body.id)
})

test('L2 a secret ends after thirty days, its lobby does not', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await arcade(server)
	const first = await ada.put('/lobbies', { secret: 'season', idle_timeout_seconds: 604_800 })
	const stored = await server.store.db.selectFrom('lobbies').selectAll().executeTakeFirstOrThrow()
	assert.ok(!JSON.stringify(stored).includes('season'))
	for (let day = 0; day < 30; day += 5) {
		// A lobby nobody plays in would be gone.
		await wake(server, game, ada)
		await server.advance(5 * DAY)
	}
	assert.notEqual((await ben.put('/lobbies', { secret: 'season' })).body.id, first.body.id)
	assert.equal((await game.get(`/lobbies/${first.body.id}`)).status, 200)
})

/** A session that opens and closes, as far as lobbies know of it. */
async function wake(server: TestServer, game: Bot, player: Client): Promise<void> {
	const session = { sessionId: `${player.id}`, node: 0, userId: player.id, applicationId: game.id }
	await server.store.transaction((tx) => setConnected(tx, session, true))
	await server.store.transaction((tx) => setConnected(tx, session, false))
}

test('L3 who names the secret again changes what they give', async () => {
	await using server = await testServer()
	const { ada, ben } = await arcade(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 'finals', member_metadata: { car: 'red' } })
	await ben.put('/lobbies', { secret: 'finals' })
	const heard = server.hear(`lobby.${lobby.id}`)
	const again = await ada.put('/lobbies', {
		secret: 'finals',
		member_metadata: { car: 'blue' },
		lobby_metadata: { lap: '2' },
	})
	assert.deepEqual(again.body.metadata, { lap: '2' })
	assert.deepEqual(
		again.body.members.find(({ id }: { id: string }) => id === ada.id),
		{ id: ada.id, metadata: { car: 'blue' }, flags: 0 },
	)
	assert.equal(again.body.members.length, 2)
	assert.deepEqual(
		heard.envelopes.map(({ name }) => name),
		['LOBBY_UPDATE', 'LOBBY_MEMBER_UPDATE'],
	)
})

test('L4 metadata is bounded, null clears it and absence keeps it', async () => {
	await using server = await testServer()
	const { game } = await arcade(server)
	const long = { a: 'x'.repeat(600), b: 'y'.repeat(399) }
	const refused = await game.post('/lobbies', { metadata: long })
	assert.equal(refused.status, 400)
	assert.equal(refused.body.code, 50035)
	assert.equal(refused.body.errors.metadata._errors[0].code, 'BASE_TYPE_BAD_LENGTH')
	const keys = Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`k${n}`, '']))
	assert.equal((await game.post('/lobbies', { metadata: keys })).status, 400)
	assert.equal((await game.post('/lobbies', { metadata: { a: 'x'.repeat(1025) } })).status, 400)
	const { body: lobby } = await game.post('/lobbies', { metadata: { a: 'x'.repeat(600), b: 'y'.repeat(398) } })
	assert.deepEqual((await game.patch(`/lobbies/${lobby.id}`, { flags: 1 })).body.metadata, lobby.metadata)
	assert.equal((await game.patch(`/lobbies/${lobby.id}`, { metadata: null })).body.metadata, null)
})

test('a game server makes a lobby, looks at it, changes and removes it', async () => {
	await using server = await testServer()
	const { game, ada, ben, cleo } = await arcade(server)
	await using receiver = await openReceiver(game.application.public_key)
	const hook = receiver.url
	const made = await game.post('/lobbies', {
		metadata: { mode: 'duel' },
		members: [{ id: ada.id, metadata: { side: 'a' }, flags: 1 }, { id: ben.id }],
		idle_timeout_seconds: 60,
		override_event_webhooks_url: hook,
	})
	assert.equal(made.status, 201)
	assert.equal(made.body.override_event_webhooks_url, hook)
	assert.deepEqual((await game.get(`/lobbies/${made.body.id}`)).body, made.body)
	// L9
	const edited = await game.patch(`/lobbies/${made.body.id}`, { members: [{ id: ben.id }, { id: cleo.id }] })
	assert.equal(edited.status, 200)
	assert.deepEqual(idsOf(edited.body), sorted(ben, cleo))
	assert.deepEqual(edited.body.metadata, { mode: 'duel' })
	assert.equal((await game.delete(`/lobbies/${made.body.id}`)).status, 204)
	assert.equal((await game.get(`/lobbies/${made.body.id}`)).body.code, 10031)
	// L10
	assert.equal((await game.delete(`/lobbies/${made.body.id}`)).status, 204)
})

test('L5 only who uses the application can be brought in', async () => {
	await using server = await testServer()
	const { game, ada } = await arcade(server)
	const stranger = await server.person('stranger')
	const { body: lobby } = await game.post('/lobbies', {})
	assert.equal((await game.put(`/lobbies/${lobby.id}/members/${stranger.id}`, {})).body.code, 50001)
	assert.equal((await game.put(`/lobbies/${lobby.id}/members/1`, {})).body.code, 10013)
	assert.equal((await game.post('/lobbies', { members: [{ id: stranger.id }] })).body.code, 50001)
	assert.equal((await game.post('/lobbies', { members: [{ id: '1' }] })).body.code, 10013)
	const put = await game.put(`/lobbies/${lobby.id}/members/${ada.id}`, { flags: 1, additional_name: 'Sir Ada' })
	assert.deepEqual(put.body, { id: ada.id, metadata: null, flags: 1, additional_name: 'Sir Ada' })
	const kept = await game.put(`/lobbies/${lobby.id}/members/${ada.id}`, { metadata: { a: 'b' } })
	assert.deepEqual(kept.body, { id: ada.id, metadata: { a: 'b' }, flags: 1, additional_name: 'Sir Ada' })
	const cleared = await game.put(`/lobbies/${lobby.id}/members/${ada.id}`, { additional_name: null })
	assert.deepEqual(cleared.body, { id: ada.id, metadata: { a: 'b' }, flags: 1 })
	await server.store.transaction((tx) => deauthorize(tx, { applicationId: game.id, userId: ada.id }, 'removed'))
	await game.delete(`/lobbies/${lobby.id}/members/${ada.id}`)
	assert.equal((await game.put(`/lobbies/${lobby.id}/members/${ada.id}`, {})).body.code, 50001)
})

test('L6 a lobby has room for a thousand, a player for two hundred lobbies', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await arcade(server)
	const { body: full } = await ada.put('/lobbies', { secret: 'full' })
	const { body: roomy } = await game.post('/lobbies', {})
	await server.store.transaction(async (tx) => {
		const others = Array.from({ length: 999 }, (_, n) => n)
		const blank = await tx.db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
		for (let at = 0; at < others.length; at += 100) {
			const users = others
				.slice(at, at + 100)
				.map((n) => ({ ...blank, id: tx.newId(), username: `extra${n}`, email: null }))
			await tx.db.insertInto('users').values(users).execute()
			const seats = users.map((user) => ({ ...seat(full.id, game.id, tx.now()), user_id: user.id }))
			await tx.db.insertInto('lobby_members').values(seats).execute()
		}
		for (let n = 0; n < 199; n++) {
			await createLobby(tx, game.id, { members: [{ id: ada.id }] })
		}
	})
	const late = await ben.put('/lobbies', { secret: 'full' })
	assert.equal(late.body.code, 50035)
	assert.equal(late.body.errors._errors[0].code, 'MAX_LOBBY_MEMBERS')
	const greedy = await ada.put('/lobbies', { secret: 'one more' })
	assert.equal(greedy.body.errors._errors[0].code, 'MAX_LOBBIES_PER_USER')
	assert.equal((await ada.put('/lobbies', { secret: 'full' })).status, 200)
	const bulk = await game.post(`/lobbies/${roomy.id}/members/bulk`, [{ id: ada.id }, { id: ben.id }])
	assert.deepEqual(bulk.body, [{ id: ben.id, metadata: null, flags: 0 }])
	// Who leaves in the same breath makes room.
	const swap = await game.post(`/lobbies/${full.id}/members/bulk`, [
		{ id: ben.id },
		{ id: ada.id, remove_member: true },
	])
	assert.deepEqual(swap.body, [{ id: ben.id, metadata: null, flags: 0 }])
})

const seat = (lobbyId: string, applicationId: string, at: number) => ({
	lobby_id: lobbyId,
	application_id: applicationId,
	metadata: null,
	flags: 0,
	additional_name: null,
	joined_at: at,
})

test('L7 lobbies of another game are unknown', async () => {
	await using server = await testServer()
	const { game, ada } = await arcade(server)
	const other = await server.bot('Chess')
	const outsider = await server.player('dora', ['sdk.social_layer'], other.application)
	const { body: lobby } = await game.post('/lobbies', { members: [{ id: ada.id }] })
	const path = `/lobbies/${lobby.id}`
	const answers = await Promise.all([
		other.get(path),
		other.patch(path, {}),
		other.put(`${path}/members/${ada.id}`, {}),
		other.post(`${path}/members/bulk`, [{ id: ada.id }]),
		other.delete(`${path}/members/${ada.id}`),
		outsider.delete(`${path}/members/@me`),
		outsider.get(`${path}/messages`),
		outsider.post(`${path}/messages`, { content: 'hi' }),
	])
	assert.deepEqual(
		answers.map(({ status, body }) => [status, body.code]),
		answers.map(() => [404, 10031]),
	)
	assert.equal((await other.delete(path)).status, 204)
	assert.equal((await game.get(path)).status, 200)
})

test('L8 a list of changes happens whole or not at all', async () => {
	await using server = await testServer()
	const { game, ada, ben, cleo } = await arcade(server)
	const stranger = await server.person('stranger')
	const { body: lobby } = await game.post('/lobbies', { members: [{ id: ada.id }] })
	const path = `/lobbies/${lobby.id}/members/bulk`
	const failed = await game.post(path, [{ id: ben.id }, { id: ada.id, remove_member: true }, { id: '1' }])
	assert.deepEqual([failed.status, failed.body.code], [404, 10013])
	assert.deepEqual(idsOf((await game.get(`/lobbies/${lobby.id}`)).body), [ada.id])
	const done = await game.post(path, [
		{ id: ben.id, additional_name: 'Benny' },
		{ id: cleo.id, metadata: { n: '1' } },
		{ id: stranger.id },
		{ id: ada.id, remove_member: true },
		{ id: cleo.id, metadata: { n: '2' } },
	])
	assert.equal(done.status, 200)
	assert.deepEqual(
		done.body.sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)),
		[
			{ id: ben.id, metadata: null, flags: 0, additional_name: 'Benny' },
			{ id: cleo.id, metadata: { n: '2' }, flags: 0 },
		],
	)
	assert.deepEqual(idsOf((await game.get(`/lobbies/${lobby.id}`)).body), sorted(ben, cleo))
	for (const list of [[], Array.from({ length: 26 }, () => ({ id: ada.id }))]) {
		const { status, body } = await game.post(path, list)
		assert.equal(status, 400)
		assert.ok(body.errors._errors)
	}
})

test('L10 leaving twice is no mistake, leaving nowhere is', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await arcade(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 'finals' })
	assert.equal((await ada.delete(`/lobbies/${lobby.id}/members/@me`)).status, 204)
	assert.equal((await ada.delete(`/lobbies/${lobby.id}/members/@me`)).status, 204)
	assert.equal((await game.delete(`/lobbies/${lobby.id}/members/${ben.id}`)).status, 204)
	assert.equal((await ada.delete('/lobbies/1/members/@me')).body.code, 10031)
	// The same secret is the same lobby, also after everybody left.
	assert.equal((await ben.put('/lobbies', { secret: 'finals' })).body.id, lobby.id)
})

test('L11 where game servers listen is not shown to players', async () => {
	await using server = await testServer()
	const { game, ada } = await arcade(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 'finals' })
	await using receiver = await openReceiver(game.application.public_key)
	await game.patch(`/lobbies/${lobby.id}`, { override_event_webhooks_url: receiver.url })
	const heard = server.hear(`lobby.${lobby.id}`)
	await game.patch(`/lobbies/${lobby.id}`, { metadata: { a: 'b' } })
	assert.equal('override_event_webhooks_url' in (await ada.put('/lobbies', { secret: 'finals' })).body, false)
	assert.equal(heard.envelopes[0]?.json.includes('game.example.com'), false)
})

test('tokens without the scope, and bots where players act, are turned away', async () => {
	await using server = await testServer()
	const { game } = await arcade(server)
	const narrow = await server.player('narrow', ['identify'], game.application)
	assert.equal((await narrow.put('/lobbies', { secret: 'x' })).status, 403)
	assert.equal((await game.put('/lobbies', { secret: 'x' })).body.code, 20001)
	assert.equal((await server.nobody.put('/lobbies', { secret: 'x' })).status, 401)
	assert.equal((await narrow.post('/lobbies', {})).body.code, 20002)
})

test('L25 an application that was not approved for more is held to a hundred of each in two hours', async () => {
	await using server = await testServer({
		rateLimits: { ...GENEROUS, limitUnapproved: true },
	})
	const { game, ada, ben } = await arcade(server)
	for (let n = 0; n < 50; n++) {
		await ada.put('/lobbies', { secret: 'finals' })
		await ben.put('/lobbies', { secret: 'finals' })
	}
	const { status, body, headers } = await ada.put('/lobbies', { secret: 'finals' })
	assert.equal(status, 429)
	assert.equal(headers['x-ratelimit-scope'], 'shared')
	assert.deepEqual([body.global, body.retry_after > 0 && body.retry_after <= 7200], [false, true])
	assert.equal((await game.post('/lobbies', {})).status, 201)
	const other = await server.player('dora')
	assert.equal((await other.put('/lobbies', { secret: 'finals' })).status, 200)
	await server.advance(7_200_000)
	assert.equal((await ada.put('/lobbies', { secret: 'finals' })).status, 200)
})
