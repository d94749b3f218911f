/** How often bots may begin sessions, below the sockets: what is kept, and what happens at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionStarts } from '../src/domain/access/session-starts.ts'
import { testServer } from './server.ts'

test('GWI-01 of the shards with one key, one begins in five seconds', async () => {
	await using server = await testServer()
	const { id } = await server.bot('Herald')
	const starts = sessionStarts(server.store, { maxConcurrency: 4, perDay: 1000 })
	const take = (shardId: number) => starts.take(id, { shardId, guildCount: 1 })
	assert.deepEqual([await take(0), await take(0), await take(4)], ['taken', 'too many now', 'too many now'])
	assert.equal(await take(1), 'taken')
	server.clock.advance(4999)
	assert.equal(await take(0), 'too many now')
	server.clock.advance(1)
	assert.equal(await take(0), 'taken')
})

test('GWI-01 without a shard as many begin in five seconds as may at once, of each application', async () => {
	await using server = await testServer()
	const [one, other] = [await server.bot('Herald'), await server.bot('Warden')]
	const starts = sessionStarts(server.store, { maxConcurrency: 3, perDay: 1000 })
	const asked = [one, one, one, one].map(({ id }) => starts.take(id, { guildCount: 1 }))
	// Which of those that ask at once is one too many is not said.
	assert.deepEqual((await Promise.all(asked)).sort(), ['taken', 'taken', 'taken', 'too many now'])
	assert.equal(await starts.take(other.id, { guildCount: 1 }), 'taken')
})

test('GWI-02 so many begin in a day, however many ask at once and on whichever node, and more for large bots', async () => {
	await using server = await testServer()
	const { id } = await server.bot('Herald')
	const nodes = [1, 2].map(() => sessionStarts(server.store, { maxConcurrency: 10_000, perDay: 10 }))
	const asked = Array.from({ length: 30 }, (_, n) => nodes[n % 2]?.take(id, { guildCount: 1 }))
	const taken = (await Promise.all(asked)).filter((start) => start === 'taken')
	assert.equal(taken.length, 10)
	for (const node of nodes) {
		assert.deepEqual(await node.limitOf(id, 1), { total: 10, remaining: 0, resetAfterMs: 86_400_000 })
		assert.equal((await node.limitOf(id, 1_000_000)).total, 5000)
	}
	server.clock.advance(86_400_000)
	assert.equal(await nodes[0]?.take(id, { guildCount: 1 }), 'taken')
	assert.equal((await nodes[1]?.limitOf(id, 1))?.remaining, 9)
})

test('GWI-02 a server that starts anew counts on where it was', async () => {
	await using server = await testServer()
	const { id } = await server.bot('Herald')
	const bounds = { maxConcurrency: 1, perDay: 2 }
	assert.equal(await sessionStarts(server.store, bounds).take(id, { guildCount: 1 }), 'taken')
	server.clock.advance(60_000)
	const anew = sessionStarts(server.store, bounds)
	assert.deepEqual(await anew.limitOf(id, 1), { total: 2, remaining: 1, resetAfterMs: 86_340_000 })
	assert.equal(await anew.take(id, { guildCount: 1 }), 'taken')
	assert.equal(await sessionStarts(server.store, bounds).take(id, { guildCount: 1 }), 'too many today')
})
