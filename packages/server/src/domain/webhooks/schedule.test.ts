import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHopeless, isTaken, isTooLate, nextTryAt } from './schedule.ts'

test('W13 seven tries, the last of them before ten minutes are over', () => {
	let now = 0
	const tries = [now]
	for (let failures = 1; ; failures++) {
		// An endpoint that hangs costs three seconds each time.
		const next = nextTryAt({ status: undefined, failures, begunAt: 0, now: now + 3000 })
		if (next === undefined) break
		tries.push(next)
		now = next
	}
	assert.deepEqual(
		tries.map((at) => at / 1000),
		[0, 4, 12, 30, 78, 201, 564],
	)
})

test('W13 what was taken, what is tried again, and what is over at once', () => {
	const again = (status: number | undefined) => nextTryAt({ status, failures: 1, begunAt: 0, now: 0 }) !== undefined
	for (const status of [200, 202, 204, 299]) assert.equal(isTaken(status), true, String(status))
	for (const status of [199, 300, 301, 400, 401, 404, 408, 429, 500, 503, undefined]) {
		assert.equal(isTaken(status), false, String(status))
		assert.equal(again(status), true, String(status))
	}
	assert.equal(again(410), false)
	assert.deepEqual([isTooLate(0, 600_000), isTooLate(0, 600_001)], [false, true])
})

test('W16 an endpoint is given up after an hour without a success, or a day with hardly one', () => {
	const HOUR = 3_600_000
	const good = { now: 48 * HOUR, enabledAt: 0, failingSince: 47 * HOUR }
	const table: [number, { delivered: number; failed: number }, Partial<typeof good>, boolean][] = [
		[50, { delivered: 0, failed: 50 }, {}, true],
		[49, { delivered: 0, failed: 49 }, {}, false],
		[5000, { delivered: 1_000_000, failed: 5000 }, { failingSince: 47 * HOUR + 1 }, false],
		[5000, { delivered: 1_000_000, failed: 5000 }, {}, true],
		[0, { delivered: 5, failed: 95 }, { failingSince: 48 * HOUR }, true],
		[0, { delivered: 6, failed: 94 }, { failingSince: 48 * HOUR }, false],
		[0, { delivered: 0, failed: 49 }, { failingSince: 48 * HOUR }, false],
		[0, { delivered: 5, failed: 95 }, { failingSince: 48 * HOUR, enabledAt: 25 * HOUR }, false],
	]
	for (const [failed, day, changes, expected] of table) {
		assert.equal(isHopeless({ ...good, ...changes, hour: { failed }, day }), expected, JSON.stringify([failed, day]))
	}
})
