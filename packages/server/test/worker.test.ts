import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../src/log.ts'
import { createWorker, type JobKind, type Worker } from '../src/workers/worker.ts'
import { type TestServer, testServer } from './server.ts'

const log = createLog('silent')

/** A worker of its own beside the server's, which leaves kinds alone that it does not know. */
function work(server: TestServer, kinds: Record<string, JobKind>): Worker & AsyncDisposable {
	const worker = createWorker({ store: server.store, clock: server.clock, log, kinds })
	worker.start()
	return { ...worker, [Symbol.asyncDispose]: () => worker.stop() }
}

const jobsLeft = async (server: TestServer) => (await server.store.db.selectFrom('jobs').select('id').execute()).length

test('a job is done after the commit that ordered it, not before and not twice', async () => {
	await using server = await testServer()
	const done: unknown[] = []
	await using worker = work(server, { note: { inTransaction: async (_tx, payload) => void done.push(payload) } })
	await server.store.transaction(async (tx) => {
		await tx.enqueue('note', { n: 1 })
		await new Promise(setImmediate)
		done.push('committing')
	})
	await worker.idle()
	await worker.idle()
	assert.deepEqual(done, ['committing', { n: 1 }])
	assert.equal(await jobsLeft(server), 0)
})

test('a job that was rolled back is never done', async () => {
	await using server = await testServer()
	const done: unknown[] = []
	await using worker = work(server, { note: { inTransaction: async () => void done.push(1) } })
	await assert.rejects(
		server.store.transaction(async (tx) => {
			await tx.enqueue('note', {})
			throw new Error('changed my mind')
		}),
	)
	await worker.idle()
	assert.deepEqual(done, [])
})

test('a job waits for its time, also when that comes by moving the clock', async () => {
	await using server = await testServer()
	const done: number[] = []
	await using worker = work(server, { note: { inTransaction: async (tx) => void done.push(tx.now()) } })
	const at = server.clock.now() + 3_600_000
	await server.store.transaction((tx) => tx.enqueue('note', {}, at))
	await server.advance(3_599_999)
	await worker.idle()
	assert.deepEqual(done, [])
	await server.advance(1)
	await worker.idle()
	assert.deepEqual(done, [at])
})

test('when the worker is idle, what jobs have ordered is done too', async () => {
	await using server = await testServer()
	const done: number[] = []
	await using worker = work(server, {
		count: {
			async inTransaction(tx, { n }: { n: number }) {
				done.push(n)
				if (n < 100) await tx.enqueue('count', { n: n + 1 })
			},
		},
	})
	await server.store.transaction((tx) => tx.enqueue('count', { n: 1 }))
	await worker.idle()
	assert.equal(done.length, 100)
})

test('a job that fails leaves nothing behind and is tried again, later each time', async () => {
	await using server = await testServer()
	const tries: number[] = []
	const began = server.clock.now()
	await using worker = work(server, {
		stubborn: {
			async inTransaction(tx) {
				tries.push(tx.now() - began)
				await tx.db
					.insertInto('meta')
					.values({ key: `try-${tries.length}`, value: '' })
					.execute()
				if (tries.length < 4) throw new Error('not yet')
			},
		},
	})
	await server.store.transaction((tx) => tx.enqueue('stubborn', {}))
	await worker.idle()
	for (let second = 0; second < 10; second++) {
		await server.advance(1_000)
		await worker.idle()
	}
	assert.deepEqual(tries, [0, 1_000, 3_000, 7_000])
	const kept = await server.store.db.selectFrom('meta').select('key').where('key', 'like', 'try-%').execute()
	assert.deepEqual(
		kept.map(({ key }) => key),
		['try-4'],
	)
	assert.equal(await jobsLeft(server), 0)
})

test('work outside decides by itself when to give up', async () => {
	await using server = await testServer()
	let tries = 0
	await using worker = work(server, {
		call: {
			async outside() {
				tries++
				throw new Error('nobody answers')
			},
			retryAfterMs: (attempts) => (attempts < 3 ? 10 : undefined),
		},
	})
	await server.store.transaction((tx) => tx.enqueue('call', {}))
	for (let turn = 0; turn < 5; turn++) {
		await worker.idle()
		await server.advance(10)
	}
	assert.equal(tries, 3)
	assert.equal(await jobsLeft(server), 0)
})

test('a job of a worker that died is taken up when its lease has ended', async () => {
	await using server = await testServer()
	await server.store.transaction((tx) => tx.enqueue('note', {}))
	assert.equal((await server.store.jobs.claim(['note'], 10, 60_000)).length, 1)
	assert.equal((await server.store.jobs.claim(['note'], 10, 60_000)).length, 0)
	const done: unknown[] = []
	await using worker = work(server, { note: { inTransaction: async () => void done.push(1) } })
	await worker.idle()
	assert.deepEqual(done, [])
	await server.advance(60_000)
	await worker.idle()
	assert.deepEqual(done, [1])
})

test('two workers share the work and no job is done twice', async () => {
	await using server = await testServer()
	const done: number[] = []
	const kinds: Record<string, JobKind> = {
		note: { inTransaction: async (_tx, { n }: { n: number }) => void done.push(n) },
	}
	await using one = work(server, kinds)
	await using other = work(server, kinds)
	await server.store.transaction(async (tx) => {
		for (let n = 0; n < 200; n++) await tx.enqueue('note', { n })
	})
	await Promise.all([one.idle(), other.idle()])
	await Promise.all([one.idle(), other.idle()])
	assert.deepEqual(
		done.sort((a, b) => a - b),
		Array.from({ length: 200 }, (_, n) => n),
	)
})
