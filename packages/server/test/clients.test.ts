/** What clients of the HTTP API count on without its documentation saying so; the numbers are those of docs/rules. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { OPERATIONS } from '@guildhall/protocol'
import { home } from './people.ts'
import { testServer } from './server.ts'

interface Raw {
	status: number
	headers: Record<string, string | string[] | undefined>
	text: string
}

/** A request over a socket, for a host that is not ours: clients that name their own are brought here. */
function elsewhere(origin: string, method: string, path: string, authorization = '', body?: string): Promise<Raw> {
	return new Promise((resolve, reject) => {
		const headers = { host: 'api.platform.example', ...(authorization ? { authorization } : {}) }
		const type = body === undefined ? {} : { 'content-type': 'application/json' }
		const sent = request(`${origin}${path}`, { method, headers: { ...headers, ...type } }, async (response) => {
			const parts = await response.toArray()
			resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() })
		})
		sent.on('error', reject)
		sent.end(body)
	})
}

test('answers are of exactly one type, have a date, and come whatever host was meant and in all versions', async () => {
	await using server = await testServer()
	const { bot } = await home(server)
	const origin = await server.listen()
	for (const root of ['/api', '/api/v6', '/api/v9', '/api/v10']) {
		const { status, headers } = await elsewhere(origin, 'GET', `${root}/users/@me`, `Bot ${bot.token}`)
		assert.equal(status, 200, root)
		assert.equal(headers['content-type'], 'application/json')
		assert.ok(Math.abs(Date.parse(String(headers.date)) - Date.now()) < 60_000)
	}
	for (const root of ['/api/v5', '/api/v11']) {
		const { status, text } = await elsewhere(origin, 'GET', `${root}/gateway`)
		assert.deepEqual([status, JSON.parse(text).code], [400, 50041], root)
	}
	for (const path of ['/api/oauth2/authorize', '/oauth2/authorize', '/api/v10/oauth2/authorize']) {
		assert.notEqual((await elsewhere(origin, 'GET', path)).status, 404, path)
	}
})

test('parts of a path may be encoded, and ids may be numbers beyond 2^53', async () => {
	await using server = await testServer()
	const { bot, guildId, textId } = await home(server)
	assert.equal((await bot.get('/users/%40me')).body.id, bot.id)
	assert.equal((await bot.get(`/guilds/${guildId}/voice-states/%40me`)).body.code, 10065)
	const { body: first } = await bot.post(`/channels/${textId}/messages`, { content: 'first' })
	const origin = await server.listen()
	const written = `{"content":"reply","message_reference":{"message_id":${first.id}}}`
	const path = `/api/v10/channels/${textId}/messages`
	const { status, text } = await elsewhere(origin, 'POST', path, `Bot ${bot.token}`, written)
	assert.deepEqual([status, JSON.parse(text).message_reference.message_id], [200, first.id])
})

test('yes and no in queries are written in three ways', async () => {
	await using server = await testServer()
	const { bot, textId } = await home(server)
	const { body: webhook } = await bot.post(`/channels/${textId}/webhooks`, { name: 'Letters' })
	const statuses = []
	for (const wait of ['true', 'True', '1', 'false', 'False', '0']) {
		const path = `/webhooks/${webhook.id}/${webhook.token}?wait=${wait}`
		statuses.push((await server.nobody.post(path, { content: 'x' })).status)
	}
	assert.deepEqual(statuses, [200, 200, 200, 204, 204, 204])
})

test('ids and tokens have the form that clients cut them out by', async () => {
	await using server = await testServer()
	const { bot, guildId, textId } = await home(server)
	for (const id of [bot.id, guildId, textId]) assert.match(id, /^\d{17,19}$/)
	const { body: webhook } = await bot.post(`/channels/${textId}/webhooks`, { name: 'Letters' })
	assert.match(webhook.token, /^[A-Za-z0-9_-]{64,}$/)
	assert.match(bot.token, /^[\w-]+\.[\w-]+\.[\w-]+$/)
	assert.equal(Buffer.from(bot.token.split('.')[0] as string, 'base64').toString(), bot.id)
})

test('no operation answers 401 to a token that is good: clients would drop it', async () => {
	await using server = await testServer()
	const { bot } = await home(server)
	for (const { id, method, path } of OPERATIONS) {
		// What stands in the path of a webhook is a token by itself, and one operation is for access tokens by design (oauth.md).
		if (path.includes('{webhook_token}') || id === 'get_my_oauth2_authorization') continue
		const url = path.replaceAll(/\{\w+\}/g, '175928847299117063')
		const body = method === 'GET' ? undefined : {}
		const { statusCode } = await server.app.http.inject({
			method: method as 'GET',
			url: `/api/v10${url}`,
			headers: { authorization: `Bot ${bot.token}` },
			...(body === undefined ? {} : { payload: body }),
		})
		assert.notEqual(statusCode, 401, id)
		assert.ok(statusCode < 500, `${id}: ${statusCode}`)
	}
	assert.equal((await bot.get('/users/@me')).status, 200)
})
