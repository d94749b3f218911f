/**
 * Frames that are right, nearly right and plainly wrong, read in both encodings and played on connections. Reading
 * never fails otherwise than with a code, and whatever comes a connection keeps its rules and little in memory.
 *
 * `FRAMES=1000000` says how many, which CI does; `FRAMES_SEED=1` with which chance. The same seed makes the same frames.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLOSE_CODES } from '@guildhall/protocol'
import { type ClientFrame, readFrame } from '../src/gateway/command.ts'
import { type Connection, type Effect, newConnection, step } from '../src/gateway/connection.ts'
import { ENCODINGS } from '../src/gateway/encoding.ts'
import { toEtf } from '../src/gateway/etf.ts'
import { type Chance, chanceOf } from './fuzz/chance.ts'

const FRAMES = Number(process.env.FRAMES ?? (process.env.CI ? 1_000_000 : 20_000))
const SEED = Number(process.env.FRAMES_SEED ?? 20_261_122)
const INTERVAL = 40_000

/** What clients say when nothing is wrong, and what it is read as. */
const RIGHT: readonly [ClientFrame['is'], object][] = [
	['heartbeat', { op: 1, d: null }],
	['heartbeat', { op: 1, d: 251 }],
	['identify', { op: 2, d: { token: 't', properties: { os: 'linux' }, intents: 513, shard: [0, 1] } }],
	['presence', { op: 3, d: { since: null, activities: [{ name: 'Go', type: 0 }], status: 'idle', afk: false } }],
	['voice state', { op: 4, d: { guild_id: '41771983423143937', channel_id: null, self_mute: false, self_deaf: true } }],
	['resume', { op: 6, d: { token: 't', session_id: 's', seq: 1337 } }],
	['members', { op: 8, d: { guild_id: '41771983444115456', query: '', limit: 0, nonce: 'n' } }],
	['sounds', { op: 31, d: { guild_ids: ['613425648685547541', '81384788765712384'] } }],
	['channel info', { op: 43, d: { guild_id: '41771983444115456', fields: ['status'] } }],
	['token', { op: 50, d: { token: 't' } }],
	['authorize requests', { op: 51, d: { can_authorize: true } }],
]
const ODD: readonly unknown[] = [
	null,
	true,
	-1,
	0.5,
	2 ** 53,
	1e300,
	'',
	'x',
	'🙂',
	'\u0000',
	[],
	[[[]]],
	{},
	{ d: {} },
]
const OPS: readonly unknown[] = [
	0,
	1,
	2,
	3,
	4,
	5,
	6,
	7,
	8,
	9,
	10,
	11,
	31,
	43,
	50,
	51,
	99,
	-1,
	1.5,
	'1',
	null,
	[],
	2 ** 40,
]

const WRITTEN = {
	json: (value: unknown) => Buffer.from(JSON.stringify(value)),
	etf: (value: unknown) => toEtf(value),
} as const
type Name = keyof typeof WRITTEN

/** Of what is performed, what the gateway relies on; said once more, so that it does not rest on the declarations. */
function assertSound(frame: ClientFrame): void {
	switch (frame.is) {
		case 'identify':
			assert.ok(typeof frame.d.token === 'string' && frame.d.token !== '' && typeof frame.d.properties === 'object')
			break
		case 'resume':
			assert.ok(Number.isSafeInteger(frame.d.seq) && frame.d.seq >= 0 && typeof frame.d.session_id === 'string')
			break
		case 'presence':
			assert.ok(['online', 'dnd', 'idle', 'invisible', 'offline', ''].includes(frame.d.status))
			break
		case 'sounds':
			assert.ok(Array.isArray(frame.d.guild_ids))
			break
		case 'channel info':
			assert.ok(Array.isArray(frame.d.fields))
			break
		case 'authorize requests':
			assert.equal(typeof frame.d.can_authorize, 'boolean')
			break
		case 'voice state':
			assert.ok(frame.d.channel_id === null || /^\d+$/.test(String(frame.d.channel_id)))
			break
	}
}

/** A frame, and what it must be read as where that is known. */
interface Made {
	bytes: Buffer
	is?: ClientFrame['is']
}

