import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Dispatch, dispatchOf } from './dispatch.ts'
import { MOST_KEPT, MOST_KEPT_BYTES, MOST_KEPT_MS } from './ring.ts'
import { MOST_UNSENT_BYTES, Session } from './session.ts'

const say = (n: number, at = 0): Dispatch => dispatchOf('E', String(n), at)
const large = (bytes: number): Dispatch => ({ ...dispatchOf('E', '', 0), size: bytes })

/** Sends all there is to send, as `number:content`. */
function drain(session: Session): string[] {
	const sent: string[] = []
	for (let next = session.next(); next; next = session.next()) sent.push(`${session.sent}:${content(next)}`)
	return sent
}
const content = (dispatch: Dispatch) => dispatch.tail.toString().slice(0, -1)

test('G10 dispatches are numbered from 1, by 1', () => {
	const session = new Session()
	for (const n of [10, 20, 30]) session.add(say(n))
	assert.deepEqual(drain(session), ['1:10', '2:20', '3:30'])
})

test('G12 what was missed is sent again under its own number, and nothing twice', () => {
	const session = new Session()
	session.add(say(1))
	session.add(say(2))
	drain(session)
	session.detach(0)
	session.add(say(3))
	assert.deepEqual(drain(session), [])
	assert.equal(session.resume(1), 'resumed')
	session.add(say(4))
	assert.deepEqual(drain(session), ['2:2', '3:3', '4:4'])
	assert.deepEqual(drain(session), [])
})

test('G12 a number that was never said, or is no longer kept, cannot be resumed from', () => {
	const session = new Session()
	for (let n = 1; n <= MOST_KEPT + 2; n++) {
		session.add(say(n))
		session.next()
	}
	session.detach(0)
	assert.equal(session.resume(MOST_KEPT + 3), 'never said')
	assert.equal(session.resume(1), 'no longer kept')
	assert.equal(session.isAttached, false)
	assert.equal(session.resume(2), 'resumed')
	assert.equal(drain(session).length, MOST_KEPT)
})

test('G11 the past is bounded by number, age and bytes', () => {
	const session = new Session()
	session.add(say(1, 0))
	session.add(say(2, 1000))
	drain(session)
	session.trim(MOST_KEPT_MS)
	assert.equal(session.first, 2)
	session.trim(MOST_KEPT_MS + 1000)
	assert.equal(session.first, 3)
	assert.equal(session.keptBytes, 0)

	for (let n = 0; n < 20; n++) {
		session.add(large(MOST_KEPT_BYTES / 10))
		session.next()
	}
	assert.ok(session.keptBytes <= MOST_KEPT_BYTES)
	assert.equal(session.last - session.first + 1, 10)
})

test('G11 what a connection has still to send does not grow old', () => {
	const session = new Session()
	session.add(say(1, 0))
	session.trim(MOST_KEPT_MS * 2)
	assert.deepEqual(drain(session), ['1:1'])
})

test('G14 a client that does not read is too slow before a number is skipped', () => {
	const byBytes = new Session()
	byBytes.add(large(MOST_UNSENT_BYTES))
	assert.equal(byBytes.isTooSlow, false)
	byBytes.add(large(1))
	assert.equal(byBytes.isTooSlow, true)

	const byNumber = new Session()
	for (let n = 0; n <= MOST_KEPT; n++) byNumber.add(say(n))
	assert.equal(byNumber.isTooSlow, true)
	assert.equal(byNumber.next(), undefined)
	byNumber.detach(0)
	assert.equal(byNumber.isTooSlow, false)
})

test('G14 what was missed before a Resume does not count against the client', () => {
	const session = new Session()
	session.add(say(1))
	session.next()
	session.detach(0)
	session.add(large(MOST_UNSENT_BYTES))
	session.add(large(MOST_UNSENT_BYTES))
	assert.equal(session.resume(1), 'resumed')
	assert.equal(session.isTooSlow, false)
	session.add(large(MOST_UNSENT_BYTES))
	assert.equal(session.isTooSlow, false)
	session.next()
	assert.equal(session.isTooSlow, false)
	session.add(large(1))
	assert.equal(session.isTooSlow, true)
})

const action = fc.oneof(
	{ weight: 6, arbitrary: fc.constant({ do: 'add' as const }) },
	{ weight: 4, arbitrary: fc.constant({ do: 'send' as const }) },
	{ weight: 1, arbitrary: fc.constant({ do: 'lose' as const }) },
	{ weight: 1, arbitrary: fc.constant({ do: 'trim' as const }) },
	// How many of the frames that were sent the client has really seen.
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('resume' as const), unseen: fc.nat(5) }) },
)

test('G10–G12 whatever happens, a client sees every number once and in order', () => {
	fc.assert(
		fc.property(fc.array(action, { maxLength: 400 }), (actions) => {
			const session = new Session()
			let said = 0
			let now = 0
			/** What the client has seen: content n under the number n. */
			let seen = 0
			for (const act of actions) {
				now += 1000
				switch (act.do) {
					case 'add':
						session.add(say(++said, now))
						break
					case 'send': {
						const next = session.next()
						if (!next) break
						assert.equal(session.sent, seen + 1)
						assert.equal(content(next), String(seen + 1))
						seen++
						break
					}
					case 'lose':
						session.detach(now)
						assert.equal(session.next(), undefined)
						break
					case 'trim':
						session.trim(now)
						break
					case 'resume': {
						if (session.isAttached) break
						const from = Math.max(0, seen - act.unseen)
						const isKept = from >= session.first - 1
						assert.equal(session.resume(from), isKept ? 'resumed' : 'no longer kept')
						if (isKept) seen = from
						break
					}
					default:
						act satisfies never
				}
				assert.equal(session.last, said)
				assert.ok(session.last - session.first + 1 <= MOST_KEPT)
			}
		}),
		{ numRuns: 300 },
	)
})
