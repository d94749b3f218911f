import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setMessageSenders } from '../src/domain/accounts/settings.ts'
import { grantTokens } from '../src/domain/applications/tokens.ts'
import { closeAccount } from '../src/domain/closures/close-account.ts'
import { befriend, duo, enter, history, outcome, said, write } from './direct.ts'
import { arcade } from './players.ts'
import { GENEROUS, OPERATOR_TOKEN, testServer } from './server.ts'

const HOUR = 3_600_000
const FRIENDS = '/users/@me/relationships'

test('DM1 DM4 DM5 strangers who both play write to each other, within the game alone', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	assert.equal(await outcome(ada, ben), 50007)
	await using hers = await enter(server, ada)
	assert.equal(await outcome(ada, ben), 50007)
	assert.equal(await outcome(ben, ada), 50007)
	await using his = await enter(server, ben)
	const input = { content: 'hi <@1>', metadata: { map: 'moon' }, nonce: '7', flags: 4096 }
	const sent = await ada.post(`/users/${ben.id}/messages`, input)
	assert.equal(sent.status, 200, JSON.stringify(sent.body))
	const { id, channel_id, channel, recipient_id, flags, application_id, metadata, nonce, author } = sent.body
	assert.deepEqual(
		[channel_id, recipient_id, channel.id, channel.type, channel.last_message_id],
		[ben.id, ben.id, ben.id, 18, id],
	)
	assert.deepEqual([flags, application_id, metadata, nonce], [4096 | (1 << 16), game.id, { map: 'moon' }, '7'])
	assert.equal(author.id, ada.id)
	assert.deepEqual(await said(hers, 'MESSAGE_CREATE'), [{ ...sent.body, channel_type: 18 }])
	const [heard] = await said(his, 'MESSAGE_CREATE')
	assert.deepEqual(
		[heard.id, heard.channel_id, heard.recipient_id, heard.channel.recipients[0].id, heard.nonce, heard.metadata],
		[id, ada.id, ada.id, ada.id, undefined, { map: 'moon' }],
	)
	const { body: read } = await ben.get(`/users/${ada.id}/messages`)
	const { nonce: _, channel_type: __, ...stored } = { ...heard }
	assert.deepEqual(read, [stored])
	assert.equal((await ben.get(`/users/@me/dms/${ada.id}`)).body.code, 10003)
	assert.equal((await ben.get(`/users/@me/dms/1`)).body.code, 10003)
})

test('DM1 who waits for a resume still plays, who has left does not', async () => {
	await using server = await testServer()
	const { ada, ben } = await duo(server)
	await using _hers = await enter(server, ada)
	const his = await enter(server, ben)
	his.ws.close(4000)
	await his.closed
	assert.equal(await outcome(ada, ben), 18)
	await server.advance(HOUR)
	await server.app.idle()
	assert.equal(await outcome(ada, ben), 50007)
	const again = await enter(server, ben)
	assert.equal(await outcome(ada, ben), 18)
	again.ws.close(1000)
	await again.closed
	await server.app.idle()
	assert.equal(await outcome(ada, ben), 50007)
})

test('DM1 DM4 friends write to each other whether they play or not: those of the platform in its channel', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const cleo = await server.player('cleo', ['sdk.social_layer'], game.application)
	await befriend(ada, cleo, 'game-relationships')
	assert.equal(await outcome(ada, cleo), 18)
	await befriend(ada, ben)
	const sent = await ada.post(`/users/${ben.id}/messages`, { content: 'hello' })
	assert.deepEqual([sent.status, sent.body.channel.type, sent.body.channel_id], [200, 1, sent.body.channel.id])
	const channel = await ben.get(`/users/@me/dms/${ada.id}`)
	assert.deepEqual([channel.body.id, channel.body.recipients[0].id], [sent.body.channel_id, ada.id])
	// Asking is not being friends.
	await ben.put(`${FRIENDS}/${cleo.id}`, {})
	assert.equal(await outcome(ben, cleo), 50007)
})

test('DM1 who has written to and fro may go on as long as both are in a guild', async () => {
	await using server = await testServer()
	const { ada, ben } = await duo(server)
	const owner = await server.person('owner')
	const { guild } = await server.guild(owner.id)
	await befriend(ada, ben)
	await write(ada, ben)
	const part = () => ada.delete(`${FRIENDS}/${ben.id}`)
	await part()
	await server.join(guild.id, ada.id)
	await server.join(guild.id, ben.id)
	// Only one of them has written.
	assert.equal(await outcome(ada, ben), 50007)
	await befriend(ada, ben)
	await write(ben, ada)
	await part()
	assert.deepEqual([await outcome(ada, ben), await outcome(ben, ada)], [1, 1])
	const member = server.as(ben.id, `Bearer ${ben.token}`)
	await server.store.transaction(async (tx) => {
		await tx.db.deleteFrom('members').where('user_id', '=', member.id).execute()
	})
	assert.equal(await outcome(ada, ben), 50007)
})

