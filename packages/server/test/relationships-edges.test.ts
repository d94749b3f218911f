import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUsers } from '../src/domain/accounts/accounts.ts'
import { grantTokens } from '../src/domain/applications/tokens.ts'
import { moveRelationships } from '../src/domain/relationships/handover.ts'
import { duo, enter, said } from './direct.ts'
import { browserOf } from './oauth.ts'
import { arcade } from './players.ts'
import { type Client, type TestServer, testServer } from './server.ts'

const FRIENDS = '/users/@me/relationships'
const GAME = '/users/@me/game-relationships'
const TRACKS = [FRIENDS, GAME] as const
type State = 'none' | 'outgoing' | 'incoming' | 'friend'

/** Brings two to a state on a track, as the first one sees it, whatever they were. */
async function become(path: string, state: State, a: Client, b: Client): Promise<void> {
	await a.delete(`${path}/${b.id}`)
	if (state === 'outgoing' || state === 'friend') await a.put(`${path}/${b.id}`, {})
	if (state === 'incoming' || state === 'friend') await b.put(`${path}/${a.id}`, {})
}

const typeOf = async (path: string, a: Client, b: Client): Promise<number> =>
	(await a.get(path)).body.find(({ id }: { id: string }) => id === b.id)?.type ?? 0

/** What a call answers in a state, and what the two are to each other then. */
type Row = [act: 'ask' | 'accept' | 'end', state: State, answer: number, own: number, theirs: number]
const TABLE: Row[] = [
	['ask', 'none', 204, 4, 3],
	['ask', 'incoming', 204, 1, 1],
	['ask', 'outgoing', 204, 4, 3],
	['ask', 'friend', 80007, 1, 1],
	['accept', 'incoming', 204, 1, 1],
	['accept', 'none', 80008, 0, 0],
	['accept', 'outgoing', 80008, 4, 3],
	['accept', 'friend', 80007, 1, 1],
	['end', 'incoming', 204, 0, 0],
	['end', 'outgoing', 204, 0, 0],
	['end', 'friend', 204, 0, 0],
	['end', 'none', 204, 0, 0],
]

test('F1 F2 every step from every state, on both tracks, by name and by id', async () => {
	await using server = await testServer()
	const { ada, ben } = await duo(server)
	const act = (path: string, what: Row[0], byName: boolean) => {
		if (what === 'end') return ada.delete(`${path}/${ben.id}`)
		if (what === 'accept') return ada.put(`${path}/${ben.id}`, { type: 1 })
		return byName ? ada.post(path, { username: 'ben' }) : ada.put(`${path}/${ben.id}`, {})
	}
	for (const path of TRACKS) {
		for (const [what, state, answer, own, theirs] of TABLE) {
			for (const byName of what === 'ask' ? [false, true] : [false]) {
				await become(path, state, ada, ben)
				const { status, body } = await act(path, what, byName)
				const after = [await typeOf(path, ada, ben), await typeOf(path, ben, ada)]
				assert.deepEqual([body?.code ?? status, ...after], [answer, own, theirs], `${path} ${what} ${state}`)
			}
		}
		await become(path, 'none', ada, ben)
	}
})

test('F2 F7 both tracks go on independently, and one call ends both', async () => {
	await using server = await testServer()
	const { ada, ben } = await duo(server)
	const states: State[] = ['none', 'outgoing', 'incoming', 'friend']
	for (const platform of states) {
		for (const game of states) {
			await become(FRIENDS, platform, ada, ben)
			await become(GAME, game, ada, ben)
			const before = [await typeOf(FRIENDS, ada, ben), await typeOf(GAME, ada, ben)]
			const types = { none: 0, outgoing: 4, incoming: 3, friend: 1 }
			assert.deepEqual(before, [types[platform], types[game]])
			assert.equal((await ada.delete(`${FRIENDS}/${ben.id}?with_game_relationship=true`)).status, 204)
			for (const path of TRACKS) assert.deepEqual([await typeOf(path, ada, ben), await typeOf(path, ben, ada)], [0, 0])
		}
	}
	// A friend within the game becomes one of the platform.
	await become(GAME, 'friend', ada, ben)
	await ada.put(`${FRIENDS}/${ben.id}`, {})
	assert.deepEqual([await typeOf(FRIENDS, ben, ada), await typeOf(GAME, ben, ada)], [3, 1])
})

