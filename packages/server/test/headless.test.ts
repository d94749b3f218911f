import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deauthorize } from '../src/domain/applications/authorizations.ts'
import { befriend, elsewhere, enter, gameOf, quiet, told } from './playing.ts'
import { type Client, testServer } from './server.ts'

const MINUTE = 60_000
const PATH = '/users/@me/headless-sessions'

const put = (who: Client, activity: object | undefined, token?: string) =>
	who.post(PATH, { activities: activity ? [activity] : [], ...(token === undefined ? {} : { token }) })

test('Q26 a player without a socket is there for twenty minutes, and longer when they say so', async () => {
	await using server = await testServer()
	const [alice, bob] = [await server.player('alice'), await server.player('bob')]
	await befriend(alice, bob)
	await using his = await enter(server, bob)
	const { status, body } = await put(alice, { state: 'in the browser', secrets: { join: 'the-way-in' } })
	assert.equal(status, 200)
	assert.deepEqual([body.activities[0].state, body.activities[0].name], ['in the browser', 'Arcade'])
	const seen = await his.event('PRESENCE_UPDATE')
	assert.deepEqual(
		[seen.status, seen.client_status, seen.activities[0].state, seen.activities[0].session_id],
		['online', { web: 'online' }, 'in the browser', body.session_id],
	)
	await server.advance(19 * MINUTE)
	const again = await put(alice, { state: 'still here' }, body.token)
	assert.deepEqual([again.body.session_id, again.body.token], [body.session_id, body.token])
	assert.equal((await his.event('PRESENCE_UPDATE')).activities[0].state, 'still here')
	await server.advance(20 * MINUTE - 1)
	await quiet(his)
	assert.equal(told(his).at(-1).status, 'online')
	await server.advance(1)
	assert.equal((await his.event('PRESENCE_UPDATE')).status, 'offline')
	assert.equal((await put(alice, { state: 'late' }, body.token)).body.code, 10020)
	assert.equal(JSON.stringify([body, his.frames]).includes('the-way-in'), false)
})

test('Q26 it ends when it is told to, with the player’s tokens, and when there are too many', async () => {
	await using server = await testServer()
	const [alice, bob] = [await server.player('alice'), await server.player('bob')]
	await befriend(alice, bob)
	await using his = await enter(server, bob)
	const { token } = (await put(alice, { state: 'one' })).body
	await his.event('PRESENCE_UPDATE')
	// Nobody else can change or end it.
	const other = await gameOf(server, 'Go')
	for (const who of [bob, await elsewhere(server, alice, other)]) {
		assert.equal((await put(who, { state: 'mine now' }, token)).body.code, 10020)
		assert.equal((await who.post(`${PATH}/delete`, { token })).status, 204)
	}
	await quiet(his)
	assert.equal(told(his).at(-1).activities[0].state, 'one')
	for (let turn = 0; turn < 2; turn++) assert.equal((await alice.post(`${PATH}/delete`, { token })).status, 204)
	assert.equal((await his.event('PRESENCE_UPDATE')).status, 'offline')
	const tokens: string[] = []
	for (const state of ['a1', 'a2', 'a3', 'a4']) tokens.push((await put(alice, { state })).body.token)
	const answers = await Promise.all(tokens.map(async (one) => (await put(alice, { state: 'x1' }, one)).status))
	assert.deepEqual(answers, [404, 200, 200, 200])
	await quiet(his)
	server.socketClock.advance(20_000)
	const applicationId = his.ready.application.id
	await server.store.transaction((tx) => deauthorize(tx, { applicationId, userId: alice.id }, 'removed'))
	await quiet(his)
	assert.equal(told(his).at(-1).status, 'offline')
	assert.equal((await put(alice, { state: 'gone' })).status, 401)
})

test('Q26 what is wrong with an activity is said where it stands', async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	const wrong = await put(alice, { party: { id: 'x' } })
	assert.equal(wrong.status, 400)
	assert.deepEqual(wrong.body.errors.activities['0'].party.id._errors[0].code, 'ACTIVITY_INVALID')
	for (const body of [
		{},
		{ activities: 'x' },
		{ activities: [{}, {}] },
		{ activities: [], token: '' },
		{ activities: [], token: 5 },
	]) {
		assert.equal((await alice.post(PATH, body)).status, 400, JSON.stringify(body))
	}
	assert.equal((await put(alice, { state: 'lost' }, 'unknown')).body.code, 10020)
	assert.equal((await alice.post(`${PATH}/delete`, {})).status, 400)
	const narrow = await server.player('narrow', ['identify'])
	assert.equal((await put(narrow, { state: 'no' })).body.code, 50026)
	assert.equal((await server.nobody.post(PATH, { activities: [] })).status, 401)
})
