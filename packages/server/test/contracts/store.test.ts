/** What every store keeps, whichever database it is. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compareSnowflakes, RightsChanged, readSnowflake } from '@guildhall/protocol'
import { sql } from 'kysely'
import { memoryBus } from '../../src/adapters/bus/memory.ts'
import { type MovableClock, movableClock } from '../../src/adapters/movable-clock.ts'
import { NewerStoreError, STORE_VERSION } from '../../src/adapters/store/migrations/index.ts'
import { type OpenStore, openStore, type StoreOptions } from '../../src/adapters/store/open.ts'
import { createVault } from '../../src/adapters/vault.ts'
import { createLinks } from '../../src/domain/media/links.ts'
import type { Envelope } from '../../src/ports/bus.ts'
import { prepared } from '../../src/ports/prepared.ts'
import type { Reading, Store, Transaction } from '../../src/ports/store.ts'
import { STORE_KIND, type StoreKind, storePlace } from '../store-place.ts'

const KINDS: readonly StoreKind[] = STORE_KIND === 'postgres' ? ['postgres', 'sqlite'] : ['sqlite']
const START = 1_760_000_000_000
const links = createLinks({ origin: '', gatewayUrl: '', cdnUrl: '', secret: '' })
const vault = createVault('contract')

/** A store that can be closed and opened again where it was. */
interface Subject extends AsyncDisposable {
	store: Store
	opened: OpenStore
	clock: MovableClock
	heard: Envelope[]
	/** Opens the same place once more, beside the first. */
	another(options?: Partial<StoreOptions>): Promise<OpenStore>
	reopen(clock?: MovableClock): Promise<void>
}

async function open(kind: StoreKind): Promise<Subject> {
	const folder = mkdtempSync(join(tmpdir(), 'guildhall-contract-'))
	const { at, drop } = await storePlace(folder, kind)
	const bus = memoryBus((error) => {
		throw error
	})
	const heard: Envelope[] = []
	bus.subscribe('guild.1', (envelope) => heard.push(envelope))
	const another: Subject['another'] = (options) =>
		openStore({ at, node: 0, clock: subject.clock, bus, links, vault, ...options })
	const subject = { clock: movableClock(undefined, START), heard, another } as unknown as Subject
	const use = (opened: OpenStore) => Object.assign(subject, { opened, store: opened.store })
	use(await another())
	return Object.assign(subject, {
		async reopen(clock: MovableClock = subject.clock) {
			await subject.opened.close()
			subject.clock = clock
			use(await another())
		},
		async [Symbol.asyncDispose]() {
			await subject.opened.close()
			await drop()
			rmSync(folder, { recursive: true, force: true })
		},
	})
}

const put = ({ db }: Reading, key: string, value = '') => db.insertInto('meta').values({ key, value }).execute()
const say = (tx: Transaction) => tx.emit(RightsChanged, { guildId: '1' }, { guild_id: '1' })
const keysIn = async (store: Store) =>
	(await store.db.selectFrom('meta').select('key').where('key', '!=', 'version').orderBy('key').execute()).map(
		({ key }) => key,
	)

