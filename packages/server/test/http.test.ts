import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, operators } from '@guildhall/protocol'
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

test('before version 8, and without one, permission bits are numbers with the whole of them beside', async () => {
	await using server = await testServer()
	const bot = await server.bot('Herald')
	const { guild } = await server.guild((await server.person('alice')).id, { memberIds: [bot.id] })
	const everyone = async (root: string) => {
		const { body } = await bot.call('GET', `http://127.0.0.1${root}/guilds/${guild.id}/roles`)
		return body.find(({ id }: { id: string }) => id === guild.id)
	}
	const { permissions: whole } = await everyone('/api/v10')
	assert.equal(typeof whole, 'string')
	const old = Number(BigInt(whole) & 0x7fff_ffffn)
	for (const root of ['/api', '/api/v6', '/api/v7']) {
		const { permissions, permissions_new } = await everyone(root)
		assert.deepEqual([permissions, permissions_new], [old, whole], root)
	}
	for (const root of ['/api/v8', '/api/v9']) {
		const role = await everyone(root)
		assert.deepEqual([role.permissions, 'permissions_new' in role], [whole, false], root)
	}
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
	assert.deepEqual(carriedOut, [...OPERATIONS, ...operators.OPERATOR_OPERATIONS].map(({ id }) => id).sort())
})
