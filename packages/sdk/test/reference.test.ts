/** The reference is made of docstrings: everything that a game can call has one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentedExports, referencePages } from '../tools/reference/reference.ts'

test('every export and every member says what it is', () => {
	const exports = documentedExports()
	assert.ok(exports.length > 70, `${exports.length} exports were found`)
	const silent = exports.flatMap(({ name, kind, doc, members }) => [
		...(doc === '' ? [name] : []),
		// The names of an enum often say it all.
		...members.filter((member) => kind === 'class' && member.doc === '').map((member) => `${name}.${member.name}`),
	])
	assert.deepEqual(silent, [])
})

test('the pages have every export once, with its signatures', () => {
	const pages = [...referencePages()].filter(([name]) => name !== 'testing.md').map(([, text]) => text)
	for (const { name, members } of documentedExports()) {
		assert.equal(pages.filter((text) => text.includes(`\n## ${name}\n`)).length, 1, name)
		const [page = ''] = pages.filter((text) => text.includes(`\n## ${name}\n`))
		for (const { signatures } of members)
			for (const signature of signatures) assert.ok(page.includes(signature), signature)
	}
	const [client = ''] = pages
	assert.match(
		client,
		/#### SendUserMessage\n[\s\S]+?```ts\nSendUserMessage\(recipientId: SnowflakeLike, content: string, cb: SendUserMessageCallback\): void\n/,
	)
	assert.match(client, /type SendUserMessageCallback = \(result: ClientResult, messageId: Snowflake\) => void/)
	assert.match(client, /\*\*Deprecated\.\*\* Use `GetCurrentUserV2`/)
})
