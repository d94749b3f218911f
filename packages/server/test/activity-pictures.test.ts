import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { befriend, elsewhere, enter, gameOf, play, publish, quiet } from './playing.ts'
import { type TestServer, testServer } from './server.ts'

const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
)
const IMAGE = `data:image/png;base64,${PIXEL.toString('base64')}`

/** Somebody else's server, and how often it was asked. */
async function elsewhereServer(answer: Buffer, type = 'image/png') {
	const asked: string[] = []
	const http = createServer((request, response) => {
		asked.push(request.url ?? '')
		response.writeHead(200, { 'content-type': type }).end(answer)
	})
	http.listen(0, '127.0.0.1')
	await once(http, 'listening')
	const { port } = http.address() as AddressInfo
	return {
		asked,
		url: (path: string) => `http://127.0.0.1:${port}/${path}`,
		async [Symbol.asyncDispose]() {
			http.close()
			http.closeAllConnections()
			await once(http, 'close')
		},
	}
}

const cdn = (server: TestServer, path: string) => server.app.http.inject({ method: 'GET', url: `/${path}` })

test('Q27 assets of an application: uploaded by who may, named once, seen by everybody, removed', async () => {
	await using server = await testServer()
	const bot = await server.bot('Chess')
	const other = await server.bot('Go')
	const path = `/oauth2/applications/${bot.application.id}/assets`
	const made = await bot.post(path, { name: 'Board_1', image: IMAGE })
	assert.deepEqual([made.status, made.body.name, made.body.type], [201, 'board_1', 1])
	assert.deepEqual((await server.nobody.get(path)).body, [made.body])
	const picture = await cdn(server, `app-assets/${bot.application.id}/${made.body.id}.png`)
	assert.deepEqual([picture.statusCode, picture.headers['content-type'], picture.rawPayload], [200, 'image/png', PIXEL])
	const field = ({ body }: { body: { errors: Record<string, { _errors: { code: string }[] }> } }) =>
		Object.entries(body.errors).map(([name, { _errors }]) => [name, _errors[0]?.code])[0]
	assert.deepEqual(field(await bot.post(path, { name: 'BOARD_1', image: IMAGE })), [
		'name',
		'APPLICATION_ASSET_NAME_TAKEN',
	])
	assert.deepEqual(field(await bot.post(path, { name: 'a b', image: IMAGE })), [
		'name',
		'APPLICATION_ASSET_NAME_INVALID',
	])
	for (const name of ['', 'x'.repeat(301)]) assert.equal((await bot.post(path, { name, image: IMAGE })).status, 400)
	assert.equal((await bot.post(path, { name: 'x'.repeat(300), image: IMAGE })).status, 201)
	assert.deepEqual(field(await bot.post(path, { name: 'c', image: 'data:image/png;base64,AAAA' })), [
		'image',
		'IMAGE_INVALID',
	])
	assert.equal((await other.post(path, { name: 'mine', image: IMAGE })).body.code, 10002)
	assert.equal((await server.nobody.post(path, { name: 'mine', image: IMAGE })).status, 401)
	assert.equal((await other.delete(`${path}/${made.body.id}`)).body.code, 10002)
	assert.equal((await bot.delete(`${path}/${made.body.id}`)).status, 204)
	assert.equal((await bot.delete(`${path}/${made.body.id}`)).body.code, 10021)
	await server.app.idle()
	assert.equal((await bot.get(path)).body.length, 1)
	assert.equal((await server.nobody.get('/oauth2/applications/1/assets')).body.code, 10002)
})

test('Q27 three hundred assets are enough', async () => {
	await using server = await testServer()
	const bot = await server.bot('Chess')
	const { id } = bot.application
	await server.store.transaction(async (tx) => {
		for (let n = 0; n < 299; n++) {
			const row = { id: tx.newId(), application_id: id, name: `n${n}`, type: 1 }
			await tx.db.insertInto('application_assets').values(row).execute()
		}
	})
	const answers = await Promise.all(
		['a', 'b'].map((name) => bot.post(`/oauth2/applications/${id}/assets`, { name, image: IMAGE })),
	)
	assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400])
})

