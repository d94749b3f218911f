import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaf, makeHome, multipart, PIXEL, upload } from './home.ts'
import { type TestServer, testServer } from './server.ts'

const file = (index: number, filename: string, content: string | Uint8Array = 'text') => ({
	name: `files[${index}]`,
	filename,
	content,
})

const download = (server: TestServer, url: string, headers: Record<string, string> = {}) =>
	server.app.http.inject({ url, headers })

const stored = async (server: TestServer) =>
	(await server.store.db.selectFrom('attachments').selectAll().execute()).length
const staged = async (server: TestServer) =>
	(await server.store.db.selectFrom('staged_blobs').selectAll().execute()).length

test('files come with a message and can be fetched by their signed address', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const { status, body } = await upload(
		bot,
		'POST',
		`/channels/${channels.general}/messages`,
		{
			content: 'look',
			attachments: [
				{ id: 1, description: 'a note', filename: 'note 1.txt' },
				{ id: '0', is_spoiler: true },
			],
			embeds: [{ title: 't', image: { url: 'attachment://pixel.png' } }],
		},
		[
			file(1, 'ignored.html', 'grüße'),
			file(0, 'pixel.png', PIXEL),
			file(5, 'SPOILER_x.bin', Buffer.from([0, 159, 146, 150, 0])),
		],
	)
	assert.equal(status, 200)
	const [pixel, note, spoiler] = body.attachments
	assert.deepEqual(
		[pixel.filename, pixel.content_type, pixel.width, pixel.height, pixel.flags],
		['pixel.png', 'image/png', 1, 1, 8],
	)
	assert.deepEqual([note.filename, note.title, note.description], ['note_1.txt', 'note 1', 'a note'])
	assert.deepEqual([note.content_type, note.size], ['text/plain; charset=utf-8', 7])
	assert.deepEqual([spoiler.flags, 'content_type' in spoiler], [8, false])
	assert.equal(body.embeds[0].image.url, pixel.url)
	assert.equal(body.embeds[0].image.width, 1)
	const fetched = await download(server, pixel.url)
	assert.equal(fetched.rawPayload.equals(PIXEL), true)
	assert.equal(fetched.headers['content-type'], 'image/png')
	assert.equal(fetched.headers['x-content-type-options'], 'nosniff')
	assert.equal(fetched.headers['content-length'], String(PIXEL.length))
	assert.equal(await staged(server), 0)
	assert.equal(body.content, 'look')
	const [listed] = (await bot.get(`/channels/${channels.general}/messages`)).body
	assert.deepEqual(listed.attachments, body.attachments)
})

test('an address that was changed, has expired or is of another channel opens nothing', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const path = `/channels/${channels.general}/messages`
	const { url } = (await upload(bot, 'POST', path, {}, [file(0, 'a.txt')])).body.attachments[0]
	const unsigned = url.split('?')[0]
	for (const wrong of [
		unsigned,
		url.replace('a.txt', 'b.txt'),
		url.replace(/ex=./, 'ex=7'),
		url.replace(/.$/, (c: string) => (c === '0' ? '1' : '0')),
	]) {
		const { statusCode, body } = await download(server, wrong)
		assert.deepEqual([statusCode, JSON.parse(body)], [404, { message: '404: Not Found', code: 0 }])
	}
	assert.equal((await download(server, url)).statusCode, 200)
	server.clock.advance(26 * 60 * 60_000)
	assert.equal((await download(server, url)).statusCode, 404)
	const again = (await bot.get(path)).body[0].attachments[0].url
	assert.equal((await download(server, again)).statusCode, 200)
})

test('what a browser could run is saved, not shown', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
	const { body } = await upload(bot, 'POST', `/channels/${channels.general}/messages`, {}, [
		file(0, 'a.svg', `<?xml version="1.0"?>${svg}`),
		file(1, 'a.html', '<!doctype html><script>alert(1)</script>'),
	])
	for (const { url } of body.attachments) {
		const { headers } = await download(server, url)
		assert.match(String(headers['content-type']), /^(?:application\/octet-stream|text\/plain; charset=utf-8)$/)
		assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
		assert.equal(headers['x-content-type-options'], 'nosniff')
	}
})

