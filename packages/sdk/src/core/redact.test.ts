import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { redactor } from './redact.ts'

const secret = fc.string({ minLength: 4, maxLength: 80, unit: 'grapheme' })
const token = fc.stringMatching(/^[A-Za-z0-9._~+/-]{8,60}$/)

test('a remembered secret never appears, however it is spelled', () => {
	fc.assert(
		fc.property(secret, fc.string(), (value, around) => {
			const { remember, redact } = redactor()
			remember(value)
			const form = new URLSearchParams({ x: value }).toString()
			const lines = [value, JSON.stringify({ x: value }), form, `${around}${value}`]
			for (const line of lines) {
				const clean = redact(line)
				// What is left may contain the value only as a part of the mark that took its place.
				assert.ok(!clean.replaceAll('[redacted]', '').includes(value) || '[redacted]'.includes(value), clean)
			}
		}),
	)
})

const PLACES: readonly [string, (value: string) => string][] = [
	['Authorization header', (value) => `Authorization: Bearer ${value}`],
	['access token in JSON', (value) => JSON.stringify({ a: 1, access_token: value, b: 2 })],
	['refresh token in JSON', (value) => JSON.stringify({ refresh_token: value })],
	['code in a URL', (value) => `GET http://127.0.0.1:1/callback?code=${encodeURIComponent(value)}&x=1`],
	['verifier in a form', (value) => `grant_type=authorization_code&code_verifier=${encodeURIComponent(value)}`],
	['client secret in a form', (value) => `client_secret=${encodeURIComponent(value)}`],
	['external token in JSON', (value) => `{"external_auth_token": ${JSON.stringify(value)}}`],
	['lobby secret in JSON', (value) => `body {"secret":${JSON.stringify(value)},"flags":1}`],
	['gateway identify', (value) => JSON.stringify({ op: 2, d: { token: `Bearer ${value}` } })],
]

for (const [place, line] of PLACES) {
	test(`an unknown secret is seen by its place: ${place}`, () => {
		const { redact } = redactor()
		fc.assert(
			fc.property(token, (value) => {
				const clean = redact(line(value))
				assert.ok(!clean.includes(value) && !clean.includes(encodeURIComponent(value)), clean)
				assert.ok(clean.includes('[redacted]'))
			}),
		)
	})
}

test('other text stays as it is', () => {
	const { redact } = redactor()
	for (const line of ['GET /lobbies/1 answered 403 (code 50001)', 'closed with code 4004', 'status: {"code":50001}']) {
		assert.equal(redact(line), line)
	}
})

test('only the youngest secrets are kept', () => {
	const { remember, redact } = redactor()
	for (let i = 0; i < 100; i++) remember(`secret-${String(i).padStart(3, '0')}`)
	assert.equal(redact('secret-000 secret-099'), 'secret-000 [redacted]')
})
