/** Every bound of lobbies: at its edge, under it, over it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaf } from './home.ts'
import { type Answered, type Bot, type Client, GENEROUS, type TestServer, testServer } from './server.ts'

async function arcade(server: TestServer): Promise<{ game: Bot; ada: Client; lobbyId: string }> {
	const game = await server.bot('Racer', { hasSocialTerms: true })
	const ada = await server.player('ada', ['sdk.social_layer'], game.application)
	const { body } = await game.post('/lobbies', { members: [{ id: ada.id }] })
	return { game, ada, lobbyId: body.id }
}

const long = (length: number) => 'x'.repeat(length)
const keys = (count: number, value = '') =>
	Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${String(at).padStart(2, '0')}`, value]))

function assertGood({ status, body }: Answered, what: string): void {
	assert.ok(status < 300, `${what}: ${JSON.stringify(body)}`)
}

function assertBad({ status, body }: Answered, path: (string | number)[], what: string): void {
	assert.deepEqual([status, body.code], [400, 50035], what)
	assert.ok(leaf(body, ...path).length > 0, `${what}: ${JSON.stringify(body)}`)
}

/** Maps that fit, and maps that do not. */
const METADATA: { good: Record<string, object>; bad: Record<string, { value: object; at: string[] }> } = {
	good: {
		'no keys': {},
		'24 keys': keys(24),
		'25 keys': keys(25),
		'an empty key': { '': 'x' },
		'999 characters': { a: long(998) },
		'1000 characters': { a: long(999) },
		'1000 characters of two units': { a: '😀'.repeat(999) },
		'a name that objects have': JSON.parse('{"__proto__":"x","constructor":"y"}'),
	},
	bad: {
		'26 keys': { value: keys(26), at: [] },
		'1001 characters': { value: { a: long(1000) }, at: [] },
		'a value of 1025': { value: { a: long(1025) }, at: ['a'] },
		'1001 characters in two': { value: { a: long(500), b: long(499) }, at: [] },
		'a number': { value: { a: 1 }, at: ['a'] },
		'a map in a map': { value: { a: { b: 'c' } }, at: ['a'] },
		'a null': { value: { a: null }, at: ['a'] },
		'a list': { value: ['a'], at: [] },
	},
}

test('L4 the bounds of metadata hold wherever metadata is given', async () => {
	await using server = await testServer()
	const { game, ada, lobbyId } = await arcade(server)
	const path = `/lobbies/${lobbyId}`
	const { body: message } = await ada.post(`${path}/messages`, { content: 'x' })
	const doors: [string, (metadata: unknown) => Promise<Answered>, (string | number)[]][] = [
		['POST /lobbies', (metadata) => game.post('/lobbies', { metadata }), ['metadata']],
		[
			'POST /lobbies, members',
			(metadata) => game.post('/lobbies', { members: [{ id: ada.id, metadata }] }),
			['members', 0, 'metadata'],
		],
		['PUT /lobbies', (lobby_metadata) => ada.put('/lobbies', { secret: 's', lobby_metadata }), ['lobby_metadata']],
		[
			'PUT /lobbies, member',
			(member_metadata) => ada.put('/lobbies', { secret: 's', member_metadata }),
			['member_metadata'],
		],
		['PATCH', (metadata) => game.patch(path, { metadata }), ['metadata']],
		['PUT member', (metadata) => game.put(`${path}/members/${ada.id}`, { metadata }), ['metadata']],
		[
			'bulk',
			(metadata) => game.post(`${path}/members/bulk`, [{ id: ada.id }, { id: ada.id, metadata }]),
			[1, 'metadata'],
		],
		['message', (metadata) => ada.post(`${path}/messages`, { content: 'x', metadata }), ['metadata']],
		['edit', (metadata) => ada.patch(`${path}/messages/${message.id}`, { content: 'y', metadata }), ['metadata']],
	]
	for (const [door, call, at] of doors) {
		for (const [what, value] of Object.entries(METADATA.good)) assertGood(await call(value), `${door}: ${what}`)
		for (const [what, { value, at: inside }] of Object.entries(METADATA.bad)) {
			assertBad(await call(value), [...at, ...inside], `${door}: ${what}`)
		}
	}
	const odd = METADATA.good['a name that objects have']
	const { body: kept } = await game.patch(path, { metadata: odd })
	assert.equal(JSON.stringify(kept.metadata), JSON.stringify(odd))
})

