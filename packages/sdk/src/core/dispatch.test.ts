import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callbackQueue, RunCallbacks } from './dispatch.ts'
import { emitter } from './events.ts'

function manualQueue() {
	const warnings: string[] = []
	const errors: unknown[] = []
	const time = { now: 0 }
	const queue = callbackQueue({
		now: () => time.now,
		failed: (error) => errors.push(error),
		warn: (message) => warnings.push(message),
	})
	return { queue, warnings, errors, time }
}

test('nothing runs before RunCallbacks, then everything in order', () => {
	const { queue } = manualQueue()
	const ran: number[] = []
	for (const n of [1, 2, 3]) queue.push(() => ran.push(n))
	assert.deepEqual(ran, [])
	RunCallbacks()
	assert.deepEqual(ran, [1, 2, 3])
	RunCallbacks()
	assert.deepEqual(ran, [1, 2, 3])
})

test('what a callback queues waits for the next time', () => {
	const { queue } = manualQueue()
	let runs = 0
	const again = () => {
		runs++
		queue.push(again)
	}
	queue.push(again)
	RunCallbacks()
	assert.equal(runs, 1)
	RunCallbacks()
	assert.equal(runs, 2)
	queue.drain()
})

test('a callback that throws is reported and stops nobody', () => {
	const { queue, errors } = manualQueue()
	let ran = false
	queue.push(() => {
		throw new Error('game')
	})
	queue.push(() => {
		ran = true
	})
	RunCallbacks()
	assert.ok(ran)
	assert.equal(errors.length, 1)
})

test('one warning when the game forgets to run callbacks', () => {
	const { queue, warnings, time } = manualQueue()
	queue.push(() => {})
	time.now = 10_001
	queue.push(() => {})
	queue.push(() => {})
	assert.equal(warnings.length, 1)
	RunCallbacks()
	for (let i = 0; i < 10_002; i++) queue.push(() => {})
	assert.equal(warnings.length, 2)
	RunCallbacks()
})

test('automatic dispatch asks once for a later turn', () => {
	const turns: (() => void)[] = []
	const queue = callbackQueue({
		later: (drain) => turns.push(drain),
		now: () => 0,
		failed: assert.fail,
		warn: assert.fail,
	})
	let ran = 0
	queue.push(() => ran++)
	queue.push(() => ran++)
	assert.equal(turns.length, 1)
	turns[0]?.()
	assert.equal(ran, 2)
})

test('Set…Callback holds one listener, on() as many as one likes', () => {
	const { queue } = manualQueue()
	const events = emitter<{ said: [string] }>(queue.push)
	const heard: string[] = []
	events.set('said', (text) => heard.push(`first ${text}`))
	events.set('said', (text) => heard.push(`second ${text}`))
	const listener = (text: string) => heard.push(`on ${text}`)
	const off = events.on('said', listener)
	events.on('said', listener)
	events.emit('said', 'a')
	off()
	RunCallbacks()
	assert.deepEqual(heard, ['second a', 'on a'])
	events.set('said', undefined)
	events.emit('said', 'b')
	RunCallbacks()
	assert.deepEqual(heard, ['second a', 'on a', 'on b'])
})
