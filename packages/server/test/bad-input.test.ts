/** Requests that are wrong on purpose: the documented error, nothing half done, nothing given away. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { sql } from 'kysely'
import { resetBotToken } from '../src/domain/applications/applications.ts'
import { putMember } from '../src/domain/lobbies/members.ts'
import { tryHoldLobby } from '../src/domain/lobbies/rows.ts'
import { leaf } from './home.ts'
import { SOCIAL, stage } from './linked-stage.ts'
import { arcade } from './players.ts'
import { befriend, elsewhere, enter, play, told } from './playing.ts'
import { type Answered, type Bot, type Client, GENEROUS, type TestServer, testServer } from './server.ts'
import { STORE_KIND } from './store-place.ts'

const DEEP = ['sdk.social_layer']

interface Scene {
	game: Bot
	ada: Client
	ben: Client
	lobbyId: string
	path: string
}

/** A lobby of the game's server with two in it. */
async function scene(server: TestServer): Promise<Scene> {
	const game = await server.bot('Racer', { hasSocialTerms: true })
	const ada = await server.player('ada', DEEP, game.application)
	const ben = await server.player('ben', DEEP, game.application)
	const { body } = await game.post('/lobbies', { members: [{ id: ada.id }, { id: ben.id }], metadata: { map: 'moon' } })
	return { game, ada, ben, lobbyId: body.id, path: `/lobbies/${body.id}` }
}

const code = ({ status, body }: Answered) => [status, body?.code]
const raw = (client: Client, method: string, path: string, json: string) =>
	client.call(method, path, json, { 'content-type': 'application/json' })

/** Gives a token up, as its game does. */
async function revoke(server: TestServer, { id, clientSecret }: Bot, token: string): Promise<void> {
	const form = new URLSearchParams({ client_id: id, client_secret: clientSecret, token }).toString()
	const type = { 'content-type': 'application/x-www-form-urlencoded' }
	assert.equal((await server.nobody.call('POST', '/oauth2/token/revoke', form, type)).status, 200)
}

test('Z1 what is no text becomes text before anybody hears it', async () => {
	await using server = await testServer()
	const { game, ada, ben, path } = await scene(server)
	await befriend(ada, ben)
	await using session = await enter(server, ben)
	await using own = await enter(server, ada)
	const odd = 'a\ud800b\0c\udfff'
	const plain = 'a\ufffdbc\ufffd'

	const { body: said } = await ada.post(`${path}/messages`, { content: odd, metadata: { [odd]: odd, k: '\0' } })
	assert.deepEqual([said.content, said.metadata], [plain, { [plain]: plain, k: '' }])
	assert.deepEqual((await ada.get(`${path}/messages`)).body[0].content, plain)
	assert.equal((await session.event('LOBBY_MESSAGE_CREATE')).content, plain)
	const { body: member } = await game.put(`${path}/members/${ada.id}`, { metadata: { a: odd }, additional_name: odd })
	assert.deepEqual([member.metadata, member.additional_name], [{ a: plain }, plain])
	await game.patch(path, { metadata: { [odd]: odd } })
	assert.deepEqual((await game.get(path)).body.metadata, { [plain]: plain })
	await game.put(`${path}/messages/${said.id}/moderation-metadata`, { [odd]: odd })
	await ada.post(`/users/${ben.id}/messages`, { content: odd, metadata: { a: odd } })
	assert.deepEqual((await session.event('MESSAGE_CREATE')).metadata, { a: plain })
	const profile = `/applications/${game.id}/users/${ada.id}/identities/x/profile`
	await game.patch(profile, { username: odd, metadata: { [odd]: [odd] } })
	assert.deepEqual((await game.get(profile)).body, { username: plain, metadata: { [plain]: [plain] }, data: null })
	play(own, { state: odd, details: odd, party: { id: odd } })
	await own.settled()
	await session.settled()
	assert.equal(told(session).at(-1)?.activities[0]?.state, plain)
	for (const bytes of session.raw) assert.doesNotMatch(bytes.toString(), /\\u(?:0000|d[89a-f])/i)
	// Of a secret as well: what is left of it is what counts.
	const { body: first } = await ada.put('/lobbies', { secret: 'x\0' })
	assert.equal((await ben.put('/lobbies', { secret: '\0x' })).body.id, first.id)
	assert.deepEqual(leaf((await ada.put('/lobbies', { secret: '\0' })).body, 'secret'), ['BASE_TYPE_REQUIRED'])
	assert.deepEqual(code(await ada.post(`${path}/messages`, { content: '\0 \0' })), [400, 50006])
})

