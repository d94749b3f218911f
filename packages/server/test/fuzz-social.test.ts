/**
 * Odd requests to every operation of the social layer, one after the other: none is answered with a failure of ours, every
 * refusal has the form of the wire, changes nothing that is kept, and nobody hears of it (Z2).
 *
 * `FUZZ=20000` says how many; `FUZZ_SEED=1` with which chance. The same seed makes the same requests.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { ACTIVITY_HANDLERS } from '../src/api/activities.ts'
import { DIRECT_MESSAGE_HANDLERS } from '../src/api/direct-messages.ts'
import type { Handler } from '../src/api/handle.ts'
import { INVITE_HANDLERS } from '../src/api/invites.ts'
import { LOBBY_HANDLERS } from '../src/api/lobbies.ts'
import { PROFILE_HANDLERS } from '../src/api/profiles.ts'
import { RELATIONSHIP_HANDLERS } from '../src/api/relationships.ts'
import { type Chance, chanceOf } from './fuzz/chance.ts'
import { type Complaint, complaintOf, judge } from './fuzz/judge.ts'
import { type Request, requestFor } from './fuzz/requests.ts'
import { makeSocialWorld } from './fuzz/social-world.ts'
import type { World } from './fuzz/world.ts'
import { type TestServer, testServer } from './server.ts'
import { STORE_KIND } from './store-place.ts'

const SOCIAL: readonly Handler[] = [
	...LOBBY_HANDLERS,
	...RELATIONSHIP_HANDLERS,
	...DIRECT_MESSAGE_HANDLERS,
	...PROFILE_HANDLERS,
	...ACTIVITY_HANDLERS,
	...INVITE_HANDLERS,
]
const COUNT = Number(process.env.FUZZ ?? (STORE_KIND === 'postgres' ? 200 : process.env.CI ? 1_500 : 600))
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_102)
const WORLD_LASTS = 250
/** What takes much of the world away is asked for seldom. */
const SELDOM = new Set(['delete_lobby', 'delete_application_identity', 'unlink_channel', 'leave_lobby'])

/** However slow the machine. */
const timeout = 120_000 + COUNT * 50

test(`${COUNT} odd requests to the social layer, and nothing is half done`, { timeout }, async () => {
	const chance = chanceOf(SEED)
	const complaints: Complaint[] = []
	const outcomes = new Map<string, Set<number>>()
	for (let done = 0; done < COUNT && complaints.length < 10; done += WORLD_LASTS) {
		// A server for each world: all that is kept is looked at again and again.
		await using server = await testServer()
		await using world = await makeSocialWorld(server)
		const answerTo = watched(server, await tablesOf(server))
		for (let n = 0; n < Math.min(WORLD_LASTS, COUNT - done); n++) {
			const { id, request } = next(chance, world)
			const { status, complaint } = await answerTo(request)
			outcomes.set(id, (outcomes.get(id) ?? new Set()).add(Math.floor(status / 100)))
			if (complaint && !complaints.some(({ why }) => why === complaint.why)) complaints.push(complaint)
		}
	}
	assert.deepEqual(complaints, [], `seed ${SEED}`)
	// Where nothing succeeds, nothing could be half done.
	const idle = [...outcomes].filter(([, statuses]) => !statuses.has(2)).map(([id]) => id)
	if (COUNT >= 3_000) assert.ok(idle.length <= SOCIAL.length / 6, `Never done: ${idle}`)
})

/** Judges answers, and refusals also by what they have changed, and by what was said. */
function watched(server: TestServer, tables: readonly string[]): ReturnType<typeof judge> {
	const answerTo = judge(server)
	const heard = hearAll(server)
	let kept: Map<string, string> | undefined
	return async (request) => {
		kept ??= await keptIn(server, tables)
		heard()
		const answer = await answerTo(request)
		const told = heard()
		await server.app.idle()
		const before = kept
		kept = await keptIn(server, tables)
		if (answer.status < 400 || answer.complaint) return answer
		const changed = [...kept].filter(([table, rows]) => before.get(table) !== rows).map(([table]) => table)
		if (changed.length === 0 && told.length === 0) return answer
		return { ...answer, complaint: complaintOf(request, answer.status, '', `changed ${changed}, told ${told}`) }
	}
}

function next(chance: Chance, world: World): { id: string; request: Request } {
	const { operation } = chance.pick(SOCIAL)
	if (SELDOM.has(operation.id) && chance.is(0.8)) return next(chance, world)
	return {
		id: operation.id,
		request: requestFor(chance, operation, { ...world, mischief: chance.pick([0, 0.3, 0.7]) }),
	}
}

/** Who is there is told when there is time for it (Q4), not when it is said. */
const LATER = new Set(['PRESENCE_UPDATE', 'SESSIONS_REPLACE', 'PresenceSaid'])

/** What was said to anybody since it was asked last. */
function hearAll({ bus }: TestServer): () => string[] {
	const names: string[] = []
	const publish = bus.publish.bind(bus)
	bus.publish = (envelope) => {
		if (!LATER.has(envelope.name)) names.push(envelope.name)
		publish(envelope)
	}
	return () => names.splice(0)
}

async function tablesOf({ store }: TestServer): Promise<string[]> {
	const tables = await store.db.introspection.getTables()
	return tables.map(({ name }) => name)
}

/** All that is kept, table by table; of PostgreSQL, which is far away, in one question. */
async function keptIn({ store }: TestServer, tables: readonly string[]): Promise<Map<string, string>> {
	if (store.dialect === 'postgres') {
		const each = tables.map(
			(table) => `select '${table}' as name, md5(string_agg(t::text, '|' order by t::text)) as rows from "${table}" t`,
		)
		const { rows } = await sql.raw<{ name: string; rows: string }>(each.join(' union all ')).execute(store.db)
		return new Map(rows.map(({ name, rows }) => [name, rows]))
	}
	const kept = new Map<string, string>()
	for (const table of tables) {
		const rows = await store.db
			.selectFrom(table as 'lobbies')
			.selectAll()
			.execute()
		kept.set(
			table,
			rows
				.map((row) => JSON.stringify(row))
				.sort()
				.join(),
		)
	}
	return kept
}