test('the bounds of a lobby, its secret and its members', async () => {
	await using server = await testServer()
	const { game, ada, lobbyId } = await arcade(server)
	const ofPlayer = (body: object) => ada.put('/lobbies', { secret: 's', ...body })
	const ofServer = (body: object) => game.patch(`/lobbies/${lobbyId}`, body)
	const ofMember = (body: object) => game.put(`/lobbies/${lobbyId}/members/${ada.id}`, body)
	const cases: [(body: object) => Promise<Answered>, string, unknown[], unknown[]][] = [
		[ofPlayer, 'secret', ['x', long(249), long(250), '秘'], ['', long(251), 7, null]],
		[ofPlayer, 'idle_timeout_seconds', [5, 6, 604_799, 604_800, null], [4, 604_801, 5.5, -1, 'soon']],
		[ofServer, 'idle_timeout_seconds', [5, 604_800], [4, 604_801]],
		[ofPlayer, 'flags', [0, 1, null], [2, -1, 3]],
		[ofServer, 'flags', [0, 1], [2, 1 << 30]],
		[ofMember, 'flags', [0, 1], [2, -1]],
		[ofMember, 'additional_name', ['x', long(79), long(80), '😀'.repeat(80), null], ['', long(81), 7]],
		[ofServer, 'override_event_webhooks_url', [null], [`https://x.example/${long(500)}`, 'nowhere', 7]],
	]
	for (const [call, field, good, bad] of cases) {
		for (const value of good) assertGood(await call({ [field]: value }), `${field} ${value}`)
		for (const value of bad) assertBad(await call({ [field]: value }), [field], `${field} ${value}`)
	}
	assertBad(await ada.put('/lobbies', {}), ['secret'], 'no secret')
	// Whoever plays says nothing of their own flags, nor of their name.
	const { body: lobby } = await ofPlayer({ member_flags: 1, member_metadata: { flags: '1' }, additional_name: 'Queen' })
	const [me] = lobby.members
	assert.deepEqual([me.flags, 'additional_name' in me], [0, false])
})

test('L8 a list of members has 1 to 25 entries', async () => {
	await using server = await testServer()
	const { game, ada, lobbyId } = await arcade(server)
	const players = [ada]
	for (let n = 1; n < 26; n++) {
		players.push(await server.player(`p${n}`, ['sdk.social_layer'], game.application))
	}
	const entries = (count: number) => players.slice(0, count).map(({ id }) => ({ id }))
	const bulk = `/lobbies/${lobbyId}/members/bulk`
	for (const count of [1, 24, 25]) {
		const { status, body } = await game.post(bulk, entries(count))
		assert.deepEqual([status, body.length], [200, count])
		assert.equal((await game.post('/lobbies', { members: entries(count) })).body.members.length, count)
	}
	assert.equal((await game.post('/lobbies', { members: [] })).status, 201)
	for (const count of [0, 26]) assertBad(await game.post(bulk, entries(count)), [], `${count}`)
	assertBad(await game.post('/lobbies', { members: entries(26) }), ['members'], '26')
	assertBad(await game.patch(`/lobbies/${lobbyId}`, { members: entries(26) }), ['members'], '26')
	assertBad(await game.post(bulk, [{ id: ada.id }, { id: 'x' }]), [1, 'id'], 'no id')
	assertBad(await game.post(bulk, [{ id: ada.id }, {}]), [1, 'id'], 'none')
	assertBad(await game.post(bulk, { id: ada.id }), [], 'no list')
})

test('L6 L9 who leaves makes room, who was not there does not', async () => {
	await using server = await testServer()
	const { game, ada, lobbyId } = await arcade(server)
	const ben = await server.player('ben', ['sdk.social_layer'], game.application)
	const cleo = await server.player('cleo', ['sdk.social_layer'], game.application)
	await server.store.transaction(async (tx) => {
		const blank = await tx.db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
		for (let at = 0; at < 999; at += 111) {
			const users = Array.from({ length: 111 }, (_, n) => ({
				...blank,
				id: tx.newId(),
				username: `extra${at + n}`,
				email: null,
			}))
			await tx.db.insertInto('users').values(users).execute()
			const seats = users.map(({ id: user_id }) => ({
				...{ lobby_id: lobbyId, user_id, application_id: game.id },
				...{ metadata: null, flags: 0, additional_name: null, joined_at: tx.now() },
			}))
			await tx.db.insertInto('lobby_members').values(seats).execute()
		}
	})
	const put = await game.put(`/lobbies/${lobbyId}/members/${ben.id}`, {})
	assert.deepEqual(leaf(put.body), ['MAX_LOBBY_MEMBERS'])
	// Cleo is not in it: taking her out leaves it as full as it was.
	const trick = await game.post(`/lobbies/${lobbyId}/members/bulk`, [
		{ id: ben.id },
		{ id: cleo.id, remove_member: true },
	])
	assert.deepEqual([trick.status, trick.body], [200, []])
	const whole = await game.patch(`/lobbies/${lobbyId}`, { members: [{ id: ben.id }] })
	assert.deepEqual(
		whole.body.members.map(({ id }: { id: string }) => id),
		[ben.id],
	)
})

