import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ClientFrame, readFrame as readFrameIn } from './command.ts'
import { type Connection, type Effect, type Input, newConnection, step } from './connection.ts'
import { ENCODINGS } from './encoding.ts'

const INTERVAL = 40_000
const readFrame = (bytes: Buffer): ClientFrame => readFrameIn(bytes, ENCODINGS.json.read)
const frame = (op: number, d?: unknown): ClientFrame => readFrame(Buffer.from(JSON.stringify({ op, d })))
const HEARTBEAT = frame(1, null)
const IDENTIFY = frame(2, { token: 't', properties: {}, intents: 0 })
const RESUME = frame(6, { token: 't', session_id: 's', seq: 1 })
const PRESENCE = frame(3, { since: null, activities: [], status: 'online', afk: false })

/** Plays inputs one after the other; effects in words. */
function play(inputs: Input[], connection: Connection = newConnection(INTERVAL, 0)): string[] {
	return inputs.flatMap((input) => step(connection, input)).map(words)
}

function words(effect: Effect): string {
	if (effect.do === 'close') return `close ${effect.close}`
	return effect.do === 'perform' ? effect.command.is : effect.do
}

const greet: Input = { on: 'greet', now: 0 }
const opened: Input = { on: 'opened' }
const said = (given: ClientFrame, now = 0): Input => ({ on: 'frame', frame: given, now })

test('G1 HELLO goes first, also when Identify came before it', () => {
	assert.deepEqual(play([said(IDENTIFY), said(HEARTBEAT), greet]), ['hello', 'identify', 'ack'])
})

const beforeIdentify: [string, ClientFrame, string[]][] = [
	['a heartbeat is answered', HEARTBEAT, ['ack']],
	['Identify is performed', IDENTIFY, ['identify']],
	['Resume is performed', RESUME, ['resume']],
	['a presence is refused', PRESENCE, ['close notAuthenticated']],
	['a request for members is refused', frame(8, { guild_id: '1', query: '', limit: 0 }), ['close notAuthenticated']],
	['a presence that is wrong as well is refused likewise', frame(3, 7), ['close notAuthenticated']],
	['an Identify that is wrong is refused as such', frame(2, 7), ['close decodeError']],
	['an unknown opcode is refused as such', frame(99), ['close unknownOpcode']],
	['garbage is refused as such', readFrame(Buffer.from('{')), ['close decodeError']],
]
for (const [what, given, expected] of beforeIdentify) {
	test(`G4 before Identify ${what}`, () => {
		assert.deepEqual(play([greet, said(given)]), ['hello', ...expected])
	})
}

for (const [name, given] of [['Identify', IDENTIFY] as const, ['Resume', RESUME] as const]) {
	test(`G4 after a session is open ${name} is refused, and while one is asked for`, () => {
		assert.deepEqual(play([greet, said(IDENTIFY), opened, said(given)]).at(-1), 'close alreadyAuthenticated')
		assert.deepEqual(play([greet, said(IDENTIFY), said(given)]).at(-1), 'close alreadyAuthenticated')
	})
}

test('G4 what comes while Identify is answered waits for the session', () => {
	const connection = newConnection(INTERVAL, 0)
	assert.deepEqual(play([greet, said(IDENTIFY), said(PRESENCE), said(HEARTBEAT)], connection), [
		'hello',
		'identify',
		'ack',
	])
	assert.deepEqual(play([opened], connection), ['presence'])
})

test('G8 after Invalid Session the client may identify again on the same connection', () => {
	const inputs: Input[] = [greet, said(IDENTIFY), { on: 'invalid' }, said(IDENTIFY), opened, said(PRESENCE)]
	assert.deepEqual(play(inputs), ['hello', 'identify', 'invalid session', 'identify', 'presence'])
})

test('G5 the 121st frame of a minute ends the connection, a new minute begins anew', () => {
	const many = (count: number, now: number) => Array.from({ length: count }, () => said(PRESENCE, now))
	const open = () => {
		const connection = newConnection(INTERVAL, 0)
		play([greet, said(IDENTIFY), opened], connection)
		return connection
	}
	assert.equal(play(many(119, 1), open()).includes('close rateLimited'), false)
	assert.equal(play(many(120, 1), open()).at(-1), 'close rateLimited')
	assert.equal(play([...many(119, 1), ...many(119, 60_000)], open()).includes('close rateLimited'), false)
})