test('Q13 activities name assets by key or id, addresses become ours, what is no picture is left out', async () => {
	await using server = await testServer()
	const [chess, go, foreign] = [await gameOf(server, 'Chess'), await gameOf(server, 'Go'), await server.bot('Foreign')]
	const upload = async (id: string, name: string): Promise<string> =>
		server.store.transaction(async (tx) => {
			const row = { id: tx.newId(), application_id: id, name, type: 1 }
			await tx.db.insertInto('application_assets').values(row).execute()
			return row.id
		})
	const parent = await publish(server, [chess, go])
	const [board, stones, theirs] = [
		await upload(chess.id, 'board'),
		await upload(go.id, 'stones'),
		await upload(foreign.application.id, 'theirs'),
	]
	const alice = await server.player('alice', ['sdk.social_layer'], parent)
	const bob = await server.player('bob', ['sdk.social_layer'], parent)
	await befriend(alice, bob)
	await using hers = await enter(server, await elsewhere(server, alice, chess))
	const bobInChess = await elsewhere(server, bob, chess)
	await using his = await enter(server, bobInChess, {
		presence: { status: 'online', since: null, afk: false, activities: [{ assets: { large_image: 'BOARD' } }] },
	})
	assert.equal((await hers.event('PRESENCE_UPDATE')).activities[0].assets.large_image, board)
	const show = async (assets: object) => {
		play(his, { assets })
		await quiet(his, hers)
		return hers.frames.findLast(({ t }) => t === 'PRESENCE_UPDATE')?.d.activities[0].assets
	}
	assert.deepEqual(await show({ large_image: stones, small_image: theirs, large_text: 'Go' }), {
		large_image: stones,
		large_text: 'Go',
	})
	const url = 'https://example.com/a picture?size=1&x=ü'
	const { invite_cover_image: made } = await show({
		invite_cover_image: url,
		small_image: 'nothing',
		large_image: 'theirs',
	})
	assert.match(made, /^mp:external\//)
	assert.deepEqual(await show({ small_image: made, large_image: 'mp:external/abc/https%3A%2F%2Fexample.com' }), {
		small_image: made,
	})
	const asked = await bobInChess.post(`/applications/${chess.id}/external-assets`, {
		urls: ['https://example.com/a.png'],
	})
	assert.equal(asked.status, 200)
	const named = `mp:${asked.body[0].external_asset_path}`
	assert.deepEqual(await show({ large_image: named }), { large_image: named })
	assert.deepEqual(await show({ large_image: 'https://example.com/a.png' }), { large_image: named })
})

test('Q28 pictures of other servers are shown where we have signed their address, once fetched', async () => {
	await using server = await testServer()
	await using home = await elsewhereServer(PIXEL)
	await using page = await elsewhereServer(Buffer.from('<script>alert(1)</script>'), 'image/png')
	const alice = await server.player('alice')
	const { application_id: id } = (await server.store.db
		.selectFrom('access_tokens')
		.select('application_id')
		.executeTakeFirstOrThrow()) as { application_id: string }
	const path = `/applications/${id}/external-assets`
	const urls = [home.url('a.png?b=c'), page.url('x')]
	const { body } = await alice.post(path, { urls })
	assert.deepEqual(
		body.map(({ url }: { url: string }) => url),
		urls,
	)
	const [good, bad] = body.map((one: { external_asset_path: string }) => one.external_asset_path)
	const [first, second] = await Promise.all([cdn(server, good), cdn(server, good)])
	assert.deepEqual([first.statusCode, first.headers['content-type'], first.rawPayload], [200, 'image/png', PIXEL])
	assert.equal(second.statusCode, 200)
	await cdn(server, good)
	assert.deepEqual(home.asked, ['/a.png?b=c'])
	assert.equal((await cdn(server, bad)).statusCode, 404)
	const forged = good.replace(encodeURIComponent('a.png'), encodeURIComponent('b.png'))
	for (const wrong of [forged, 'external/x/y', 'external/', `external/${'A'.repeat(43)}/%E0%A4%A`, `${good}/../x`]) {
		assert.equal((await cdn(server, wrong)).statusCode, 404, wrong)
	}
	assert.equal(home.asked.length, 1)
	for (const wrong of [[], ['ftp://x/y'], ['a', 'b', 'c'], [`https://example.com/${'x'.repeat(240)}`], 'x']) {
		const { status, body } = await alice.post(path, { urls: wrong })
		assert.equal(status, 400, JSON.stringify([wrong, body]))
	}
	assert.equal((await alice.post('/applications/1/external-assets', { urls })).body.code, 10002)
})

test('Q28 addresses that are not public are not called', async () => {
	await using server = await testServer({ localTargets: false })
	await using home = await elsewhereServer(PIXEL)
	const path = server.store.links.external(home.url('a.png'))
	assert.equal((await cdn(server, path)).statusCode, 404)
	assert.deepEqual(home.asked, [])
})