test('L6 who comes into many lobbies at once is in two hundred at most', async () => {
	await using server = await testServer()
	const { game, ada } = await arcade(server)
	const lobbies: string[] = []
	for (let n = 0; n < 210; n++) lobbies.push((await game.post('/lobbies', {})).body.id)
	for (const id of lobbies.slice(0, 195)) await game.put(`/lobbies/${id}/members/${ada.id}`, {})
	const answers = await Promise.all(lobbies.slice(195).map((id) => game.put(`/lobbies/${id}/members/${ada.id}`, {})))
	// One lobby was there before.
	assert.equal(answers.filter(({ status }) => status === 200).length, 4)
	assert.deepEqual(leaf(answers.find(({ status }) => status !== 200)?.body), ['MAX_LOBBIES_PER_USER'])
})

test('L12 L17 the bounds of what is said, and of what moderation says of it', async () => {
	await using server = await testServer()
	const { game, ada, lobbyId } = await arcade(server)
	const path = `/lobbies/${lobbyId}/messages`
	for (const content of ['x', long(1999), long(2000), '😀'.repeat(2000)]) {
		assertGood(await ada.post(path, { content }), `${content.length}`)
	}
	assertBad(await ada.post(path, { content: long(2001) }), ['content'], '2001')
	assertBad(await ada.post(path, { content: 7 }), ['content'], 'a number')
	for (const flags of [0, 1 << 12]) assertGood(await ada.post(path, { content: 'x', flags }), `${flags}`)
	for (const flags of [1, 1 << 2, 1 << 15, 1 << 16, -1]) {
		assertBad(await ada.post(path, { content: 'x', flags }), ['flags'], `${flags}`)
	}
	for (const nonce of [long(25), 7, null]) assertGood(await ada.post(path, { content: 'x', nonce }), `nonce ${nonce}`)
	assertBad(await ada.post(path, { content: 'x', nonce: long(26) }), ['nonce'], 'nonce')
	assertGood(await ada.post(path, { content: 'x', tts: true, allowed_mentions: { parse: [] } }), 'what is read over')
	for (const [field, value] of [
		['embeds', [{}]],
		['components', [{}]],
		['attachments', [{ id: '0' }]],
		['sticker_ids', ['1']],
		['poll', { question: { text: 'x' } }],
		['message_reference', { message_id: '1' }],
	] as const) {
		assertBad(await ada.post(path, { content: 'x', [field]: value }), [field], field)
	}

	const { body: said } = await ada.post(path, { content: 'x' })
	for (const content of [long(2000), 'x']) assertGood(await ada.patch(`${path}/${said.id}`, { content }), 'edit')
	assertBad(await ada.patch(`${path}/${said.id}`, { content: long(2001) }), ['content'], 'edit')
	assertBad(await ada.patch(`${path}/${said.id}`, {}), ['content'], 'edit')
	assert.equal((await ada.patch(`${path}/${said.id}`, { content: '' })).body.code, 50006)

	const moderate = (map: unknown) => game.put(`${path}/${said.id}/moderation-metadata`, map)
	for (const map of [{}, keys(4), keys(5), { [long(1024)]: long(2000) }, { '': '' }]) {
		assertGood(await moderate(map), JSON.stringify(map).slice(0, 40))
	}
	assertBad(await moderate(keys(6)), [], '6 keys')
	assertBad(await moderate({ [long(1025)]: '' }), [long(1025)], 'a long key')
	assertBad(await moderate({ a: long(2001) }), ['a'], 'a long value')
	assertBad(await moderate({ a: 1 }), ['a'], 'a number')
	assertBad(await moderate(['a']), [], 'a list')
	const other = await server.bot('Chess')
	assert.equal((await other.put(`${path}/${said.id}/moderation-metadata`, {})).body.code, 10031)
})

