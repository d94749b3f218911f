import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageSize } from 'image-size'
import { PIXEL } from './home.ts'
import { testServer } from './server.ts'

const HASH = '0123456789abcdef0123456789abcdef'

test('everybody has a picture: six defaults, always the same', async () => {
	await using server = await testServer()
	const pictures = await Promise.all(
		[0, 1, 2, 3, 4, 5].map((index) => server.app.http.inject(`/embed/avatars/${index}.png?size=64`)),
	)
	for (const { statusCode, headers, rawPayload } of pictures) {
		assert.deepEqual([statusCode, headers['content-type']], [200, 'image/png'])
		assert.deepEqual(imageSize(rawPayload), { width: 128, height: 128, type: 'png' })
	}
	assert.equal(new Set(pictures.map(({ rawPayload }) => rawPayload.toString('base64'))).size, 6)
	for (const file of ['6.png', '0.gif', 'x.png', '-1.png', '00.png']) {
		assert.equal((await server.app.http.inject(`/embed/avatars/${file}`)).statusCode, 404, file)
	}
})

test('stored pictures are served by the names of their owners, for good', async () => {
	await using server = await testServer()
	for (const folder of [
		'avatars/1',
		'icons/1',
		'splashes/1',
		'banners/1',
		'app-icons/1',
		'role-icons/1',
		'guilds/1/users/2/avatars',
		'guilds/1/users/2/banners',
	]) {
		await server.blobs.put(`${folder}/${HASH}`, PIXEL)
		for (const extension of ['png', 'webp', 'jpg']) {
			const url = `/${folder}/${HASH}.${extension}?size=128`
			const { statusCode, headers, rawPayload } = await server.app.http.inject(url)
			assert.equal(statusCode, 200, url)
			assert.equal(headers['content-type'], 'image/png')
			assert.equal(headers.etag, `"${HASH}"`)
			assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
			assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
			assert.equal(rawPayload.equals(PIXEL), true)
		}
	}
})

test('what is not stored, or not named like a picture, is not found', async () => {
	await using server = await testServer()
	await server.blobs.put('secrets/key', Buffer.from('secret'))
	for (const url of [
		`/avatars/1/${HASH}.png`,
		`/avatars/x/${HASH}.png`,
		'/avatars/1/key.png',
		'/avatars/1/..%2f..%2fsecrets%2fkey.png',
		'/secrets/key',
		`/emojis/1.png`,
		'/attachments/1/2/a.txt',
		'/attachments/1/%2e%2e/a.txt?ex=1&is=1&hm=1',
	]) {
		const { statusCode, headers, body } = await server.app.http.inject(url)
		assert.deepEqual([statusCode, JSON.parse(body)], [404, { message: '404: Not Found', code: 0 }], url)
		assert.equal(headers['content-type'], 'application/json')
	}
})
