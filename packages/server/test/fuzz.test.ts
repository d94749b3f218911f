/**
 * Thousands of requests that are nearly right or plainly wrong, to every operation of a server with something in it.
 * None may be answered with a failure of ours, and every refusal has the form of the wire.
 *
 * `FUZZ=20000` says how many, which CI does; `FUZZ_SEED=1` with which chance. The same seed makes the same requests.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HANDLERS } from '../src/api/handlers.ts'
import { type Chance, chanceOf } from './fuzz/chance.ts'
import { type Complaint, judge } from './fuzz/judge.ts'
import { type Request, requestElsewhere, requestFor } from './fuzz/requests.ts'
import { makeWorld } from './fuzz/world.ts'
import { heapInUse } from './heap.ts'
import { testServer } from './server.ts'
import { STORE_KIND } from './store-place.ts'

const COUNT = Number(process.env.FUZZ ?? (process.env.CI && STORE_KIND === 'sqlite' ? 20_000 : 4_000))
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101)
/** Under way at the same time. */
const TOGETHER = 16
/** After so many much of the world is gone. */
const WORLD_LASTS = 400
/** What takes a world away as a whole is asked for seldom. */
const SELDOM = new Set(['delete_guild', 'leave_guild', 'delete_lobby', 'delete_channel', 'bulk_delete_messages'])
const MOST_GROWN_BYTES = 256 * 1024 * 1024

test(`${COUNT} odd requests, and no failure of ours`, async () => {
	await using server = await testServer()
	const answerTo = judge(server)
	const chance = chanceOf(SEED)
	const complaints: Complaint[] = []
	let world = await makeWorld(server)
	const heapBefore = heapInUse()
	for (let done = 0; done < COUNT; done += TOGETHER) {
		if (done % WORLD_LASTS === 0) world = await makeWorld(server)
		const requests = Array.from({ length: TOGETHER }, () => next(chance, world))
		await Promise.all(
			requests.map(async (request) => {
				const { complaint } = await answerTo(request)
				if (complaint && !complaints.some(({ why }) => why === complaint.why)) complaints.push(complaint)
			}),
		)
		if (complaints.length >= 10) break
	}

	assert.deepEqual(complaints, [], `seed ${SEED}`)
	const grown = heapInUse() - heapBefore
	assert.ok(grown < MOST_GROWN_BYTES, `The heap has grown by ${Math.round(grown / 1024 / 1024)} MiB.`)
	assert.equal(({} as Record<string, unknown>).a, undefined)
})

function next(chance: Chance, world: Awaited<ReturnType<typeof makeWorld>>): Request {
	if (chance.is(0.1)) return requestElsewhere(chance, world.ids, world.credentials)
	const { operation } = chance.pick(HANDLERS)
	if (SELDOM.has(operation.id) && chance.is(0.9)) return next(chance, world)
	return requestFor(chance, operation, { ...world, mischief: chance.pick([0, 0.3, 0.7]) })
}