test('L15 history ends at 200 messages, and at 72 hours', async () => {
	await using server = await testServer()
	const { game, ada } = await arcade(server)
	const { body: lobby } = await game.post('/lobbies', { members: [{ id: ada.id }], idle_timeout_seconds: 604_800 })
	const path = `/lobbies/${lobby.id}/messages`
	const count = async (query = '') => (await ada.get(path + query)).body.length
	await ada.post(path, { content: 'first' })
	for (let n = 0; n < 200; n++) await ada.post(path, { content: String(n) })
	assert.deepEqual([await count('?limit=1'), await count('?limit=200'), await count()], [1, 200, 50])
	for (const limit of [0, 201]) assertBad(await ada.get(`${path}?limit=${limit}`), ['limit'], `${limit}`)

	const { body: quiet } = await game.post('/lobbies', { members: [{ id: ada.id }], idle_timeout_seconds: 604_800 })
	await ada.post(`/lobbies/${quiet.id}/messages`, { content: 'once' })
	const history = async () => (await ada.get(`/lobbies/${quiet.id}/messages`)).body.length
	await server.advance(72 * 3_600_000 - 1)
	assert.equal(await history(), 1)
	await server.advance(2)
	assert.equal(await history(), 0)
})

test('L22 a lobby is idle for five seconds at least, and a week at most', async () => {
	await using server = await testServer()
	const { game } = await arcade(server)
	for (const seconds of [5, 604_800]) {
		const { body: lobby } = await game.post('/lobbies', { idle_timeout_seconds: seconds })
		await server.advance(seconds * 1000 - 1)
		assert.equal((await game.get(`/lobbies/${lobby.id}`)).status, 200)
		await server.advance(1)
		assert.equal((await game.get(`/lobbies/${lobby.id}`)).status, 404)
	}
	const { body: usual } = await game.post('/lobbies', {})
	await server.advance(299_999)
	assert.equal((await game.get(`/lobbies/${usual.id}`)).status, 200)
	await server.advance(1)
	assert.equal((await game.get(`/lobbies/${usual.id}`)).status, 404)
})

test('L25 the limits of development, route by route', async () => {
	await using server = await testServer({ rateLimits: { ...GENEROUS, limitUnapproved: true } })
	const { game, ada } = await arcade(server)
	const { body: lobby } = await game.post('/lobbies', { members: [{ id: ada.id, flags: 1 }] })
	const path = `/lobbies/${lobby.id}`
	const routes: [number, number, () => Promise<Answered>][] = [
		// What was asked for above counts.
		[100, 2, () => game.post('/lobbies', {})],
		[100, 0, () => ada.put('/lobbies', { secret: 's' })],
		[100, 0, () => game.patch(path, {})],
		[100, 0, () => game.put(`${path}/members/${ada.id}`, {})],
		[100, 0, () => game.delete(`${path}/members/1`)],
		[100, 0, () => game.post(`${path}/members/bulk`, [{ id: ada.id }])],
		[100, 0, () => ada.post(`${path}/members/@me/invites`)],
		[100, 0, () => game.post(`${path}/members/${ada.id}/invites`)],
		[20, 0, () => ada.patch(`${path}/channel-linking`, {})],
		[100, 0, () => ada.post(`${path}/messages`, { content: 'x' })],
	]
	for (const [most, before, call] of routes) {
		for (let n = before; n < most; n++) assert.notEqual((await call()).status, 429)
		const { status, headers, body } = await call()
		assert.equal(status, 429, String(call))
		assert.equal(headers['x-ratelimit-scope'], 'shared')
		assert.deepEqual([body.code, body.global, body.message], [40062, false, 'The resource is being rate limited.'])
		assert.ok(body.retry_after > 0 && body.retry_after <= 7200)
	}
	// What is not in the table is free.
	assert.equal((await game.get(path)).status, 200)
	assert.equal((await ada.get(`${path}/messages`)).status, 200)
	await server.advance(7_200_000)
	assert.equal((await ada.put('/lobbies', { secret: 's' })).status, 200)
	// Another game has its own.
	const dora = await server.player('dora')
	assert.equal((await dora.put('/lobbies', { secret: 's' })).status, 200)
})

test('L25 approval lifts the limits, a factor multiplies them', async () => {
	await using server = await testServer({
		rateLimits: { ...GENEROUS, limitUnapproved: true, unapprovedFactor: 2 },
	})
	const { game, ada, lobbyId } = await arcade(server)
	await game.put(`/lobbies/${lobbyId}/members/${ada.id}`, { flags: 1 })
	const link = () => ada.patch(`/lobbies/${lobbyId}/channel-linking`, {})
	for (let n = 0; n < 40; n++) assert.equal((await link()).status, 200)
	assert.equal((await link()).status, 429)
	await server.store.transaction(async ({ db, now }) => {
		await db.updateTable('applications').set({ communication_approved_at: now() }).where('id', '=', game.id).execute()
	})
	assert.equal((await link()).status, 200)
})