test('Z2 bombs of every kind are refused, and the lobby is as it was', async () => {
	await using server = await testServer()
	const { game, ada, lobbyId, path } = await scene(server)
	const events = server.hear(`lobby.${lobbyId}`)
	const before = (await game.get(path)).body
	const map = (keys: number, value: string) =>
		JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, value])))
	const at = (body: object, ...where: string[]) => leaf(body, ...where).length > 0
	for (const [what, metadata, ...where] of [
		['25 keys of 1,024', map(25, 'x'.repeat(1024)), 'metadata'],
		['a hundred thousand keys', map(100_000, ''), 'metadata'],
		['a long key', JSON.stringify({ ['k'.repeat(1_000_000)]: '' }), 'metadata'],
		['4 MiB in a value', map(1, 'x'.repeat(4 << 20)), 'metadata', 'k0'],
		['combining characters', map(1, `a${'\u0301'.repeat(1024)}`), 'metadata', 'k0'],
		['depth', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 'metadata', 'a'],
		['a list in depth', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'metadata'],
		['a prototype', '{"__proto__":{"flags":1}}', 'metadata', '__proto__'],
		['a constructor', '{"constructor":{"prototype":{"a":1}}}', 'metadata', 'constructor'],
		['the first that counts is not the last', '{"a":"b"},"metadata":7', 'metadata'],
	] as const) {
		for (const [client, method, door, field] of [
			[game, 'PATCH', path, 'metadata'],
			[game, 'PUT', `${path}/members/${ada.id}`, 'metadata'],
			[ada, 'PUT', '/lobbies', 'lobby_metadata'],
			[ada, 'POST', `${path}/messages`, 'metadata'],
		] as const) {
			const json = `{"secret":"s","content":"x","${field}":${metadata.replace('"metadata"', `"${field}"`)}}`
			const answer = await raw(client, method, door, json)
			assert.deepEqual(code(answer), [400, 50035], `${what} at ${method} ${door}`)
			assert.ok(at(answer.body, field, ...where.slice(1)), `${what}: ${JSON.stringify(answer.body).slice(0, 300)}`)
		}
	}
	const wide = await raw(game, 'PATCH', path, `{"metadata":{"a":"${'x'.repeat(26 << 20)}"}}`)
	assert.deepEqual(code(wide), [413, 40005])
	for (const [json, expected] of [
		['{"metadata":{"a":"b"}', 50109],
		['\u0000', 50109],
		['[]', 50035],
		['7', 50035],
		['"metadata"', 50035],
		['null', 50035],
	] as const) {
		assert.deepEqual(code(await raw(game, 'PATCH', path, json)), [400, expected], json)
	}
	// Keys of the prototype are passed over where no field is called so, and reach nobody else.
	assert.equal((await raw(game, 'PATCH', path, '{"__proto__":{"flags":1},"constructor":{"flags":1}}')).status, 200)
	assert.equal(({} as Record<string, unknown>).flags, undefined)
	assert.deepEqual((await game.get(path)).body, before)
	assert.deepEqual(events.envelopes, [])
	assert.deepEqual((await ada.get(`${path}/messages`)).body, [])
})

