import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import {
	compareSnowflakes,
	isSnowflake,
	MAX_SNOWFLAKE,
	makeSnowflake,
	readSnowflake,
	SNOWFLAKE_EPOCH,
	snowflakeAt,
} from './snowflake.ts'

const parts = fc.record(
	{
		at: fc.integer({ min: SNOWFLAKE_EPOCH, max: SNOWFLAKE_EPOCH + 2 ** 41 - 1 }),
		node: fc.integer({ min: 0, max: 1023 }),
		increment: fc.integer({ min: 0, max: 4095 }),
	},
	{ noNullPrototype: true },
)
const id = fc.bigInt({ min: 0n, max: MAX_SNOWFLAKE }).map(String)

it('HC-90 reads the id of the public documentation', () => {
	assert.deepEqual(readSnowflake('175928847299117063'), {
		at: Date.parse('2016-04-30T11:18:25.796Z'),
		node: (1 << 5) | 0,
		increment: 7,
	})
})

it('takes apart what it put together', () => {
	fc.assert(fc.property(parts, (given) => assert.deepEqual(readSnowflake(makeSnowflake(given)), given)))
})

it('makes ids of 17 digits and more for every day since the platform exists (clients.md 7)', () => {
	const made = makeSnowflake({ at: Date.parse('2024-01-01T00:00:00Z'), node: 0, increment: 0 })
	assert.match(made, /^\d{17,19}$/)
})

it('orders ids as numbers, without leaving strings', () => {
	fc.assert(
		fc.property(id, id, (a, b) => {
			const expected = BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0
			assert.equal(Math.sign(compareSnowflakes(a, b)), expected)
		}),
	)
})

it('finds the first id of a moment', () => {
	fc.assert(
		fc.property(parts, (given) => {
			assert.ok(compareSnowflakes(snowflakeAt(given.at), makeSnowflake(given)) <= 0)
			assert.ok(compareSnowflakes(snowflakeAt(given.at + 1), makeSnowflake(given)) > 0)
		}),
	)
	assert.equal(snowflakeAt(0), '0')
})

for (const text of ['0', '1', '175928847299117063', String(MAX_SNOWFLAKE)]) {
	it(`${text} is an id`, () => assert.ok(isSnowflake(text)))
}

for (const text of ['', '-1', '1.5', 'abc', '1e3', ' 1', '@me', String(MAX_SNOWFLAKE + 1n), '9'.repeat(30)]) {
	it(`${JSON.stringify(text)} is not an id`, () => assert.ok(!isSnowflake(text)))
}
