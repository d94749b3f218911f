import assert from 'node:assert/strict'
import { test } from 'node:test'
import { login } from './gateway-client.ts'
import { type Client, type TestServer, testServer } from './server.ts'

/** A player whose account is a placeholder for one elsewhere. */
async function placeholder(server: TestServer, name: string, scopes?: string[]): Promise<Client> {
	const player = await server.player(name, scopes)
	await server.store.transaction((tx) =>
		tx.db.updateTable('users').set({ is_provisional: 1 }).where('id', '=', player.id).execute(),
	)
	return player
}

for (const path of ['/users/@me/account', '/users/@me']) {
	test(`social.md 3.4 PATCH ${path} renames a provisional account, and its sessions hear`, async () => {
		await using server = await testServer()
		const alice = await placeholder(server, 'guest-1')
		await using session = await login(server, { token: `Bearer ${alice.token}`, intents: 0 })
		const { status, body } = await alice.patch(path, { global_name: ' Ada  Lovelace ' })
		assert.equal(status, 200, JSON.stringify(body))
		assert.deepEqual([body.global_name, body.username, body.email], ['Ada Lovelace', 'guest-1', undefined])
		assert.equal((await session.event('USER_UPDATE')).global_name, 'Ada Lovelace')
		assert.equal((await alice.get('/users/@me')).body.global_name, 'Ada Lovelace')
	})

	test(`social.md 3.4 PATCH ${path} renames nobody who has an account, nor without the scope`, async () => {
		await using server = await testServer()
		const alice = await server.player('alice')
		const full = await alice.patch(path, { global_name: 'Queen' })
		assert.deepEqual([full.status, full.body.code], [403, 50026])
		const narrow = await placeholder(server, 'guest-2', ['identify'])
		const without = await narrow.patch(path, { global_name: 'Queen' })
		assert.deepEqual([without.status, without.body.code], [403, 50026])
		assert.equal((await server.nobody.patch(path, { global_name: 'Queen' })).status, 401)
		assert.equal((await narrow.get('/users/@me')).body.global_name, 'guest-2')
	})
}

test('social.md 3.4 a display name has 1 to 32 characters that are not all blanks', async () => {
	await using server = await testServer()
	const alice = await placeholder(server, 'guest-1')
	for (const global_name of ['', '   ', 'x'.repeat(33), null, 5, undefined]) {
		const { status, body } = await alice.patch('/users/@me/account', { global_name })
		assert.deepEqual([status, body.code], [400, 50035], JSON.stringify(global_name))
		assert.ok(body.errors.global_name, JSON.stringify(body))
	}
	assert.equal((await alice.patch('/users/@me/account', { global_name: '😀'.repeat(16) })).status, 200)
})
