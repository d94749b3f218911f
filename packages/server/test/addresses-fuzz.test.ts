/**
 * Addresses that are nearly right, judged by our rules and by two readers that share no line with them: the URL parser
 * of the runtime, and the regular expression of RFC 3986, appendix B. `FUZZ=2000000` says how many.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isRedirectAllowed, redirectProblem } from '../src/domain/applications/redirects.ts'
import { issuerProblem } from '../src/domain/identities/rules.ts'

const COUNT = Number(process.env.FUZZ ?? (process.env.CI ? 100_000 : 20_000))
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101)
const OPTIONS = { numRuns: COUNT, seed: SEED }

const RULES = { applicationId: '1234567890123456789', standardScheme: 'guildhall' }
const OWN = `guildhall-${RULES.applicationId}`

const REGISTERED = [
	...[
		'https://game.example/callback',
		'https://game.example',
		'https://game.example:8443/a?b=c',
		'https://xn--bcher-kva.example/',
	],
	...['http://127.0.0.1/callback', 'http://[::1]:9/callback', 'http://127.0.0.1:80', 'http://localhost:9/callback'],
	...['mygame:/authorize/callback', 'mygame:///authorize/callback', `${OWN}:/authorize/callback`, 'com.game.app:/x?y'],
	...['guildhall-1:/authorize/callback', 'guildhall:/authorize/callback'],
]

const PIECES = [
	...[
		'/',
		'//',
		'///',
		'\\',
		'@',
		':',
		'.',
		'..',
		'%2f',
		'%2e',
		'%40',
		'%00',
		'?',
		'#',
		' ',
		'\t',
		'\n',
		'\0',
		'&',
		'=',
		'[',
		']',
	],
	...[
		'evil.example',
		'game.example',
		'callback',
		'authorize',
		'127.0.0.1',
		'0x7f.1',
		'[::1]',
		'localhost',
		'80',
		'443',
		'99999',
		'0',
	],
	...[
		'http:',
		'https:',
		'mygame:',
		'guildhall-1:',
		`${OWN}:`,
		'HTTP',
		'é',
		'а',
		'\u2028',
		'\u00ad',
		'*',
		"'",
		'"',
		'<',
		'|',
		'^',
	],
]

/** A registered address with pieces put into it, taken out of it, and letters in the other case. */
const nearly = fc
	.tuple(
		fc.constantFrom(...REGISTERED),
		fc.array(
			fc.record({
				at: fc.double({ min: 0, max: 1, noNaN: true }),
				cut: fc.nat(4),
				piece: fc.constantFrom('', ...PIECES),
			}),
			{ maxLength: 3 },
		),
		fc.boolean(),
	)
	.map(([base, edits, isLoud]) => {
		let text = base
		for (const { at, cut, piece } of edits) {
			const from = Math.round(at * text.length)
			text = text.slice(0, from) + piece + text.slice(from + cut)
		}
		return { base, text: isLoud ? text.toUpperCase() : text }
	})

/** RFC 3986, appendix B. */
const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s

function parts(text: string) {
	const [, scheme, authority, path = '', query = '', fragment] = PARTS.exec(text) ?? []
	return { scheme, authority, path, query, fragment }
}

