import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ClientError, ClientStatus } from '../enums/clients.ts'
import { EnumToString } from '../enums/enum-to-string.ts'
import { type Frame, gatewayUrl, parseFrame } from './frames.ts'
import { reconnectDelay } from './reconnect.ts'
import { newSession, type Session, type SessionEffect, type SessionInput } from './session.ts'
import { step } from './step.ts'

const hello: SessionInput = { type: 'frame', frame: { op: 10, d: { heartbeat_interval: 40_000 } } }
const ready: SessionInput = {
	type: 'frame',
	frame: { op: 0, t: 'READY', s: 1, d: { session_id: 'abc', resume_gateway_url: 'ws://node' } },
}
const resumed: SessionInput = { type: 'frame', frame: { op: 0, t: 'RESUMED', s: 9, d: {} } }
const address: SessionInput = { type: 'address', url: 'ws://gateway' }
const token: SessionInput = { type: 'token', token: 'tok' }
const [connect, disconnect, opened, renew] = (['connect', 'disconnect', 'opened', 'renew'] as const).map((type) => ({
	type,
})) as [SessionInput, SessionInput, SessionInput, SessionInput]
const frame = (op: number, d: unknown = null): SessionInput => ({ type: 'frame', frame: { op, d } })
const closed = (code: number): SessionInput => ({ type: 'closed', code })
const timer = (name: Extract<SessionInput, { type: 'timer' }>['timer']): SessionInput => ({
	type: 'timer',
	timer: name,
})
const network = (isOnline: boolean): SessionInput => ({ type: 'network', isOnline })

const TO_READY = [token, connect, address, opened, hello, ready]
const LOST = [...TO_READY, closed(1006)]
const RESUMING = [...LOST, timer('retry'), opened, hello]

function play(inputs: readonly SessionInput[], from: Session = newSession('test')) {
	let session = from
	let effects: SessionEffect[] = []
	for (const input of inputs) ({ session, effects } = step(session, input, 0.5))
	return { session, effects }
}

/** What all inputs together report, as `Status` or `Status Error detail`. */
function reports(inputs: readonly SessionInput[]): string[] {
	let session = newSession('test')
	return inputs.flatMap((input) => {
		const next = step(session, input, 0.5)
		session = next.session
		return next.effects.flatMap((effect) => {
			if (effect.type !== 'status') return []
			const status = EnumToString(ClientStatus, effect.status)
			return effect.error === ClientError.None && effect.detail === 0
				? [status]
				: [`${status} ${EnumToString(ClientError, effect.error)} ${effect.detail}`]
		})
	})
}

const UP = ['HttpWait', 'Connecting', 'Connected', 'Ready']