test('DM2 nobody writes past a block, and nobody learns of it', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	await using hers = await enter(server, ada)
	await using _his = await enter(server, ben)
	const ephemeral = await write(ada, ben, 'before')
	await befriend(ada, ben)
	const platform = await write(ada, ben, 'friends')
	await ben.put(`${FRIENDS}/${ada.id}`, { type: 2 })
	const refused = await ada.post(`/users/${ben.id}/messages`, { content: 'x' })
	assert.deepEqual([refused.status, refused.body.code, await outcome(ben, ada)], [403, 50007, 50007])
	for (const id of [ephemeral, platform]) {
		assert.equal((await ada.patch(`/users/${ben.id}/messages/${id}`, { content: 'x' })).body.code, 50007)
	}
	// The same as where somebody takes no messages, or is not there to take them.
	await ben.delete(`${FRIENDS}/${ada.id}`)
	await server.store.transaction((tx) => setMessageSenders(tx, ben.id, 'nobody'))
	assert.deepEqual((await ada.post(`/users/${ben.id}/messages`, { content: 'x' })).body, refused.body)
	await server.store.transaction((tx) => setMessageSenders(tx, ben.id, 'everyone'))
	await ben.put(`${FRIENDS}/${ada.id}`, { type: 2 })
	assert.deepEqual(await history(ada, ben), ['friends', 'before'])
	assert.equal((await ada.delete(`/users/${ben.id}/messages/${platform}`)).status, 204)
	const heard = await said(hers, 'MESSAGE_CREATE')
	assert.equal(heard.length, 2)
	assert.equal(await outcome(ada, { id: game.application.bot_user_id as string }), 50007)
	assert.deepEqual([await outcome(ada, ada), await outcome(ada, { id: '1' })], [50007, 10013])
	assert.equal((await ada.post('/users/nobody/messages', { content: 'x' })).body.code, 50035)
})

test('DM2 a bot that was blocked is answered as where nobody can be written to', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const botId = game.application.bot_user_id as string
	const { body: channel } = await game.post('/users/@me/channels', { recipient_id: ada.id })
	const path = `/channels/${channel.id}`
	const { body: message } = await game.post(`${path}/messages`, { content: 'welcome' })
	assert.equal((await ada.put(`${FRIENDS}/${botId}`, { type: 2 })).status, 204)
	const answers = [
		await game.post('/users/@me/channels', { recipient_id: ada.id }),
		await game.post(`${path}/messages`, { content: 'x' }),
		await game.patch(`${path}/messages/${message.id}`, { content: 'x' }),
		await game.put(`${path}/messages/pins/${message.id}`, undefined),
		await game.post(`${path}/typing`, undefined),
		await game.put(`${path}/messages/${message.id}/reactions/%F0%9F%91%8D/@me`, undefined),
	]
	assert.deepEqual(
		answers.map(({ body }) => body?.code),
		[50007, 50007, 50007, 50007, 50007, 90001],
	)
	assert.equal((await game.get(`${path}/messages`)).body.length, 1)
	assert.equal((await game.delete(`${path}/messages/${message.id}`)).status, 204)
	assert.equal((await game.post('/users/@me/channels', { recipient_id: ben.id })).status, 200)
})

test('DM3 people say whose messages they take in games', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const cleo = await server.player('cleo', ['sdk.social_layer'], game.application)
	await befriend(ada, cleo, 'game-relationships')
	await using _hers = await enter(server, ada)
	await using _his = await enter(server, ben)
	await using _cleos = await enter(server, cleo)
	const takes = (senders: 'everyone' | 'friends' | 'nobody') =>
		server.store.transaction((tx) => setMessageSenders(tx, ada.id, senders))
	await takes('friends')
	assert.deepEqual([await outcome(ben, ada), await outcome(cleo, ada), await outcome(ada, ben)], [50007, 18, 18])
	await befriend(ada, ben)
	assert.equal(await outcome(ben, ada), 1)
	await takes('nobody')
	assert.deepEqual([await outcome(ben, ada), await outcome(cleo, ada)], [50007, 50007])
})

test('DM3 DM4 provisional players write while they play, to friends of the platform in its channel', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const [hero, rogue] = [await lantern.vouch('hero'), await lantern.vouch('rogue')]
	const ada = await lantern.playerOf(await lantern.redeem(await lantern.code(await lantern.person('ada'))))
	await befriend(hero, ada)
	await befriend(hero, rogue)
	assert.deepEqual([await outcome(hero, ada), await outcome(hero, rogue), await outcome(ada, hero)], [50007, 50007, 1])
	await using _session = await enter(server, hero)
	assert.deepEqual([await outcome(hero, ada), await outcome(hero, rogue)], [1, 18])
	assert.equal((await hero.get(`/users/@me/dms/${rogue.id}`)).body.code, 10003)
})

