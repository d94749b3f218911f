/**
 * What no client does by mistake, over real sockets. Beside it a client that behaves hears everything: whatever is done
 * here, it is done to nobody else.
 */
import assert from 'node:assert/strict'
import net from 'node:net'
import { test } from 'node:test'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { connect, type GatewayClient, house, login } from './gateway-client.ts'
import { heapInUse } from './heap.ts'
import { frame, handshake, type RawSocket, rawSocket } from './raw-socket.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

const TEXT = 1
const BINARY = 2
const PING = 9
const PONG = 10
const ETF = '/?v=10&encoding=etf'
/** A message that goes on. */
const OPEN = { isFinal: false }
const HEARTBEAT = JSON.stringify({ op: 1, d: null })

interface Witness {
	bot: Bot
	channelId: string
	client: GatewayClient
	/** Something is said, and heard. */
	hears(): Promise<void>
}

/** Somebody who behaves, in a guild where something is said. */
async function witness(server: TestServer): Promise<Witness> {
	const { bot, channelId } = await house(server)
	const client = await login(server, { token: bot.token })
	await client.event('GUILD_CREATE')
	let said = 0
	return {
		bot,
		channelId,
		client,
		async hears() {
			const content = `message ${said++}`
			await bot.post(`/channels/${channelId}/messages`, { content })
			assert.equal((await client.event('MESSAGE_CREATE')).content, content)
		},
	}
}

/** Connected, HELLO has come. */
async function greeted(server: TestServer, request?: string): Promise<RawSocket> {
	const raw = await rawSocket(server, request)
	await raw.next(request?.includes('etf') ? BINARY : TEXT)
	return raw
}

async function ends(server: TestServer, bytes: Buffer | Buffer[], code: number | undefined, request?: string) {
	using raw = await greeted(server, request)
	for (const part of [bytes].flat()) raw.write(part)
	assert.equal(await raw.ended, code)
}

/** A list in a list in a list, as a term. */
const nested = (depth: number) =>
	Buffer.concat([
		Buffer.from([131]),
		...Array.from({ length: depth }, () => Buffer.from([108, 0, 0, 0, 1])),
		Buffer.from([106]),
		Buffer.alloc(depth, 106),
	])
const announced = (tag: number, ...rest: number[]) => Buffer.from([131, tag, 255, 255, 255, 255, ...rest])

