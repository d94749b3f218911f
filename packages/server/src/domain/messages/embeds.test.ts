import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@guildhall/protocol'
import { createLinks } from '../media/links.ts'
import { buildEmbeds, presentEmbeds } from './embeds.ts'
import type { AttachmentRow } from './rows.ts'

const links = createLinks({ origin: 'http://o', gatewayUrl: 'ws://o', cdnUrl: 'http://cdn', secret: 's' })
const now = 1_760_000_000_000
const picture = {
	id: '7',
	channel_id: '5',
	filename: 'a_b.png',
	width: 3,
	height: 2,
	content_type: 'image/png',
} as AttachmentRow

test('what is empty is left out, and an embed of nothing altogether', () => {
	assert.deepEqual(
		buildEmbeds([{ title: '', description: 'd', footer: { text: null }, image: {} }, { color: 1 }, {}], []),
		[{ type: 'rich', description: 'd' }],
	)
})

test('all embeds together have 6000 characters, counted as people count', () => {
	const embeds = [{ description: '😀'.repeat(4000) }, { title: 'x'.repeat(200), footer: { text: 'y'.repeat(1800) } }]
	assert.equal(buildEmbeds(embeds, []).length, 2)
	assert.throws(
		() => buildEmbeds([...embeds, { title: 'z' }], []),
		(error) => error instanceof ApiError && error.code === 50035,
	)
})

test('a file of the message is shown by its signed address; only pictures', () => {
	const [embed] = presentEmbeds(buildEmbeds([{ image: { url: 'attachment://a b.png' } }], ['a_b.png']), {
		attachments: [picture],
		links,
		now,
	})
	assert.match(embed?.image?.url ?? '', /^http:\/\/cdn\/attachments\/5\/7\/a_b\.png\?ex=/)
	assert.deepEqual([embed?.image?.width, embed?.image?.height, embed?.image?.content_type], [3, 2, 'image/png'])
	for (const [url, filenames] of [
		['attachment://other.png', ['a_b.png']],
		['attachment://a.pdf', ['a.pdf']],
	] as const) {
		assert.throws(() => buildEmbeds([{ thumbnail: { url } }], filenames), ApiError)
	}
})

test('addresses of stored files are signed anew; others stay as they are', () => {
	const show = (url: string) =>
		presentEmbeds(buildEmbeds([{ image: { url } }], []), { attachments: [], links, now })[0]?.image?.url
	const signed = links.attachment({ channelId: '5', id: '7', filename: 'ä.png' }, now)
	assert.equal(show('http://cdn/attachments/5/7/%C3%A4.png?ex=1&is=1&hm=old'), signed)
	assert.equal(show('http://cdn/avatars/5/x.png'), 'http://cdn/avatars/5/x.png')
	assert.equal(show('https://elsewhere/attachments/5/7/a.png'), 'https://elsewhere/attachments/5/7/a.png')
})

test('a picture whose file is gone is left out', () => {
	const embeds = buildEmbeds([{ title: 't', image: { url: 'attachment://a_b.png' } }], ['a_b.png'])
	assert.deepEqual(presentEmbeds(embeds, { attachments: [], links, now }), [{ type: 'rich', title: 't' }])
})
