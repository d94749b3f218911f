import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUsers } from '../src/domain/accounts/accounts.ts'
import { grantTokens } from '../src/domain/applications/tokens.ts'
import { closeAccount } from '../src/domain/closures/close-account.ts'
import { copyRelationships, type Handover, moveRelationships } from '../src/domain/relationships/handover.ts'
import type { Transaction } from '../src/ports/store.ts'
import { type GatewayClient, login } from './gateway-client.ts'
import { browserOf } from './oauth.ts'
import { type Bot, type Client, type TestServer, testServer } from './server.ts'

const FRIENDS = '/users/@me/relationships'
const GAME = '/users/@me/game-relationships'

const players = async (server: TestServer, ...names: string[]): Promise<Client[]> => {
	const made: Client[] = []
	for (const name of names) made.push(await server.player(name))
	return made
}
const enter = (server: TestServer, player: Client) => login(server, { token: `Bearer ${player.token}`, intents: 0 })

/** `[id of the other, type]` of each, by id. */
async function listOf(client: Client, path = FRIENDS): Promise<[string, number][]> {
	const { status, body } = await client.get(path)
	assert.equal(status, 200, JSON.stringify(body))
	return body
		.map(({ id, type }: { id: string; type: number }): [string, number] => [id, type])
		.sort(([a]: [string], [b]: [string]) => (BigInt(a) < BigInt(b) ? -1 : 1))
}

async function befriend(a: Client, b: Client, path = FRIENDS): Promise<void> {
	assert.equal((await a.put(`${path}/${b.id}`, {})).status, 204)
	assert.equal((await b.put(`${path}/${a.id}`, {})).status, 204)
}

/** What a session heard of relations: the short name, the other's id, the type. */
function heardBy(client: GatewayClient): [string, string, number][] {
	return client.frames
		.filter(({ t }) => t?.includes('RELATIONSHIP'))
		.map(({ t, d }) => [String(t).replace('RELATIONSHIP_', ''), d.id, d.type])
}

test('F1 F9 who asks whom has asked them is their friend, and both hear of each step', async () => {
	await using server = await testServer()
	const [ada, ben] = (await players(server, 'ada', 'ben')) as [Client, Client]
	await using hers = await enter(server, ada)
	await using his = await enter(server, ben)
	assert.equal((await ada.post(FRIENDS, { username: 'Ben', discriminator: null })).status, 204)
	assert.deepEqual([await listOf(ada), await listOf(ben)], [[[ben.id, 4]], [[ada.id, 3]]])
	// Once more is nothing more.
	assert.equal((await ada.put(`${FRIENDS}/${ben.id}`, { type: -1 })).status, 204)
	assert.equal((await ben.put(`${FRIENDS}/${ada.id}`, {})).status, 204)
	assert.deepEqual([await listOf(ada), await listOf(ben)], [[[ben.id, 1]], [[ada.id, 1]]])
	assert.equal((await ada.put(`${FRIENDS}/${ben.id}`, {})).body.code, 80007)
	await hers.settled()
	await his.settled()
	assert.deepEqual(heardBy(hers), [
		['ADD', ben.id, 4],
		['ADD', ben.id, 1],
	])
	assert.deepEqual(heardBy(his), [
		['ADD', ada.id, 3],
		['ADD', ada.id, 1],
	])
	const [{ user, since, has_played_game, nickname }] = (await ada.get(FRIENDS)).body
	assert.deepEqual([user.username, has_played_game, nickname], ['ben', true, null])
	assert.ok(Math.abs(Date.parse(since) - server.clock.now()) < 1000)
})