test('G3 garbage of every kind ends its connection with a code, and nobody else’s', async (t) => {
	await using server = await testServer()
	const { client, hears } = await witness(server)
	const cases: [string, Buffer | Buffer[], number | undefined, string?][] = [
		['noise as text', frame(TEXT, Buffer.from('\u0000\u0001x')), 4002],
		['text that is no UTF-8', frame(TEXT, Buffer.from([0xff, 0xfe])), 4002],
		['binary noise', frame(BINARY, Buffer.from([1, 2, 3, 4])), 4002],
		['an empty message', frame(TEXT, ''), 4002],
		['an op that nobody has', frame(TEXT, '{"op":12,"d":{}}'), 4001],
		['an op that only servers send', frame(TEXT, '{"op":0,"d":{},"t":"READY","s":1}'), 4001],
		['JSON 4,000 levels deep', frame(TEXT, `{"op":2,"d":${'['.repeat(2000)}${']'.repeat(2000)}}`), 4002],
		['a frame of 4,097 bytes', frame(TEXT, HEARTBEAT.padEnd(4097)), 4002],
		['a frame that says it has 2 GB', frame(TEXT, '', { length: 2 ** 31 }), 4002],
		['a frame that says it has 2^60 bytes', frame(TEXT, '', { length: 2 ** 60 }), 4002],
		['a message compressed with zlib', frame(BINARY, deflateSync(HEARTBEAT)), 4002],
		['a frame of permessage-deflate', frame(TEXT, deflateRawSync(HEARTBEAT), { reserved: 0x40 }), 1002],
		['bytes that are reserved', frame(TEXT, HEARTBEAT, { reserved: 0x30 }), 1002],
		['an opcode of WebSocket that is reserved', frame(3, HEARTBEAT), 1002],
		['a frame without a mask', frame(TEXT, HEARTBEAT, { isMasked: false }), 1002],
		['a continuation of nothing', frame(0, HEARTBEAT), 1002],
		['a ping in two fragments', frame(PING, 'x', OPEN), 1002],
		['a ping of 126 bytes', frame(PING, 'x'.repeat(126)), 1002],
		['a message within a message', [frame(TEXT, '{', OPEN), frame(TEXT, '}')], 1002],
		['a close with a code that cannot be', frame(8, Buffer.from([0, 1])), 1002],
		[
			'5 MB in fragments',
			Array.from({ length: 5000 }, (_, n) => frame(n === 0 ? TEXT : 0, 'x'.repeat(1000), OPEN)),
			4002,
		],
		['ETF: no term', frame(BINARY, 'x'), 4002, handshake(ETF)],
		['ETF: lists 500 deep', frame(BINARY, nested(500)), 4002, handshake(ETF)],
		['ETF: a list of 2^32', frame(BINARY, announced(108)), 4002, handshake(ETF)],
		['ETF: a map of 2^32', frame(BINARY, announced(116)), 4002, handshake(ETF)],
		['ETF: a binary of 2^32', frame(BINARY, announced(109, 65)), 4002, handshake(ETF)],
		['ETF: a number of 2^32 digits', frame(BINARY, announced(111, 0, 1)), 4002, handshake(ETF)],
		[
			'ETF: a term of 1 GB, compressed',
			frame(BINARY, Buffer.concat([Buffer.from([131, 80, 0x40, 0, 0, 0]), deflateSync(Buffer.alloc(1_000_000))])),
			4002,
			handshake(ETF),
		],
		[
			'ETF: a key that is an atom',
			frame(BINARY, Buffer.from([131, 116, 0, 0, 0, 1, 119, 2, 111, 112, 97, 1])),
			4002,
			handshake(ETF),
		],
		['ETF: an atom that is nothing', frame(BINARY, Buffer.from([131, 119, 3, 102, 111, 111])), 4002, handshake(ETF)],
		['JSON where ETF was agreed', frame(TEXT, HEARTBEAT), 4002, handshake(ETF)],
	]
	for (const [what, bytes, code, request] of cases) {
		await t.test(what, () => ends(server, bytes, code, request))
	}
	await hears()
	assert.equal(client.ws.readyState, client.ws.OPEN)
})

test('G3 a message in fragments, with pings between them, is one message', async () => {
	await using server = await testServer()
	using raw = await greeted(server)
	for (const [index, letter] of [...HEARTBEAT].entries()) {
		raw.write(frame(index === 0 ? TEXT : 0, letter, { isFinal: index === HEARTBEAT.length - 1 }))
		if (index === 5) raw.write(frame(PING, 'still there?'))
	}
	assert.equal((await raw.next(PONG)).toString(), 'still there?')
	assert.equal(JSON.parse((await raw.next(TEXT)).toString()).op, 11)
})

test('G5 floods end with 4008: frames, pings, and bytes that are no frames', async (t) => {
	await using server = await testServer()
	const { hears } = await witness(server)
	await t.test('heartbeats', () => ends(server, Array(126).fill(frame(TEXT, HEARTBEAT)), 4008))
	await t.test('pings, whose answers nobody reads', async () => {
		using raw = await greeted(server)
		raw.socket.pause()
		for (let n = 0; n < 10_000; n++) raw.write(frame(PING, 'x'.repeat(125)))
		raw.socket.resume()
		assert.equal(await raw.ended, 4008)
		assert.equal(raw.frames.filter(({ opcode }) => opcode === PONG).length, 120)
	})
	await t.test('pongs that nobody asked for', async () => {
		using raw = await greeted(server)
		const flood = Buffer.concat(Array(2000).fill(frame(PONG, 'x'.repeat(125))))
		for (let bytes = 0; bytes <= 1_100_000; bytes += flood.length) raw.write(flood)
		await read(server, 1_048_577)
		server.socketClock.advance(1000)
		assert.equal(await raw.ended, 4008)
	})
	await t.test('empty fragments', () =>
		ends(server, [frame(TEXT, '{', OPEN), Buffer.concat(Array(50_000).fill(frame(0, '', OPEN)))], 4008),
	)
	await hears()
})

