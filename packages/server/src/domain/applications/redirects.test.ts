import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isPrivateUse, isRedirectAllowed, redirectProblem } from './redirects.ts'

const ID = '1100000000000000001'
const OTHER = '1100000000000000002'
const RULES = { applicationId: ID, standardScheme: 'guildhall' }

const REGISTRABLE = [
	...['https://game.example/callback', 'https://game.example:8443/a?b=c', 'https://game.example', 'https://[::1]/x'],
	...['http://127.0.0.1/callback', 'http://[::1]:9/callback', 'http://localhost:3000/callback'],
	...[`guildhall-${ID}:/authorize/callback`, 'com.studio.game:/oauth', 'mygame:///authorize/callback'],
	...['mygame://host/authorize', 'guildhall-launcher:/x'],
]

const NOT_REGISTRABLE = [
	...['', 'callback', '/callback', '//game.example/callback', 'game.example/callback'],
	...['https://game.example/callback#there', 'https://*.game.example/', 'https://game.example/call back'],
	...['https://user@game.example/', 'https://user:pass@game.example/', 'https://', 'https:///x', 'https:game.example'],
	...[
		'https:\\\\game.example',
		'https://game.example\\@evil.example/',
		'https://gäme.example/',
		'https://g.example/\n',
	],
	...['http://game.example/callback', 'http://127.0.0.2/', 'http://127.0.0.1.evil.example/', 'http://localhost.evil/'],
	...[
		'javascript:alert(1)',
		'data:text/html,x',
		'file:///etc/passwd',
		'ws://game.example/',
		'intent://x',
		'mailto:a@b',
	],
	...['HTTPS://game.example/', 'JavaScript:alert(1)', 'blob:https://x/y', 'view-source:https://x', 'vbscript:x'],
	...['guildhall:/authorize/callback', `guildhall-${OTHER}:/authorize/callback`, 'mygame:', 'mygame:x', 'mygame:/'],
	`https://game.example/${'a'.repeat(2048)}`,
]

test('R1 what can be registered', () => {
	for (const uri of REGISTRABLE) assert.equal(redirectProblem(uri, RULES), undefined, uri)
	for (const uri of NOT_REGISTRABLE) assert.equal(typeof redirectProblem(uri, RULES), 'string', uri)
	assert.equal(redirectProblem('http://game.example/', { ...RULES, allowsInsecure: true }), undefined)
})

