import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issuerProblem, jwksProblem } from './rules.ts'

const strict = { allowsLocal: false }
const local = { allowsLocal: true }

test('X1 an issuer is https at a public name, without query, fragment or user', () => {
	for (const issuer of [
		...['https://id.example.com', 'https://id.example.com/', 'https://id.example.com:8443/tenant/1', 'https://a.b'],
		...['https://ID.Example.com/Path', 'https://xn--bcher-kva.example', 'https://id.example.com.', 'https://a.b/@c'],
		...['https://local.example.com', 'https://internal.co', 'https://1.2.3.4.example.com', 'https://a.b/../c'],
	]) {
		assert.equal(issuerProblem(issuer, strict), undefined, issuer)
		assert.equal(issuerProblem(issuer, local), undefined, issuer)
	}
	const never = [
		...['', 'id.example.com', 'https:id.example.com', 'https:/id.example.com', 'https:///id.example.com', '//a.b'],
		...[
			'https://id.example.com?',
			'https://id.example.com?a=b',
			'https://id.example.com#',
			'https://id.example.com/#x',
		],
		...['https://user@id.example.com', 'https://user:pw@id.example.com', 'https://@id.example.com', 'https://:@a.b'],
		...['http://id.example.com', 'ftp://id.example.com', 'javascript://id.example.com', 'wss://id.example.com'],
		...['https://id.example.com\\@evil.example', 'https:\\\\id.example.com', 'https://id.exam ple.com', ' https://a.b'],
		...['https://id.example.com\n', 'https://id.ex\tample.com', 'https://bücher.example', 'https://a.b:99999'],
		...['https://93.184.216.34', 'https://1572395042', 'https://0x5d.0xb8d822', 'https://[2606:2800:220:1::1]'],
		...[
			'https://id.e%2example.com',
			'https://id%2ecom.example',
			'https://a..b',
			'https://.a.b',
			`https://${'a'.repeat(2048)}.example.com`,
		],
	]
	for (const issuer of never) {
		assert.notEqual(issuerProblem(issuer, strict), undefined, issuer)
		assert.notEqual(issuerProblem(issuer, local), undefined, `${issuer}, also beside the developer`)
	}
})

test('X1 hosts of this machine and of private networks are for development alone, there also by http', () => {
	for (const host of [
		...[
			'localhost',
			'localhost:4000',
			'id',
			'id.local',
			'id.internal',
			'id.localhost',
			'home.arpa',
			'id.LOCAL',
			'id.local.',
		],
		...['127.0.0.1', '127.0.0.1:80', '10.0.0.1', '192.168.1.1', '169.254.169.254', '[::1]', '[fd12::1]', '2130706433'],
		...['0x7f.1', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '0.0.0.0'],
	]) {
		for (const scheme of ['https', 'http']) {
			assert.notEqual(issuerProblem(`${scheme}://${host}`, strict), undefined, host)
			assert.equal(issuerProblem(`${scheme}://${host}`, local), undefined, host)
		}
	}
})

test('X2 keys are read by https; by http from this machine and private networks, in development', () => {
	assert.equal(jwksProblem('https://keys.example.com/a?b=c', strict), undefined)
	assert.equal(jwksProblem('http://127.0.0.1:4000/keys', local), undefined)
	for (const uri of [
		'http://127.0.0.1:4000/keys',
		'http://keys.example.com',
		'https://u:p@keys.example.com',
		'keys',
		'',
	]) {
		assert.notEqual(jwksProblem(uri, strict), undefined, uri)
	}
	assert.notEqual(jwksProblem('http://keys.example.com', local), undefined)
})
