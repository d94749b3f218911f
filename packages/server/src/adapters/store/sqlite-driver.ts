import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'

/** One connection with its prepared statements. */
export interface SqliteHandle {
	exec(sql: string): void
	query(sql: string, parameters: readonly unknown[]): QueryResult<unknown>
	isInTransaction(): boolean
	close(): void
}

/** Prepared statements kept per connection; the text of a query is its key. */
const MOST_STATEMENTS = 500

interface Prepared {
	statement: StatementSync
	/** Whether it answers rows. */
	isQuery: boolean
}

/** Wraps a connection: statements are prepared once, 64-bit numbers beyond 2^53 read as strings. */
export function sqliteHandle(database: DatabaseSync): SqliteHandle {
	const kept = new Map<string, Prepared>()

	function prepare(sql: string): Prepared {
		let prepared = kept.get(sql)
		if (!prepared) {
			const statement = database.prepare(sql)
			statement.setReadBigInts(true)
			prepared = { statement, isQuery: statement.columns().length > 0 }
			if (kept.size >= MOST_STATEMENTS) kept.delete(kept.keys().next().value as string)
			kept.set(sql, prepared)
		}
		return prepared
	}

	return {
		exec(sql) {
			const { statement, isQuery } = prepare(sql)
			if (isQuery) statement.all()
			else statement.run()
		},
		query(sql, parameters) {
			const { statement, isQuery } = prepare(sql)
			const values = parameters as readonly SQLInputValue[]
			if (isQuery) return { rows: (statement.all(...values) as Row[]).map(readable) }
			return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
		},
		isInTransaction: () => database.isTransaction,
		close: () => database.close(),
	}
}

type Row = Record<string, unknown>

/** Numbers as numbers where they are safe, else as decimal text: ids are always beyond 2^53. Changes the row in place. */
function readable(row: Row): Row {
	for (const key in row) {
		const value = row[key]
		if (typeof value !== 'bigint') continue
		row[key] = value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER ? Number(value) : value.toString()
	}
	return row
}

/** Kysely's way to the connection. Whoever holds the handle sees to it that transactions do not mix. */
export class SqliteDriver implements Driver {
	readonly #connection: DatabaseConnection
	readonly #handle: SqliteHandle

	constructor(handle: SqliteHandle) {
		this.#handle = handle
		this.#connection = {
			executeQuery: async <R>({ sql, parameters }: CompiledQuery) => handle.query(sql, parameters) as QueryResult<R>,
			// biome-ignore lint/correctness/useYield: rows are read whole; nothing of ours streams
			async *streamQuery() {
				throw new Error('Streaming is not offered by this driver.')
			},
		}
	}

	async init(): Promise<void> {}
	async acquireConnection(): Promise<DatabaseConnection> {
		return this.#connection
	}
	async beginTransaction(): Promise<void> {
		this.#handle.exec('begin immediate')
	}
	async commitTransaction(): Promise<void> {
		this.#handle.exec('commit')
	}
	async rollbackTransaction(): Promise<void> {
		this.#handle.exec('rollback')
	}
	async releaseConnection(): Promise<void> {}
	async destroy(): Promise<void> {}
}