const TABLE: readonly [rule: string, inputs: SessionInput[], expected: string[]][] = [
	['S1 Connect without a token', [connect], ['Disconnected ConnectionFailed 0']],
	['S2 Connect with a token', TO_READY, UP],
	['S18 a live session outlives its token', [...TO_READY, { type: 'token', token: undefined }], UP],
	[
		'S18 a session without a token is not taken up again',
		[...TO_READY, { type: 'token', token: undefined }, closed(1006), timer('retry')],
		[...UP, 'Reconnecting UnexpectedClose 1006', 'Disconnected UnexpectedClose 4004'],
	],
	[
		'S18 a token that is let go while a session is being made ends that',
		[token, connect, address, opened, hello, { type: 'token', token: undefined }],
		['HttpWait', 'Connecting', 'Disconnected UnexpectedClose 4004'],
	],
	[
		'S18 and so does one that is let go while a retry waits',
		[...LOST, { type: 'token', token: undefined }],
		[...UP, 'Reconnecting UnexpectedClose 1006', 'Disconnected UnexpectedClose 4004'],
	],
	['S3 Connect while live does nothing', [...TO_READY, connect], UP],
	[
		'S3 Connect while disconnecting comes afterwards',
		[...TO_READY, disconnect, connect, closed(1000), address],
		[...UP, 'Disconnecting', 'Disconnected', 'HttpWait', 'Connecting'],
	],
	['S4 Disconnect when live', [...TO_READY, disconnect, closed(1000)], [...UP, 'Disconnecting', 'Disconnected']],
	[
		'S4 Disconnect when the server does not close',
		[...TO_READY, disconnect, timer('closing')],
		[...UP, 'Disconnecting', 'Disconnected'],
	],
	[
		'S4 Disconnect before a socket is open',
		[token, connect, address, disconnect],
		['HttpWait', 'Connecting', 'Disconnecting', 'Disconnected ConnectionCanceled 0'],
	],
	[
		'S4 Disconnect takes back a remembered Connect',
		[...TO_READY, disconnect, connect, disconnect, closed(1000)],
		[...UP, 'Disconnecting', 'Disconnected'],
	],
	['S4 Disconnect when there is nothing', [token, disconnect], []],
	[
		'S5 the address lookup fails',
		[token, connect, { type: 'address failed', status: 503 }],
		['HttpWait', 'Reconnecting ConnectionFailed 503', 'HttpWait'],
	],
	[
		'S5 the socket does not open',
		[token, connect, address, closed(1006), timer('retry'), address],
		['HttpWait', 'Connecting', 'Reconnecting ConnectionFailed 0', 'HttpWait', 'Connecting'],
	],
	['S5 the socket is lost', LOST, [...UP, 'Reconnecting UnexpectedClose 1006']],
	...[4004, 4010, 4011, 4012, 4013, 4014, 4020].map((code): [string, SessionInput[], string[]] => [
		`S6 close code ${code} is final`,
		[...TO_READY, closed(code), timer('retry'), opened, hello],
		[...UP, `Disconnected UnexpectedClose ${code}`],
	]),
	[
		'S6 a token refused at identify',
		[token, connect, address, opened, hello, closed(4004)],
		['HttpWait', 'Connecting', 'Disconnected UnexpectedClose 4004'],
	],
	...[1000, 1001, 4000, 4001, 4002, 4003, 4005, 4008].map((code): [string, SessionInput[], string[]] => [
		`S7 close code ${code} is resumed`,
		[...TO_READY, closed(code), timer('retry'), opened, hello, resumed],
		[...UP, `Reconnecting UnexpectedClose ${code}`, 'Ready'],
	]),
	...[4007, 4009].map((code): [string, SessionInput[], string[]] => [
		`S8 close code ${code} begins anew`,
		[...TO_READY, closed(code), timer('retry'), address, opened, hello, ready],
		[...UP, `Reconnecting UnexpectedClose ${code}`, ...UP],
	]),
	[
		'S8 a resume that is refused',
		[...RESUMING, frame(9, false), address, opened, hello, ready],
		[...UP, 'Reconnecting UnexpectedClose 1006', ...UP],
	],
	[
		'S8 op 9 true while live',
		[...TO_READY, frame(9, true), opened, hello, resumed],
		[...UP, 'Reconnecting UnexpectedClose 0', 'Ready'],
	],
	[
		'S9 the server asks to reconnect',
		[...TO_READY, frame(7), opened, hello, resumed],
		[...UP, 'Reconnecting UnexpectedClose 0', 'Ready'],
	],
	[
		'S13 a heartbeat without answer',
		[...TO_READY, timer('heartbeat'), timer('heartbeat')],
		[...UP, 'Reconnecting UnexpectedClose 4000'],
	],
	['S13 heartbeats with answers', [...TO_READY, timer('heartbeat'), frame(11), timer('heartbeat')], UP],
	[
		'S14 no READY in time',
		[token, connect, address, opened, hello, timer('handshake')],
		['HttpWait', 'Connecting', 'Reconnecting ConnectionFailed 0', 'HttpWait'],
	],
	[
		'S15 offline: no retry before the network is back',
		[...LOST, network(false), timer('retry')],
		[...UP, 'Reconnecting UnexpectedClose 1006'],
	],
	[
		'S16 a new session for another account',
		[...TO_READY, renew, address, opened, hello, ready],
		[...UP, 'Reconnecting', ...UP],
	],
]

for (const [rule, inputs, expected] of TABLE) {
	test(rule, () => assert.deepEqual(reports(inputs), expected))
}

const sent = (effects: SessionEffect[]): Frame[] =>
	effects.flatMap((effect) => (effect.type === 'send' ? [effect.frame] : []))
const urls = (effects: SessionEffect[]) => effects.flatMap((effect) => (effect.type === 'open' ? [effect.url] : []))

test('S2 identify carries the bearer token, and the data of READY comes before Ready', () => {
	const [identify] = sent(play([token, connect, address, opened, hello]).effects)
	assert.equal(identify?.op, 2)
	assert.equal(Object(identify?.d).token, 'Bearer tok')
	const { effects } = play(TO_READY)
	const order = effects.flatMap((effect) => (effect.type === 'dispatch' || effect.type === 'status' ? [effect] : []))
	assert.deepEqual(
		order.map((effect) => (effect.type === 'status' ? EnumToString(ClientStatus, effect.status) : effect.name)),
		['Connected', 'READY', 'Ready'],
	)
})

