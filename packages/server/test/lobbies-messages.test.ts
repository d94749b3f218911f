import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bot, type Client, type TestServer, testServer } from './server.ts'

const HOUR = 3_600_000

async function party(
	server: TestServer,
): Promise<{ game: Bot; ada: Client; ben: Client; path: string; lobbyId: string }> {
	const game = await server.bot('Racer', { hasSocialTerms: true })
	const ada = await server.player('ada', ['sdk.social_layer'], game.application)
	const ben = await server.player('ben', ['sdk.social_layer'], game.application)
	const { body } = await game.post('/lobbies', {
		members: [{ id: ada.id }, { id: ben.id }],
		idle_timeout_seconds: 604_800,
	})
	return { game, ada, ben, lobbyId: body.id, path: `/lobbies/${body.id}/messages` }
}

test('what a member says reaches the lobby and stands in its history', async () => {
	await using server = await testServer()
	const { game, ada, ben, path, lobbyId } = await party(server)
	const heard = server.hear(`lobby.${lobbyId}`)
	const sent = await ada.post(path, { content: 'ready?', metadata: { ping: '12' }, flags: 4096, nonce: '77' })
	assert.equal(sent.status, 201)
	const { author, nonce, ...message } = sent.body
	assert.equal(author.id, ada.id)
	assert.equal(nonce, '77')
	assert.deepEqual(message, {
		id: sent.body.id,
		type: 0,
		content: 'ready?',
		lobby_id: lobbyId,
		channel_id: lobbyId,
		metadata: { ping: '12' },
		flags: 4096 | (1 << 16),
		application_id: game.id,
	})
	assert.deepEqual(heard.named('LOBBY_MESSAGE_CREATE'), [sent.body])
	const { body: history } = await ben.get(path)
	assert.deepEqual(history, [{ ...message, author }])
})

test('L12 a message in a lobby is text', async () => {
	await using server = await testServer()
	const { ada, path } = await party(server)
	const codes = async (...bodies: object[]) =>
		Promise.all(bodies.map(async (body) => (await ada.post(path, body)).body.code as number))
	assert.deepEqual(
		await codes({}, { content: '' }, { content: ' \n ' }, { content: null }),
		[50006, 50006, 50006, 50006],
	)
	assert.deepEqual(
		await codes(
			{ content: 'x'.repeat(2001) },
			{ content: 'x', flags: 4 },
			{ content: 'x', metadata: { a: 'x'.repeat(1000) } },
			{ content: 'x', embeds: [{ title: 'y' }] },
			{ content: 'x', poll: { question: { text: 'y' } } },
		),
		[50035, 50035, 50035, 50035, 50035],
	)
	assert.equal((await ada.post(path, { content: 'x'.repeat(2000), embeds: [], allowed_mentions: {} })).status, 201)
})

test('only members read and write', async () => {
	await using server = await testServer()
	const { game, path } = await party(server)
	const outsider = await server.player('cleo', ['sdk.social_layer'], game.application)
	assert.deepEqual((await outsider.post(path, { content: 'hi' })).body.code, 50001)
	assert.deepEqual((await outsider.get(path)).body.code, 50001)
	assert.deepEqual((await outsider.get('/lobbies/1/messages')).body.code, 10031)
	assert.deepEqual((await game.get(path)).body.code, 20001)
})

test('L13 the additional name on a message is the one it was sent under', async () => {
	await using server = await testServer()
	const { game, ada, path, lobbyId } = await party(server)
	await ada.post(path, { content: 'first' })
	await game.put(`/lobbies/${lobbyId}/members/${ada.id}`, { additional_name: 'Sir Ada' })
	await ada.post(path, { content: 'second' })
	await game.put(`/lobbies/${lobbyId}/members/${ada.id}`, { additional_name: null })
	const { body } = await ada.get(path)
	assert.deepEqual(
		body.map(({ content, lobby_member }: Record<string, unknown>) => [content, lobby_member]),
		[
			['second', { additional_name: 'Sir Ada' }],
			['first', undefined],
		],
	)
})