for (const kind of KINDS) {
	const contract = (name: string, run: (subject: Subject) => Promise<void>) =>
		test(`${kind}: ${name}`, async () => {
			await using subject = await open(kind)
			await run(subject)
		})

	contract('what fails leaves nothing and says nothing', async ({ store, heard }) => {
		const failing = store.transaction(async (tx) => {
			await put(tx, 'a')
			say(tx)
			await tx.enqueue('note', {})
			throw new Error('changed my mind')
		})
		await assert.rejects(failing, /changed my mind/)
		assert.deepEqual(await keysIn(store), [])
		assert.deepEqual(await store.db.selectFrom('jobs').select('id').execute(), [])
		assert.deepEqual(heard, [])
	})

	contract('one that fails does not take those beside it along', async ({ store, heard }) => {
		const outcomes = await Promise.allSettled(
			Array.from({ length: 20 }, (_, n) =>
				store.transaction(async (tx) => {
					await put(tx, `k${String(n).padStart(2, '0')}`)
					say(tx)
					// A broken rule of the database, not only a throw of ours.
					if (n % 4 === 0) await put(tx, 'version')
				}),
			),
		)
		assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 5)
		assert.equal((await keysIn(store)).length, 15)
		assert.equal(heard.length, 15)
	})

	contract('one statement commits by itself, and what it says is heard then', async ({ store, heard }) => {
		await store.statement(async (tx) => {
			await put(tx, 'a')
			tx.emit(RightsChanged, { guildId: '1' }, { guild_id: '1' })
			assert.deepEqual(heard, [])
		})
		assert.deepEqual([await keysIn(store), heard.length], [['a'], 1])
		const twice = store.statement(async (tx) => {
			tx.emit(RightsChanged, { guildId: '1' }, { guild_id: '1' })
			await put(tx, 'a')
		})
		await assert.rejects(twice)
		assert.deepEqual([await keysIn(store), heard.length], [['a'], 1])
	})

	contract('a table may get a column under a query that was prepared before', async ({ store }) => {
		const all = prepared((db) => db.selectFrom('meta').selectAll().where('key', '=', 'version'))
		const columns = async (from: Reading) => Object.keys((await all(from))[0] ?? {}).length
		assert.deepEqual([await columns(store), await store.transaction(columns)], [2, 2])
		await store.transaction((tx) => sql`alter table meta add column note text`.execute(tx.db))
		assert.deepEqual([await columns(store), await store.transaction(columns)], [3, 3])
	})

	contract('what was just committed is read, however often it was read before', async ({ store }) => {
		const valueAt = prepared((db, key: string) => db.selectFrom('meta').select('value').where('key', '=', key))
		const read = async (key: string) => (await valueAt(store, key))[0]?.value
		await store.transaction((tx) => put(tx, 'other', 'stays'))
		await store.transaction((tx) => put(tx, 'a', 'first'))
		for (let n = 0; n < 20; n++) {
			const value = `number ${n}`
			await store.transaction((tx) => tx.db.updateTable('meta').set({ value }).where('key', '=', 'a').execute())
			const keys = ['a', 'a', 'other', 'a', 'none', 'other']
			assert.deepEqual(await Promise.all(keys.map(read)), [value, value, 'stays', value, undefined, 'stays'])
		}
	})

	contract('what is said is heard after the commit, in the order in which it was said', async (subject) => {
		const { store, heard } = subject
		await store.transaction(async (tx) => {
			for (const id of ['1', '2', '3']) tx.emit(RightsChanged, { guildId: '1' }, { guild_id: id })
			await put(tx, 'a')
			await new Promise(setImmediate)
			assert.deepEqual(heard, [])
			// Nobody else sees it yet.
			assert.deepEqual(await keysIn(store), [])
		})
		assert.deepEqual(
			heard.map(({ json }) => json),
			['{"guild_id":"1"}', '{"guild_id":"2"}', '{"guild_id":"3"}'],
		)
		assert.deepEqual(await keysIn(store), ['a'])
	})

	contract('whoever hears of it finds it', async ({ store, heard }) => {
		let seen: Promise<string[]> | undefined
		heard.push = () => {
			seen = keysIn(store)
			return 0
		}
		await store.transaction(async (tx) => {
			await put(tx, 'a')
			say(tx)
		})
		assert.deepEqual(await seen, ['a'])
	})

	contract('of many that change the same row none is lost', async ({ store }) => {
		await store.transaction((tx) => put(tx, 'sum', '0'))
		await Promise.all(
			Array.from({ length: 50 }, () =>
				store.transaction(async ({ db }) => {
					await db
						.updateTable('meta')
						.set({ value: sql<string>`cast(cast(value as integer) + 1 as text)` })
						.where('key', '=', 'sum')
						.execute()
				}),
			),
		)
		const { value } = await store.db
			.selectFrom('meta')
			.select('value')
			.where('key', '=', 'sum')
			.executeTakeFirstOrThrow()
		assert.equal(value, '50')
	})

	contract('ids are text beyond what numbers hold, small numbers are numbers, null is null', async ({ store }) => {
		await store.transaction(async ({ db }) => {
			const values = { key: 'k', count: 3, resets_at: START }
			await db.insertInto('attempts').values(values).execute()
			const job = { id: '9223372036854775807', kind: 'x', payload: '{}', run_at: 0, locked_until: null }
			await db.insertInto('jobs').values(job).execute()
		})
		assert.deepEqual(
			{ ...(await store.db.selectFrom('attempts').selectAll().executeTakeFirst()) },
			{
				key: 'k',
				count: 3,
				resets_at: START,
			},
		)
		const job = await store.db.selectFrom('jobs').selectAll().where('id', '=', '9223372036854775807').executeTakeFirst()
		assert.deepEqual([job?.id, job?.attempts, job?.locked_until], ['9223372036854775807', 0, null])
	})

	contract('who looks first and writes then is answered by what is there, whoever was faster', async ({ store }) => {
		const make = () =>
			store.transaction(async (tx) => {
				const there = await tx.db.selectFrom('meta').select('value').where('key', '=', 'once').executeTakeFirst()
				if (there) return 'found'
				await new Promise(setImmediate)
				await put(tx, 'once')
				return 'made'
			})
		const answers = await Promise.all([make(), make(), make()])
		assert.deepEqual(answers.sort(), ['found', 'found', 'made'])
	})

	contract('references hold', async ({ store }) => {
		const stray = store.transaction(({ db }) =>
			db.insertInto('overwrites').values({ channel_id: '5', target_id: '6', type: 0, allow: '0', deny: '0' }).execute(),
		)
		await assert.rejects(stray)
	})

	contract('ids are unique and ascend within a millisecond', async ({ store, opened }) => {
		const ids: string[] = []
		await store.transaction(async (tx) => {
			for (let n = 0; n < 10_000; n++) ids.push(tx.newId())
		})
		ids.push(opened.newId())
		assert.ok(ids.every((id, n) => n === 0 || compareSnowflakes(ids[n - 1] as string, id) < 0))
	})

	contract('ids ascend across a restart and a clock that was set back', async (subject) => {
		const ids = [subject.opened.newId()]
		await subject.opened.reserveIds(START + 3_600_000)
		subject.clock.advance(3_600_000)
		ids.push(subject.opened.newId())
		await subject.reopen(movableClock(undefined, START - 86_400_000))
		ids.push(subject.opened.newId(), subject.opened.newId())
		await subject.reopen()
		ids.push(subject.opened.newId())
		assert.ok(ids.every((id, n) => n === 0 || compareSnowflakes(ids[n - 1] as string, id) < 0))
		assert.equal(readSnowflake(ids[1] as string).at, START + 3_600_000)
	})

	contract('ids of two nodes never meet', async (subject) => {
		if (kind === 'sqlite') return
		const other = await subject.another({ node: 7 })
		const ids = Array.from({ length: 1000 }, () => [subject.opened.newId(), other.newId()]).flat()
		await other.close()
		assert.equal(new Set(ids).size, ids.length)
	})

	contract('what was committed is there when the store is opened again', async (subject) => {
		await subject.store.transaction((tx) => put(tx, 'a'))
		await subject.reopen()
		assert.deepEqual(await keysIn(subject.store), ['a'])
	})

	contract('a store that a newer server wrote is not opened', async (subject) => {
		const version = String(STORE_VERSION + 1)
		await subject.store.transaction(async ({ db }) => {
			await db.updateTable('meta').set({ value: version }).where('key', '=', 'version').execute()
		})
		await assert.rejects(subject.another(), NewerStoreError)
		await subject.store.transaction(async ({ db }) => {
			const kept = await db.selectFrom('meta').select('value').where('key', '=', 'version').executeTakeFirst()
			assert.equal(kept?.value, version)
		})
	})

	contract('jobs are taken once, the due ones, the oldest first', async ({ store, clock }) => {
		await store.transaction(async (tx) => {
			for (const [n, at] of [START + 20, START + 10, START + 100_000].entries()) await tx.enqueue('note', { n }, at)
			await tx.enqueue('other', {}, START)
		})
		clock.advance(50)
		const rounds = await Promise.all([1, 2, 3].map(() => store.jobs.claim(['note'], 10, 60_000)))
		assert.deepEqual(
			rounds.flat().map(({ payload, attempts }) => [payload, attempts]),
			[
				[{ n: 1 }, 1],
				[{ n: 0 }, 1],
			],
		)
		clock.advance(60_000)
		assert.deepEqual(
			(await store.jobs.claim(['note'], 10, 60_000)).map(({ attempts }) => attempts),
			[2, 2],
		)
	})

	contract('who asks is called after each commit that ordered a job, and after no other', async ({ store }) => {
		let calls = 0
		const stop = store.jobs.onOrdered(() => calls++)
		await store.transaction((tx) => put(tx, 'a'))
		await store.transaction((tx) => tx.enqueue('note', {}))
		await assert.rejects(
			store.transaction(async (tx) => {
				await tx.enqueue('note', {})
				throw new Error('no')
			}),
		)
		assert.equal(calls, 1)
		stop()
		await store.transaction((tx) => tx.enqueue('note', {}))
		assert.equal(calls, 1)
	})

	contract('closing waits for what is under way', async (subject) => {
		const writing = subject.store.transaction(async (tx) => {
			await put(tx, 'a')
			await new Promise(setImmediate)
			await put(tx, 'b')
		})
		await Promise.all([writing, subject.reopen()])
		assert.deepEqual(await keysIn(subject.store), ['a', 'b'])
	})
}