test('S7 resume carries the session, the last number and the present token, at the address of READY', () => {
	const lost = [...TO_READY, { type: 'frame', frame: { op: 0, t: 'X', s: 7, d: {} } } as const, closed(1006)]
	const retry = play([...lost, { type: 'token', token: 'newer' }, timer('retry')])
	assert.deepEqual(urls(retry.effects), ['ws://node'])
	const [resume] = sent(play([opened, hello], retry.session).effects)
	assert.deepEqual(resume, { op: 6, d: { token: 'Bearer newer', session_id: 'abc', seq: 7 } })
})

test('S7 what is replayed is heard before Ready', () => {
	const replayed = play([...RESUMING, { type: 'frame', frame: { op: 0, t: 'LOBBY_UPDATE', s: 2, d: { id: '1' } } }])
	assert.deepEqual(replayed.effects, [{ type: 'dispatch', name: 'LOBBY_UPDATE', data: { id: '1' } }])
	assert.equal(replayed.session.status, ClientStatus.Reconnecting)
})

test('S10 delays grow to 30 s, vary by a fifth and start again after a minute in Ready', () => {
	assert.deepEqual(
		[0, 1, 2, 3, 4, 5, 99].map((n) => reconnectDelay(n, 0.5)),
		[1, 2, 5, 10, 30, 30, 30].map((s) => s * 1000),
	)
	fc.assert(
		fc.property(fc.nat(), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (failures, random) => {
			const [middle, delay] = [reconnectDelay(failures, 0.5), reconnectDelay(failures, random)]
			return delay >= middle * 0.8 - 1 && delay <= middle * 1.2 + 1
		}),
	)
	const waits = (inputs: SessionInput[]) =>
		play(inputs).effects.flatMap((effect) => (effect.type === 'start' && effect.timer === 'retry' ? [effect.ms] : []))
	assert.deepEqual(waits([...LOST, timer('retry'), closed(1006)]), [2_000])
	assert.deepEqual(waits([...RESUMING, resumed, closed(1006)]), [2_000])
	assert.deepEqual(waits([...RESUMING, resumed, timer('stable'), closed(1006)]), [1_000])
})

test('S12 a resume address that does not open is given up, the session is not', () => {
	const { session, effects } = play([...LOST, timer('retry'), closed(1006), timer('retry')])
	assert.equal(session.phase, 'looking up')
	assert.deepEqual(urls(effects), [])
	const [resume] = sent(play([address, opened, hello], session).effects)
	assert.equal(resume?.op, 6)
})

test('S13 the first heartbeat comes after a random part of the interval', () => {
	const { effects } = play([token, connect, address, opened, hello])
	assert.ok(effects.some((effect) => effect.type === 'start' && effect.timer === 'heartbeat' && effect.ms === 20_000))
	assert.deepEqual(sent(play([...TO_READY, frame(1)]).effects), [{ op: 1, d: 1 }])
})

test('S15 the network coming back is a retry', () => {
	const { effects } = play([...LOST, network(false), timer('retry'), network(true)])
	assert.deepEqual(urls(effects), ['ws://node'])
})

const other: SessionInput = { type: 'token', token: 'other' }
const none: SessionInput = { type: 'token', token: undefined }
const [ask, askNot] = [true, false].map((canAuthorize) => ({ type: 'can authorize', canAuthorize })) as [
	SessionInput,
	SessionInput,
]
const shown = { op: 50, d: { token: 'Bearer other' } }
const [wanted, unwanted] = [true, false].map((can_authorize) => ({ op: 51, d: { can_authorize } }))

test('S16 a live session is shown another token, and goes on', () => {
	assert.deepEqual(play([...TO_READY, other]).effects, [{ type: 'send', frame: shown }])
	assert.deepEqual(play([...TO_READY, other, other]).effects, [], 'once')
	assert.deepEqual(play([...TO_READY, token]).effects, [], 'the one it began with is known')
	assert.deepEqual(sent(play([...LOST, other, timer('retry'), opened, hello]).effects), [
		{ op: 6, d: { token: 'Bearer other', session_id: 'abc', seq: 1 } },
	])
})