function make(chance: Chance, written: (value: unknown) => Buffer): Made {
	const [is, right] = chance.pick(RIGHT)
	switch (chance.below(6)) {
		case 0:
		case 1:
			return { bytes: written(right), is }
		case 2:
			return { bytes: noise(chance, chance.below(64)) }
		case 3:
			return { bytes: damaged(chance, written(right)) }
		case 4:
			return { bytes: written(odd(chance, right)) }
		default:
			// The largest frame and what is just larger; few of them, as they are slow.
			if (!chance.is(0.02)) return { bytes: written({ op: chance.pick(OPS), d: chance.pick(ODD) }) }
			return { bytes: Buffer.concat([written(right), Buffer.alloc(4096, 0x20)]), is: 'bad' }
	}
}

function noise(chance: Chance, length: number): Buffer {
	return Buffer.from(Array.from({ length }, () => chance.below(256)))
}

function damaged(chance: Chance, bytes: Buffer): Buffer {
	const at = chance.below(bytes.length)
	switch (chance.below(4)) {
		case 0: {
			const flipped = Buffer.from(bytes)
			flipped[at] = chance.below(256)
			return flipped
		}
		case 1:
			return bytes.subarray(0, at)
		case 2:
			return Buffer.concat([bytes.subarray(0, at), noise(chance, 1 + chance.below(4)), bytes.subarray(at)])
		default:
			return Buffer.concat([bytes, bytes.subarray(at)])
	}
}

/** The same with one field that is something else, or is not there. */
function odd(chance: Chance, right: object): unknown {
	const copy = structuredClone(right) as { op: unknown; d: unknown }
	if (typeof copy.d !== 'object' || copy.d === null || chance.is(0.1)) return { ...copy, d: chance.pick(ODD) }
	const fields = copy.d as Record<string, unknown>
	const field = chance.pick(Object.keys(fields))
	if (chance.is(0.2)) delete fields[field]
	else fields[field] = chance.pick(ODD)
	return copy
}

/** What the shell of a connection would have been asked, and has not answered yet. */
interface Played {
	connection: Connection
	isAsked: boolean
	isOpen: boolean
	now: number
}

const begin = (): Played => ({ connection: newConnection(INTERVAL, 0), isAsked: false, isOpen: false, now: 0 })

function play(chance: Chance, played: Played, frame: ClientFrame): void {
	const { connection } = played
	played.now += chance.below(2000)
	if (chance.is(0.2)) look(played, step(connection, { on: 'greet', now: played.now }))
	if (played.isAsked && chance.is(0.3)) {
		played.isAsked = false
		played.isOpen = chance.is(0.7)
		look(played, step(connection, played.isOpen ? { on: 'opened' } : { on: 'invalid' }))
	}
	look(played, step(connection, { on: 'frame', frame, now: played.now }))
	assert.ok(connection.waiting.length <= 125, 'more waits than may be sent in a minute')
}

function look(played: Played, effects: readonly Effect[]): void {
	const ends = effects.findIndex((effect) => effect.do === 'close')
	assert.ok(ends === -1 || ends === effects.length - 1, 'something follows the end')
	for (const effect of effects) {
		if (effect.do === 'close') assert.ok(effect.close in CLOSE_CODES)
		if (effect.do !== 'perform') continue
		if (effect.command.is === 'identify' || effect.command.is === 'resume') {
			assert.ok(!played.isAsked && !played.isOpen, 'a second Identify is performed')
			played.isAsked = true
		} else assert.ok(played.isOpen, `${effect.command.is} is performed without a session`)
	}
}

for (const name of Object.keys(WRITTEN) as Name[]) {
	test(`G3 ${FRAMES} frames in ${name}: read or refused, and every connection keeps its rules`, () => {
		const chance = chanceOf(SEED)
		const { read } = ENCODINGS[name]
		const seen = new Map<string, number>()
		let played = begin()
		for (let n = 0; n < FRAMES; n++) {
			const made = make(chance, WRITTEN[name])
			let frame: ClientFrame
			try {
				frame = readFrame(made.bytes, read)
			} catch (cause) {
				throw new Error(`frame ${n} cannot be read: ${made.bytes.toString('hex')}`, { cause })
			}
			const kind = frame.is === 'bad' ? frame.close : frame.is
			if (made.is !== undefined) assert.equal(frame.is, made.is, made.bytes.toString('hex'))
			assertSound(frame)
			seen.set(kind, (seen.get(kind) ?? 0) + 1)
			play(chance, played, frame)
			if (played.connection.phase === 'closed') {
				assert.deepEqual(step(played.connection, { on: 'frame', frame, now: played.now }), [])
				played = begin()
			}
		}
		const kinds = [...new Set<string>([...RIGHT.map(([is]) => is), 'decodeError', 'unknownOpcode'])].sort()
		assert.deepEqual([...seen.keys()].sort(), kinds)
	})
}
