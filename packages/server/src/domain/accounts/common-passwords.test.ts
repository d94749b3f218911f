import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordProblem } from './passwords.ts'

test('S4: what everybody tries first is no password, whatever digits and signs stand around it', () => {
	for (const tried of [
		'password123456',
		'Password2024!',
		'qwerty1234567',
		'123password!!',
		'LetMeIn!2025',
		'welcome-2026',
	]) {
		assert.equal(passwordProblem(tried), 'common', tried)
	}
	assert.equal(passwordProblem('judgement77', ['judgement']), 'common', 'nor is a name with a number')
	for (const good of ['a lantern in the long night', 'passwords-of-harbours', '4815162342lost', 'judgement-harbour']) {
		assert.equal(passwordProblem(good, ['judgement']), undefined, good)
	}
})