/** Relations of a user with many who do nothing. */
async function fill(
	server: TestServer,
	userId: string,
	count: number,
	type: 1 | 2 | 4,
	track: string | null = null,
): Promise<string[]> {
	return server.store.transaction(async (tx) => {
		const batch = tx.newId()
		const name = (at: number) => `extra${batch}x${at}`
		const made = await createUsers(
			tx,
			Array.from({ length: count }, (_, at) => ({ username: name(at) })),
		)
		for (let at = 0; at < made.length; at += 100) {
			const rows = made
				.slice(at, at + 100)
				.map(({ id }) => ({ user_id: userId, other_id: id, application_id: track, type, since: tx.now() }))
			await tx.db.insertInto('relationships').values(rows).execute()
		}
		return made.map(({ id }) => id)
	})
}

test('F4 five thousand can be blocked, one more cannot', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const cleo = await server.player('cleo', ['sdk.social_layer'], game.application)
	const [first = ''] = await fill(server, ada.id, 4999, 2)
	assert.equal((await ada.put(`${FRIENDS}/${ben.id}`, { type: 2 })).status, 204)
	const refused = await ada.put(`${FRIENDS}/${cleo.id}`, { type: 2 })
	assert.deepEqual([refused.status, refused.body.code], [400, 50035])
	assert.equal((await ada.put(`${FRIENDS}/${ben.id}`, { type: 2 })).status, 204)
	await ada.delete(`${FRIENDS}/${first}`)
	assert.equal((await ada.put(`${FRIENDS}/${cleo.id}`, { type: 2 })).status, 204)
})

test("F13 a stranger's request is marked, and one of many is taken for spam, for who is asked alone", async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const make = (name: string) => server.player(name, ['sdk.social_layer'], game.application)
	const [cleo, dan, eve] = [await make('cleo'), await make('dan'), await make('eve')]
	await using his = await enter(server, ben)
	const marks = async (of: Client, from: Client, path: string = FRIENDS) => {
		const found = (await of.get(path)).body.find(({ id }: { id: string }) => id === from.id)
		return [found?.stranger_request, found?.is_spam_request]
	}
	await fill(server, ada.id, 19, 4)
	await ada.put(`${FRIENDS}/${cleo.id}`, {})
	assert.deepEqual(await marks(cleo, ada), [true, false])
	// The twentieth is open now.
	await ada.put(`${FRIENDS}/${ben.id}`, {})
	assert.deepEqual(
		[await marks(ben, ada), await marks(ada, ben)],
		[
			[true, true],
			[false, false],
		],
	)
	const [{ stranger_request, is_spam_request, has_played_game }] = await said(his, 'RELATIONSHIP_ADD')
	assert.deepEqual([stranger_request, is_spam_request, has_played_game], [true, true, true])
	// Somebody with a friend or a guild in common is none.
	await become(FRIENDS, 'friend', cleo, dan)
	await become(FRIENDS, 'friend', cleo, ada)
	await ada.put(`${FRIENDS}/${dan.id}`, {})
	assert.deepEqual(await marks(dan, ada), [false, false])
	const { guild } = await server.guild(eve.id)
	await server.join(guild.id, ada.id)
	await ada.put(`${FRIENDS}/${eve.id}`, {})
	assert.deepEqual(await marks(eve, ada), [false, false])
	// Within the game its own requests count.
	await ada.put(`${GAME}/${ben.id}`, {})
	assert.deepEqual((await marks(ben, ada, GAME))[1], false)
	// A friend is no request.
	await ben.put(`${FRIENDS}/${ada.id}`, { type: 1 })
	assert.deepEqual(await marks(ben, ada), [false, false])
})

