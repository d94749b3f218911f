import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ApiError, ERRORS, formError, formErrors } from './errors.ts'

describe('the table', () => {
	/** Codes that stand for one thing with two statuses: a bad token says 401 in the header, 403 in a body (MRG-01). */
	const WITH_TWO_STATUSES = [0, 20009, 50025]

	it('has each other code once', () => {
		const codes = Object.values(ERRORS).map(([code]) => code as number)
		assert.deepEqual(
			codes.filter((code, at) => codes.indexOf(code) !== at && !WITH_TWO_STATUSES.includes(code)),
			[],
		)
	})

	it('has statuses of HTTP, and sentences', () => {
		for (const [name, [, status, sentence]] of Object.entries(ERRORS)) {
			assert.ok(status === 202 || (status >= 400 && status < 600), name)
			assert.ok(sentence.length > 0, name)
		}
	})

	it('answers 404 for what is not there', () => {
		for (const [name, [code, status]] of Object.entries(ERRORS)) {
			if (code > 10_000 && code < 20_000) assert.equal(status, 404, name)
		}
	})
})

describe('an error', () => {
	it('is its message and its code on the wire', () => {
		assert.deepEqual(JSON.parse(JSON.stringify(new ApiError('UnknownChannel'))), {
			message: 'Unknown Channel',
			code: 10003,
		})
	})

	it('carries what the few with more carry', () => {
		const error = new ApiError('Slowmode', { extra: { retry_after: 1.5 } })
		assert.deepEqual(JSON.parse(JSON.stringify(error)).retry_after, 1.5)
	})
})

describe('HC-21 an invalid form', () => {
	it('nests by the keys of the request, with decimal indices', () => {
		const error = formError(['embeds', 0, 'fields'], 'BASE_TYPE_BAD_LENGTH', 'Must be 25 or fewer in length.')
		assert.deepEqual(JSON.parse(JSON.stringify(error)), {
			message: 'Invalid Form Body',
			code: 50035,
			errors: {
				embeds: {
					'0': {
						fields: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be 25 or fewer in length.' }] },
					},
				},
			},
		})
	})

	it('HC-23 puts what concerns the whole directly under errors', () => {
		assert.deepEqual(formError([], 'X', 'x').errors, { _errors: [{ code: 'X', message: 'x' }] })
	})

	it('gathers several complaints, in one place and in many', () => {
		const { errors } = formErrors([
			{ path: ['name'], code: 'A', message: 'a' },
			{ path: ['name'], code: 'B', message: 'b' },
			{ path: ['topic'], code: 'C', message: 'c' },
		])
		assert.deepEqual(errors, {
			name: {
				_errors: [
					{ code: 'A', message: 'a' },
					{ code: 'B', message: 'b' },
				],
			},
			topic: { _errors: [{ code: 'C', message: 'c' }] },
		})
	})

	it('bears keys that mean something to JavaScript', () => {
		const { errors } = formError(['__proto__', 'constructor'], 'X', 'x')
		assert.equal(JSON.stringify(errors), '{"__proto__":{"constructor":{"_errors":[{"code":"X","message":"x"}]}}}')
		assert.equal(({} as { constructor?: unknown }).constructor, Object)
	})

	it('says of a value whose parts are wrong only what is wrong with the parts', () => {
		const { errors } = formErrors([
			{ path: ['metadata'], code: 'LONG', message: 'l' },
			{ path: ['metadata', 'a'], code: 'A', message: 'a' },
			{ path: [], code: 'ALL', message: 'all' },
		])
		assert.deepEqual(errors, { metadata: { a: { _errors: [{ code: 'A', message: 'a' }] } } })
	})

	it('says every complaint at its path, whatever the path, but where a part of it is complained of', () => {
		const key = fc.oneof(
			fc.string().filter((text) => text !== '_errors'),
			fc.nat(9),
		)
		fc.assert(
			fc.property(fc.array(fc.array(key, { maxLength: 4 }), { minLength: 1, maxLength: 5 }), (paths) => {
				const { errors } = formErrors(paths.map((path, at) => ({ path, code: `C${at}`, message: '' })))
				const isWithin = (whole: (string | number)[], part: (string | number)[]) =>
					part.length > whole.length && whole.every((step, depth) => String(step) === String(part[depth]))
				for (const [at, path] of paths.entries()) {
					if (paths.some((other) => isWithin(path, other))) continue
					let node: unknown = errors
					for (const part of path) node = Object.getOwnPropertyDescriptor(node, String(part))?.value
					const leaf = (node as { _errors: { code: string }[] })._errors
					assert.ok(leaf.some(({ code }) => code === `C${at}`))
				}
			}),
		)
	})
})
