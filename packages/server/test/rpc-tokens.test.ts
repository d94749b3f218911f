import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser } from './browser.ts'
import { browserOf, type Game, game } from './oauth.ts'
import { type TestServer, testServer } from './server.ts'

async function lanternWorld(options = {}) {
	const server = await testServer()
	const browser = await browserOf(server, (await server.person('alice')).id)
	const lantern = await game(server, 'Lantern', options)
	await approve(server, lantern)
	return { server, browser, lantern }
}

/** The operator approves the application for RPC. */
const approve = (server: TestServer, { id }: Game) =>
	server.store.transaction(({ db }) =>
		db
			.updateTable('applications')
			.set({ eligible_scopes: JSON.stringify(['rpc']) })
			.where('id', '=', id)
			.execute(),
	)

const ask = ({ id, bot, post }: Game) => post('/token/rpc', { client_id: id, client_secret: bot.clientSecret })
const tokenOf = async (lantern: Game): Promise<string> => (await ask(lantern)).body.rpc_token

/** What the client on a person's machine does with a request of a game: it shows nothing, and sends the token. */
async function vouch(browser: Browser, url: string, rpc_token: string) {
	const { body } = await browser.send('GET', `/api${url}`)
	const csrf = { 'x-csrf-token': body.csrf_token as string }
	return browser.send('POST', '/api/oauth2/authorize', { request: body.request, authorize: true, rpc_token }, csrf)
}

test('A15 an approved application vouches once for its player', async () => {
	const { server, browser, lantern } = await lanternWorld()
	await using _ = server
	const answer = await ask(lantern)
	assert.equal(answer.status, 200)
	assert.deepEqual(Object.keys(answer.body), ['rpc_token'])
	assert.equal(answer.headers['cache-control'], 'no-store')
	const rpcToken = answer.body.rpc_token
	const decided = await vouch(browser, lantern.url({ scope: 'identify rpc' }), rpcToken)
	assert.equal(decided.status, 200)
	const code = new URL(decided.body.location).searchParams.get('code') ?? ''
	assert.equal((await lantern.redeem(code)).body.scope, 'identify rpc')
	const again = await vouch(browser, lantern.url(), rpcToken)
	assert.deepEqual([again.status, again.body.code], [400, 50035])
	const kept = JSON.stringify(await server.store.db.selectFrom('rpc_tokens').selectAll().execute())
	assert.equal(kept, '[]')
})

test('A15 a token is for its application, for a minute, and for what need not be asked', async () => {
	const { server, browser, lantern } = await lanternWorld()
	await using _ = server
	const other = await game(server, 'Other')
	await approve(server, other)
	const own = await tokenOf(lantern)
	for (const [url, token] of [
		[lantern.url(), await tokenOf(other)],
		[lantern.url(), 'guessed'],
		[lantern.url({ scope: 'identify messages.read' }), own],
		[lantern.url({ scope: 'identify bot' }), own],
		[lantern.url({ scope: 'identify applications.commands' }), own],
	] as const) {
		const { status, body } = await vouch(browser, url, token)
		assert.deepEqual([status, body.code], [400, 50035], url)
	}
	assert.equal((await vouch(browser, lantern.url(), own)).status, 200, 'what was refused did not use it up')
	const late = await tokenOf(lantern)
	server.clock.advance(60_000)
	assert.equal((await vouch(browser, lantern.url(), late)).status, 400)
})

test('A15 of decisions at once with one token, one counts', async () => {
	const { server, browser, lantern } = await lanternWorld()
	await using _ = server
	const token = await tokenOf(lantern)
	const answers = await Promise.all(Array.from({ length: 8 }, () => vouch(browser, lantern.url(), token)))
	assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('A15 nobody else gets one', async () => {
	const { server, lantern } = await lanternWorld({ isPublicClient: true })
	await using _ = server
	const other = await game(server, 'Other')
	const { status, body } = await ask(other)
	assert.deepEqual([status, body.error], [400, 'unauthorized_client'], 'not approved')
	const open = await lantern.post('/token/rpc', { client_id: lantern.id })
	assert.deepEqual([open.status, open.body.error], [400, 'unauthorized_client'], 'without a secret')
	const wrong = await lantern.post('/token/rpc', { client_id: lantern.id, client_secret: 'guess' })
	assert.deepEqual([wrong.status, wrong.body.error], [401, 'invalid_client'])
	assert.equal((await server.nobody.post('/oauth2/token/rpc', {})).status, 400)
})
