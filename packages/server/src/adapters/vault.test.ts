import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVault } from './vault.ts'

test('what is sealed opens with the same secret only, and only unchanged', () => {
	const vault = createVault('one secret')
	const sealed = vault.seal('{"d":"private"}')
	assert.ok(!sealed.includes('private'))
	assert.equal(createVault('one secret').open(sealed), '{"d":"private"}')
	assert.equal(createVault('another secret').open(sealed), undefined)
	const changed = Buffer.from(sealed, 'base64url')
	changed[14] = (changed[14] ?? 0) ^ 1
	assert.equal(vault.open(changed.toString('base64url')), undefined)
	assert.equal(vault.open('short'), undefined)
})