test('S16 a token that comes between identify and READY, or resume and RESUMED, is shown afterwards', () => {
	assert.deepEqual(sent(play([token, connect, address, opened, hello, other, ready]).effects), [shown])
	assert.deepEqual(sent(play([...RESUMING, other, resumed]).effects), [shown])
	assert.deepEqual(sent(play([...RESUMING, resumed]).effects), [])
})

test('S19 a platform that does not know op 50 is resumed with the token instead, then and later', () => {
	const refused = [...TO_READY, other, closed(4001)]
	assert.deepEqual(urls(play(refused).effects), ['ws://node'])
	assert.equal(reports(refused).at(-1), 'Reconnecting UnexpectedClose 4001')
	const [resume] = sent(play([...refused, opened, hello]).effects)
	assert.deepEqual(resume?.d, { token: 'Bearer other', session_id: 'abc', seq: 1 })
	const again = play([...refused, opened, hello, resumed])
	assert.deepEqual(sent(again.effects), [])
	const third: SessionInput = { type: 'token', token: 'third' }
	assert.deepEqual(urls(play([third], again.session).effects), ['ws://node'])
	assert.equal(play([third], again.session).session.status, ClientStatus.Reconnecting)
	assert.equal(play([closed(4001)], again.session).session.phase, 'waiting', 'as any other close')
})

test('S20 the platform is told whether the game can ask for an authorization', () => {
	assert.deepEqual(sent(play([...TO_READY, ask]).effects), [wanted])
	assert.deepEqual(sent(play([...TO_READY, ask, ask]).effects), [])
	assert.deepEqual(sent(play([...TO_READY, ask, askNot]).effects), [unwanted])
	assert.deepEqual(sent(play([ask, ...TO_READY]).effects), [wanted], 'also when it is wished for before')
	assert.deepEqual(sent(play([ask, ...RESUMING, resumed]).effects), [wanted], 'and again after a reconnect')
	assert.deepEqual(sent(play([ask, askNot, ...TO_READY]).effects), [])
	const refused = play([...TO_READY, ask, closed(4001), opened, hello, resumed])
	assert.deepEqual(sent(refused.effects), [], 'S19')
	assert.equal(refused.session.status, ClientStatus.Ready)
})

test('S17 and more, for any inputs in any order', () => {
	const inputs = fc.constantFrom(
		...[
			token,
			other,
			none,
			ask,
			askNot,
			closed(4001),
			connect,
			disconnect,
			renew,
			opened,
			hello,
			ready,
			resumed,
			address,
			network(true),
			network(false),
		],
		...[frame(1), frame(7), frame(9, true), frame(9, false), frame(11), closed(1006), closed(4004), closed(4009)],
		...(['heartbeat', 'retry', 'handshake', 'closing', 'stable'] as const).map(timer),
		{ type: 'address failed', status: 500 } as const,
	)
	fc.assert(
		fc.property(fc.array(inputs, { maxLength: 60 }), (sequence) => {
			let session = newSession('test')
			let last: ClientStatus = ClientStatus.Disconnected
			const timers = new Set<string>()
			for (const input of sequence) {
				// Timers ring only when they were set, and a socket that was dropped says nothing.
				if (input.type === 'timer' && !timers.delete(input.timer)) continue
				const wasClosing = session.phase === 'closing'
				const next = step(session, input, 0.5)
				for (const effect of next.effects) {
					if (effect.type === 'start') timers.add(effect.timer)
					if (effect.type === 'stop') for (const stopped of effect.timers) timers.delete(stopped)
					if (effect.type !== 'status') continue
					assert.ok(effect.status !== last || effect.error !== ClientError.None, 'a status reported twice')
					last = effect.status
				}
				session = next.session
				assert.equal(session.status, last)
				if (wasClosing && input.type === 'frame') assert.equal(session.phase, 'closing')
				if (session.phase === 'idle') assert.equal(session.status, ClientStatus.Disconnected)
				if (session.status === ClientStatus.Ready) assert.equal(session.phase, 'live')
				if (session.phase === 'waiting') assert.ok(timers.has('retry') || !session.isOnline || input.type === 'network')
			}
		}),
		{ numRuns: 300 },
	)
})

test('frames: what is none is ignored', () => {
	for (const text of ['', 'x', 'null', '[]', '{"d":1}', new ArrayBuffer(2)]) assert.equal(parseFrame(text), undefined)
	assert.deepEqual(parseFrame('{"op":11}'), { op: 11 })
	assert.equal(gatewayUrl('ws://h:1'), 'ws://h:1/?v=10&encoding=json')
})