test('G5 five frames are spared for heartbeats', () => {
	const connection = newConnection(INTERVAL, 0)
	play([greet, said(IDENTIFY), opened], connection)
	play(
		Array.from({ length: 119 }, () => said(PRESENCE, 1)),
		connection,
	)
	assert.deepEqual(
		play(
			Array.from({ length: 6 }, () => said(HEARTBEAT, 1)),
			connection,
		),
		['ack', 'ack', 'ack', 'ack', 'ack', 'close rateLimited'],
	)
})

test('G6 without a heartbeat for one and a half intervals the connection ends', () => {
	const connection = newConnection(INTERVAL, 0)
	play([greet], connection)
	assert.deepEqual(play([{ on: 'tick', now: INTERVAL * 1.5 - 1, bytes: 0 }], connection), [])
	play([said(HEARTBEAT, INTERVAL)], connection)
	assert.deepEqual(play([{ on: 'tick', now: INTERVAL * 2.5 - 1, bytes: 0 }], connection), [])
	assert.deepEqual(play([{ on: 'tick', now: INTERVAL * 2.5, bytes: 0 }], connection), ['close sessionTimedOut'])
})

test('a refusal closes with its code, and nothing follows', () => {
	const inputs: Input[] = [greet, said(IDENTIFY), said(PRESENCE), { on: 'refused', close: 'authenticationFailed' }]
	assert.deepEqual(play([...inputs, said(HEARTBEAT), opened]), ['hello', 'identify', 'close authenticationFailed'])
})

test('G5 pings count as frames do, and bytes count whatever they are', () => {
	const ping: Input = { on: 'ping', data: Buffer.from('x'), now: 0 }
	const pings = Array.from({ length: 121 }, () => ping)
	assert.deepEqual(play([greet, ...pings]), ['hello', ...Array(120).fill('pong'), 'close rateLimited'])
	const connection = newConnection(INTERVAL, 0)
	const tick = (now: number, bytes: number): Input => ({ on: 'tick', now, bytes })
	assert.deepEqual(play([greet, tick(1000, 1_048_576), said(HEARTBEAT, 30_000)], connection), ['hello', 'ack'])
	assert.deepEqual(play([tick(60_000, 1_048_576), tick(61_000, 2_097_152)], connection), [])
	assert.deepEqual(play([tick(62_000, 2_097_153)], connection), ['close rateLimited'])
})

const anyFrame = fc.constantFrom(HEARTBEAT, IDENTIFY, RESUME, PRESENCE, frame(99), readFrame(Buffer.from('[]')))
const anyInput: fc.Arbitrary<(now: number) => Input> = fc.oneof(
	anyFrame.map((given) => (now: number) => said(given, now)),
	fc.constantFrom<(now: number) => Input>(
		(now) => ({ on: 'greet', now }),
		(now) => ({ on: 'tick', now, bytes: now }),
		(now) => ({ on: 'ping', data: Buffer.alloc(0), now }),
		() => opened,
		() => ({ on: 'invalid' }),
		() => ({ on: 'refused', close: 'authenticationFailed' }),
		() => ({ on: 'closed' }),
	),
)

test('G1, G4 whatever comes: HELLO first and once, one Identify at a time, nothing after the end', () => {
	fc.assert(
		fc.property(fc.array(anyInput, { maxLength: 200 }), (inputs) => {
			const connection = newConnection(INTERVAL, 0)
			const effects: string[] = []
			let now = 0
			let isAsked = false
			for (const make of inputs) {
				now += 100
				const wasClosed = connection.phase === 'closed'
				const input = make(now)
				// The shell answers only what it was asked.
				if ((input.on === 'opened' || input.on === 'invalid' || input.on === 'refused') && !isAsked) continue
				if (input.on === 'opened' || input.on === 'invalid' || input.on === 'refused') isAsked = false
				const done = step(connection, input).map(words)
				if (wasClosed) assert.deepEqual(done, [])
				for (const effect of done) {
					if (effect !== 'identify' && effect !== 'resume') continue
					assert.equal(isAsked, false)
					isAsked = true
				}
				// Pongs are the WebSocket's own, not frames of the gateway.
				effects.push(...done.filter((effect) => effect !== 'pong'))
			}
			const hello = effects.indexOf('hello')
			assert.ok(hello <= 0 || effects[0]?.startsWith('close'))
			assert.equal(effects.filter((effect) => effect === 'hello').length, hello === -1 ? 0 : 1)
			const closes = effects.findIndex((effect) => effect.startsWith('close'))
			assert.ok(closes === -1 || closes === effects.length - 1)
		}),
		{ numRuns: 500 },
	)
})
