import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeFilename, titleOf } from './filenames.ts'

for (const [given, safe] of [
	['a.txt', 'a.txt'],
	['my file (1).png', 'my_file_1.png'],
	['Grüße 你好.txt', 'Grüße_你好.txt'],
	['../../etc/passwd', 'passwd'],
	['C:\\temp\\a.txt', 'a.txt'],
	['a"\r\nb;.txt', 'a_b.txt'],
	['.htaccess', 'htaccess'],
	['///', 'unknown'],
	['', 'unknown'],
] as const) {
	test(`${JSON.stringify(given)} is stored as ${safe}`, () => assert.equal(safeFilename(given), safe))
}

test('a long name keeps its extension', () => {
	const safe = safeFilename(`${'é'.repeat(500)}.png`)
	assert.equal([...safe].length, 120)
	assert.match(safe, /\.png$/)
})

test('a name that had to be changed is kept as a title', () => {
	assert.equal(titleOf('my file.png'), 'my file')
	assert.equal(titleOf('.png'), null)
})