test('Z3 a lobby of another application is as one that is not there, for every caller and every door', async () => {
	await using server = await testServer()
	const { game, ada, ben, lobbyId, path } = await scene(server)
	const { body: said } = await ada.post(`${path}/messages`, { content: 'x' })
	const chess = await server.bot('Chess', { hasSocialTerms: true })
	/** The same person, member of the lobby, in another game. */
	const there = await elsewhere(server, ada, chess.application)
	const before = (await game.get(path)).body
	const doors: [Client, string, (lobby: string) => string, unknown?][] = [
		[chess, 'GET', (lobby) => lobby],
		[chess, 'PATCH', (lobby) => lobby, { metadata: { map: 'sun' } }],
		[chess, 'PATCH', (lobby) => lobby, { members: [] }],
		[chess, 'DELETE', (lobby) => lobby],
		[chess, 'PUT', (lobby) => `${lobby}/members/${ada.id}`, { flags: 1 }],
		[chess, 'POST', (lobby) => `${lobby}/members/bulk`, [{ id: ada.id, flags: 1 }]],
		[chess, 'POST', (lobby) => `${lobby}/members/bulk`, [{ id: ben.id, remove_member: true }]],
		[chess, 'DELETE', (lobby) => `${lobby}/members/${ada.id}`],
		[chess, 'POST', (lobby) => `${lobby}/members/${ada.id}/invites`],
		[chess, 'PUT', (lobby) => `${lobby}/messages/${said.id}/moderation-metadata`, { a: 'b' }],
		[there, 'GET', (lobby) => `${lobby}/messages`],
		[there, 'POST', (lobby) => `${lobby}/messages`, { content: 'x' }],
		[there, 'PATCH', (lobby) => `${lobby}/messages/${said.id}`, { content: 'y' }],
		[there, 'DELETE', (lobby) => `${lobby}/messages/${said.id}`],
		[there, 'DELETE', (lobby) => `${lobby}/members/@me`],
		[there, 'POST', (lobby) => `${lobby}/members/@me/invites`],
		[there, 'PATCH', (lobby) => `${lobby}/channel-linking`, { channel_id: lobbyId }],
		[there, 'PATCH', (lobby) => `${lobby}/channel-linking`, {}],
	]
	for (const [client, method, door, body] of doors) {
		const [theirs, none] = [
			await client.call(method, door(path), body),
			await client.call(method, door('/lobbies/7'), body),
		]
		assert.deepEqual([theirs.status, theirs.body], [none.status, none.body], `${method} ${door('')}`)
		if (method === 'DELETE' && door('') === '') assert.equal(theirs.status, 204)
		else assert.deepEqual(code(theirs), [404, 10031], `${method} ${door('')}`)
	}
	assert.deepEqual((await game.get(path)).body, before)
	assert.equal((await ada.get(`${path}/messages`)).body[0].content, 'x')
	// Of one's own game: who is no member learns that it is there, and nothing of it.
	const cleo = await server.player('cleo', DEEP, game.application)
	for (const [method, door, body] of [
		['GET', '/messages', undefined],
		['POST', '/messages', { content: 'x' }],
		['PATCH', `/messages/${said.id}`, { content: 'x' }],
		['DELETE', `/messages/${said.id}`, undefined],
		['POST', '/members/@me/invites', undefined],
		['PATCH', '/channel-linking', {}],
	] as const) {
		assert.deepEqual(code(await cleo.call(method, path + door, body)), [403, 50001], door)
	}
})

test('Z3 nobody waits for a lobby of another application', {
	skip: STORE_KIND === 'sqlite' && 'one writes at a time',
}, async () => {
	await using server = await testServer()
	const { ada, lobbyId, path } = await scene(server)
	const chess = await server.bot('Chess')
	await server.store.transaction(async (tx) => {
		await tryHoldLobby(tx, lobbyId)
		assert.deepEqual(code(await chess.put(`${path}/members/${ada.id}`, {})), [404, 10031])
		assert.equal((await chess.delete(path)).status, 204)
	})
	assert.equal((await ada.get(`${path}/messages`)).status, 200)
})