test('F1 however requests cross, those who both asked are friends', async () => {
	await using server = await testServer()
	const [ada, ...others] = (await players(server, 'ada', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6')) as [Client, ...Client[]]
	const statuses = await Promise.all(
		others.flatMap((other) => [
			ada.put(`${FRIENDS}/${other.id}`, {}),
			other.put(`${FRIENDS}/${ada.id}`, {}),
			other.post(GAME, { username: 'ada' }),
			ada.put(`${GAME}/${other.id}`, {}),
		]),
	)
	assert.deepEqual([...new Set(statuses.map(({ status }) => status))], [204])
	for (const path of [FRIENDS, GAME]) {
		assert.deepEqual(
			(await listOf(ada, path)).map(([, type]) => type),
			others.map(() => 1),
		)
		for (const other of others) assert.deepEqual(await listOf(other, path), [[ada.id, 1]])
	}
})

test('F2 requests are taken back and refused, friendships end, and nothing is no mistake', async () => {
	await using server = await testServer()
	const [ada, ben] = (await players(server, 'ada', 'ben')) as [Client, Client]
	await using his = await enter(server, ben)
	const ends: (() => Promise<{ status: number }>)[] = [
		() => ada.delete(`${FRIENDS}/${ben.id}`),
		() => ben.delete(`${FRIENDS}/${ada.id}`),
	]
	for (const end of ends) {
		await ada.put(`${FRIENDS}/${ben.id}`, {})
		assert.equal((await end()).status, 204)
		assert.deepEqual([await listOf(ada), await listOf(ben)], [[], []])
	}
	await befriend(ada, ben)
	for (let times = 0; times < 2; times++) assert.equal((await ada.delete(`${FRIENDS}/${ben.id}`)).status, 204)
	assert.deepEqual([await listOf(ada), await listOf(ben)], [[], []])
	await his.settled()
	assert.deepEqual(heardBy(his).slice(-1), [['REMOVE', ada.id, 1]])
})

test('F3 whom nobody can ask', async () => {
	await using server = await testServer()
	const [ada] = (await players(server, 'ada')) as [Client]
	const { bot_user_id: botId } = (await server.bot('Herald')).application
	for (const username of ['nobody', 'herald', 'ada']) {
		const { status, body } = await ada.post(FRIENDS, { username })
		assert.deepEqual([status, body.code], [404, 80004], username)
	}
	assert.equal((await ada.post(FRIENDS, { username: 'ada', discriminator: '0001' })).body.code, 80004)
	for (const id of ['1', String(botId), ada.id]) {
		const { status, body } = await ada.put(`${FRIENDS}/${id}`, {})
		assert.deepEqual([status, body.code], [404, 10013], id)
	}
	assert.equal((await ada.put(`${FRIENDS}/1`, { type: 3 })).body.code, 50035)
	assert.equal((await ada.put(`${GAME}/1`, { type: 2 })).body.code, 50035)
})

test('F4 a thousand friends are enough, and the last place is given once', async () => {
	await using server = await testServer()
	const [ada, ben, cleo, dan] = (await players(server, 'ada', 'ben', 'cleo', 'dan')) as [Client, Client, Client, Client]
	await server.store.transaction((tx) => fill(tx, ada.id, 999))
	await ada.put(`${FRIENDS}/${ben.id}`, {})
	await ada.put(`${FRIENDS}/${cleo.id}`, {})
	const answers = await Promise.all([ben, cleo].map((player) => player.put(`${FRIENDS}/${ada.id}`, {})))
	assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400])
	assert.equal(answers.find(({ status }) => status === 400)?.body.code, 30002)
	assert.equal((await listOf(ada)).filter(([, type]) => type === 1).length, 1000)
	assert.equal((await ada.put(`${FRIENDS}/${dan.id}`, {})).body.code, 30002)
	// Within the game there is no bound, and to be asked costs no place.
	assert.equal((await ada.put(`${GAME}/${dan.id}`, {})).status, 204)
	assert.equal((await dan.put(`${FRIENDS}/${ada.id}`, {})).status, 204)
	assert.equal((await ada.put(`${FRIENDS}/${dan.id}`, {})).body.code, 30002)
})

