import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@guildhall/protocol'
import { checkAllowedMentions, readMentions, withAllowed } from './mentions.ts'

const NOBODY = { userIds: [], roleIds: [], everyone: false }

test('a text names users, roles and everyone, each once', () => {
	assert.deepEqual(readMentions('<@1> and <@!1>, <@&9> with <@2> @here'), {
		userIds: ['1', '2'],
		roleIds: ['9'],
		everyone: true,
	})
})

for (const text of ['plain', '<#1> <:smile:2>', 'mail@example.com', '<@x>', '<@1', '@Everyone']) {
	test(`"${text}" names nobody`, () => assert.deepEqual(readMentions(text), NOBODY))
}

test('what stands in code names nobody', () => {
	assert.deepEqual(readMentions('`<@1>` ```\n@everyone <@&2>\n``` ``<@3>``'), NOBODY)
	assert.deepEqual(readMentions('`a` <@1> `b`').userIds, ['1'])
})

const named = { userIds: ['1', '2'], roleIds: ['9'], everyone: true }

test('without allowed_mentions everybody is told, the one who is answered too', () => {
	assert.deepEqual(withAllowed(named, undefined, '3'), { ...named, userIds: ['1', '2', '3'] })
	assert.deepEqual(withAllowed(named, null, '1'), named)
})

test('an empty allowed_mentions tells nobody', () => {
	assert.deepEqual(withAllowed(named, {}, '3'), NOBODY)
	assert.deepEqual(withAllowed(named, { parse: [] }, '3'), NOBODY)
})

test('kinds and ids are told as listed; ids that the text does not name are ignored', () => {
	assert.deepEqual(withAllowed(named, { parse: ['everyone'], users: ['2', '7'] }, undefined), {
		userIds: ['2'],
		roleIds: [],
		everyone: true,
	})
	assert.deepEqual(withAllowed(named, { parse: ['roles'], replied_user: true }, '3'), {
		userIds: ['3'],
		roleIds: ['9'],
		everyone: false,
	})
})

test('a kind cannot be allowed as a whole and by id', () => {
	assert.throws(
		() => checkAllowedMentions({ parse: ['users', 'roles'], users: ['1'], roles: ['2'] }),
		(error) => error instanceof ApiError && error.code === 50035 && 'allowed_mentions' in (error.errors ?? {}),
	)
	checkAllowedMentions({ parse: ['users'], users: [] })
	checkAllowedMentions({ parse: ['users'], users: null, roles: ['2'] })
})
