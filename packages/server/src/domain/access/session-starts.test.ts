import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../../ports/clock.ts'
import { sessionStarts } from './session-starts.ts'

function clockAt(start: number): Clock & { to(ms: number): void } {
	let now = start
	return {
		now: () => now,
		after: () => () => {},
		to: (ms) => {
			now = ms
		},
	}
}

test('of the shards with one key, one begins in five seconds', () => {
	const clock = clockAt(0)
	const starts = sessionStarts(clock, 4)
	const take = (shardId: number) => starts.take('1', { shardId, guildCount: 1 })
	assert.deepEqual([take(0), take(0), take(4), take(1)], [true, false, false, true])
	clock.to(4999)
	assert.equal(take(0), false)
	clock.to(5000)
	assert.equal(take(0), true)
})

test('without a shard as many begin in five seconds as may at once, of each application', () => {
	const starts = sessionStarts(clockAt(0), 3)
	const take = (applicationId: string) => starts.take(applicationId, { guildCount: 1 })
	assert.deepEqual([take('1'), take('1'), take('1'), take('1'), take('2')], [true, true, true, false, true])
})

test('a thousand begin in a day, more for bots in very many guilds', () => {
	const clock = clockAt(0)
	const starts = sessionStarts(clock, 10_000)
	for (let n = 0; n < 1000; n++) assert.ok(starts.take('1', { guildCount: 1 }))
	assert.equal(starts.take('1', { guildCount: 1 }), false)
	assert.deepEqual(starts.limitOf('1', 1), { total: 1000, remaining: 0, resetAfterMs: 86_400_000 })
	assert.equal(starts.limitOf('1', 1_000_000).total, 5000)
	clock.to(86_400_000)
	assert.equal(starts.take('1', { guildCount: 1 }), true)
})
