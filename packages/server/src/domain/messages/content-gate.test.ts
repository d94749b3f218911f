import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GatewayMessage } from '@guildhall/protocol'
import { mayReadContent, withoutContent } from './content-gate.ts'

const user = (id: string) => ({ id }) as GatewayMessage['author']

const message = {
	id: '1',
	author: user('10'),
	mentions: [user('20')],
	content: 'secret',
	embeds: [{ type: 'rich' }],
	attachments: [{ id: '2' }],
	components: [{ type: 1 }],
	poll: { question: {} },
	guild_id: '5',
	channel_type: 0,
	message_snapshots: [{ message: { content: 'kept', embeds: [{}], attachments: [{}], components: [{}] } }],
} as unknown as GatewayMessage

test('what people wrote is emptied for who may not read it', () => {
	const before = structuredClone(message)
	const seen = withoutContent(message, { userId: '30' })
	assert.deepEqual([seen.content, seen.embeds, seen.attachments, seen.components], ['', [], [], []])
	assert.equal('poll' in seen, false)
	assert.deepEqual(seen.message_snapshots?.[0]?.message, { content: '', embeds: [], attachments: [], components: [] })
	assert.equal(seen.id, '1')
	assert.deepEqual(message, before)
})

for (const [who, userId] of [
	['its author', '10'],
	['who is named in it', '20'],
] as const) {
	test(`${who} reads it`, () => assert.equal(withoutContent(message, { userId }), message))
}

test('what was said directly is read', () => {
	const direct = { ...message, channel_type: 1 }
	assert.equal(withoutContent(direct, { userId: '30' }), direct)
	assert.equal(withoutContent(message, { userId: '30', isDirect: true }), message)
	assert.equal(withoutContent(direct, { userId: '30', isDirect: false }).content, '')
	const { channel_type: _, guild_id: __, ...unplaced } = message
	assert.equal(withoutContent(unplaced as GatewayMessage, { userId: '30' }).content, '')
})

test('the original of a reply is judged by itself', () => {
	const original = { ...message, author: user('40'), mentions: [] }
	const reply = { ...message, referenced_message: original } as unknown as GatewayMessage
	const asAuthor = withoutContent(reply, { userId: '10' })
	assert.deepEqual([asAuthor.content, asAuthor.referenced_message?.content], ['secret', ''])
	const asOriginal = withoutContent(reply, { userId: '40' })
	assert.deepEqual([asOriginal.content, asOriginal.referenced_message?.content], ['', 'secret'])
	const gone = { ...message, referenced_message: null }
	assert.equal(withoutContent(gone, { userId: '30' }).referenced_message, null)
})

test('either flag of an application lets it read', () => {
	assert.deepEqual([0, 1 << 13, 1 << 18, 1 << 19].map(mayReadContent), [false, false, true, true])
})
