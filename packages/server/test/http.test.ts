import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS } from '@guildhall/protocol'
import { HANDLERS } from '../src/api/handlers.ts'
import { testServer } from './server.ts'

test('an unknown path is answered in the form of the wire', async () => {
	await using server = await testServer()
	const { status, body, headers } = await server.nobody.get('/nowhere')
	assert.equal(status, 404)
	assert.deepEqual(body, { message: '404: Not Found', code: 0 })
	assert.equal(headers['content-type'], 'application/json')
})

test('a bot is made with a token that names it', async () => {
	await using server = await testServer()
	const bot = await server.bot('Herald')
	assert.equal(Buffer.from(bot.token.split('.')[0] as string, 'base64url').toString(), bot.id)
})

test('the OpenAPI document says what this server does, and where', async () => {
	await using server = await testServer()
	const { status, body, headers } = await server.nobody.call('GET', 'http://127.0.0.1/openapi.json')
	assert.equal(status, 200)
	assert.equal(headers['content-type'], 'application/json')
	assert.match(body.openapi, /^3\.1/)
	assert.deepEqual(body.servers, [{ url: `${server.config.origin}/api/v10` }])
	assert.equal(body.paths['/channels/{channel_id}/messages'].post.operationId, 'create_message')
	assert.deepEqual((await server.nobody.get('/openapi.json')).body, body)
})

test('every operation that is declared is carried out, once', () => {
	const carriedOut = HANDLERS.map(({ operation }) => operation.id).sort()
	assert.deepEqual(carriedOut, OPERATIONS.map(({ id }) => id).sort())
})