test("DM4 a banned person's player writes within the game alone", async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const person = await lantern.person('ada')
	const ben = await lantern.playerOf(await lantern.redeem(await lantern.code(await lantern.person('ben'))))
	const linked = await lantern.link(person, await lantern.vouch('hero'))
	await befriend(linked, ben)
	const operator = server.as('', `Operator ${OPERATOR_TOKEN}`)
	const banned = await operator.put(`/operator/users/${person.id}/ban`, { reason: 'spam' })
	assert.ok(banned.status < 300, JSON.stringify(banned.body))
	await lantern.settled()
	const hero = await lantern.vouch('hero')
	await using _session = await enter(server, hero)
	assert.equal((await hero.get(FRIENDS)).body[0]?.id, ben.id)
	assert.equal(await outcome(hero, ben), 18)
	assert.equal((await linked.post(`/users/${ben.id}/messages`, { content: 'x' })).status, 401)
})

test('DM6 a message is text with metadata, each within its bounds', async () => {
	await using server = await testServer()
	const { ada, ben } = await duo(server)
	await befriend(ada, ben)
	const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']))
	const table: [object, number][] = [
		[{}, 50006],
		[{ content: null }, 50006],
		[{ content: '' }, 50006],
		[{ content: ' \n ' }, 50006],
		[{ content: 'x' }, 1],
		[{ content: 'x'.repeat(2000) }, 1],
		[{ content: 'x'.repeat(2001) }, 50035],
		[{ content: 7 }, 50035],
		[{ content: 'x', metadata: keys(25) }, 1],
		[{ content: 'x', metadata: keys(26) }, 50035],
		[{ content: 'x', metadata: { a: 'x'.repeat(999) } }, 1],
		[{ content: 'x', metadata: { a: 'x'.repeat(1000) } }, 50035],
		[{ content: 'x', metadata: { a: 1 } }, 50035],
		[{ content: 'x', flags: 4096 }, 1],
		[{ content: 'x', flags: 4 }, 50035],
		[{ content: 'x', flags: 1 << 16 }, 50035],
		[{ content: 'x', nonce: 'n'.repeat(25) }, 1],
		[{ content: 'x', nonce: 'n'.repeat(26) }, 50035],
		[{ content: 'x', allowed_mentions: { parse: [] }, embeds: [], attachments: null }, 1],
		[{ content: 'x', embeds: [{ title: 'y' }] }, 50035],
		[{ content: 'x', poll: { question: { text: 'y' } } }, 50035],
		[{ content: 'x', message_reference: { message_id: '1' } }, 50035],
		[{ content: 'x', sticker_ids: ['1'] }, 50035],
	]
	for (const [body, expected] of table) assert.equal(await outcome(ada, ben, body), expected, JSON.stringify(body))
	const { errors } = (await ada.post(`/users/${ben.id}/messages`, { content: 'x', metadata: { a: 'x'.repeat(1000) } }))
		.body
	assert.ok(errors.metadata._errors[0].code)
})

test('DM6 with enforce_nonce what is sent twice is one message', async () => {
	await using server = await testServer()
	const { ada, ben } = await duo(server)
	await befriend(ada, ben)
	await using his = await enter(server, ben)
	const input = { nonce: 'once', enforce_nonce: true }
	const sent = await Promise.all([1, 2, 3].map(() => write(ada, ben, 'hi', input)))
	assert.equal(new Set(sent).size, 1)
	assert.notEqual(await write(ben, ada, 'hi', input), sent[0])
	assert.notEqual(await write(ada, ben, 'hi', { nonce: 'once' }), sent[0])
	await server.advance(5 * 60 * 1000)
	assert.notEqual(await write(ada, ben, 'hi', input), sent[0])
	assert.equal((await said(his, 'MESSAGE_CREATE')).length, 4)
})

