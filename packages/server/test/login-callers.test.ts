import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from './browser.ts'
import { browserOf } from './oauth.ts'
import { testServer } from './server.ts'

test('a person signed in calls what the site itself offers, and proves it with every change', async () => {
	await using server = await testServer()
	const alice = await server.person('alice')
	const browser = await browserOf(server, alice.id)
	assert.equal((await browser.send('GET', '/api/v10/users/@me')).body.id, alice.id)

	const make = (headers: Record<string, string>) =>
		browser.send('POST', '/api/v10/guilds', { name: 'The Old Lighthouse' }, headers)
	const token = await browser.csrfToken()
	for (const headers of [
		{},
		{ 'x-csrf-token': 'guessed' },
		{ 'x-csrf-token': token, origin: 'https://evil.example' },
		{ 'x-csrf-token': token, 'sec-fetch-site': 'cross-site' },
	] as Record<string, string>[]) {
		const { status, body } = await make(headers)
		assert.deepEqual([status, body.code], [400, 50067], JSON.stringify(headers))
	}
	const made = await make({ 'x-csrf-token': token })
	assert.deepEqual([made.status, made.body.owner_id], [201, alice.id])
})

test('a header wins over the cookie, and a cookie opens nothing that is for tokens', async () => {
	await using server = await testServer()
	const alice = await server.person('alice')
	const browser = await browserOf(server, alice.id)
	const bob = await server.player('bob', ['identify'])
	const asBob = await browser.send('GET', '/api/v10/users/@me', undefined, { authorization: `Bearer ${bob.token}` })
	assert.equal(asBob.body.id, bob.id)
	assert.equal((await browser.send('GET', '/api/v10/users/@me', undefined, { authorization: 'Bearer x' })).status, 401)
	assert.equal((await browser.send('GET', '/api/v10/oauth2/@me')).status, 401)
	assert.equal((await openBrowser(server).send('GET', '/api/v10/users/@me')).status, 401)
})
