import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Store, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { type Connection, openTransaction, type StoreWorld } from './emission.ts'
import { claimJobs } from './jobs.ts'
import type { MigrationDialect } from './migrations/types.ts'
import { namingClient, type StatementNames, statementNames } from './postgres-names.ts'

/** Any number that nobody else locks by. */
const MIGRATION_LOCK = 7_204_115_263

export const POSTGRES: MigrationDialect = {
	id: 'bigint',
	time: 'bigint',
	async hasTables(db) {
		const { rows } = await sql<{ found: boolean }>`
			select exists (select 1 from pg_tables where schemaname = current_schema() and tablename = 'meta') as found`.execute(
			db,
		)
		return rows[0]?.found ?? false
	},
	async lock(tx) {
		await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
	},
}

const INT8 = 20
const TRIES = 5
/** feature_not_supported: a table has other columns than when the statement got its name. */
const STALE_PLAN = '0A000'
/** foreign_key_violation, unique_violation: between look and write somebody else removed, or made, what it is about. */
const OVERTAKEN = ['23503', '23505']
/** serialization_failure, deadlock_detected: the database asks to run the transaction again. */
const AGAIN = new Set(['40001', '40P01', ...OVERTAKEN, STALE_PLAN])

/**
 * A plan is made once and kept: one that was made while a table was new and short would read it whole for as long as
 * nobody counts its rows. Every query of ours has an index (docs/decisions/0008).
 */
const SETTINGS = 'set enable_seqscan = off; set jit = off'

export interface PostgresDatabase {
	db: Kysely<Tables>
	pool: pg.Pool
	names: StatementNames
	close(): Promise<void>
}

/** Opens a pool. Numbers of 64 bits read as numbers where they are safe, else as decimal text. */
export function openPostgres(url: string, options: { connections?: number; schema?: string } = {}): PostgresDatabase {
	const names = statementNames()
	const pool = new pg.Pool({
		connectionString: url,
		Client: namingClient(names),
		max: options.connections ?? 10,
		...(options.schema ? { options: `-c search_path=${options.schema}` } : {}),
		types: {
			getTypeParser(type: number, format?: 'text' | 'binary') {
				if (type === INT8 && format !== 'binary') return readInt8
				return pg.types.getTypeParser(type, format as 'text')
			},
		} as pg.CustomTypesConfig,
	})
	// A setting that is refused costs time alone.
	pool.on('connect', (client) => void client.query(SETTINGS).catch(() => {}))
	// An idle connection that the database ends is replaced at the next query, which reports what is wrong, if anything.
	pool.on('error', () => {})
	const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
	return { db, pool, names, close: () => db.destroy() }
}

function codeOf(error: unknown): string {
	return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function readInt8(text: string): number | string {
	const number = Number(text)
	return Number.isSafeInteger(number) ? number : text
}

/** A connection's queries; those that `run` makes are known to the database by a name. */
function connectionOver(db: Kysely<Tables>, names: StatementNames): Connection {
	return {
		db,
		dialect: 'postgres',
		run: async <R>(sql: string, parameters: readonly unknown[]) => {
			names.give(sql)
			return (await db.executeQuery<R>(CompiledQuery.raw(sql, [...parameters]))).rows
		},
	}
}

/** The store of a cluster: each transaction has its own connection, the database shares commits by itself. */
export function postgresStore({ db, pool, names, close }: PostgresDatabase, world: StoreWorld): Store {
	/** A pool that is closed forgets whoever still waits for a connection: it is closed when nobody does. */
	const running = new Set<Promise<unknown>>()

	const outside: Connection = {
		db,
		dialect: 'postgres',
		run: <R>(sql: string, parameters: readonly unknown[]) => {
			names.give(sql)
			return again(async () => (await pool.query(sql, [...parameters])).rows as R[], new Set([STALE_PLAN]))
		},
	}

	/** Resolves when every commit that was sent is answered, and what was said in it is published. */
	let published: Promise<void> = Promise.resolve()

	/**
	 * A commit is about to be sent. Who waited for a row that this transaction holds sends theirs later, but may be answered
	 * sooner: what they have to say waits for what this one says.
	 */
	function takeTurn(): { before: Promise<void>; end: () => void } {
		const before = published
		const { promise, resolve: end } = Promise.withResolvers<void>()
		published = before.then(() => promise)
		return { before, end }
	}

	const transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
		tracked(
			again(async () => {
				let turn: ReturnType<typeof takeTurn> | undefined
				try {
					const { value, publish } = await db.transaction().execute(async (connection) => {
						const tx = openTransaction(connectionOver(connection, names), world)
						const value = await work(tx)
						turn = takeTurn()
						return { value, publish: tx.publish }
					})
					await turn?.before
					publish()
					return value
				} finally {
					turn?.end()
				}
			}),
		)

	const statement: Store['statement'] = (work) =>
		tracked(
			again(async () => {
				const tx = openTransaction(outside, world)
				const value = await work(tx)
				await published
				tx.publish()
				return value
			}),
		)

	function tracked<T>(done: Promise<T>): Promise<T> {
		running.add(done)
		const forget = () => running.delete(done)
		done.then(forget, forget)
		return done
	}

	async function again<T>(work: () => Promise<T>, on = AGAIN): Promise<T> {
		for (let tries = 1; ; tries++) {
			try {
				return await work()
			} catch (error) {
				const code = codeOf(error)
				if (tries === TRIES || !on.has(code)) throw error
				if (code === STALE_PLAN) names.renew()
			}
		}
	}

	return {
		...outside,
		node: world.node,
		links: world.links,
		vault: world.vault,
		now: world.now,
		jobs: {
			onOrdered: world.jobs.onOrdered,
			claim: (kinds, most, leaseMs) =>
				db
					.transaction()
					.execute((connection) => claimJobs(connection, { kinds, most, now: world.now(), leaseMs, isShared: true })),
		},
		transaction,
		statement,
		isOvertaken: (error) => OVERTAKEN.includes(codeOf(error)),
		async close() {
			await Promise.allSettled(running)
			await close()
		},
	}
}
