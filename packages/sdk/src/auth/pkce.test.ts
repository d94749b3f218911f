import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { createCodeVerifier } from './pkce.ts'
import { sameText } from './random.ts'
import { sha256 } from './sha256.ts'

test('the example of RFC 7636, appendix B', () => {
	const pair = createCodeVerifier('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')
	assert.equal(pair.Challenge().Challenge(), 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
	assert.equal(pair.Challenge().Method(), 0)
})

test('a verifier is 86 unreserved characters and never the same', () => {
	const [one, two] = [createCodeVerifier(), createCodeVerifier()]
	assert.match(one.Verifier(), /^[A-Za-z0-9_-]{86}$/)
	assert.notEqual(one.Verifier(), two.Verifier())
})

test('SHA-256 agrees with OpenSSL for any bytes', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
			assert.deepEqual(Buffer.from(sha256(bytes)), createHash('sha256').update(bytes).digest())
		}),
	)
})

test('sameText is equality', () => {
	fc.assert(fc.property(fc.string(), fc.string(), (a, b) => sameText(a, b) === (a === b) && sameText(a, a)))
})