/** Resolves when some connection of the server has taken in so much. */
async function read(server: TestServer, bytes: number): Promise<void> {
	while (!server.app.gateway.connections().some((socket) => socket.bytesRead >= bytes)) {
		await new Promise(setImmediate)
	}
}

/** A client behind a line that can be cut in such a way that neither end hears of it. */
async function throughLine(server: TestServer): Promise<{ origin: string; cut(): void; close(): void }> {
	const { port } = new URL(await server.listen())
	const pairs: net.Socket[] = []
	const line = net.createServer((client) => {
		const upstream = net.connect(Number(port), '127.0.0.1')
		client.pipe(upstream).pipe(client)
		for (const end of [client, upstream]) end.on('error', () => {})
		pairs.push(client, upstream)
	})
	await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
	return {
		origin: `http://127.0.0.1:${(line.address() as net.AddressInfo).port}`,
		cut() {
			for (const end of pairs) end.unpipe().pause()
		},
		close() {
			for (const end of pairs) end.destroy()
			line.close()
		},
	}
}

test('G6 a client that is gone without a word is noticed by its heartbeats, and its session waits', async () => {
	await using server = await testServer()
	const line = await throughLine(server)
	const { bot, channelId } = await house(server)
	await using lost = await login({ ...server, origin: line.origin }, { token: bot.token })
	await lost.event('GUILD_CREATE')
	line.cut()
	const { heartbeatIntervalMs } = server.config
	server.socketClock.advance(heartbeatIntervalMs * 1.5)
	while (server.app.gateway.counts().detached === 0) await new Promise(setImmediate)
	server.socketClock.advance(5000)
	while (server.app.gateway.counts().sockets > 0) await new Promise(setImmediate)
	await bot.post(`/channels/${channelId}/messages`, { content: 'are you there?' })
	await using again = await connect(server)
	again.send(6, { token: bot.token, session_id: lost.ready.session_id, seq: 2 })
	assert.equal((await again.event('MESSAGE_CREATE')).content, 'are you there?')
	line.close()
})

test('a client that does not go when it is told to is cut', async () => {
	await using server = await testServer()
	using raw = await rawSocket(server, handshake(), true)
	raw.write(frame(TEXT, 'x'))
	assert.equal((await raw.next(8)).readUInt16BE(), 4002)
	assert.equal(server.app.gateway.counts().sockets, 1)
	server.socketClock.advance(6000)
	assert.equal(await raw.ended, 4002)
})

test('G15, G31 what is no handshake is answered in HTTP', async (t) => {
	await using server = await testServer()
	const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
	const upgrade = ['Connection: Upgrade', 'Upgrade: websocket']
	const version = 'Sec-WebSocket-Version: 13'
	const cases: [string, string, string][] = [
		['another path', handshake('/api/v10/gateway'), '404'],
		['no key', handshake('/', [...upgrade, version]), '400'],
		['a key that is none', handshake('/', [...upgrade, version, 'Sec-WebSocket-Key: x']), '400'],
		['no version', handshake('/', [...upgrade, key]), '400'],
		['another version', handshake('/', [...upgrade, key, 'Sec-WebSocket-Version: 9']), '400'],
		['another method', handshake('/').replace('GET', 'POST'), '405'],
		['no request at all', '\u0000\u0001\u0002\r\n\r\n', '400'],
		['headers of 70 KB', handshake('/', [`X-Long: ${'x'.repeat(70_000)}`]), '431'],
	]
	for (const [what, request, status] of cases) {
		await t.test(`${what}: ${status}`, async () => {
			using raw = await rawSocket(server, request)
			await raw.ended
			assert.equal(raw.head.split(' ')[1], status)
		})
	}
	await t.test('a request that would rather speak HTTP/2 is answered in HTTP/1.1', async () => {
		const headers = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA']
		using raw = await rawSocket(server, handshake('/api/v10/gateway', headers))
		while (!raw.head.includes('\r\n')) await new Promise(setImmediate)
		assert.match(raw.head, /^HTTP\/1\.1 200 /)
	})
	await t.test('a compression that is not offered', async () => {
		using raw = await rawSocket(server, handshake('/?v=10&encoding=json&compress=gzip'))
		assert.equal(await raw.ended, 4012)
	})
})