test('F10 F13 what is thought of a request goes over with it when two accounts become one', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const make = (name: string) => server.player(name, ['sdk.social_layer'], game.application)
	const [before, after] = [await make('placeholder'), await make('account')]
	// Of ada and of the placeholder twenty requests are open, on both tracks.
	for (const track of [null, game.id]) {
		for (const { id } of [ada, before]) await fill(server, id, 20, 4, track)
	}
	for (const path of TRACKS) {
		await before.put(`${path}/${ben.id}`, {})
		await ada.put(`${path}/${before.id}`, {})
	}
	await using his = await enter(server, ben)
	const handover = { applicationId: game.id, fromId: before.id, toId: after.id }
	while (await server.store.transaction((tx) => moveRelationships(tx, handover)));
	const markOf = async (path: string, reader: Client, from: Client) => {
		const { type, is_spam_request, stranger_request } = (await reader.get(path)).body.find(
			({ id }: { id: string }) => id === from.id,
		)
		return [type, is_spam_request, stranger_request]
	}
	assert.deepEqual(await markOf(FRIENDS, ben, after), [3, true, true])
	assert.deepEqual(await markOf(FRIENDS, after, ben), [4, false, false])
	assert.deepEqual(await markOf(FRIENDS, after, ada), [3, true, true])
	assert.deepEqual(await markOf(FRIENDS, ada, after), [4, false, false])
	assert.deepEqual(await markOf(GAME, ben, after), [3, true, undefined])
	assert.deepEqual(await markOf(GAME, after, ada), [3, true, undefined])
	for (const name of ['RELATIONSHIP_ADD', 'GAME_RELATIONSHIP_ADD']) {
		const [{ id, is_spam_request }] = await said(his, name)
		assert.deepEqual([id, is_spam_request], [after.id, true], name)
	}
	// Accepted it is a request no more.
	await after.put(`${FRIENDS}/${ada.id}`, { type: 1 })
	assert.deepEqual(await markOf(FRIENDS, after, ada), [1, false, false])
})

test('F9 each game hears whether the other one plays it', async () => {
	await using server = await testServer()
	const { ada, ben } = await duo(server)
	const chess = await server.bot('Chess', { hasSocialTerms: true })
	const { accessToken } = await server.store.transaction((tx) =>
		grantTokens(tx, { applicationId: chess.id, userId: ada.id, scopes: ['sdk.social_layer'] }),
	)
	await using racer = await enter(server, ada)
	await using player = await enter(server, server.as(ada.id, `Bearer ${accessToken}`))
	await ben.put(`${FRIENDS}/${ada.id}`, {})
	assert.deepEqual(
		[await said(racer, 'RELATIONSHIP_ADD'), await said(player, 'RELATIONSHIP_ADD')].map((heard) =>
			heard.map(({ id, has_played_game }) => [id, has_played_game]),
		),
		[[[ben.id, true]], [[ben.id, false]]],
	)
})

test('F5 F6 nothing that the blocked can ask tells them so', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const closed = await server.player('closed', ['sdk.social_layer'], game.application)
	await server.store.transaction(async (tx) => {
		const row = { user_id: closed.id, everyone: 0, friends_of_friends: 0, guilds: 0 } as const
		await tx.db.insertInto('friend_sources').values(row).execute()
	})
	await ada.put(`${FRIENDS}/${ben.id}`, { type: 2 })
	await using _his = await enter(server, ben)
	const doors: ((target: Client, name: string) => Promise<{ status: number; body: unknown }>)[] = [
		(target) => ben.put(`${FRIENDS}/${target.id}`, {}),
		(target) => ben.put(`${FRIENDS}/${target.id}`, { type: -1 }),
		(target) => ben.put(`${FRIENDS}/${target.id}`, { type: 1 }),
		(target) => ben.put(`${GAME}/${target.id}`, {}),
		(target) => ben.put(`${GAME}/${target.id}`, { type: 1 }),
		(_, username) => ben.post(FRIENDS, { username }),
		(_, username) => ben.post(GAME, { username }),
		(target) => ben.delete(`${FRIENDS}/${target.id}`),
		(target) => ben.delete(`${GAME}/${target.id}`),
		(target) => ben.post(`/users/${target.id}/messages`, { content: 'x' }),
		(target) => ben.get(`/users/${target.id}/messages`),
		(target) => ben.get(`/users/@me/dms/${target.id}`),
		(target) => ben.patch(`/users/${target.id}/messages/1`, { content: 'x' }),
	]
	for (const [at, door] of doors.entries()) {
		const [blocker, other] = [await door(ada, 'ada'), await door(closed, 'closed')]
		assert.deepEqual([blocker.status, blocker.body], [other.status, other.body], `door ${at}`)
	}
	assert.deepEqual([(await ben.get(FRIENDS)).body, (await ben.get(GAME)).body], [[], []])
})

