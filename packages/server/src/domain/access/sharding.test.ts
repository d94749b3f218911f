import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayDivide, shardsFor } from './sharding.ts'

test('a bot in very many guilds counts its shards in steps, so that all keys are used alike', () => {
	const counts = [0, 1000, 1001, 150_000, 150_001, 160_001]
	assert.deepEqual(
		counts.map((count) => shardsFor(count, 16)),
		[1, 1, 2, 150, 160, 176],
	)
	assert.deepEqual([mayDivide(7, 150_000, 16), mayDivide(150, 150_001, 16)], [true, false])
	assert.equal(mayDivide(320, 150_001, 16), true)
})
