import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextOf } from './next.ts'

const ORIGIN = 'https://play.example.com'

for (const path of ['/account', '/oauth2/authorize?client_id=1&state=a%20b%2F', '/login?next=%2Faccount', '/a/../b']) {
	test(`${path} is a place of this site`, () => {
		assert.ok(nextOf(path, ORIGIN, '/other').startsWith('/'))
		assert.notEqual(nextOf(path, ORIGIN, '/other'), '/other')
	})
}

for (const path of [
	...[undefined, '', 'account', 'https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example'],
	...['/\t/evil.example', '/\n/evil.example', 'javascript:alert(1)', '/é', '///evil.example', '/x\r\nset-cookie: a=b'],
]) {
	test(`${JSON.stringify(path)} leads nowhere else`, () => {
		assert.equal(nextOf(path, ORIGIN, '/other'), '/other')
	})
}