test('F5 a block ends everything everywhere, and only who blocked knows of it', async () => {
	await using server = await testServer()
	const [ada, ben] = (await players(server, 'ada', 'ben')) as [Client, Client]
	await befriend(ada, ben)
	await befriend(ada, ben, GAME)
	await using hers = await enter(server, ada)
	await using his = await enter(server, ben)
	assert.equal((await ada.put(`${FRIENDS}/${ben.id}`, { type: 2 })).status, 204)
	assert.equal((await ada.put(`${FRIENDS}/${ben.id}`, { type: 2 })).status, 204)
	assert.deepEqual([await listOf(ada), await listOf(ada, GAME)], [[[ben.id, 2]], []])
	assert.deepEqual([await listOf(ben), await listOf(ben, GAME)], [[], []])
	await hers.settled()
	await his.settled()
	assert.deepEqual(heardBy(hers), [
		['ADD', ben.id, 2],
		['GAME_REMOVE', ben.id, 1],
	])
	assert.deepEqual(heardBy(his), [
		['REMOVE', ada.id, 1],
		['GAME_REMOVE', ada.id, 1],
	])
	// What he is answered is what somebody answers whom no request reaches.
	const cleo = await server.player('cleo')
	await (await settingsOf(server, cleo))({ all: false, mutual_friends: false, mutual_guilds: false })
	for (const path of [FRIENDS, GAME]) {
		const [refused, unwelcome] = [await ben.put(`${path}/${ada.id}`, {}), await ben.put(`${path}/${cleo.id}`, {})]
		assert.deepEqual([refused.status, refused.body], [403, unwelcome.body])
		assert.equal(refused.body.code, 80000)
		assert.equal((await ben.post(path, { username: 'ada' })).body.code, 80000)
		assert.equal((await ada.put(`${path}/${ben.id}`, {})).body.code, 80001)
		// To accept what nobody asked is the same for everybody.
		for (const other of [ada, cleo]) assert.equal((await ben.put(`${path}/${other.id}`, { type: 1 })).body.code, 80008)
	}
	// He ends what is not there: her block stays. He blocks her too: each has their own.
	await ben.delete(`${FRIENDS}/${ada.id}`)
	await ben.put(`${FRIENDS}/${ada.id}`, { type: 2 })
	assert.deepEqual([await listOf(ada), await listOf(ben)], [[[ben.id, 2]], [[ada.id, 2]]])
	await ada.delete(`${FRIENDS}/${ben.id}`)
	assert.deepEqual([await listOf(ada), await listOf(ben)], [[], [[ada.id, 2]]])
	await ben.delete(`${FRIENDS}/${ada.id}`)
	// Nothing of before comes back.
	assert.deepEqual([await listOf(ada), await listOf(ada, GAME)], [[], []])
	await befriend(ben, ada)
})

test('F5 a block and what crosses it: whoever comes first, no friend is blocked', async () => {
	await using server = await testServer()
	const [ada, ...others] = (await players(server, 'ada', 'p1', 'p2', 'p3', 'p4', 'p5')) as [Client, ...Client[]]
	for (const other of others) await ada.put(`${FRIENDS}/${other.id}`, {})
	await Promise.all(
		others.flatMap((other) => [
			other.put(`${FRIENDS}/${ada.id}`, {}),
			ada.put(`${GAME}/${other.id}`, {}),
			ada.put(`${FRIENDS}/${other.id}`, { type: 2 }),
			other.put(`${GAME}/${ada.id}`, {}),
		]),
	)
	assert.deepEqual(
		(await listOf(ada)).map(([, type]) => type),
		others.map(() => 2),
	)
	assert.deepEqual(await listOf(ada, GAME), [])
	for (const other of others) assert.deepEqual([await listOf(other), await listOf(other, GAME)], [[], []])
})

test('F6 a person says whose requests reach them', async () => {
	await using server = await testServer()
	const [ada, ben, cleo, dan] = (await players(server, 'ada', 'ben', 'cleo', 'dan')) as [Client, Client, Client, Client]
	const set = await settingsOf(server, ada)
	const browser = await browserOf(server, ada.id)
	const everybody = { all: true, mutual_friends: true, mutual_guilds: true }
	assert.deepEqual((await browser.send('GET', '/api/v10/users/@me/settings')).body, {
		friend_source_flags: everybody,
		primary_guild: null,
	})
	await befriend(ada, ben)
	await befriend(ben, cleo)
	const { guild } = await server.guild(ada.id)
	await server.join(guild.id, dan.id)
	const reaches = async (from: Client) => {
		const { status } = await from.put(`${FRIENDS}/${ada.id}`, {})
		await from.delete(`${FRIENDS}/${ada.id}`)
		return status === 204
	}
	const table: [object, boolean, boolean][] = [
		[{ all: false, mutual_friends: false, mutual_guilds: false }, false, false],
		[{ all: false, mutual_friends: true, mutual_guilds: false }, true, false],
		[{ all: false, mutual_friends: false, mutual_guilds: true }, false, true],
		[{ all: true, mutual_friends: false, mutual_guilds: false }, true, true],
	]
	for (const [flags, friendOfFriend, sameGuild] of table) {
		await set(flags)
		assert.deepEqual([await reaches(cleo), await reaches(dan)], [friendOfFriend, sameGuild], JSON.stringify(flags))
	}
	// Whom one asks oneself may answer.
	await set({ all: false, mutual_friends: false, mutual_guilds: false })
	await befriend(ada, dan)
	assert.equal((await ada.get('/users/@me/settings')).status, 403)
})

