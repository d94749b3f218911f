import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Store } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { type Connection, openTransaction, type StoreWorld } from './emission.ts'
import { claimJobs } from './jobs.ts'
import type { ColumnTypes } from './migrations/types.ts'

export const POSTGRES_TYPES: ColumnTypes = { id: 'bigint', time: 'bigint' }

const INT8 = 20
const TRIES = 5
/** serialization_failure, deadlock_detected: the database asks to run the transaction again. */
const AGAIN = new Set(['40001', '40P01'])

export interface PostgresDatabase {
	db: Kysely<Tables>
	close(): Promise<void>
}

/** Opens a pool. Numbers of 64 bits read as numbers where they are safe, else as decimal text. */
export function openPostgres(url: string, options: { connections?: number; schema?: string } = {}): PostgresDatabase {
	const pool = new pg.Pool({
		connectionString: url,
		max: options.connections ?? 10,
		...(options.schema ? { options: `-c search_path=${options.schema}` } : {}),
		types: {
			getTypeParser(type: number, format?: 'text' | 'binary') {
				if (type === INT8 && format !== 'binary') return readInt8
				return pg.types.getTypeParser(type, format as 'text')
			},
		} as pg.CustomTypesConfig,
	})
	// An idle connection that the database ends is replaced at the next query, which reports what is wrong, if anything.
	pool.on('error', () => {})
	const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
	return { db, close: () => db.destroy() }
}

function readInt8(text: string): number | string {
	const number = Number(text)
	return Number.isSafeInteger(number) ? number : text
}

function connectionOver(db: Kysely<Tables>): Connection {
	return {
		db,
		dialect: 'postgres',
		run: async <R>(sql: string, parameters: readonly unknown[]) =>
			(await db.executeQuery<R>(CompiledQuery.raw(sql, [...parameters]))).rows,
	}
}

/** The store of a cluster: each transaction has its own connection, the database shares commits by itself. */
export function postgresStore({ db, close }: PostgresDatabase, world: StoreWorld): Store {
	return {
		...connectionOver(db),
		node: world.node,
		links: world.links,
		now: world.now,
		jobs: {
			onOrdered: world.jobs.onOrdered,
			claim: (kinds, most, leaseMs) =>
				db
					.transaction()
					.execute((connection) => claimJobs(connection, { kinds, most, now: world.now(), leaseMs, isShared: true })),
		},
		async transaction(work) {
			for (let tries = 1; ; tries++) {
				try {
					const { value, publish } = await db.transaction().execute(async (connection) => {
						const tx = openTransaction(connectionOver(connection), world)
						return { value: await work(tx), publish: tx.publish }
					})
					publish()
					return value
				} catch (error) {
					const code = error instanceof Error && 'code' in error ? String(error.code) : ''
					if (tries === TRIES || !AGAIN.has(code)) throw error
				}
			}
		},
		close,
	}
}
