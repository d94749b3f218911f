import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isChallenge, verifies } from './pkce.ts'

// RFC 7636, appendix B
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test('the example of the standard verifies, and nothing near it does', () => {
	assert.ok(verifies(VERIFIER, CHALLENGE))
	for (const verifier of [CHALLENGE, '', VERIFIER.slice(1), `${VERIFIER}x`, VERIFIER.toLowerCase(), `${VERIFIER} `]) {
		assert.equal(verifies(verifier, CHALLENGE), false, verifier)
	}
	assert.equal(verifies(VERIFIER, VERIFIER), false, 'plain is not a method')
	assert.equal(verifies(VERIFIER, ''), false)
})

test('a verifier has 43 to 128 unreserved characters', () => {
	for (const verifier of ['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(50)}ü`, `${'a'.repeat(50)}+`]) {
		assert.equal(verifies(verifier, CHALLENGE), false)
	}
})

test('a challenge is a hash in base64url', () => {
	assert.ok(isChallenge(CHALLENGE))
	for (const text of ['', 'x', `${CHALLENGE}=`, CHALLENGE.replace('9', '+'), 'a'.repeat(44)]) {
		assert.equal(isChallenge(text), false, text)
	}
})
