import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkOf } from './check.ts'
import { EVENTS } from './events.ts'
import { OPERATIONS } from './operations.ts'
import { NewMessage } from './resources/message-input.ts'
import { anyText, code, constant, integer, list, map, maybe, object, oneOf, snowflake, tagged, text } from './schema.ts'

const accepts = (schema: Parameters<typeof checkOf>[0], value: unknown): boolean => checkOf(schema).accepts(value)

describe('the words', () => {
	it('map holds values under any key, and says so in JSON Schema', () => {
		const metadata = map(text(0, 3), { max: 2 })
		assert.deepEqual(JSON.parse(JSON.stringify(metadata)), {
			type: 'object',
			additionalProperties: { type: 'string', minLength: 0, maxLength: 3 },
			maxProperties: 2,
		})
		assert.ok(accepts(metadata, { a: 'x', constructor: 'y' }))
		assert.ok(!accepts(metadata, { a: 'long' }))
		assert.ok(!accepts(metadata, { a: 1 }))
		assert.ok(!accepts(metadata, { a: '', b: '', c: '' }))
	})

	it('object ignores what it does not name', () => {
		assert.ok(accepts(object({ name: anyText }), { name: 'x', other: 1 }))
	})

	it('maybe takes nothing and null', () => {
		const body = object({ name: maybe(text(1, 2)) })
		for (const value of [{}, { name: null }, { name: 'a' }]) assert.ok(accepts(body, value))
		assert.ok(!accepts(body, { name: '' }))
	})

	it('text counts characters, not code units', () => {
		assert.ok(accepts(text(1, 2), '👍👍'))
		assert.ok(!accepts(text(1, 2), 'abc'))
	})

	it('code and oneOf take what they name', () => {
		assert.ok(accepts(code(1, 2), 2) && !accepts(code(1, 2), 3) && !accepts(code(1, 2), '2'))
		assert.ok(accepts(oneOf('a', 'b'), 'a') && !accepts(oneOf('a', 'b'), 'c'))
	})

	it('snowflake takes digits', () => {
		assert.ok(accepts(snowflake, '175928847299117063'))
		for (const value of ['', 'x', '-1', 5, '9'.repeat(20)]) assert.ok(!accepts(snowflake, value))
	})
})

describe('a union told apart by a tag', () => {
	const leaf = object({ type: constant(2), label: text(1, 3) })
	const row = object({ type: constant(1), children: list(tagged('type', leaf, object({ type: constant(3) }))) })
	const body = object({ components: maybe(list(tagged('type', row, leaf))) })
	const problems = (value: unknown) =>
		checkOf(body)
			.problems(value)
			.filter(({ keyword, path, params }) => keyword !== 'anyOf' && !(path.length === 1 && params.type === 'null'))
			.map(({ path, keyword }) => `${path.join('.')} ${keyword}`)

	const table: [string, unknown, string[]][] = [
		['complains about the member that was meant', [{ type: 2, label: 'long' }], ['components.0.label maxLength']],
		[
			'also inside another',
			[{ type: 1, children: [{ type: 2, label: '' }] }],
			['components.0.children.0.label minLength'],
		],
		['says which tags there are', [{ type: 9 }], ['components.0.type enum']],
		[
			'says which tags there are, deep inside',
			[{ type: 1, children: [{ type: 1 }] }],
			['components.0.children.0.type enum'],
		],
		['wants an object', ['x'], ['components.0 type']],
	]
	for (const [says, components, expected] of table) {
		it(says, () => assert.deepEqual([...new Set(problems({ components }))], expected))
	}

	it('asks for the tag', () => {
		assert.deepEqual(new Set(problems({ components: [{}] })), new Set(['components.0 required']))
	})
})

describe('the declarations', () => {
	it('compile, every one', () => {
		for (const { data, name } of EVENTS) assert.doesNotThrow(() => checkOf(data).accepts({}), name)
		for (const { id, params, query, body, returns } of OPERATIONS) {
			for (const schema of [params, query, body, returns]) {
				if (schema) assert.doesNotThrow(() => checkOf(schema).accepts({}), id)
			}
		}
	})

	it('give each operation and each event one name, and each place one operation', () => {
		const unique = (names: string[]) => assert.deepEqual(names, [...new Set(names)])
		unique(OPERATIONS.map(({ id }) => id))
		unique(OPERATIONS.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`))
		unique(EVENTS.map(({ name }) => name))
	})

	it('declare exactly the parameters of their path', () => {
		for (const { id, path, params } of OPERATIONS) {
			const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
			assert.deepEqual(Object.keys(params?.properties ?? {}).sort(), inPath.sort(), id)
		}
	})

	it('ask bearers for scopes, and nobody else', () => {
		for (const { id, callers, scopes } of OPERATIONS) {
			if (scopes) assert.ok(callers.includes('bearer'), id)
		}
	})

	it('limit by at most 300 in windows of a few seconds', () => {
		for (const { id, limit } of OPERATIONS) {
			if (!limit || limit === 'unlimited') continue
			assert.ok(limit.count <= 300 && limit.seconds <= 5, id)
		}
	})
})

describe('a new message', () => {
	const table: [string, unknown, boolean][] = [
		['text', { content: 'hello' }, true],
		['2000 characters', { content: 'x'.repeat(2000) }, true],
		['2001 characters', { content: 'x'.repeat(2001) }, false],
		['a nonce of 25 characters', { nonce: 'x'.repeat(25) }, true],
		['a nonce of 26 characters', { nonce: 'x'.repeat(26) }, false],
		['a number for a nonce', { nonce: 12 }, true],
		['ten embeds', { embeds: Array(10).fill({ title: 'x' }) }, true],
		['eleven embeds', { embeds: Array(11).fill({ title: 'x' }) }, false],
		['25 fields', { embeds: [{ fields: Array(25).fill({ name: 'a', value: 'b' }) }] }, true],
		['26 fields (ERR-07)', { embeds: [{ fields: Array(26).fill({ name: 'a', value: 'b' }) }] }, false],
		['a picture that comes along', { embeds: [{ image: { url: 'attachment://a.png' } }] }, true],
		['a picture from nowhere', { embeds: [{ image: { url: 'javascript:alert(1)' } }] }, false],
		['a button', { components: [{ type: 1, components: [{ type: 2, style: 5, url: 'https://a.example' }] }] }, true],
		['six buttons in a row', { components: [{ type: 1, components: Array(6).fill({ type: 2, style: 1 }) }] }, false],
		['a container', { components: [{ type: 17, components: [{ type: 10, content: 'x' }] }] }, true],
		['a container in a container', { components: [{ type: 17, components: [{ type: 17, components: [] }] }] }, false],
		['a forward', { message_reference: { type: 1, message_id: '1', channel_id: '2' } }, true],
		['nobody mentioned', { allowed_mentions: { parse: [] } }, true],
		['101 users mentioned', { allowed_mentions: { users: Array.from({ length: 101 }, (_, at) => `${at}`) } }, false],
		['something we do not know', { content: 'x', mystery: {} }, true],
	]
	for (const [says, value, isFine] of table) {
		it(`${isFine ? 'takes' : 'refuses'} ${says}`, () => assert.equal(accepts(NewMessage, value), isFine))
	}

	it('takes whole numbers only where it counts', () => {
		assert.ok(!accepts(integer(0, 5), 1.5))
	})
})