test('Z5 forged flags and names, and what only servers do', async () => {
	await using server = await testServer()
	const { game, ada, ben, path } = await scene(server)
	const { body: mine } = await ada.put('/lobbies', {
		...{
			secret: 's',
			flags: 0,
			member_flags: 1,
			additional_name: 'Queen',
			override_event_webhooks_url: 'https://x.example',
		},
		members: [{ id: ada.id, flags: 1 }, { id: ben.id }],
		member: { id: ben.id, flags: 1 },
		member_metadata: { flags: '1', additional_name: 'Queen' },
		...{ id: '7', application_id: '7', linked_channel_id: '7', is_secret: false },
	})
	assert.deepEqual(
		mine.members.map(({ id, flags, additional_name }: Record<string, unknown>) => [id, flags, additional_name]),
		[[ada.id, 0, undefined]],
	)
	assert.deepEqual([mine.application_id, 'override_event_webhooks_url' in mine], [game.id, false])
	const { body: said } = await ben.post(`${path}/messages`, {
		content: 'x',
		lobby_member: { additional_name: 'Queen' },
	})
	assert.equal(said.lobby_member, undefined)
	const before = (await game.get(path)).body

	for (const [method, door, body] of [
		['POST', '/lobbies', { members: [{ id: ada.id, flags: 1 }] }],
		['GET', path, undefined],
		['PATCH', path, { members: [{ id: ada.id, flags: 1 }] }],
		['DELETE', path, undefined],
		['PUT', `${path}/members/${ada.id}`, { flags: 1 }],
		['PUT', `${path}/members/${ben.id}`, { metadata: { a: 'b' } }],
		['POST', `${path}/members/bulk`, [{ id: ada.id, flags: 1 }]],
		['DELETE', `${path}/members/${ben.id}`, undefined],
		['POST', `${path}/members/${ben.id}/invites`, undefined],
		['PUT', `${path}/messages/${said.id}/moderation-metadata`, { a: 'b' }],
	] as const) {
		assert.deepEqual(code(await ada.call(method, door, body)), [403, 20002], `${method} ${door}`)
	}
	for (const [method, door, body] of [
		['PUT', '/lobbies', { secret: 's' }],
		['POST', `${path}/messages`, { content: 'x' }],
		['GET', `${path}/messages`, undefined],
		['PATCH', `${path}/messages/${said.id}`, { content: 'x' }],
		['DELETE', `${path}/messages/${said.id}`, undefined],
		['DELETE', `${path}/members/@me`, undefined],
		['PATCH', `${path}/channel-linking`, {}],
		['POST', `${path}/members/@me/invites`, undefined],
	] as const) {
		assert.deepEqual(code(await game.call(method, door, body)), [403, 20001], `${method} ${door}`)
	}
	assert.deepEqual(code(await ada.patch(`${path}/channel-linking`, { channel_id: '7' })), [403, 50001])
	// What somebody else wrote is theirs, whatever one's flags.
	await game.put(`${path}/members/${ada.id}`, { flags: 1 })
	assert.deepEqual(code(await ada.patch(`${path}/messages/${said.id}`, { content: 'y' })), [403, 50005])
	assert.deepEqual(code(await ada.delete(`${path}/messages/${said.id}`)), [403, 50005])
	await game.put(`${path}/members/${ada.id}`, { flags: 0 })
	assert.deepEqual((await game.get(path)).body, before)
})

test('Z6 guessing a secret is slow, and fills up with lobbies of one’s own', async () => {
	await using server = await testServer({ rateLimits: { ...GENEROUS, factor: 1, mostPerWindow: 300 } })
	const { game, ada } = await scene(server)
	const mallory = await server.player('mallory', DEEP, game.application)
	const { body: lobby } = await ada.put('/lobbies', { secret: 'correct horse' })
	const guess = (secret: string) => mallory.put('/lobbies', { secret })
	for (let n = 0; n < 5; n++) {
		const { status, body } = await guess(`guess ${n}`)
		assert.deepEqual([status, body.members.length], [200, 1])
	}
	const { status, headers, body } = await guess('correct horse')
	assert.deepEqual([status, headers['x-ratelimit-scope'], body.global], [429, 'user', false])
	assert.ok(body.retry_after > 0 && body.retry_after <= 5)
	assert.equal((await game.get(`/lobbies/${lobby.id}`)).body.members.length, 1)
	// Neither another path to the same operation nor a wrong body is another bucket.
	assert.equal((await mallory.call('PUT', '/api/v9/lobbies', { secret: 'x' })).status, 429)
	assert.equal((await mallory.put('/lobbies', {})).status, 429)
	// Others are not hindered.
	assert.equal((await ada.put('/lobbies', { secret: 'correct horse' })).status, 200)
	await server.advance(5000)
	for (let n = 0; n < 5; n++) assert.notEqual((await mallory.put('/lobbies', { secret: '' })).status, 429)
	assert.equal((await guess('correct horse')).status, 429)
})

