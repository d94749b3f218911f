import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseExactJson } from './json.ts'

test('ids that are sent as numbers keep their digits', () => {
	assert.deepEqual(parseExactJson('{"id":1425768080998400005,"n":5,"d":0.5}'), {
		...{ id: '1425768080998400005', n: 5, d: 0.5 },
	})
})

for (const [json, value] of [
	['"a\\ud800b\\u0000c"', 'a\ufffdbc'],
	['"\\uD83D\\uDE00"', '😀'],
	['"\\\\ud800 \\\\u0000"', '\\ud800 \\u0000'],
	['["\\udfff",{"\\u0000a":["\\udbff\\udbff"]}]', ['\ufffd', { a: ['\ufffd\ufffd'] }]],
	['{"a\\u0000":"1","a":"2","b\\udc00":"\\u0000"}', { a: '2', 'b\ufffd': '' }],
] as const) {
	test(`Z1 ${json} is text that every client can read`, () => assert.deepEqual(parseExactJson(json), value))
}

test('Z1 a key of the prototype is a key like any other', () => {
	const read = parseExactJson('{"__proto__":{"a":"\\ud800"},"__proto__\\u0000":"x"}') as object
	assert.equal(JSON.stringify(read), '{"__proto__":"x"}')
	assert.equal(Object.getPrototypeOf(read), Object.prototype)
})

test('Z1 what is nested deep is read too', () => {
	const deep = 100_000
	let read = parseExactJson(`${'['.repeat(deep)}"\\ud800"${']'.repeat(deep)}`)
	for (let at = 0; at < deep; at++) read = (read as unknown[])[0]
	assert.equal(read, '\ufffd')
})

test('Z1 whatever is sent, all of it can be read, and nothing else changes', () => {
	const text = fc.string({ unit: 'binary', maxLength: 8 })
	const halves = fc
		.array(fc.constantFrom('\ud800', '\udc00', '\0', 'a', '😀'), { maxLength: 6 })
		.map((all) => all.join(''))
	const json = fc.letrec((tie) => ({
		value: fc.oneof(text, halves, fc.integer(), fc.constant(null), tie('list'), tie('map')),
		list: fc.array(tie('value'), { maxLength: 4 }),
		map: fc.dictionary(fc.oneof(text, halves), tie('value'), { maxKeys: 4 }),
	})).value
	fc.assert(
		fc.property(json, (value) => {
			const written = JSON.stringify(value)
			const read = JSON.stringify(parseExactJson(written))
			assert.doesNotMatch(read, /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/)
			if (!/\\u(?:0000|d[89a-f])/i.test(written)) assert.equal(read, JSON.stringify(JSON.parse(written)))
		}),
	)
})