test('parts of a file, and files one has already, are answered as asked', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const { body } = await upload(bot, 'POST', `/channels/${channels.general}/messages`, {}, [
		file(0, 'a.txt', '0123456789'),
	])
	const { url } = body.attachments[0]
	const range = async (value: string, headers: Record<string, string> = {}) => {
		const response = await download(server, url, { range: value, ...headers })
		return [response.statusCode, response.body, response.headers['content-range']]
	}
	assert.deepEqual(await range('bytes=2-4'), [206, '234', 'bytes 2-4/10'])
	assert.deepEqual(await range('bytes=8-'), [206, '89', 'bytes 8-9/10'])
	assert.deepEqual(await range('bytes=-3'), [206, '789', 'bytes 7-9/10'])
	assert.deepEqual(await range('bytes=5-99'), [206, '56789', 'bytes 5-9/10'])
	assert.deepEqual(await range('bytes=10-'), [416, '', 'bytes */10'])
	for (const whole of ['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2']) {
		assert.deepEqual(await range(whole), [200, '0123456789', undefined], whole)
	}
	const { etag } = (await download(server, url)).headers
	assert.deepEqual(await range('bytes=2-4', { 'if-range': String(etag) }), [206, '234', 'bytes 2-4/10'])
	assert.deepEqual(await range('bytes=2-4', { 'if-range': '"other"' }), [200, '0123456789', undefined])
	const known = await download(server, url, { 'if-none-match': `W/"x", ${etag}` })
	assert.deepEqual([known.statusCode, known.body], [304, ''])
	const head = await server.app.http.inject({ method: 'HEAD', url })
	assert.deepEqual([head.statusCode, head.headers['content-length'], head.body], [200, '10', ''])
})

test('both forms of a request are read: one field of JSON, or a field for each key', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const { payload, type } = multipart({ content: '[by] fields', tts: 'false', embeds: '[{"title":"t"}]' }, [
		{ name: 'file', filename: 'a.txt', content: 'x' },
	])
	const path = `/channels/${channels.general}/messages`
	const { body } = await bot.call('POST', path, payload, { 'content-type': type })
	assert.deepEqual([body.content, body.embeds[0].title, body.attachments.length], ['[by] fields', 't', 1])
	const both = multipart({ content: 'field', payload_json: '{"content":"json"}' })
	assert.equal((await bot.call('POST', path, both.payload, { 'content-type': both.type })).body.content, 'json')
	const bad = multipart({ payload_json: '{' })
	assert.equal((await bot.call('POST', path, bad.payload, { 'content-type': bad.type })).body.code, 50109)
	const form = await bot.call('POST', path, 'content=plain&tts=false', {
		'content-type': 'application/x-www-form-urlencoded',
	})
	assert.equal(form.body.content, 'plain')
})

test('files beyond the limits are refused and leave nothing behind', async () => {
	await using server = await testServer()
	const { bot, channels, stranger } = await makeHome(server)
	server.app.worker.start()
	const path = `/channels/${channels.general}/messages`
	const send = (files: ReturnType<typeof file>[], json: object = {}) => upload(bot, 'POST', path, json, files)
	const large = await send([file(0, 'a.txt'), file(1, 'b.bin', Buffer.alloc(10 * 1024 * 1024 + 1))])
	assert.deepEqual([large.status, large.body.code], [400, 50045])
	const most = Buffer.alloc(10 * 1024 * 1024)
	assert.equal((await send([file(0, 'a.bin', most)])).status, 200)
	const huge = await send([file(0, 'a', most), file(1, 'b', most), file(2, 'c', most)])
	assert.deepEqual([huge.status, huge.body.code], [413, 40005])
	const eleven = await send(Array.from({ length: 11 }, (_, n) => file(n, 'a.txt')))
	assert.deepEqual([eleven.status, eleven.body.code], [400, 30015])
	const unknown = await send([file(0, 'a.txt')], { attachments: [{ id: 3 }] })
	assert.deepEqual(leaf(unknown.body, 'attachments', 0, 'id'), ['ATTACHMENT_NOT_FOUND'])
	assert.equal((await send([file(2, 'a.txt'), file(2, 'b.txt')])).body.code, 50035)
	const refused = await send([file(0, 'a.txt')], { content: 'x'.repeat(2001) })
	assert.equal(refused.body.code, 50035)
	const visitor = await stranger('Visitor')
	const silent = await upload(visitor, 'POST', `/channels/${channels.silent}/messages`, {}, [file(0, 'a.txt')])
	assert.equal(silent.body.code, 50013)
	await server.app.idle()
	assert.deepEqual([await stored(server), await staged(server)], [1, 0])
	assert.deepEqual(await server.store.db.selectFrom('jobs').selectAll().execute(), [])
})

