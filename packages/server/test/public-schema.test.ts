import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isPublicSchemaAtHand, validatePublic, validatePublicCall } from './public-schema.ts'

const options = { skip: !isPublicSchemaAtHand && "the public API's document is not at hand" }

it('an answer that fits is fine', options, () => {
	assert.deepEqual(validatePublic('get_gateway', 200, { url: 'wss://example.com' }), [])
})

it('what is missing is named', options, () => {
	assert.match(validatePublic('get_gateway', 200, {}).join(), /'url'/)
})

it('a status nobody expects is named', options, () => {
	assert.deepEqual(validatePublic('create_message', 201, {}), ['create_message does not answer 201'])
})

it('the operation is found by the request, the more exact path first', options, () => {
	assert.deepEqual(validatePublicCall('DELETE', '/api/v10/lobbies/1/members/@me?x=1', 204, undefined), [])
	assert.match(validatePublicCall('GET', '/users/@me', 200, {}).join(), /mfa_enabled/)
	assert.ok(!validatePublicCall('GET', '/users/1', 200, {}).join().includes('mfa_enabled'))
})

it('errors have the form of the written documentation', options, () => {
	const errors = { content: { _errors: [{ code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }] } }
	const body = { message: 'Invalid Form Body', code: 50035, errors }
	assert.deepEqual(validatePublic('create_message', 400, body), [])
	assert.notDeepEqual(validatePublic('create_message', 400, { error: 'x' }), [])
})
