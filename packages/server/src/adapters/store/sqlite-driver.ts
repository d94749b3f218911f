import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
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
	/** Names of what it answers; none where it answers no rows. */
	columns: readonly string[]
}

/** Wraps a connection: statements are prepared once, 64-bit numbers beyond 2^53 read as strings. */
export function sqliteHandle(database: DatabaseSync): SqliteHandle {
	const kept = new Map<string, Prepared>()

	function prepare(sql: string): Prepared {
		let prepared = kept.get(sql)
		if (!prepared) {
			const statement = database.prepare(sql)
			statement.setReadBigInts(true)
			// Rows are put together here, in half the time that the binding takes for objects.
			statement.setReturnArrays(true)
			prepared = { statement, columns: columnsOf(statement) }
			if (kept.size >= MOST_STATEMENTS) kept.delete(kept.keys().next().value as string)
			kept.set(sql, prepared)
		}
		return prepared
	}

	return {
		exec(sql) {
			const { statement, columns } = prepare(sql)
			if (columns.length > 0) statement.all()
			else statement.run()
		},
		query(sql, parameters) {
			const prepared = prepare(sql)
			const { statement, columns } = prepared
			const given = parameters as readonly SQLInputValue[]
			if (columns.length > 0) {
				const rows = statement.all(...given) as unknown as SQLOutputValue[][]
				// A table may have got a column since.
				if (rows[0] && rows[0].length !== columns.length) prepared.columns = columnsOf(statement)
				return { rows: rows.map((values) => rowOf(prepared.columns, values)) }
			}
			return { rows: [], numAffectedRows: BigInt(statement.run(...given).changes) }
		},
		isInTransaction: () => database.isTransaction,
		close: () => database.close(),
	}
}

function columnsOf(statement: StatementSync): readonly string[] {
	return statement.columns().map(({ name }) => name)
}

function rowOf(columns: readonly string[], values: readonly SQLOutputValue[]): Record<string, unknown> {
	const row: Record<string, unknown> = {}
	for (const [at, column] of columns.entries()) row[column] = readable(values[at])
	return row
}

const MOST_SAFE = BigInt(Number.MAX_SAFE_INTEGER)
const LEAST_SAFE = -MOST_SAFE

/** Numbers as numbers where they are safe, else as decimal text: ids are always beyond 2^53. */
function readable(value: unknown): unknown {
	if (typeof value !== 'bigint') return value
	return value <= MOST_SAFE && value >= LEAST_SAFE ? Number(value) : value.toString()
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
