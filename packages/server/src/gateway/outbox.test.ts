import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../ports/clock.ts'
import { Outbox, type Sender } from './outbox.ts'

const turn = () => new Promise(setImmediate)

/** So many senders, and how often each was pumped. */
function crowd(count: number, pump = () => {}) {
	const pumped = new Array<number>(count).fill(0)
	const senders = Array.from({ length: count }, (_, at): Sender & { isCut: boolean } => ({
		isWaiting: false,
		isCut: false,
		pump() {
			pumped[at] = (pumped[at] ?? 0) + 1
			pump()
		},
		cut() {
			this.isCut = true
		},
	}))
	return { senders, pumped }
}

/** A clock that stands; what waits for it is called by hand. */
function stopped() {
	const waiting: { ms: number; run(): void }[] = []
	const clock: Clock = {
		now: () => 0,
		after(ms, run) {
			waiting.push({ ms, run })
			return () => {}
		},
	}
	return { clock, waiting }
}

const fails = (error: unknown) => {
	throw error
}

test('G34 what is said in one turn leaves at its end, once', async () => {
	const outbox = new Outbox(stopped().clock, fails)
	const { senders, pumped } = crowd(3)
	for (const sender of [...senders, ...senders]) outbox.later(sender)
	assert.deepEqual(pumped, [0, 0, 0])
	await turn()
	assert.deepEqual(pumped, [1, 1, 1])
	// Few were written to: what comes next is not held back.
	for (const sender of senders) outbox.later(sender)
	await turn()
	assert.deepEqual(pumped, [2, 2, 2])
	outbox.close()
})

test('G34 behind a hand-out to many the next waits, 25 ms at most', async () => {
	const { clock, waiting } = stopped()
	const outbox = new Outbox(clock, fails)
	const { senders, pumped } = crowd(5000)
	for (const sender of senders) outbox.later(sender)
	await turn()
	const [first] = senders
	outbox.later(first as Sender)
	await turn()
	assert.equal(pumped[0], 1)
	assert.deepEqual(
		waiting.map(({ ms }) => ms),
		[25],
	)
	waiting[0]?.run()
	assert.equal(pumped[0], 2)
	outbox.later(first as Sender)
	await turn()
	assert.equal(pumped[0], 3)
	outbox.close()
})

test('one that fails is cut, and told of; the others are sent what they heard', async () => {
	const errors: unknown[] = []
	const outbox = new Outbox(stopped().clock, (error) => errors.push(error))
	const broken = crowd(1, () => fails(new Error('broken')))
	const sound = crowd(2)
	for (const sender of [...broken.senders, ...sound.senders]) outbox.later(sender)
	await turn()
	assert.deepEqual(sound.pumped, [1, 1])
	assert.equal(broken.senders[0]?.isCut, true)
	assert.equal(errors.length, 1)
	outbox.close()
})
