import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromEtf, toEtf } from './etf.ts'

/** Written by the library that clients find and use. */
const ERLPACK =
	'8374000000036d000000026f7061016d000000016473036e696c6d00000001736c0000000561017304747275656d0000000178463ff8000000000000464206fee0e1a800006a'

test('what erlpack writes is read as it was meant', () => {
	assert.deepEqual(fromEtf(Buffer.from(ERLPACK, 'hex')), { op: 1, d: null, s: [1, true, 'x', 1.5, 12345678901] })
})

const jsonValue = fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)

test('whatever JSON can say comes back as it was', () => {
	fc.assert(fc.property(jsonValue, (value) => assert.deepEqual(fromEtf(toEtf(value)), value)))
	const edges = [0, 255, 256, -1, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 2 ** 53 - 1, 1 - 2 ** 53, 0.5, -1e300, 5e-324]
	assert.deepEqual(fromEtf(toEtf(edges)), edges)
})

test('a number that JavaScript cannot hold becomes its digits', () => {
	assert.equal(fromEtf(Buffer.from('836e080001000000000000ff'.replace('ff', '10'), 'hex')), '1152921504606846977')
})

test('whatever comes is read, or refused as such; never more memory than its bytes', () => {
	const term = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from([131, ...bytes]))
	const broken = fc.tuple(jsonValue, fc.nat(), fc.nat(255)).map(([value, at, byte]) => {
		const bytes = toEtf(value)
		bytes[at % bytes.length] = byte
		return bytes
	})
	fc.assert(
		fc.property(fc.oneof(term, broken), (bytes) => {
			try {
				fromEtf(bytes)
			} catch (error) {
				assert.ok(error instanceof SyntaxError || error instanceof RangeError, String(error))
			}
		}),
		{ numRuns: 20_000 },
	)
})

for (const [what, hex] of [
	['a compressed term', '8350000000ff789c'],
	['a tuple', '8368026101610261'],
	['a key that is an atom', '8374000000017302' + '6f706101'],
	['an atom that stands for nothing', '8373026f70'],
	['a list of four billion', '836cffffffff'],
	['a map of four billion', '8374ffffffff'],
	['a text of four billion bytes', '836dffffffff'],
	['lists in lists in lists', `83${'6c00000001'.repeat(100)}`],
	['another version', '8261'],
	['two terms', '8361016101'],
	['nothing', ''],
] as const) {
	test(`${what} is refused`, () => assert.throws(() => fromEtf(Buffer.from(hex, 'hex'))))
}
