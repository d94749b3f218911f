import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type * as socialsdk from '../src/index.ts'
import { bundleCore, bundleGame, bundleSdk } from '../tools/bundle.ts'

// docs/decisions/0011-core-and-parts.md, in bytes, minified and compressed.
const LARGEST_CORE = 25_000
const LARGEST_SPLIT = 29_500
const LARGEST_WHOLE = 45_000

/** A game that is Ready and hears: it has the client and what tells it, and none of what is called once or rarely. */
const GAME = `
import { Client, ClientCreateOptions, ClientStatus } from 'socialsdk'
const client = new Client(new ClientCreateOptions({ apiBase: 'https://play.example/api' }))
client.SetStatusChangedCallback((status) => status === ClientStatus.Ready && console.log(client.GetCurrentUserV2()))
client.SetMessageCreatedCallback((id) => console.log(client.GetMessageHandle(id)?.Content()))
await client.UpdateToken(1, location.hash)
client.Connect()
`

const size = (text: string) => gzipSync(text, { level: 9 }).length

let module: string
let script: string

before(async () => {
	module = await bundleSdk({ format: 'esm' })
	script = await bundleSdk({ format: 'iife' })
})

test('the core is small, compressed, and all else is in its parts', async () => {
	const core = await bundleCore(GAME)
	assert.ok(size(core) <= LARGEST_CORE, `${size(core)} bytes`)
	for (const rare of ['QR code', 'grant_type', '/partner-sdk/', '/users/@me/relationships']) {
		assert.ok(!core.includes(rare), `${rare} is in the core`)
		assert.ok(module.includes(rare), `${rare} is nowhere`)
	}
})

test('what a bundler that splits code loads before Ready is bounded, compressed file by file', async () => {
	const files = await bundleGame(GAME)
	const loaded = loadedWith(files, 'game.js')
	const sum = [...loaded].reduce((bytes, name) => bytes + size(files[name] ?? ''), 0)
	assert.ok(sum <= LARGEST_SPLIT, `${sum} bytes in ${loaded.size} files`)
	const parts = Object.keys(files).filter((name) => !loaded.has(name))
	for (const rare of [
		'accounts',
		'conversations',
		'devices',
		'friends',
		'presence',
		'window-landing',
		'device-overlay',
	]) {
		assert.ok(
			parts.some((name) => name.startsWith(`${rare}-`)),
			`${rare} is loaded at once`,
		)
	}
})

test('what a game does not import is not in its files', async () => {
	const core = await bundleCore(`import { ActivityTypes } from 'socialsdk'; console.log(ActivityTypes.Playing)`)
	assert.ok(size(core) < 200, `${size(core)} bytes`)
})

test('one file with everything is bounded, compressed', () => {
	for (const text of [module, script]) assert.ok(size(text) <= LARGEST_WHOLE, `${size(text)} bytes`)
})

test('it needs nothing else', () => {
	assert.doesNotMatch(module, /\b(import|require)\s*\(?["']/)
	assert.doesNotMatch(script, /\b(import|require)\s*\(?["']/)
})

test('its errors name the classes', async () => {
	const sdk: typeof socialsdk = await import(`data:text/javascript,${encodeURIComponent(module)}`)
	assert.throws(() => sdk.LobbyHandle.nullobj.Id(), new TypeError('LobbyHandle: invalid object'))
	assert.throws(() => new sdk.AuthorizationArgs({ scopes: 1 as never }), /^TypeError: AuthorizationArgs\.scopes: /)
	assert.throws(() => new sdk.AuthorizationArgs().SetScopes(1 as never), /^TypeError: AuthorizationArgs\.scopes: /)
})

test('a build says what it is made of, the sources do not', async () => {
	const built = await bundleSdk({ format: 'esm', commit: 'c0ffee' })
	const { Client }: typeof socialsdk = await import(`data:text/javascript,${encodeURIComponent(built)}`)
	assert.equal(Client.GetVersionHash(), 'c0ffee')
	const sources = await import('../src/index.ts')
	assert.equal(sources.Client.GetVersionHash(), '')
})

/** A file, and what it imports without being asked to. */
function loadedWith(files: Record<string, string>, name: string, loaded = new Set<string>()): Set<string> {
	loaded.add(name)
	for (const [, other = ''] of (files[name] ?? '').matchAll(/(?:from|import)"\.\/([^"]+)"/g)) {
		if (!loaded.has(other)) loadedWith(files, other, loaded)
	}
	return loaded
}