test('F7 friends within a game are friends there alone, and can become more', async () => {
	await using server = await testServer()
	const [ada, ben] = (await players(server, 'ada', 'ben')) as [Client, Client]
	const racer = await server.bot('Racer', { hasSocialTerms: true })
	const adaThere = await playsToo(server, racer, ada)
	await using elsewhere = await enter(server, adaThere)
	await using hers = await enter(server, ada)
	// Ben does not play that one.
	assert.equal((await adaThere.put(`${GAME}/${ben.id}`, {})).body.code, 10013)
	assert.equal((await adaThere.post(GAME, { username: 'ben' })).body.code, 80004)
	await befriend(ada, ben, GAME)
	assert.deepEqual([await listOf(ada, GAME), await listOf(adaThere, GAME), await listOf(ada)], [[[ben.id, 1]], [], []])
	await hers.settled()
	await elsewhere.settled()
	assert.deepEqual(heardBy(hers), [
		['GAME_ADD', ben.id, 4],
		['GAME_ADD', ben.id, 1],
	])
	assert.deepEqual(heardBy(elsewhere), [])
	const [relation] = (await ada.get(GAME)).body
	assert.deepEqual([relation.user.id, relation.user_id, relation.dm_access_type], [ben.id, ada.id, 0])

	await ada.put(`${FRIENDS}/${ben.id}`, {})
	assert.deepEqual([await listOf(ada, GAME), await listOf(ada)], [[[ben.id, 1]], [[ben.id, 4]]])
	await ben.put(`${FRIENDS}/${ada.id}`, {})
	assert.deepEqual((await adaThere.get(FRIENDS)).body[0].has_played_game, false)
	await ada.delete(`${GAME}/${ben.id}`)
	assert.deepEqual([await listOf(ada, GAME), await listOf(ada)], [[], [[ben.id, 1]]])
	await befriend(ada, ben, GAME)
	await ada.delete(`${FRIENDS}/${ben.id}?with_game_relationship=true`)
	assert.deepEqual([await listOf(ben, GAME), await listOf(ben)], [[], []])
})

test('F9 both sides of a friendship date it alike, and who hears of its end hears of that date', async () => {
	await using server = await testServer()
	const [ada, ben] = (await players(server, 'ada', 'ben')) as [Client, Client]
	await using hers = await enter(server, ada)
	await using his = await enter(server, ben)
	await befriend(ada, ben, GAME)
	const [[{ since }], [{ since: theirs }]] = [(await ada.get(GAME)).body, (await ben.get(GAME)).body]
	assert.equal(theirs, since)
	server.clock.advance(3_600_000)
	assert.equal((await ben.put(`${FRIENDS}/${ada.id}`, { type: 2 })).status, 204)
	for (const session of [hers, his]) assert.equal((await session.event('GAME_RELATIONSHIP_REMOVE')).since, since)
})

test('F8 only what a token reaches, and no bots', async () => {
	await using server = await testServer()
	const bot = await server.bot('Racer', { hasSocialTerms: true })
	const reader = await server.player('reader', ['relationships.read'], bot.application)
	const other = await server.player('other', ['identify'], bot.application)
	assert.equal((await reader.get(FRIENDS)).status, 200)
	assert.equal((await reader.put(`${FRIENDS}/${other.id}`, {})).body.code, 50026)
	assert.equal((await reader.put(`${GAME}/${other.id}`, {})).body.code, 50026)
	assert.equal((await other.get(FRIENDS)).body.code, 50026)
	assert.equal((await bot.get(FRIENDS)).body.code, 20001)
	assert.equal((await server.nobody.get(FRIENDS)).status, 401)
	const browser = await browserOf(server, reader.id)
	assert.deepEqual((await browser.send('GET', `/api/v10${FRIENDS}`)).body, [])
	assert.equal((await browser.send('GET', `/api/v10${GAME}`)).status, 401)
})

