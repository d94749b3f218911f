import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { constants, createInflate, createZstdDecompress, inflateSync } from 'node:zlib'
import { WebSocket, WebSocketServer } from 'ws'
import { type Ends, payloadWire, plainWire, type Wire } from './codec.ts'
import { dispatchOf } from './dispatch.ts'
import { ENCODINGS } from './encoding.ts'
import { readQuery } from './query.ts'
import { zlibWire, zstdWire } from './streams.ts'

/** A pair of sockets with `wire` on the server's end; what arrives, until the socket closes. */
async function heard(wireOf: (ends: Ends) => Wire, use: (wire: Wire) => void) {
	const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
	server.on('connection', (ws, request) => {
		const wire = wireOf({ ws, raw: request.socket, encoding: ENCODINGS.json, onRoom() {} })
		use(wire)
		wire.close(4000, 'done')
	})
	await once(server, 'listening')
	const frames: { data: Buffer; isBinary: boolean }[] = []
	const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
	client.on('message', (data: Buffer, isBinary) => frames.push({ data, isBinary }))
	const [code] = (await once(client, 'close')) as [number]
	server.close()
	return { frames, code }
}

test('G16 zlib-stream: one context, one frame for each message in order, each ending with 00 00 FF FF', async () => {
	const messages = Array.from({ length: 50 }, (_, n) => JSON.stringify({ n, text: 'x'.repeat(n * n * 20) }))
	const { frames, code } = await heard(zlibWire, (wire) => {
		for (const message of messages) wire.message(Buffer.from(message))
	})
	assert.equal(frames.length, messages.length)
	assert.equal(code, 4000)
	const inflate = createInflate()
	for (const [n, { data, isBinary }] of frames.entries()) {
		assert.ok(isBinary)
		assert.equal(data.subarray(-4).toString('hex'), '0000ffff')
		inflate.write(data)
		await new Promise<void>((resolve) => inflate.flush(constants.Z_SYNC_FLUSH, resolve))
		assert.equal(String(inflate.read()), messages[n])
	}
})

test('G16 zstd-stream: one zstd frame, each message flushed into one frame of the socket', async () => {
	const messages = Array.from({ length: 50 }, (_, n) => JSON.stringify({ n, text: 'x'.repeat(n * n * 20) }))
	const { frames, code } = await heard(zstdWire, (wire) => {
		for (const message of messages) wire.message(Buffer.from(message))
	})
	assert.equal(frames.length, messages.length)
	assert.equal(code, 4000)
	const unpack = createZstdDecompress()
	for (const [n, { data, isBinary }] of frames.entries()) {
		assert.ok(isBinary)
		// Only the first has the mark of a zstd frame.
		assert.equal(data.subarray(0, 4).toString('hex') === '28b52ffd', n === 0)
		unpack.write(data)
		await new Promise<void>((resolve) => unpack.flush(() => resolve()))
		assert.equal(String(unpack.read()), messages[n])
	}
})

test('messages of every length arrive as text, as they were', async () => {
	const messages = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000].map(
		(length) => 'ä'.repeat(length / 2) + 'x'.repeat(length % 2),
	)
	const { frames, code } = await heard(plainWire, (wire) => {
		for (const message of messages) wire.message(Buffer.from(message))
	})
	assert.ok(frames.every(({ isBinary }) => !isBinary))
	assert.deepEqual(
		frames.map(({ data }) => String(data)),
		messages,
	)
	assert.equal(code, 4000)
})

test('dispatches that go together arrive one by one, each under its number', async () => {
	const dispatches = [10, 70_000, 0, 300].map((length, n) =>
		dispatchOf(`EVENT_${n}`, JSON.stringify('ä'.repeat(length)), 0),
	)
	const { frames } = await heard(plainWire, (wire) => {
		wire.dispatches(dispatches.slice(0, 3), 1)
		// The same once more under other numbers, and some of them under the same.
		wire.dispatches(dispatches.slice(0, 3), 4)
		wire.dispatches([...dispatches.slice(0, 2), dispatches[3] as (typeof dispatches)[number]], 4)
	})
	const read = frames.map(({ data }) => JSON.parse(String(data)) as { t: string; s: number; d: string })
	assert.deepEqual(
		read.map(({ t, s, d }) => [t, s, d.length]),
		[
			['EVENT_0', 1, 10],
			['EVENT_1', 2, 70_000],
			['EVENT_2', 3, 0],
			['EVENT_0', 4, 10],
			['EVENT_1', 5, 70_000],
			['EVENT_2', 6, 0],
			['EVENT_0', 4, 10],
			['EVENT_1', 5, 70_000],
			['EVENT_3', 6, 300],
		],
	)
})

test('G16 with `compress` large messages are zlib each on its own, and what begins a session is', async () => {
	const ready = '{"t":"READY","s":1,"op":0,"d":{}}'
	const small = '{"t":"MESSAGE_CREATE","s":2,"op":0,"d":{}}'
	const text = 'x'.repeat(9000)
	const large = `{"t":"MESSAGE_CREATE","s":3,"op":0,"d":"${text}"}`
	const { frames } = await heard(payloadWire, (wire) => {
		const dispatches = [
			dispatchOf('READY', '{}', 0),
			dispatchOf('MESSAGE_CREATE', '{}', 0),
			dispatchOf('MESSAGE_CREATE', `"${text}"`, 0),
		]
		assert.equal(wire.dispatches(dispatches, 1), ready.length + small.length + large.length)
	})
	assert.deepEqual(
		frames.map(({ isBinary }) => isBinary),
		[true, false, true],
	)
	assert.deepEqual(
		frames.map(({ data, isBinary }) => String(isBinary ? inflateSync(data) : data)),
		[ready, small, large],
	)
})

const queries: [string, unknown][] = [
	['/', { version: 10, encoding: 'json', compress: undefined }],
	['/?v=9&encoding=json', { version: 9, encoding: 'json', compress: undefined }],
	['/?v=10&encoding=json&compress=zlib-stream', { version: 10, encoding: 'json', compress: 'zlib-stream' }],
	['/?v=5', 'Invalid API version.'],
	['/?v=x', 'Invalid API version.'],
	['/?encoding=etf', { version: 10, encoding: 'etf', compress: undefined }],
	['/?encoding=xml', 'This encoding is not offered; use json or etf.'],
	['/?compress=zstd-stream', { version: 10, encoding: 'json', compress: 'zstd-stream' }],
	['/?compress=br', 'This compression is not offered; use zlib-stream, zstd-stream, or none.'],
]
for (const [url, expected] of queries) {
	test(`G15 ${url} asks for ${JSON.stringify(expected)}`, () => assert.deepEqual(readQuery(url), expected))
}
