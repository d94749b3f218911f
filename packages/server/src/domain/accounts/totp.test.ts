import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, matchingStep, totpAddress, totpCode } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

/** RFC 6238, appendix B: seconds and the code of eight digits. */
for (const [seconds, code] of [
	[59, '94287082'],
	[1_111_111_109, '07081804'],
	[1_111_111_111, '14050471'],
	[1_234_567_890, '89005924'],
	[2_000_000_000, '69279037'],
	[20_000_000_000, '65353130'],
] as const) {
	test(`W1 the code at ${seconds} seconds is that of the standard`, () => {
		const step = Math.floor(seconds / 30)
		assert.equal(totpCode(SECRET, step, 8), code)
		assert.equal(totpCode(SECRET, step), code.slice(2))
		assert.equal(matchingStep(SECRET, code.slice(2), seconds * 1000, 0), step)
	})
}

test('W1 a code is taken half a minute early or late, and not after a later one was used', () => {
	const now = 1_234_567_890_000
	const step = Math.floor(now / 30_000)
	for (const near of [-1, 0, 1]) assert.equal(matchingStep(SECRET, totpCode(SECRET, step + near), now, 0), step + near)
	for (const far of [-2, 2]) assert.equal(matchingStep(SECRET, totpCode(SECRET, step + far), now, 0), undefined)
	assert.equal(matchingStep(SECRET, totpCode(SECRET, step), now, step), undefined)
	assert.equal(matchingStep(SECRET, totpCode(SECRET, step - 1), now, step), undefined)
	assert.equal(matchingStep(SECRET, totpCode(SECRET, step + 1), now, step), step + 1)
	for (const wrong of ['', '0', '٠٠٠٠٠٠', `${totpCode(SECRET, step)}0`]) {
		assert.equal(matchingStep(SECRET, wrong, now, 0), undefined)
	}
})

/** RFC 4648 §10, without padding. */
for (const [text, encoded] of [
	['', ''],
	['f', 'MY'],
	['fo', 'MZXQ'],
	['foo', 'MZXW6'],
	['foob', 'MZXW6YQ'],
	['fooba', 'MZXW6YTB'],
	['foobar', 'MZXW6YTBOI'],
] as const) {
	test(`"${text}" in base32 is ${encoded}`, () => assert.equal(base32(Buffer.from(text)), encoded))
}

test('the address for an app names platform and account', () => {
	assert.equal(
		totpAddress('MZXW6', 'Guild hall', 'a:b&c'),
		'otpauth://totp/Guild%20hall:a%3Ab%26c?secret=MZXW6&issuer=Guild%20hall&algorithm=SHA1&digits=6&period=30',
	)
})