test('a handshake that drips in is given up', async () => {
	await using server = await testServer()
	await server.listen()
	server.app.http.server.headersTimeout = 200
	using raw = await rawSocket(server, 'GET / HTTP/1.1\r\nHost: x\r\n')
	const drip = setInterval(() => raw.write('X: y\r\n'), 50)
	await raw.ended
	clearInterval(drip)
	assert.match(raw.head, /^HTTP\/1\.1 408 /)
})

test('G31 of one address so many may be open that have not identified, and so many in all', async () => {
	await using server = await testServer({ newcomers: { perNetwork: 3, inAll: 5 }, trustedProxies: ['127.0.0.1'] })
	const { bot } = await house(server)
	const from = (address: string) => handshake('/', [...HEADERS, `X-Forwarded-For: ${address}`])
	const statusOf = async (raw: RawSocket) => {
		while (!raw.head.includes('\r\n')) await new Promise(setImmediate)
		return raw.head.split(' ')[1]
	}
	const open = [
		await greeted(server, from('2001:db8::1')),
		await greeted(server, from('2001:db8::2')),
		await greeted(server, from('2001:db8:0:0:9::')),
	]
	using fourth = await rawSocket(server, from('2001:db8::3'))
	assert.equal(await statusOf(fourth), '429')
	assert.match(fourth.head, /Retry-After: \d/)
	open.push(await greeted(server, from('192.0.2.1')), await greeted(server, from('192.0.2.2')))
	using sixth = await rawSocket(server, from('192.0.2.3'))
	assert.equal(await statusOf(sixth), '503')
	// Who identifies makes room; so does who goes.
	open[0]?.write(frame(TEXT, JSON.stringify({ op: 2, d: { token: bot.token, properties: {}, intents: 0 } })))
	await open[0]?.next(TEXT)
	open.push(await greeted(server, from('2001:db8::3')))
	open[1]?.socket.destroy()
	while (server.app.gateway.counts().sockets > 5) await new Promise(setImmediate)
	open.push(await greeted(server, from('2001:db8::4')))
	for (const raw of open) raw[Symbol.dispose]()
})

const HEADERS = [
	'Connection: Upgrade',
	'Upgrade: websocket',
	'Sec-WebSocket-Version: 13',
	'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

test('G8, G31 ten thousand Identify in a row, with a token and with none, harm nobody', async () => {
	await using server = await testServer({ maxConcurrency: 1, trustedProxies: ['127.0.0.1'] })
	const { bot, hears } = await witness(server)
	const before = (await bot.get('/gateway/bot')).body.session_start_limit.remaining
	const heap = heapInUse()
	const identify = (token: string) => frame(TEXT, JSON.stringify({ op: 2, d: { token, properties: {}, intents: 0 } }))
	const storm = async (n: number) => {
		using raw = await greeted(server, handshake('/', [...HEADERS, `X-Forwarded-For: 10.0.${n % 256}.1`]))
		if (n % 2 === 0) raw.write(identify('nobody.of.all'))
		else for (const _ of [1, 2]) raw.write(identify(bot.token))
		assert.equal(await raw.ended, n % 2 === 0 ? 4004 : 4005)
	}
	// One connection after the other, a hundred beside each other.
	for (let done = 0; done < STORMS; done += 100) {
		await Promise.all(Array.from({ length: 100 }, (_, n) => storm(done + n)))
		if (done % 1000 === 0) await hears()
	}
	await hears()
	assert.equal((await bot.get('/gateway/bot')).body.session_start_limit.remaining, before)
	assert.equal(server.app.gateway.counts().sessions, 1)
	assert.ok(heapInUse() - heap < 64 * 1024 * 1024)
})

/** So many as the issue names where there is time: `STORMS=10000`. */
const STORMS = Number(process.env.STORMS ?? (process.env.CI ? 10_000 : 600))