test('an edit says which attachments stay, and adds others', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	server.app.worker.start()
	const path = `/channels/${channels.general}/messages`
	const { id, attachments } = (await upload(bot, 'POST', path, { content: 'x' }, [file(0, 'a.txt'), file(1, 'b.txt')]))
		.body
	const names = (message: { attachments: { filename: string }[] }) =>
		message.attachments.map(({ filename }) => filename)
	const [a, b] = attachments
	assert.deepEqual(names((await bot.patch(`${path}/${id}`, { content: 'y' })).body), ['a.txt', 'b.txt'])
	const added = await upload(bot, 'PATCH', `${path}/${id}`, {}, [file(0, 'c.txt')])
	assert.deepEqual(names(added.body), ['a.txt', 'b.txt', 'c.txt'])
	const kept = await upload(
		bot,
		'PATCH',
		`${path}/${id}`,
		{
			attachments: [
				{ id: b.id, description: 'second', is_spoiler: true },
				{ id: 4, description: 'new' },
			],
		},
		[file(4, 'd.txt')],
	)
	assert.deepEqual(names(kept.body), ['b.txt', 'd.txt'])
	assert.deepEqual(
		kept.body.attachments.map(({ description, flags }: { description: string; flags: number }) => [description, flags]),
		[
			['second', 8],
			['new', undefined],
		],
	)
	await server.app.idle()
	assert.equal((await download(server, a.url)).statusCode, 404)
	assert.equal((await download(server, b.url)).statusCode, 200)
	assert.equal((await bot.patch(`${path}/${id}`, { attachments: [{ id: a.id }] })).body.code, 50035)
	assert.deepEqual((await bot.patch(`${path}/${id}`, { attachments: null })).body.attachments, [])
	assert.equal((await bot.patch(`${path}/${id}`, { content: '' })).body.code, 50006)
})

test('files of a message that is removed are removed after it', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	server.app.worker.start()
	const path = `/channels/${channels.general}/messages`
	const { id, attachments } = (await upload(bot, 'POST', path, {}, [file(0, 'a.txt')])).body
	const row = await server.store.db.selectFrom('attachments').select('blob_key').executeTakeFirstOrThrow()
	await bot.delete(`${path}/${id}`)
	await server.app.idle()
	assert.equal((await download(server, attachments[0].url)).statusCode, 404)
	assert.equal(await server.blobs.get(row.blob_key), undefined)
})

test('a message that was sent before with the nonce keeps no second file', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	server.app.worker.start()
	const send = () =>
		upload(bot, 'POST', `/channels/${channels.general}/messages`, { nonce: 'n', enforce_nonce: true }, [
			file(0, 'a.txt'),
		])
	const [one, two] = [await send(), await send()]
	assert.equal(one.body.id, two.body.id)
	await server.app.idle()
	assert.deepEqual([await stored(server), await staged(server)], [1, 0])
})

test('a voice message is one sound with its shape', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const ogg = Buffer.concat([
		Buffer.from('OggS\0\x02'),
		Buffer.alloc(20),
		Buffer.from('\x01\x13OpusHead\x01\x02\x38\x01\x80\xbb\0\0\0\0\0', 'latin1'),
	])
	const path = `/channels/${channels.general}/messages`
	const attachments = [{ id: 0, duration_secs: 1.5, waveform: 'AAAA' }]
	const send = (json: object, content: Uint8Array | string = ogg) =>
		upload(bot, 'POST', path, { flags: 1 << 13, ...json }, [file(0, 'voice-message.ogg', content)])
	const { status, body } = await send({ attachments })
	assert.equal(status, 200)
	assert.deepEqual(
		[body.flags, body.attachments[0].duration_secs, body.attachments[0].waveform],
		[1 << 13, 1.5, 'AAAA'],
	)
	assert.equal((await send({ attachments, content: 'x' })).body.code, 50159)
	assert.equal((await send({ attachments }, 'text')).body.code, 50160)
	assert.equal((await send({})).body.code, 50161)
	assert.equal((await bot.patch(`${path}/${body.id}`, { content: 'x' })).body.code, 50162)
})

test('what was staged by a process that ended is swept away', async () => {
	await using server = await testServer()
	const { stageBlob } = await import('../src/domain/media/staged.ts')
	await server.listen()
	await server.store.transaction((tx) => stageBlob(tx, 'attachments/orphan'))
	await server.blobs.put('attachments/orphan', Buffer.from('x'))
	server.clock.advance(23 * 60 * 60_000)
	await server.app.idle()
	const kept = await server.blobs.get('attachments/orphan')
	assert.ok(kept)
	kept.content.destroy()
	server.clock.advance(2 * 60 * 60_000)
	await server.app.idle()
	assert.equal(await server.blobs.get('attachments/orphan'), undefined)
	assert.equal(await staged(server), 0)
})