test('Z2 L6 who is refused at a full lobby has changed nothing of it', async () => {
	await using server = await testServer()
	const { game, ada } = await scene(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 's', lobby_metadata: { map: 'moon' } })
	await fill(server, lobby.id, game.id, 999)
	const events = server.hear(`lobby.${lobby.id}`)
	const cleo = await server.player('cleo', DEEP, game.application)
	const greedy = { secret: 's', lobby_metadata: { map: 'sun' }, flags: 1, idle_timeout_seconds: 5 }
	const answer = await cleo.put('/lobbies', greedy)
	assert.deepEqual(leaf(answer.body), ['MAX_LOBBY_MEMBERS'])
	const bad = await game.patch(`/lobbies/${lobby.id}`, { metadata: { map: 'sun' }, members: [{ id: '7' }] })
	assert.deepEqual(code(bad), [404, 10013])
	const { metadata, flags, members } = (await game.get(`/lobbies/${lobby.id}`)).body
	assert.deepEqual([metadata, flags, members.length], [{ map: 'moon' }, 0, 1000])
	assert.deepEqual(events.envelopes, [])
})

test('L6 whoever comes into the last places at once, by whichever door, there are never more than a thousand', async () => {
	await using server = await testServer()
	const { game, ada } = await scene(server)
	const { body: lobby } = await ada.put('/lobbies', { secret: 's' })
	await fill(server, lobby.id, game.id, 989)
	const many: Client[] = []
	for (let n = 0; n < 24; n++) many.push(await server.player(`p${n}`, DEEP, game.application))
	const path = `/lobbies/${lobby.id}`
	const [byName, byServer, byList] = [many.slice(0, 8), many.slice(8, 16), many.slice(16)]
	const answers = await Promise.all([
		...byName.map((player) => player.put('/lobbies', { secret: 's' })),
		...byServer.map(({ id }) => game.put(`${path}/members/${id}`, {})),
		...byList.map(({ id }) => game.post(`${path}/members/bulk`, [{ id }])),
	])
	const came = answers.filter(({ status, body }) => status === 200 && (!Array.isArray(body) || body.length === 1))
	assert.equal(came.length, 10)
	for (const { status, body } of answers) {
		if (status !== 200) assert.deepEqual(leaf(body), ['MAX_LOBBY_MEMBERS'])
	}
	assert.equal((await game.get(path)).body.members.length, 1000)
})

test('L1 L3 one player who names a secret many times at once is in one lobby, once', async () => {
	await using server = await testServer()
	const { game, ada } = await scene(server)
	const heard = server.hear(`user.${ada.id}`)
	const answers = await Promise.all(
		Array.from({ length: 20 }, (_, n) => ada.put('/lobbies', { secret: 's', member_metadata: { n: String(n) } })),
	)
	assert.deepEqual(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size, 1)
	const { members } = (await game.get(`/lobbies/${answers[0]?.body.id}`)).body
	assert.equal(members.length, 1)
	assert.equal(heard.named('LOBBY_CREATE').length, 1)
})

test('Z4 a token that is given up while much is under way: all of a request, or nothing', async () => {
	await using server = await testServer()
	const { game, ada, ben, path } = await scene(server)
	await using session = await enter(server, ada)
	const say = (n: number) => ada.post(`${path}/messages`, { content: String(n) })
	const write = (n: number) => ada.post(`/users/${ben.id}/messages`, { content: String(n) })
	await befriend(ada, ben)
	const before = await Promise.all([say(0), write(0)])
	assert.deepEqual(
		before.map(({ status }) => status),
		[201, 200],
	)
	const [spoken, written, joined] = await Promise.all([
		Promise.all(Array.from({ length: 12 }, (_, n) => say(n + 1))),
		Promise.all(Array.from({ length: 12 }, (_, n) => write(n + 1))),
		Promise.all(Array.from({ length: 12 }, (_, n) => ada.put('/lobbies', { secret: `s${n}` }))),
		revoke(server, game, ada.token),
	])
	assert.equal(await session.closed, 4004)
	for (const { status, body } of [...spoken, ...written, ...joined]) {
		assert.ok(
			status < 300 || (status === 401 && body.code === 50025) || (status === 403 && body.code === 50001),
			`${status}`,
		)
	}
	// What was answered as done is there, and nothing else.
	const contents = ({ body }: Answered): string[] => body.map(({ content }: { content: string }) => content)
	const ids = (answers: Answered[]) => answers.filter(({ status }) => status < 300).map(({ body }) => body.id)
	const heard = (await ben.get(`${path}/messages?limit=200`)).body.map(({ id }: { id: string }) => id)
	assert.deepEqual(heard.sort(), ids([before[0] as Answered, ...spoken]).sort())
	const letters = await ben.get(`/users/${ada.id}/messages?limit=200`)
	if (letters.status === 200) assert.equal(contents(letters).length, ids([before[1] as Answered, ...written]).length)
	for (const call of [
		...[say(99), write(99), ada.put('/lobbies', { secret: 'late' }), ada.get(`${path}/messages`)],
		...[ada.delete(`${path}/members/@me`), ada.put(`/users/@me/relationships/${ben.id}`, { type: 2 })],
	]) {
		assert.deepEqual(code(await call), [401, 50025])
	}
	const lobbies = await server.store.db.selectFrom('lobbies').select('id').where('is_secret', '=', 1).execute()
	assert.deepEqual(lobbies.map(({ id }) => id).sort(), [...new Set(ids(joined))].sort())
})