test('DM8 sessions that read no messages hear none, and those of another game only what is of the platform', async () => {
	await using server = await testServer()
	const { ada, ben } = await duo(server)
	const other = await server.bot('Chess', { hasSocialTerms: true })
	const third = await server.bot('Golf', { hasSocialTerms: true })
	const tokenFor = async (userId: string, applicationId: string, scopes: string[]) => {
		const grant = { applicationId, userId, scopes }
		const { accessToken } = await server.store.transaction((tx) => grantTokens(tx, grant))
		return server.as(userId, `Bearer ${accessToken}`)
	}
	const chessAda = await tokenFor(ada.id, other.id, ['sdk.social_layer'])
	const chessBen = await tokenFor(ben.id, other.id, ['sdk.social_layer'])
	const golfBen = await tokenFor(ben.id, third.id, ['sdk.social_layer'])
	await using his = await enter(server, ben)
	await using _hers = await enter(server, ada)
	await using atChess = await enter(server, chessBen)
	await using atGolf = await enter(server, golfBen)
	await write(ada, ben, 'strangers', { metadata: { a: '1' } })
	await befriend(ada, ben)
	await write(ada, ben, 'friends', { metadata: { a: '1' } })
	const contents = async (session: typeof his) =>
		(await said(session, 'MESSAGE_CREATE')).map(({ content, metadata }) => [content, metadata])
	assert.deepEqual(await contents(his), [
		['strangers', { a: '1' }],
		['friends', { a: '1' }],
	])
	assert.deepEqual(await contents(atChess), [['friends', undefined]])
	// Ada does not play golf.
	assert.deepEqual(await contents(atGolf), [])
	assert.deepEqual(await history(chessAda, ben), ['friends'])
	assert.equal((await golfBen.get(`/users/${ada.id}/messages`)).body.code, 10003)
	const { application } = await server.bot('Cards', { hasSocialTerms: true })
	const poor = await tokenFor(ada.id, application.id, ['sdk.social_layer_presence'])
	await using quiet = await enter(server, poor)
	await tokenFor(ben.id, application.id, ['sdk.social_layer'])
	await write(ben, ada)
	assert.deepEqual(await contents(quiet), [])
	for (const answer of [
		await poor.post(`/users/${ben.id}/messages`, { content: 'x' }),
		await poor.get(`/users/${ben.id}/messages`),
		await poor.get('/users/@me/dms'),
	]) {
		assert.deepEqual([answer.status, answer.body.code], [403, 50026])
	}
})

test('DM10 summaries and READY tell with whom one has written', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const cleo = await server.player('cleo', ['sdk.social_layer'], game.application)
	const stranger = await server.player('stranger', ['sdk.social_layer'])
	await befriend(ada, ben)
	await befriend(ada, stranger)
	await befriend(ada, cleo, 'game-relationships')
	const first = await write(ben, ada)
	await write(ada, stranger)
	const second = await write(ada, cleo)
	await game.post('/users/@me/channels', { recipient_id: ada.id })
	for (const path of ['/users/@me/dms', '/partner-sdk/users/@me/channels']) {
		assert.deepEqual((await ada.get(path)).body, [
			{ user_id: cleo.id, last_message_id: second },
			{ user_id: ben.id, last_message_id: first },
		])
	}
	assert.deepEqual((await cleo.get('/users/@me/dms')).body, [{ user_id: ada.id, last_message_id: second }])
	await using session = await enter(server, ada)
	const [ready] = await said(session, 'READY')
	assert.deepEqual(
		ready.private_channels.map((channel: { recipients: { id: string }[]; type: number }) => [
			channel.type,
			channel.recipients[0]?.id,
		]),
		[[1, ben.id]],
	)
	await server.advance(73 * HOUR)
	assert.deepEqual((await ada.get('/users/@me/dms')).body, [{ user_id: ben.id, last_message_id: first }])
	assert.equal((await server.nobody.get('/users/@me/dms')).status, 401)
})

test('DM13 an application that was not approved sends a hundred messages in two hours', async () => {
	await using server = await testServer({ rateLimits: { ...GENEROUS, limitUnapproved: true } })
	const { ada, ben } = await duo(server)
	await befriend(ada, ben)
	for (let count = 0; count < 100; count++) await write(count % 2 ? ada : ben, count % 2 ? ben : ada)
	const { status, headers, body } = await ada.post(`/users/${ben.id}/messages`, { content: 'x' })
	assert.deepEqual([status, headers['x-ratelimit-scope'], body.retry_after > 7000], [429, 'shared', true])
	await server.advance(2 * HOUR)
	assert.equal(await outcome(ada, ben), 1)
})

test('who is gone, and who gave their token up, writes and reads nothing', async () => {
	await using server = await testServer()
	const { ada, ben } = await duo(server)
	await befriend(ada, ben)
	const id = await write(ben, ada)
	await server.store.transaction((tx) => closeAccount(tx, ben.id))
	assert.equal((await ben.post(`/users/${ada.id}/messages`, { content: 'x' })).status, 401)
	assert.equal(await outcome(ada, ben), 10013)
	assert.equal((await ada.get(`/users/${ben.id}/messages`)).body.code, 10003)
	assert.equal((await ada.delete(`/users/${ben.id}/messages/${id}`)).body.code, 50005)
	assert.deepEqual((await ada.get('/users/@me/dms')).body, [])
})