const TABLE: [asked: string, registered: string, isAllowed: boolean][] = [
	['https://game.example/callback', 'https://game.example/callback', true],
	['https://game.example/callback/', 'https://game.example/callback', false],
	['https://game.example/callback?x=1', 'https://game.example/callback', false],
	['https://game.example/callback#x', 'https://game.example/callback', false],
	['https://game.example:443/callback', 'https://game.example/callback', false],
	['https://GAME.example/callback', 'https://game.example/callback', false],
	['https://game.example/callbac%6b', 'https://game.example/callback', false],
	['https://game.example/./callback', 'https://game.example/callback', false],
	['https://game.example.evil.example/callback', 'https://game.example/callback', false],
	['https://game.example@evil.example/callback', 'https://game.example/callback', false],
	['http://game.example/callback', 'https://game.example/callback', false],

	['http://127.0.0.1:51004/callback', 'http://127.0.0.1/callback', true],
	['http://127.0.0.1:51004/callback', 'http://127.0.0.1:9/callback', true],
	['http://127.0.0.1/callback', 'http://127.0.0.1:9/callback', true],
	['http://[::1]:51004/callback', 'http://[::1]/callback', true],
	['http://127.0.0.1:51004/callback?a=b', 'http://127.0.0.1/callback?a=b', true],
	['http://127.0.0.1:65536/callback', 'http://127.0.0.1/callback', false],
	['http://127.0.0.1:/callback', 'http://127.0.0.1/callback', false],
	['http://127.0.0.1:1/callback/../x', 'http://127.0.0.1/callback', false],
	['http://127.0.0.1:1@evil.example/callback', 'http://127.0.0.1/callback', false],
	['http://127.0.0.1.evil.example/callback', 'http://127.0.0.1/callback', false],
	['http://127.0.0.1:51004evil.example/callback', 'http://127.0.0.1/callback', false],
	['http://127.1:51004/callback', 'http://127.0.0.1/callback', false],
	['http://[::1]:51004/callback', 'http://127.0.0.1/callback', false],
	['https://127.0.0.1:51004/callback', 'http://127.0.0.1/callback', false],
	['http://localhost:51004/callback', 'http://localhost/callback', false],
	['http://localhost:51004/callback', 'http://127.0.0.1/callback', false],
	['http://localhost/callback', 'http://localhost/callback', true],

	['mygame:/authorize/callback', 'mygame:/authorize/callback', true],
	['mygame:///authorize/callback', 'mygame:/authorize/callback', true],
	['mygame:/authorize/callback', 'mygame:///authorize/callback', true],
	['mygame://authorize/callback', 'mygame:/authorize/callback', false],
	['mygame:////authorize/callback', 'mygame:/authorize/callback', false],
	['mygame:/authorize/callback/x', 'mygame:/authorize/callback', false],
	['mygame2:/authorize/callback', 'mygame:/authorize/callback', false],
	['MYGAME:/authorize/callback', 'mygame:/authorize/callback', false],
	[`guildhall-${ID}:/authorize/callback`, `guildhall-${ID}:/authorize/callback`, true],
	[`guildhall-${ID}:///authorize/callback`, `guildhall-${ID}:/authorize/callback`, true],
	[`guildhall-${OTHER}:/authorize/callback`, `guildhall-${ID}:/authorize/callback`, false],
	[`guildhall-${OTHER}:/authorize/callback`, `guildhall-${OTHER}:/authorize/callback`, false],
	['guildhall:/authorize/callback', 'guildhall:/authorize/callback', false],
	['https:/authorize/callback', 'https:///authorize/callback', false],
]

test('R2–R4 what an answer may go to', () => {
	for (const [asked, registered, isAllowed] of TABLE) {
		assert.equal(isRedirectAllowed(asked, [registered], RULES), isAllowed, `${asked} for ${registered}`)
	}
	assert.equal(isRedirectAllowed('https://a.example/', [], RULES), false)
})

test('R5 nothing that begins like a registered address leads to another host', () => {
	const registered = 'https://game.example/callback'
	const piece = fc.constantFrom(
		...['/', '\\', '@', ':', '.', '..', '%2f', '%00', '?', '#', ' ', '\t', '\n', 'evil.example', '//', 'https:', '443'],
	)
	fc.assert(
		fc.property(
			fc.array(piece, { minLength: 1, maxLength: 6 }),
			fc.integer({ min: 0, max: registered.length }),
			(pieces, at) => {
				const asked = registered.slice(0, at) + pieces.join('') + registered.slice(at)
				assert.equal(isRedirectAllowed(asked, [registered], RULES), asked === registered)
			},
		),
		{ numRuns: 2000 },
	)
})

test('R6 every loopback address that is allowed is one to a parser too', () => {
	const tail = fc.array(
		fc.constantFrom(':', '@', '/', '1', '9', '.', 'callback', '?', '#', '%', 'evil.example', '\\'),
		{
			maxLength: 8,
		},
	)
	fc.assert(
		fc.property(tail, (pieces) => {
			const asked = `http://127.0.0.1${pieces.join('')}`
			if (!isRedirectAllowed(asked, ['http://127.0.0.1/callback'], RULES)) return
			const { hostname, pathname, username } = new URL(asked)
			assert.deepEqual([hostname, pathname, username], ['127.0.0.1', '/callback', ''])
		}),
		{ numRuns: 2000 },
	)
})

test('an app on a device is told from a site', () => {
	assert.ok(isPrivateUse('mygame:/x') && isPrivateUse(`guildhall-${ID}:/x`))
	assert.ok(!isPrivateUse('https://x') && !isPrivateUse('http://127.0.0.1/') && !isPrivateUse('nothing'))
})
