import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf, WEBHOOK_EVENTS } from '@guildhall/protocol'
import { grantTokens } from '../src/domain/applications/tokens.ts'
import { befriend, duo, enter, history, outcome, said, sweep, write } from './direct.ts'
import { arcade } from './players.ts'
import { openReceiver, subscribe } from './receiver.ts'
import { type Client, testServer } from './server.ts'

const HOUR = 3_600_000
const GAME_EVENTS = ['CREATE', 'UPDATE', 'DELETE'].map((what) => `GAME_DIRECT_MESSAGE_${what}`)
const at = (other: { id: string }, id: string) => `/users/${other.id}/messages/${id}`
const moderation = (a: { id: string }, b: { id: string }, id: string) =>
	`/partner-sdk/dms/${a.id}/${b.id}/messages/${id}/moderation-metadata`

/** The history of two as one sees it, whole. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at freely in tests
const whole = async (of: Client, other: Client): Promise<any[]> => (await of.get(`/users/${other.id}/messages`)).body

test('DM7 DM8 who wrote a message changes and removes it, nobody else', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const cleo = await server.player('cleo', ['sdk.social_layer'], game.application)
	await using _hers = await enter(server, ada)
	await using his = await enter(server, ben)
	const ephemeral = await write(ada, ben, 'one', { metadata: { a: '1' } })
	await befriend(ada, ben)
	const platform = await write(ada, ben, 'one', { metadata: { a: '1' } })
	for (const id of [ephemeral, platform]) {
		assert.equal((await ben.patch(at(ada, id), { content: 'x' })).body.code, 50005)
		assert.equal((await ben.delete(at(ada, id))).body.code, 50005)
		for (const outsider of [cleo.patch(at(ada, id), { content: 'x' }), ada.patch(at(cleo, id), { content: 'x' })]) {
			assert.deepEqual([(await outsider).status, (await outsider).body.code], [404, 10008])
		}
		for (const content of [undefined, null, '', '  ']) {
			assert.equal((await ada.patch(at(ben, id), { content })).body.code, 50006)
		}
		assert.equal((await ada.patch(at(ben, id), { content: 'x'.repeat(2001) })).body.code, 50035)
		const kept = await ada.patch(at(ben, id), { content: 'two <@1>' })
		assert.deepEqual([kept.status, kept.body.content, kept.body.metadata], [200, 'two <@1>', { a: '1' }])
		assert.ok(Date.parse(kept.body.edited_timestamp))
		const replaced = await ada.patch(at(ben, id), { content: 'two', metadata: { b: '2' } })
		assert.deepEqual(replaced.body.metadata, { b: '2' })
		assert.equal((await ada.patch(at(ben, id), { content: 'two', metadata: { a: 'x'.repeat(1000) } })).body.code, 50035)
		assert.equal('metadata' in (await ada.patch(at(ben, id), { content: 'two', metadata: null })).body, false)
		assert.equal((await ada.patch(at(ben, '1'), { content: 'x' })).body.code, 10008)
	}
	assert.deepEqual(await history(ben, ada), ['two', 'two'])
	const updates = await said(his, 'MESSAGE_UPDATE')
	assert.deepEqual(
		updates.map(({ id, content, recipient_id }) => [id, content, recipient_id]),
		[ephemeral, platform].flatMap((id) => ['two <@1>', 'two', 'two'].map((content) => [id, content, ada.id])),
	)
	assert.equal(updates[0].channel_id, ada.id)
	const { channel_id } = updates[3]
	for (const id of [ephemeral, platform]) assert.equal((await ada.delete(at(ben, id))).status, 204)
	assert.deepEqual(await said(his, 'MESSAGE_DELETE'), [
		{ id: ephemeral, channel_id: ada.id },
		{ id: platform, channel_id },
	])
	assert.deepEqual(await history(ben, ada), [])
	assert.equal((await ada.delete(at(ben, platform))).body.code, 10008)
})

test("DM9 history is of 72 hours, newest first, the game's among the platform's, as many as are asked for", async () => {
	await using server = await testServer()
	const { ada, ben } = await duo(server)
	await using _hers = await enter(server, ada)
	await using _his = await enter(server, ben)
	assert.deepEqual(await history(ada, ben), [])
	await write(ada, ben, 'a')
	await befriend(ada, ben)
	await write(ben, ada, 'b')
	await ada.delete(`/users/@me/relationships/${ben.id}`)
	await server.advance(HOUR)
	await using _again = await enter(server, ada)
	await using _once = await enter(server, ben)
	await write(ada, ben, 'c')
	await befriend(ada, ben)
	await write(ada, ben, 'd')
	assert.deepEqual(await history(ada, ben), ['d', 'c', 'b', 'a'])
	assert.deepEqual(await history(ben, ada, '?limit=3'), ['d', 'c', 'b'])
	assert.deepEqual(await history(ben, ada, '?limit=1'), ['d'])
	for (let count = 0; count < 250; count++) await write(ada, ben, `${count}`)
	assert.equal((await history(ben, ada)).length, 50)
	assert.equal((await history(ben, ada, '?limit=200')).length, 200)
	for (const limit of ['0', '201', '-1', 'x']) {
		assert.equal((await ben.get(`/users/${ada.id}/messages?limit=${limit}`)).body.code, 50035, limit)
	}
	await server.advance(72 * HOUR - HOUR / 2)
	assert.equal((await history(ben, ada, '?limit=200')).length, 200)
	await server.advance(HOUR)
	assert.deepEqual(await history(ben, ada), [])
	for (const nobody of [ada.id, '1', (await server.player('outsider')).id]) {
		assert.equal((await ada.get(`/users/${nobody}/messages`)).body.code, 10003)
	}
})

test("DM4 what is the game's alone is gone after 72 hours, what is the platform's stays", async () => {
	await using server = await testServer()
	const { ada, ben } = await duo(server)
	await befriend(ada, ben, 'game-relationships')
	const [first, second] = [await write(ada, ben), await write(ben, ada)]
	await server.advance(71 * HOUR)
	const late = await write(ada, ben)
	await befriend(ada, ben)
	const platform = await write(ada, ben)
	await server.advance(2 * HOUR)
	await sweep(server)
	assert.equal((await ada.patch(at(ben, first), { content: 'x' })).body.code, 10008)
	const left = async () =>
		(await server.store.db.selectFrom('messages').select('id').orderBy('id').execute()).map(({ id }) => id)
	assert.deepEqual(await left(), [late, platform])
	assert.equal((await ben.delete(at(ada, second))).body.code, 10008)
	await server.advance(73 * HOUR)
	await sweep(server)
	assert.deepEqual(await left(), [platform])
	const channels = await server.store.db.selectFrom('channels').select('type').execute()
	assert.deepEqual(
		channels.map(({ type }) => type),
		[1],
	)
	assert.deepEqual(await server.store.db.selectFrom('ephemeral_messages').selectAll().execute(), [])
})

test('DM12 what moderation says is heard in its game alone, and goes with the words', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const other = await server.bot('Chess', { hasSocialTerms: true })
	await using hers = await enter(server, ada)
	await using _his = await enter(server, ben)
	const ephemeral = await write(ada, ben)
	await befriend(ada, ben)
	const platform = await write(ada, ben)
	const receiver = await openReceiver(game.application.public_key)
	await subscribe(game, receiver, GAME_EVENTS)
	for (const id of [ephemeral, platform]) {
		assert.equal((await game.put(moderation(ada, ben, id), { action: 'hide' })).status, 204)
		assert.equal((await game.put(moderation(ben, ada, id), { action: 'blur', severity: '2' })).status, 204)
	}
	const updates = await said(hers, 'MESSAGE_UPDATE')
	assert.deepEqual(
		updates.map(({ id, moderation_metadata }) => [id, moderation_metadata]),
		[ephemeral, platform].flatMap((id) => [
			[id, { action: 'hide' }],
			[id, { action: 'blur', severity: '2' }],
		]),
	)
	assert.ok((await whole(ben, ada)).every(({ moderation_metadata }) => moderation_metadata.action === 'blur'))
	const edited = await ada.patch(at(ben, platform), { content: 'milder' })
	assert.equal('moderation_metadata' in edited.body, false)
	assert.equal((await game.put(moderation(ada, ben, ephemeral), {})).status, 204)
	assert.ok((await whole(ben, ada)).every((message) => !('moderation_metadata' in message)))
	await server.app.worker.idle()
	assert.deepEqual(
		receiver.events().map(({ type, data }) => [type, data.id, 'moderation_metadata' in data]),
		[['GAME_DIRECT_MESSAGE_UPDATE', platform, false]],
	)
	await receiver[Symbol.asyncDispose]()
	// Bounds, and who may.
	const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']))
	const table: [object, number][] = [
		[keys(5), 204],
		[keys(6), 400],
		[{ k: 'x'.repeat(2000) }, 204],
		[{ k: 'x'.repeat(2001) }, 400],
		[{ ['k'.repeat(1024)]: 'v' }, 204],
		[{ ['k'.repeat(1025)]: 'v' }, 400],
		[{ k: 1 }, 400],
	]
	for (const [body, status] of table) {
		assert.equal(
			(await game.put(moderation(ada, ben, platform), body)).status,
			status,
			JSON.stringify(body).slice(0, 50),
		)
	}
	assert.equal((await other.put(moderation(ada, ben, ephemeral), {})).body.code, 10008)
	assert.equal((await other.put(moderation(ada, ben, platform), { a: 'b' })).body.code, 10008)
	for (const { id: userId } of [ada, ben]) {
		const grant = { applicationId: other.id, userId, scopes: ['sdk.social_layer'] }
		await server.store.transaction((tx) => grantTokens(tx, grant))
	}
	assert.equal((await other.put(moderation(ada, ben, platform), { a: 'b' })).body.code, 20012)
	assert.equal((await other.put(moderation(ada, ben, ephemeral), { a: 'b' })).body.code, 10008)
	assert.equal((await game.put(moderation(ada, ben, '1'), {})).body.code, 10008)
	assert.equal((await ada.put(moderation(ada, ben, platform), {})).status, 403)
	assert.equal((await server.nobody.put(moderation(ada, ben, platform), {})).status, 401)
})

test('DM11 servers hear of messages while one of the two plays', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	await using receiver = await openReceiver(game.application.public_key)
	await subscribe(game, receiver, GAME_EVENTS)
	await befriend(ada, ben)
	await write(ada, ben, 'nobody plays')
	await using _hers = await enter(server, ada)
	const id = await write(ben, ada, 'one plays', { metadata: { secret: 'x' } })
	await ben.patch(at(ada, id), { content: 'edited' })
	await ben.delete(at(ada, id))
	await server.app.worker.idle()
	const heard = receiver.events()
	assert.deepEqual(heard.map(({ type }) => type).sort(), [...GAME_EVENTS].sort())
	for (const { type, data } of heard) {
		const declared = WEBHOOK_EVENTS.find(({ name }) => name === type)
		assert.deepEqual(declared && checkOf(declared.data).problems(data), [], type)
		assert.deepEqual([data.id, data.recipient_id, data.channel.type, data.application_id], [id, ada.id, 1, game.id])
		assert.deepEqual(
			data.channel.recipients.map((user: { id: string }) => user.id),
			[ben.id, ada.id],
		)
		assert.equal(JSON.stringify(data).includes('secret'), false)
		assert.equal(data.author.id, ben.id)
	}
	const [deleted] = receiver.events('GAME_DIRECT_MESSAGE_DELETE')
	assert.equal(deleted.data.content, 'edited')
	assert.ok(deleted.data.timestamp)
})

test('DM11 between provisional players servers hear what the game keeps', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const [hero, rogue] = [await lantern.vouch('hero'), await lantern.vouch('rogue')]
	await using receiver = await openReceiver(lantern.bot.application.public_key)
	await subscribe(lantern.bot, receiver, GAME_EVENTS)
	await using _session = await enter(server, hero)
	await using _other = await enter(server, rogue)
	const id = await write(hero, rogue)
	await server.app.worker.idle()
	const [{ data }] = receiver.events()
	const { author, channel, ...rest } = data
	assert.deepEqual(rest, {
		id,
		type: 0,
		content: 'hi',
		flags: 1 << 16,
		application_id: lantern.id,
		channel_id: rogue.id,
		recipient_id: rogue.id,
	})
	assert.deepEqual([author.id, channel.id, channel.type], [hero.id, rogue.id, 18])
})

test('DM9 a merged player goes on in the same conversations, without what they wrote before', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const [hero, rogue] = [await lantern.vouch('hero'), await lantern.vouch('rogue')]
	const ben = await lantern.playerOf(await lantern.redeem(await lantern.code(await lantern.person('ben'))))
	await befriend(hero, ben)
	await befriend(hero, rogue, 'game-relationships')
	{
		await using _session = await enter(server, hero)
		await using _other = await enter(server, rogue)
		await write(hero, ben, 'old, mine')
		await write(ben, hero, 'old, theirs')
		await write(hero, rogue, 'old, mine')
		await write(rogue, hero, 'old, theirs')
	}
	const ada = await lantern.link(await lantern.person('ada'), hero)
	assert.equal((await ben.get(`/users/${hero.id}/messages`)).body.code, 10003)
	for (const peer of [ben, rogue]) {
		assert.deepEqual([await history(ada, peer), await history(peer, ada)], [['old, theirs'], ['old, theirs']])
		await using _session = await enter(server, peer)
		await write(ada, peer, 'new')
		assert.deepEqual(await history(peer, ada), ['new', 'old, theirs'])
	}
	const summaries = (await ada.get('/users/@me/dms')).body
	assert.deepEqual(
		summaries.map(({ user_id }: { user_id: string }) => user_id),
		[rogue.id, ben.id],
	)
	await server.advance(73 * HOUR)
	await sweep(server)
	const left = await server.store.db.selectFrom('channels').select('type').execute()
	assert.deepEqual(
		left.map(({ type }) => type),
		[1],
	)
	assert.equal(await outcome(ada, hero), 10013)
})
