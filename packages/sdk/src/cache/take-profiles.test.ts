import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyCache } from './cache.ts'
import { take } from './take.ts'

test('what the game says of users is as READY has it, and changes when it is told', () => {
	const cache = emptyCache()
	const profile = { provider_type: 'STEAM', provider_issued_user_id: '7', username: 'Ada', metadata: '' }
	take(cache, 'READY', { user: { id: '1', username: 'me' }, user_application_profiles: { 2: [profile] } })
	assert.deepEqual([...cache.profiles], [[2n, [profile]]])
	const update = { user_id: '2', application_id: '9', ...profile, username: 'Ada L.' }
	assert.deepEqual(take(cache, 'USER_APPLICATION_IDENTITY_UPDATE', update), [['userUpdated', 2n]])
	assert.equal(cache.profiles.get(2n)?.[0]?.username, 'Ada L.')
	assert.deepEqual(take(cache, 'USER_APPLICATION_IDENTITY_REMOVE', { user_id: '2' }), [['userUpdated', 2n]])
	assert.deepEqual(take(cache, 'USER_APPLICATION_IDENTITY_REMOVE', { user_id: '2' }), [])
	take(cache, 'USER_APPLICATION_IDENTITY_UPDATE', update)
	take(cache, 'READY', { user: { id: '1', username: 'me' } })
	assert.equal(cache.profiles.size, 0)
})
