import type Database from 'better-sqlite3'
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

/** Wraps a connection: statements are prepared once, 64-bit numbers beyond 2^53 read as strings. */
export function sqliteHandle(database: Database.Database): SqliteHandle {
	database.defaultSafeIntegers(true)
	const statements = new Map<string, Database.Statement<unknown[]>>()

	function prepare(sql: string): Database.Statement<unknown[]> {
		let statement = statements.get(sql)
		if (!statement) {
			statement = database.prepare<unknown[]>(sql)
			if (statements.size >= MOST_STATEMENTS) statements.delete(statements.keys().next().value as string)
			statements.set(sql, statement)
		}
		return statement
	}

	return {
		exec(sql) {
			// Pragmas answer rows, the rest is run; both go through the prepared form.
			const statement = prepare(sql)
			if (statement.reader) statement.all()
			else statement.run()
		},
		query(sql, parameters) {
			const statement = prepare(sql)
			if (statement.reader) return { rows: (statement.all(...parameters) as Row[]).map(readable) }
			const { changes } = statement.run(...parameters)
			return { rows: [], numAffectedRows: BigInt(changes) }
		},
		isInTransaction: () => database.inTransaction,
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