test('Z4 a bot’s token that is replaced in the middle of a list of 25: all of it, or nothing', async () => {
	await using server = await testServer()
	const { game, path } = await scene(server)
	const players: Client[] = []
	for (let n = 0; n < 25; n++) players.push(await server.player(`p${n}`, DEEP, game.application))
	const list = players.map(({ id }, n) => ({ id, metadata: { n: String(n) } }))
	const count = async () => (await server.store.db.selectFrom('lobby_members').select('user_id').execute()).length
	const [answer] = await Promise.all([
		game.post(`${path}/members/bulk`, list),
		server.store.transaction((tx) => resetBotToken(tx, game.application)),
	])
	assert.ok(answer.status === 200 || answer.status === 401, JSON.stringify(answer.body))
	assert.equal(await count(), answer.status === 200 ? 27 : 2)
	assert.deepEqual(code(await game.post(`${path}/members/bulk`, list)), [401, 0])
})

test('Z4 who comes into a lobby while they take everything back is in it as nobody but their new account', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const { bot: game } = lantern
	const person = await lantern.person('ada')
	const ada = await lantern.link(person, await lantern.vouch('hero'))
	const { body: lobby } = await game.post('/lobbies', {})
	// All of it is settled before the one who comes in has come in, unless it waits for that.
	let revoked: Promise<unknown> = Promise.resolve()
	await server.store.transaction(async (tx) => {
		await putMember(tx, { applicationId: game.id, lobbyId: lobby.id }, ada.id, {})
		revoked = revoke(server, game, ada.token).then(() => lantern.settled())
		if (STORE_KIND === 'postgres') await Promise.race([revoked, somebodyWaits(server)])
	})
	await revoked
	await lantern.settled()
	const { members } = (await game.get(`/lobbies/${lobby.id}`)).body
	const hero = await lantern.vouch('hero')
	assert.deepEqual(
		members.map(({ id }: { id: string }) => id),
		[hero.id],
	)
	assert.notEqual(hero.id, ada.id)
})

/** A transaction of this server's waits for another one. */
async function somebodyWaits({ store }: TestServer): Promise<void> {
	for (;;) {
		const waiting =
			await sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
				store.db,
			)
		if (waiting.rows.length > 0) return
	}
}

