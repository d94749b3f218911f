import assert from 'node:assert/strict'
import { test } from 'node:test'
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