test('postgres: servers that start together bring a new store to its version once', async (t) => {
	if (STORE_KIND !== 'postgres') return t.skip()
	const { at, drop } = await storePlace('', 'postgres')
	const bus = memoryBus(() => {})
	const starting = [1, 2, 3].map((node) => openStore({ at, node, clock: movableClock(undefined), bus, links, vault }))
	const opened = await Promise.all(starting)
	for (const store of opened) await store.close()
	await drop()
})

test('sqlite: writes of one turn share a commit', async () => {
	await using subject = await open('sqlite')
	const commits = async () => {
		const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(subject.store.db)
		return rows[0]?.data_version ?? 0
	}
	const before = await commits()
	await Promise.all(Array.from({ length: 100 }, (_, n) => subject.store.transaction((tx) => put(tx, `k${n}`))))
	assert.equal((await commits()) - before, 1)
	assert.equal((await keysIn(subject.store)).length, 100)
})

test('sqlite: the log stays short, however busily the store is read', async () => {
	await using subject = await open('sqlite')
	const { store } = subject
	const { rows } = await sql<{ file: string }>`pragma database_list`.execute(store.db)
	await store.transaction((tx) => put(tx, 'a'))
	let longest = 0
	for (let round = 0; round < 300; round++) {
		const value = String(round).repeat(10_000)
		// Somebody reads in the turn of each commit, just before it.
		const reading = new Promise((resolve) => setImmediate(() => resolve(keysIn(store))))
		await store.transaction((tx) => tx.db.updateTable('meta').set({ value }).where('key', '=', 'a').execute())
		await reading
		longest = Math.max(longest, statSync(`${rows[0]?.file}-wal`).size)
	}
	assert.ok(longest < 6_000_000, `${longest} bytes`)
})
