import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TokensRevoked } from '@guildhall/protocol'
import { bearerOf, botOf } from '../src/domain/access/caller.ts'
import { checkPassword, createPassword } from '../src/domain/accounts/passwords.ts'
import { resetBotToken } from '../src/domain/applications/applications.ts'
import { deauthorize } from '../src/domain/applications/authorizations.ts'
import { grantTokens } from '../src/domain/applications/tokens.ts'
import { testServer } from './server.ts'

test('a player holds an access token with the scopes that were granted and what they stand for', async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	const caller = await bearerOf(server.store, alice.token)
	assert.equal(caller?.userId, alice.id)
	assert.deepEqual(caller?.granted, ['openid', 'sdk.social_layer'])
	assert.ok(caller?.scopes.has('lobbies.write'))
})

test('consents of one person add up, however many are given at once', async () => {
	await using server = await testServer()
	const { application } = await server.bot('Arcade')
	const { id: userId } = await server.person('alice')
	const scopes = ['identify', 'email', 'guilds', 'connections']
	await Promise.all(
		scopes.map((scope) =>
			server.store.transaction((tx) => grantTokens(tx, { applicationId: application.id, userId, scopes: [scope] })),
		),
	)
	const rows = await server.store.db.selectFrom('authorizations').selectAll().execute()
	assert.equal(rows.length, 1)
	assert.deepEqual((JSON.parse(rows[0]?.scopes ?? '[]') as string[]).sort(), scopes.toSorted())
})

test('the end of an authorization ends every token of it, and says so', async () => {
	await using server = await testServer()
	const { application } = await server.bot('Arcade')
	const alice = await server.player('alice', ['identify'], application)
	const heard: unknown[] = []
	server.bus.subscribe('internal.tokens', ({ name, data }) => heard.push([name, data]))
	const pair = { applicationId: application.id, userId: alice.id }
	assert.equal(await server.store.transaction((tx) => deauthorize(tx, pair, 'removed')), true)
	assert.equal(await bearerOf(server.store, alice.token), undefined)
	assert.deepEqual(heard, [[TokensRevoked.name, { application_id: application.id, user_id: alice.id }]])
	assert.equal(await server.store.transaction((tx) => deauthorize(tx, pair, 'removed')), false)
})

test('a bot token that was reset stops working', async () => {
	await using server = await testServer()
	const bot = await server.bot('Herald')
	const token = await server.store.transaction((tx) => resetBotToken(tx, bot.application))
	assert.equal(await botOf(server.store, bot.token), undefined)
	assert.equal((await botOf(server.store, token))?.userId, bot.id)
})

test('a password is the one that was chosen last, and nobody has one without having chosen', async () => {
	await using server = await testServer()
	const { id } = await server.person('alice')
	const isRight = async (password: string) => (await checkPassword(server.store, id, password)).isRight
	assert.equal(await isRight('anything at all'), false)
	await createPassword(server.store, id, 'kettle in the rain')
	assert.equal(await isRight('kettle in the rain'), true)
	await createPassword(server.store, id, 'a lamp under the bed')
	assert.deepEqual([await isRight('kettle in the rain'), await isRight('a lamp under the bed')], [false, true])
})