test("F9 a player's READY has their relations", async () => {
	await using server = await testServer()
	const [ada, ben, cleo] = (await players(server, 'ada', 'ben', 'cleo')) as [Client, Client, Client]
	await befriend(ada, ben)
	await befriend(ada, ben, GAME)
	await ada.put(`${FRIENDS}/${cleo.id}`, { type: 2 })
	await using client = await enter(server, ada)
	const { relationships, game_relationships } = client.ready
	assert.deepEqual(relationships, (await ada.get(FRIENDS)).body)
	assert.deepEqual(game_relationships, (await ada.get(GAME)).body)
	await using his = await enter(server, cleo)
	assert.deepEqual(his.ready.relationships, [])
})

test('F10 two accounts that become one have the stronger of what each was to others', async () => {
	await using server = await testServer()
	const names = ['placeholder', 'ada', 'both', 'asked', 'crossed', 'blocker', 'blocked', 'mate', 'rival']
	const [from, to, both, asked, crossed, blocker, blocked, mate, rival] = (await players(
		server,
		...names,
	)) as Client[] & Record<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, Client>
	await befriend(from, to)
	await befriend(from, to, GAME)
	await befriend(from, both)
	await to.put(`${FRIENDS}/${both.id}`, {})
	await from.put(`${FRIENDS}/${asked.id}`, {})
	await to.put(`${FRIENDS}/${crossed.id}`, {})
	await crossed.put(`${FRIENDS}/${from.id}`, {})
	await befriend(to, blocker)
	await befriend(to, blocker, GAME)
	await blocker.put(`${FRIENDS}/${from.id}`, { type: 2 })
	await from.put(`${FRIENDS}/${blocked.id}`, { type: 2 })
	await befriend(from, mate, GAME)
	await to.put(`${FRIENDS}/${rival.id}`, { type: 2 })
	await befriend(rival, from)
	await using his = await enter(server, mate)
	await move(server, from, to)
	assert.deepEqual([await listOf(from), await listOf(from, GAME)], [[], []])
	assert.deepEqual(await listOf(to), [
		[both.id, 1],
		[asked.id, 4],
		[crossed.id, 1],
		[blocked.id, 2],
		[rival.id, 2],
	])
	assert.deepEqual(await listOf(to, GAME), [[mate.id, 1]])
	assert.deepEqual(await listOf(asked), [[to.id, 3]])
	assert.deepEqual(await listOf(crossed), [[to.id, 1]])
	assert.deepEqual(await listOf(blocker), [[to.id, 2]])
	assert.deepEqual(await listOf(rival), [])
	await his.settled()
	assert.deepEqual(heardBy(his), [
		['GAME_REMOVE', from.id, 1],
		['GAME_ADD', to.id, 1],
	])
	// Done once more it does nothing more.
	const before = await listOf(to)
	await move(server, from, to)
	assert.deepEqual(await listOf(to), before)
})

test('F10 friends beyond a thousand stay friends within the game; many move a few at a time', async () => {
	await using server = await testServer()
	const [from, to] = (await players(server, 'placeholder', 'ada')) as [Client, Client]
	await server.store.transaction((tx) => fill(tx, to.id, 980, 'a'))
	await server.store.transaction((tx) => fill(tx, from.id, 50, 'b'))
	await move(server, from, to)
	assert.deepEqual(await listOf(from), [])
	assert.equal((await listOf(to)).length, 1000)
	assert.equal((await listOf(to, GAME)).length, 30)
})

