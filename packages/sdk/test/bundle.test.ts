import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type * as socialsdk from '../src/index.ts'
import { bundleSdk } from '../tools/bundle.ts'

/** docs/decisions/0006-sdk-face.md, in bytes. */
const LARGEST = 25_000

let module: string
let script: string

before(async () => {
	module = await bundleSdk({ format: 'esm' })
	script = await bundleSdk({ format: 'iife' })
})

test('one file is small, compressed', () => {
	for (const text of [module, script]) {
		const { length } = gzipSync(text, { level: 9 })
		assert.ok(length <= LARGEST, `${length} bytes`)
	}
})

test('it needs nothing else', () => {
	assert.doesNotMatch(module, /\b(import|require)\s*\(?["']/)
})

test('its errors name the classes', async () => {
	const sdk: typeof socialsdk = await import(`data:text/javascript,${encodeURIComponent(module)}`)
	assert.throws(() => sdk.LobbyHandle.nullobj.Id(), new TypeError('LobbyHandle: invalid object'))
	assert.throws(() => new sdk.AuthorizationArgs({ scopes: 1 as never }), /^TypeError: AuthorizationArgs\.scopes: /)
	assert.throws(() => new sdk.AuthorizationArgs().SetScopes(1 as never), /^TypeError: AuthorizationArgs\.scopes: /)
})