/** What may go where, written down from the reference a second time. */
function expected(asked: string, registered: string): boolean {
	const [a, r] = [parts(asked), parts(registered)]
	const isOwn = a.scheme !== 'guildhall' && (!/^guildhall-\d+$/.test(a.scheme ?? '') || a.scheme === OWN)
	if (!isOwn) return false
	if (asked === registered) return true
	if (!/^[\x21-\x7e]+$/.test(asked) || /[*\\"'<>`{}|^#]/.test(asked)) return false
	if (a.scheme !== r.scheme || a.path !== r.path || a.query !== r.query) return false
	if (a.scheme === 'http') {
		const [own, other] = [r, a].map(({ authority = '' }) => /^(127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/.exec(authority))
		return own !== null && other !== null && own?.[1] === other?.[1] && Number(other?.[2] ?? 80) < 65_536
	}
	if (a.scheme === 'https' || !/^[a-z][a-z0-9+.-]*$/.test(a.scheme ?? '')) return false
	// One slash and three are the same place; what has a host, or begins with more slashes, is not.
	const hasNoHost = ({ authority }: { authority: string | undefined }) => authority === undefined || authority === ''
	return hasNoHost(a) && hasNoHost(r) && a.path.startsWith('/') && r.path.startsWith('/')
}

test(`${COUNT} redirect addresses go where the reference says, and nowhere else`, () => {
	let accepted = 0
	fc.assert(
		fc.property(nearly, ({ base, text }) => {
			const isAllowed = isRedirectAllowed(text, [base], RULES)
			assert.equal(isAllowed, expected(text, base), `${JSON.stringify(text)} for ${base}`)
			if (!isAllowed) return
			accepted++
			const [asked, registered] = [new URL(text), new URL(base)]
			const place = ({ protocol, hostname, username, password, pathname, search, hash }: URL) =>
				[protocol, hostname, username, password, pathname, search, hash].join(' ')
			assert.equal(place(asked), place(registered), 'a browser goes to the same place')
			if (registered.protocol === 'https:') assert.equal(asked.port, registered.port)
		}),
		OPTIONS,
	)
	assert.ok(accepted > COUNT / 100, `Only ${accepted} were accepted: too few to say anything.`)
})

test(`${COUNT} addresses that can be registered are what they look like`, () => {
	fc.assert(
		fc.property(nearly, ({ text }) => {
			if (redirectProblem(text, RULES) !== undefined) return
			assert.ok(isRedirectAllowed(text, [text], RULES), `${text} can be registered and not be used`)
			const { scheme, authority, fragment } = parts(text)
			assert.equal(fragment, undefined)
			if (scheme !== 'http' && scheme !== 'https') return
			const { host, hostname, protocol, username, password } = new URL(text)
			assert.equal(`${username}${password}`, '')
			const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
			assert.ok(protocol === 'https:' || isLoopback, text)
			const written = (authority ?? '').toLowerCase().replace(protocol === 'https:' ? /:0*443$/ : /:0*80$/, '')
			if (/^[a-z0-9.-]+(:[1-9]\d*)?$/.test(written) && /[a-z]/.test(written.split(':')[0]?.split('.').at(-1) ?? ''))
				assert.equal(host, written, 'two readers see one host')
		}),
		OPTIONS,
	)
})

const ISSUERS = [
	...[
		'https://id.example.com',
		'https://id.example.com:8443/tenant/1',
		'https://a.b',
		'https://xn--bcher-kva.example/x',
	],
	...[
		'https://id.local',
		'https://localhost:4000',
		'http://id.example.com',
		'https://127.0.0.1',
		'https://[::1]/x',
		'https://1.2.3.4',
	],
]

const nearlyIssuer = fc
	.tuple(
		fc.constantFrom(...ISSUERS),
		fc.array(
			fc.record({
				at: fc.double({ min: 0, max: 1, noNaN: true }),
				cut: fc.nat(4),
				piece: fc.constantFrom(
					'',
					...PIECES,
					'.local',
					'.internal',
					'.arpa',
					'.localhost',
					'169.254.169.254',
					'0x',
					'2130706433',
				),
			}),
			{ maxLength: 3 },
		),
	)
	.map(([base, edits]) => {
		let text = base
		for (const { at, cut, piece } of edits) {
			const from = Math.round(at * text.length)
			text = text.slice(0, from) + piece + text.slice(from + cut)
		}
		return text
	})

test(`${COUNT} issuers: what is taken is https at a public name, to every reader`, () => {
	let taken = 0
	fc.assert(
		fc.property(nearlyIssuer, (text) => {
			if (issuerProblem(text, { allowsLocal: false }) !== undefined) return
			taken++
			const { scheme, authority = '', query, fragment } = parts(text)
			assert.deepEqual([scheme?.toLowerCase(), query, fragment], ['https', '', undefined])
			assert.ok(!authority.includes('@'))
			const [, host = ''] = /^(.*?)(?::\d*)?$/.exec(authority.toLowerCase()) ?? []
			const { hostname, username, password } = new URL(text)
			assert.deepEqual([username, password], ['', ''])
			assert.equal(hostname, host, `two readers see one host in ${text}`)
			const labels = hostname.replace(/\.$/, '').split('.')
			assert.ok(labels.length >= 2 && !labels.includes(''))
			assert.ok(!['local', 'arpa', 'internal', 'localhost'].includes(labels.at(-1) ?? ''), text)
			assert.ok(!/^\d+$|^0x/.test(labels.at(-1) ?? ''), `${text} is a number`)
		}),
		OPTIONS,
	)
	assert.ok(taken > COUNT / 100, `Only ${taken} were taken: too few to say anything.`)
})
