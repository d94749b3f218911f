/** A client of the gateway that is nothing but a socket: what libraries never do, against the server as people run it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { createInflate, createZstdDecompress, type Inflate, type ZstdDecompress } from 'node:zlib'
import { pack, unpack } from 'etf.js'
import WebSocket from 'ws'
import { type Platform, startPlatform } from './platform.ts'

interface Frame {
	op: number
	s: number | null
	t: string | null
	// biome-ignore lint/suspicious/noExplicitAny: whatever was sent
	d: any
}

const INTENTS = (1 << 0) | (1 << 9) | (1 << 15)

let platform: Platform
before(async () => {
	platform = await startPlatform()
})
after(() => platform?.[Symbol.asyncDispose]())

/** A connection, and what came over it so far. */
class Raw {
	readonly frames: Frame[] = []
	readonly socket: WebSocket
	readonly closed: Promise<number>
	#waiting: (() => void)[] = []
	readonly #inflate: Inflate | ZstdDecompress | undefined
	readonly #isEtf: boolean

	constructor(query: string) {
		const { compress, encoding } = Object.fromEntries(new URLSearchParams(query))
		this.#inflate =
			compress === 'zlib-stream' ? createInflate() : compress === 'zstd-stream' ? createZstdDecompress() : undefined
		this.#isEtf = encoding === 'etf'
		const read = (bytes: Buffer) => (this.#isEtf ? unpack(bytes) : JSON.parse(bytes.toString())) as Frame
		const take = (bytes: Buffer) => {
			this.frames.push(read(bytes))
			for (const wake of this.#waiting.splice(0)) wake()
		}
		this.#inflate?.on('data', take)
		this.socket = new WebSocket(`${platform.fixture.gateway_url}/?${query}`)
		this.socket.on('message', (bytes: Buffer) => (this.#inflate ? this.#inflate.write(bytes) : take(bytes)))
		this.socket.on('error', () => {})
		this.closed = once(this.socket, 'close').then(([code]) => code as number)
	}

	async next(isWanted: (frame: Frame) => boolean): Promise<Frame> {
		for (;;) {
			const found = this.frames.find(isWanted)
			if (found) return found
			await new Promise<void>((wake) => this.#waiting.push(wake))
		}
	}

	event = (name: string) => this.next(({ t }) => t === name)

	send(op: number, d: unknown): void {
		this.socket.send(this.#isEtf ? pack({ op, d }) : JSON.stringify({ op, d }))
	}

	get sequence(): number {
		return Math.max(...this.frames.map(({ s }) => s ?? 0))
	}
}

const sever = (how: object) => platform.control('gateway.sever', { user_id: platform.fixture.bots[1].user_id, ...how })

async function identified(query = 'v=10&encoding=json'): Promise<{ raw: Raw; sessionId: string }> {
	const raw = new Raw(query)
	await raw.next(({ op }) => op === 10)
	raw.send(2, { token: platform.fixture.bots[1].token, intents: INTENTS, properties: {} })
	const { d } = await raw.event('READY')
	for (const { id } of d.guilds) await raw.next((frame) => frame.t === 'GUILD_CREATE' && frame.d.id === id)
	return { raw, sessionId: d.session_id }
}

function say(content: string): Promise<unknown> {
	const { users, guild } = platform.fixture
	const message = { as: users[0].id, channel_id: guild.text_channel_id, message: { content } }
	return platform.control('message.create', message)
}

describe('gateway.sever', () => {
	const forms = [
		{ how: { how: 'terminate' }, code: 1006, op: undefined },
		{ how: { how: 'close', code: 4000 }, code: 4000, op: undefined },
		{ how: { how: 'close', code: 1012 }, code: 1012, op: undefined },
		{ how: { how: 'reconnect' }, code: undefined, op: 7 },
		{ how: { how: 'invalid' }, code: undefined, op: 9 },
	]
	for (const { how, code, op } of forms) {
		test(`${JSON.stringify(how)} is what the client sees`, async () => {
			const { raw } = await identified()
			assert.deepEqual(await sever(how), { severed: 1 })
			if (op !== undefined) {
				const { d, s, t } = await raw.next((frame) => frame.op === op)
				assert.deepEqual([d, s, t], [op === 9 ? false : null, null, null])
				raw.socket.close(1000)
			}
			const closed = await raw.closed
			if (code !== undefined) assert.equal(closed, code)
		})
	}

	test('all connections of a user are cut, and nobody else’s', async () => {
		const [one, other] = [await identified(), await identified()]
		assert.deepEqual(await sever({ how: 'terminate' }), { severed: 2 })
		assert.deepEqual(await Promise.all([one.raw.closed, other.raw.closed]), [1006, 1006])
		assert.deepEqual(await sever({ how: 'terminate' }), { severed: 0 })
	})
})

test('a session goes on over connections that compress and encode in every other way', async () => {
	const { raw: first, sessionId } = await identified()
	first.socket.terminate()
	await first.closed
	let { sequence } = first
	const { token } = platform.fixture.bots[1]
	const ways = ['v=10&encoding=json&compress=zlib-stream', 'v=10&encoding=etf&compress=zstd-stream', 'v=9&encoding=etf']
	for (const [index, query] of ways.entries()) {
		await say(`away ${index}`)
		const raw = new Raw(query)
		await raw.next(({ op }) => op === 10)
		raw.send(6, { token, session_id: sessionId, seq: sequence })
		await raw.event('RESUMED')
		const told = raw.frames.filter(({ op }) => op === 0)
		assert.deepEqual(
			told.map(({ t, s, d }) => [t, s, d.content]),
			[
				['MESSAGE_CREATE', sequence + 1, `away ${index}`],
				['RESUMED', sequence + 2, undefined],
			],
		)
		sequence = raw.sequence
		raw.socket.terminate()
		await raw.closed
	}
})

test('the same numbers come again when the client says that it missed them', async () => {
	const { raw, sessionId } = await identified()
	const before = raw.sequence
	await say('once')
	await raw.event('MESSAGE_CREATE')
	raw.socket.terminate()
	await raw.closed
	const back = new Raw('v=10&encoding=json')
	await back.next(({ op }) => op === 10)
	back.send(6, { token: platform.fixture.bots[1].token, session_id: sessionId, seq: before })
	const { s, d } = await back.event('MESSAGE_CREATE')
	assert.deepEqual([s, d.content], [before + 1, 'once'])
	back.socket.close(1000)
	await back.closed
	const gone = new Raw('v=10&encoding=json')
	await gone.next(({ op }) => op === 10)
	gone.send(6, { token: platform.fixture.bots[1].token, session_id: sessionId, seq: before + 1 })
	assert.equal((await gone.next(({ op }) => op === 9)).d, false)
	gone.socket.terminate()
})