test('L14 the same nonce within five minutes is the same message', async () => {
	await using server = await testServer()
	const { ada, ben, path } = await party(server)
	const body = { content: 'go', nonce: 42, enforce_nonce: true }
	const answers = await Promise.all([ada.post(path, body), ada.post(path, body), ada.post(path, body)])
	assert.equal(new Set(answers.map((answer) => answer.body.id)).size, 1)
	assert.ok(answers.every((answer) => answer.status === 201 && answer.body.nonce === 42))
	assert.notEqual((await ben.post(path, body)).body.id, answers[0]?.body.id)
	assert.notEqual((await ada.post(path, { ...body, nonce: '42' })).body.id, answers[0]?.body.id)
	await server.advance(5 * 60_000 + 1)
	assert.notEqual((await ada.post(path, body)).body.id, answers[0]?.body.id)
})

test('L15 history is bounded by number and age', async () => {
	await using server = await testServer()
	const { ada, path } = await party(server)
	await ada.post(path, { content: 'old' })
	await server.advance(72 * HOUR + 1)
	for (let n = 0; n < 60; n++) await ada.post(path, { content: `new ${n}` })
	const contents = async (query: string) =>
		(await ada.get(path + query)).body.map(({ content }: { content: string }) => content) as string[]
	assert.equal((await contents('')).length, 50)
	const all = await contents('?limit=200')
	assert.deepEqual([all.length, all[0], all.at(-1)], [60, 'new 59', 'new 0'])
	for (const limit of ['0', '201', 'x', '-1']) {
		const { status, body } = await ada.get(`${path}?limit=${limit}`)
		assert.deepEqual([status, body.code], [400, 50035])
	}
})

test('L16 who wrote a message may change and remove it', async () => {
	await using server = await testServer()
	const { game, ada, ben, path, lobbyId } = await party(server)
	const { body: sent } = await ada.post(path, { content: 'helo', metadata: { a: '1' } })
	await game.put(`${path}/${sent.id}/moderation-metadata`, { action: 'hide' })
	const heard = server.hear(`lobby.${lobbyId}`)
	assert.equal((await ben.patch(`${path}/${sent.id}`, { content: 'mine' })).body.code, 50005)
	assert.equal((await ben.delete(`${path}/${sent.id}`)).status, 403)
	const { status, body: edited } = await ada.patch(`${path}/${sent.id}`, { content: 'hello' })
	assert.equal(status, 200)
	assert.equal(edited.content, 'hello')
	assert.deepEqual(edited.metadata, { a: '1' })
	assert.equal('moderation_metadata' in edited, false)
	assert.equal((await ada.patch(`${path}/${sent.id}`, { content: '  ' })).body.code, 50006)
	assert.equal((await ada.delete(`${path}/${sent.id}`)).status, 204)
	assert.equal((await ada.delete(`${path}/${sent.id}`)).body.code, 10008)
	assert.deepEqual(
		heard.envelopes.map(({ name, data }) => [name, (data as { id: string }).id]),
		[
			['LOBBY_MESSAGE_UPDATE', sent.id],
			['LOBBY_MESSAGE_DELETE', sent.id],
		],
	)
	assert.deepEqual((await ben.get(path)).body, [])
})

test('L17 what moderation says is heard and read, and taken away by an empty map', async () => {
	await using server = await testServer()
	const { game, ada, ben, path, lobbyId } = await party(server)
	const { body: sent } = await ada.post(path, { content: 'rude' })
	const heard = server.hear(`lobby.${lobbyId}`)
	const said = { action: 'blur', severity: 'high' }
	assert.equal((await game.put(`${path}/${sent.id}/moderation-metadata`, said)).status, 204)
	assert.deepEqual((await ben.get(path)).body[0].moderation_metadata, said)
	assert.equal((await game.put(`${path}/${sent.id}/moderation-metadata`, {})).status, 204)
	assert.equal('moderation_metadata' in (await ben.get(path)).body[0], false)
	assert.deepEqual(
		heard.named('LOBBY_MESSAGE_UPDATE').map((data) => (data as { moderation_metadata?: object }).moderation_metadata),
		[said, undefined],
	)
	assert.equal((await game.put(`${path}/1/moderation-metadata`, said)).body.code, 10008)
	const six = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`k${n}`, '']))
	assert.equal((await game.put(`${path}/${sent.id}/moderation-metadata`, six)).body.code, 50035)
	assert.equal((await ada.put(`${path}/${sent.id}/moderation-metadata`, said)).body.code, 20002)
})