/** A POST whose body comes in two parts. The server has begun with it when this resolves; `end` sends the rest and answers the status. */
async function postSlowly(
	{ origin }: TestServer,
	{ path, token, type, parts: [head, tail] }: { path: string; token: string; type: string; parts: [string, string] },
): Promise<{ end(): Promise<number> }> {
	const dripping = request(`${origin}/api/v10${path}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': head.length + tail.length },
	})
	const answered = new Promise<number>((resolve, reject) => {
		dripping.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
	})
	await new Promise((resolve) => dripping.write(head, resolve))
	// The server has begun with it: a request behind it is answered.
	assert.equal((await fetch(`${origin}/api/v10/gateway`)).status, 200)
	return {
		end() {
			dripping.end(tail)
			return answered
		},
	}
}

test('Z4 a body that comes after its token has died is nobody’s', async () => {
	await using server = await testServer()
	const { game, ada, ben, path } = await scene(server)
	await server.listen()
	for (const [type, ...parts] of [
		['application/json', '{"content":"la', 'te"}'],
		[
			'multipart/form-data; boundary=x',
			'--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content":"la',
			'te"}\r\n--x--\r\n',
		],
	] as [string, string, string][]) {
		const token = (await elsewhere(server, ada, game.application, DEEP)).token
		const post = await postSlowly(server, { path: `${path}/messages`, token, type, parts })
		await revoke(server, game, token)
		assert.equal(await post.end(), 401)
	}
	assert.deepEqual((await ben.get(`${path}/messages`)).body, [])
})

test('Z4 a body that comes after its token has expired is nobody’s', async () => {
	await using server = await testServer()
	const { ada, game, path } = await scene(server)
	await server.listen()
	const { token } = await elsewhere(server, ada, game.application, DEEP)
	const type = 'application/json'
	const post = await postSlowly(server, { path: `${path}/messages`, token, type, parts: ['{"content":"la', 'te"}'] })
	await server.advance(8 * 24 * 60 * 60 * 1000)
	assert.equal(await post.end(), 401)
	assert.deepEqual(await server.store.db.selectFrom('lobby_messages').select('id').execute(), [])
})

test('L34 an invite of a lobby that is played again, by many at once or by somebody banned', async () => {
	await using server = await testServer()
	const { link, textId, guildId, lobbyId, ben, bot, game } = await stage(server)
	await link(textId)
	const invite = async () => (await ben.post(`/lobbies/${lobbyId}/members/@me/invites`)).body.code
	const once = await invite()
	const thief = await server.player('thief', SOCIAL, game.application)
	const answers = await Promise.all([
		...Array.from({ length: 6 }, () => ben.post(`/invites/${once}`)),
		...Array.from({ length: 3 }, () => thief.post(`/invites/${once}`)),
	])
	const ways = answers.map(({ status, body }) => (status === 200 ? 'in' : body.code))
	assert.equal(answers.slice(0, 6).filter(({ body }) => body.new_member === true).length, 1, String(ways))
	for (const way of ways.slice(6)) assert.ok(way === 50020 || way === 10006, String(way))
	assert.equal((await bot.get(`/guilds/${guildId}/members/${thief.id}`)).status, 404)
	assert.deepEqual(code(await thief.post(`/invites/${once}`)), [404, 10006])

	// Who is banned may ask for another, and gets in with none, old or new.
	await bot.delete(`/guilds/${guildId}/members/${ben.id}`)
	const old = await invite()
	assert.equal((await bot.put(`/guilds/${guildId}/bans/${ben.id}`, {})).status, 204)
	for (const tried of [old, await invite()]) assert.deepEqual(code(await ben.post(`/invites/${tried}`)), [403, 40007])
	assert.equal((await bot.get(`/guilds/${guildId}/members/${ben.id}`)).status, 404)
	// What they say in the lobby is not carried into the guild.
	assert.equal((await ben.post(`/lobbies/${lobbyId}/messages`, { content: 'psst' })).status, 201)
	const { body: shown } = await bot.get(`/channels/${textId}/messages`)
	assert.deepEqual(
		shown.filter(({ content }: { content: string }) => content === 'psst'),
		[],
	)
	// One that was taken back is none any more, though it was never used.
	await bot.delete(`/guilds/${guildId}/bans/${ben.id}`)
	const kept = await invite()
	assert.equal((await bot.delete(`/invites/${kept}`)).status, 200)
	assert.deepEqual(code(await ben.post(`/invites/${kept}`)), [404, 10006])
})

/** Brings so many into a lobby who are nobody in particular. */
async function fill(server: TestServer, lobbyId: string, applicationId: string, count: number): Promise<void> {
	await server.store.transaction(async (tx) => {
		const blank = await tx.db.selectFrom('users').selectAll().limit(1).executeTakeFirstOrThrow()
		for (let at = 0; at < count; at += 100) {
			const users = Array.from({ length: Math.min(100, count - at) }, (_, n) => ({
				...blank,
				...{ id: tx.newId(), username: `extra${at + n}`, email: null },
			}))
			await tx.db.insertInto('users').values(users).execute()
			const seats = users.map(({ id: user_id }) => ({
				...{ lobby_id: lobbyId, user_id, application_id: applicationId },
				...{ metadata: null, flags: 0, additional_name: null, joined_at: tx.now() },
			}))
			await tx.db.insertInto('lobby_members').values(seats).execute()
		}
	})
}
