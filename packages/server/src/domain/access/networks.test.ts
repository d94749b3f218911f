import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './networks.ts'

test('an IPv4 address stands for itself, one of IPv6 for its /64', () => {
	assert.equal(networkOf('203.0.113.7'), '203.0.113.7')
	assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7')
	assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
	assert.equal(networkOf('2001:db8:1:2::9'), '2001:db8:1:2::/64')
	assert.notEqual(networkOf('2001:db8:1:3::9'), networkOf('2001:db8:1:2::9'))
	assert.equal(networkOf('sandbox'), 'sandbox')
})
