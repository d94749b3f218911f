import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAsked } from './asked.ts'
import { locationOf } from './location.ts'

test('a parameter counts once, and without a value not at all', () => {
	const asked = readAsked('client_id=1&scope=a+b&scope=c&nonce=&prompt&state=s')
	assert.deepEqual(
		[...asked.values],
		[
			['client_id', '1'],
			['state', 's'],
		],
	)
	assert.deepEqual([...asked.repeated], ['scope'])
	assert.deepEqual(readAsked('scope=a%20b&redirect_uri=x%3A%2F').values.get('scope'), 'a b')
	assert.equal(readAsked('').values.size, 0)
	assert.equal(readAsked('__proto__=1&__proto__=2').values.size, 0)
})

test('a state comes back as it was written', () => {
	for (const raw of [
		'abc',
		'a%20b',
		'a+b',
		'%C3%A9',
		'%ff',
		'a%2Bb%26c%3Dd',
		'%7B%22x%22%3A1%7D',
		'a=b=c',
		'%zz',
		"'()*!~",
	]) {
		const { rawState } = readAsked(`client_id=1&state=${raw}&scope=x`)
		assert.equal(rawState, raw)
	}
	assert.equal(readAsked('state=a&state=b').rawState, undefined)
	assert.equal(readAsked('state=é').rawState, '%C3%A9', 'what cannot stand in a header is encoded')
	assert.equal(readAsked('state=a b\r\n').rawState, 'a%20b%0D%0A')
})

test('an answer is added to the address, which stays as it is', () => {
	const at = (redirectUri: string, isFragment = false) =>
		locationOf({ redirectUri, isFragment, rawState: 'a%20b', issuer: undefined }, { code: 'x/y' })
	assert.equal(at('https://a.example/cb'), 'https://a.example/cb?code=x%2Fy&state=a%20b')
	assert.equal(at('https://a.example/cb?z=%20'), 'https://a.example/cb?z=%20&code=x%2Fy&state=a%20b')
	assert.equal(at('https://a.example/cb?'), 'https://a.example/cb?code=x%2Fy&state=a%20b')
	assert.equal(at('mygame:/authorize/callback'), 'mygame:/authorize/callback?code=x%2Fy&state=a%20b')
	assert.equal(at('https://a.example/cb?z=1', true), 'https://a.example/cb?z=1#code=x%2Fy&state=a%20b')
	const plain = {
		redirectUri: 'https://a.example',
		isFragment: false,
		rawState: undefined,
		issuer: 'https://i.example',
	}
	assert.equal(locationOf(plain, { code: 'x' }), 'https://a.example?code=x&iss=https%3A%2F%2Fi.example')
})