test('F16 a refusal is the same at every door', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const make = (name: string) => server.player(name, ['sdk.social_layer'], game.application)
	const [closed, blocked, friend] = [await make('closed'), await make('blocked'), await make('friend')]
	await server.store.transaction(async (tx) => {
		const row = { user_id: closed.id, everyone: 0, friends_of_friends: 0, guilds: 0 } as const
		await tx.db.insertInto('friend_sources').values(row).execute()
	})
	await ada.put(`${FRIENDS}/${ben.id}`, { type: 2 })
	await ben.put(`${FRIENDS}/${blocked.id}`, { type: 2 })
	for (const path of TRACKS) await become(path, 'friend', ben, friend)
	const browser = await browserOf(server, ben.id)
	const csrf = { 'x-csrf-token': await browser.csrfToken() }
	const signedIn = (method: string, path: string, body: object) => browser.send(method, `/api/v10${path}`, body, csrf)
	type Door = (target: Client, name: string) => Promise<{ status: number; body: { code: number } }>
	const byName: Door[] = [
		(_, username) => ben.post(FRIENDS, { username }),
		(_, username) => ben.post(GAME, { username }),
		(_, username) => signedIn('POST', FRIENDS, { username }),
	]
	const byId: Door[] = [
		({ id }) => ben.put(`${FRIENDS}/${id}`, {}),
		({ id }) => ben.put(`${GAME}/${id}`, {}),
		({ id }) => signedIn('PUT', `${FRIENDS}/${id}`, {}),
	]
	const accepting: Door[] = [
		({ id }) => ben.put(`${FRIENDS}/${id}`, { type: 1 }),
		({ id }) => ben.put(`${GAME}/${id}`, { type: 1 }),
		({ id }) => signedIn('PUT', `${FRIENDS}/${id}`, { type: 1 }),
	]
	const refused = async (doors: Door[], target: Client, name: string, expected: [number, number]) => {
		for (const [at, door] of doors.entries()) {
			const { status, body } = await door(target, name)
			assert.deepEqual([status, body.code], expected, `${name}, door ${at}`)
		}
	}
	const asking = [...byName, ...byId]
	await refused(asking, closed, 'closed', [403, 80000])
	await refused(asking, ada, 'ada', [403, 80000])
	await refused(asking, blocked, 'blocked', [403, 80001])
	await refused([...asking, ...accepting], friend, 'friend', [400, 80007])
	for (const target of [closed, ada, blocked]) await refused(accepting, target, 'nobody asked', [400, 80008])
	await refused(byName, ben, 'ben', [404, 80004])
	await refused(byId, ben, 'ben', [404, 10013])
	// Messages have a refusal of their own.
	const { status, body } = await ben.post(`/users/${ada.id}/messages`, { content: 'x' })
	assert.deepEqual([status, body.code], [403, 50007])
})

test('F14 friends hear what a user looks like now, those within a game in that game alone', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const join = async (name: string) =>
		lantern.playerOf(await lantern.redeem(await lantern.code(await lantern.person(name))))
	const [hero, ben, cleo, dan] = [await lantern.vouch('hero'), await join('ben'), await join('cleo'), await join('dan')]
	const chess = await server.bot('Chess', { hasSocialTerms: true })
	const elsewhere = async ({ id }: Client) => {
		const grant = { applicationId: chess.id, userId: id, scopes: ['sdk.social_layer'] }
		const { accessToken } = await server.store.transaction((tx) => grantTokens(tx, grant))
		return enter(server, server.as(id, `Bearer ${accessToken}`))
	}
	await become(FRIENDS, 'friend', hero, ben)
	await become(GAME, 'friend', hero, ben)
	await become(GAME, 'friend', hero, cleo)
	await using bens = await enter(server, ben)
	await using bensElsewhere = await elsewhere(ben)
	await using cleos = await enter(server, cleo)
	await using cleosElsewhere = await elsewhere(cleo)
	await using dans = await enter(server, dan)
	assert.equal((await hero.patch('/users/@me', { global_name: 'The Hero' })).status, 200)
	const heard = async (session: Awaited<ReturnType<typeof enter>>) =>
		(await said(session, 'USER_UPDATE')).map(({ id, global_name, locale }) => [id, global_name, locale])
	const update = [[hero.id, 'The Hero', undefined]]
	assert.deepEqual([await heard(bens), await heard(bensElsewhere), await heard(cleos)], [update, update, update])
	assert.deepEqual([await heard(cleosElsewhere), await heard(dans)], [[], []])
})