test('F11 an account that is split off gets its friends in the game, those who play it, and all blocks', async () => {
	await using server = await testServer()
	const names = ['ada', 'placeholder', 'mate', 'friend', 'blocker', 'blocked', 'asked']
	const [from, to, mate, friend, blocker, blocked, asked] = (await players(server, ...names)) as Client[] &
		Record<0 | 1 | 2 | 3 | 4 | 5 | 6, Client>
	const stranger = await server.player('stranger', ['sdk.social_layer'], await another(server))
	await befriend(from, mate, GAME)
	for (const other of [friend, stranger]) await befriend(from, other)
	await blocker.put(`${FRIENDS}/${from.id}`, { type: 2 })
	await from.put(`${FRIENDS}/${blocked.id}`, { type: 2 })
	await from.put(`${FRIENDS}/${asked.id}`, {})
	const before = await listOf(from)
	for (let times = 0; times < 2; times++) await copy(server, from, to)
	assert.deepEqual(await listOf(from), before)
	assert.deepEqual(await listOf(to), [
		[friend.id, 1],
		[blocked.id, 2],
	])
	assert.deepEqual(await listOf(to, GAME), [[mate.id, 1]])
	assert.deepEqual(await listOf(blocker), [
		[from.id, 2],
		[to.id, 2],
	])
	assert.deepEqual(await listOf(stranger), [[from.id, 1]])
})

test('F12 with an account goes what it was to others, and they hear of it', async () => {
	await using server = await testServer()
	const [ada, ben, cleo] = (await players(server, 'ada', 'ben', 'cleo')) as [Client, Client, Client]
	await befriend(ada, ben)
	await befriend(ada, ben, GAME)
	await cleo.put(`${FRIENDS}/${ada.id}`, { type: 2 })
	await using his = await enter(server, ben)
	assert.ok(await server.store.transaction((tx) => closeAccount(tx, ada.id)))
	assert.deepEqual([await listOf(ben), await listOf(ben, GAME), await listOf(cleo)], [[], [], []])
	await his.settled()
	assert.deepEqual(heardBy(his).sort(), [
		['GAME_REMOVE', ada.id, 1],
		['REMOVE', ada.id, 1],
	])
	assert.equal((await ben.put(`${FRIENDS}/${ada.id}`, {})).body.code, 10013)
})

async function another(server: TestServer) {
	return (await server.bot('Elsewhere', { hasSocialTerms: true })).application
}

/** The same person in another game. */
async function playsToo(server: TestServer, bot: Bot, player: Client): Promise<Client> {
	const grant = { applicationId: bot.id, userId: player.id, scopes: ['sdk.social_layer'] }
	const { accessToken } = await server.store.transaction((tx) => grantTokens(tx, grant))
	return server.as(player.id, `Bearer ${accessToken}`)
}

/** Changes whose requests reach a person, as the pages of their account do. */
async function settingsOf(server: TestServer, { id }: Client): Promise<(flags: object) => Promise<void>> {
	const browser = await browserOf(server, id)
	const headers = { 'x-csrf-token': await browser.csrfToken() }
	return async (friend_source_flags) => {
		const path = '/api/v10/users/@me/settings'
		const { status, body } = await browser.send('PATCH', path, { friend_source_flags }, headers)
		assert.deepEqual([status, body], [200, { friend_source_flags, primary_guild: null }])
	}
}

/** Many friends at once, whom nobody needs to be asked for. */
async function fill(tx: Transaction, userId: string, count: number, prefix = 'x'): Promise<void> {
	const users = await createUsers(
		tx,
		Array.from({ length: count }, (_, n) => ({ username: `${prefix}${n}` })),
	)
	const common = { application_id: null, type: 1 as const, since: 0 }
	const rows = users.flatMap(({ id }) => [
		{ user_id: userId, other_id: id, ...common },
		{ user_id: id, other_id: userId, ...common },
	])
	for (let at = 0; at < rows.length; at += 500) {
		await tx.db
			.insertInto('relationships')
			.values(rows.slice(at, at + 500))
			.execute()
	}
}

async function handoverOf(server: TestServer, from: Client, to: Client): Promise<Handover> {
	const row = await server.store.db
		.selectFrom('authorizations')
		.select('application_id')
		.where('user_id', '=', to.id)
		.executeTakeFirstOrThrow()
	return { applicationId: row.application_id, fromId: from.id, toId: to.id }
}

async function move(server: TestServer, from: Client, to: Client): Promise<void> {
	const handover = await handoverOf(server, from, to)
	while (await server.store.transaction((tx) => moveRelationships(tx, handover)));
}

async function copy(server: TestServer, from: Client, to: Client): Promise<void> {
	const handover = await handoverOf(server, from, to)
	let cursor: string | null = null
	do {
		const at: string | null = cursor
		cursor = (await server.store.transaction((tx) => copyRelationships(tx, handover, at))) ?? null
	} while (cursor !== null)
}
