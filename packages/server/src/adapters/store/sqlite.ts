import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import type { Store, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { type Connection, openTransaction, type StoreWorld } from './emission.ts'
import { claimJobs } from './jobs.ts'
import type { MigrationDialect } from './migrations/types.ts'
import { SqliteDriver, type SqliteHandle, sqliteHandle } from './sqlite-driver.ts'

export const SQLITE: MigrationDialect = {
	id: 'integer',
	time: 'integer',
	async hasTables(db) {
		const { rows } = await sql`select 1 from sqlite_master where type = 'table' and name = 'meta'`.execute(db)
		return rows.length > 0
	},
	// Whoever has begun to write is alone.
	async lock() {},
}

/** How safe a commit is: `full` survives a power cut, `normal` a crash of the process, `off` is for tests. */
export type SqliteSync = 'full' | 'normal' | 'off'

export interface SqliteFile {
	/** A connection that changes things; the only one. */
	writer: SqliteHandle
	/** A connection that sees what is committed. */
	reader: TurnReader
	writing: Kysely<Tables>
	reading: Kysely<Tables>
}

/** Opens the file, making it where there is none. WAL, foreign keys on. */
export function openSqlite(file: string, sync: SqliteSync): SqliteFile {
	// Hashes and signing keys are for nobody else; SQLite gives the files beside it the same rights.
	closeSync(openSync(file, 'a', 0o600))
	const writer = sqliteHandle(new DatabaseSync(file))
	// First of all: a process that ends at this moment holds the file too.
	writer.exec('pragma busy_timeout = 5000')
	writer.exec('pragma journal_mode = wal')
	writer.exec(`pragma synchronous = ${sync}`)
	writer.exec('pragma foreign_keys = on')
	const reader = turnReader(new DatabaseSync(file))
	return { writer, reader, writing: kyselyOver(writer), reading: kyselyOver(reader) }
}

/** A connection whose queries of one turn of the event loop are one transaction: each would lock the file for itself. */
interface TurnReader extends SqliteHandle {
	/** What is read from now on is what is committed now. */
	renew(): void
	/** Rows that others may have been given too: nobody changes them. */
	rows(sql: string, parameters: readonly unknown[]): readonly unknown[]
}

/** What a statement was asked last, and what it answered. */
interface Asked {
	parameters: readonly unknown[]
	rows: readonly unknown[]
}

function turnReader(database: DatabaseSync): TurnReader {
	const handle = sqliteHandle(database)
	handle.exec('pragma busy_timeout = 5000')
	handle.exec('pragma query_only = on')
	let isOpen = false
	/** Of this transaction: requests of one turn ask much the same of the same guild, and nothing changes before the next. */
	const asked = new Map<string, Asked>()
	function renew(): void {
		if (!isOpen) return
		isOpen = false
		asked.clear()
		handle.exec('commit')
	}
	function begin(): void {
		if (isOpen) return
		isOpen = true
		handle.exec('begin')
		setImmediate(renew)
	}
	return {
		...handle,
		renew,
		query(sql, parameters) {
			begin()
			return handle.query(sql, parameters)
		},
		rows(sql, parameters) {
			const before = asked.get(sql)
			if (before && isSame(before.parameters, parameters)) return before.rows
			begin()
			const { rows } = handle.query(sql, parameters)
			for (const row of rows) Object.freeze(row)
			asked.set(sql, { parameters, rows })
			return rows
		},
		close() {
			renew()
			handle.close()
		},
	}
}

export function closeSqlite({ writer, reader }: SqliteFile): void {
	reader.close()
	writer.close()
}

function kyselyOver(handle: SqliteHandle): Kysely<Tables> {
	return new Kysely<Tables>({
		dialect: {
			createAdapter: () => new SqliteAdapter(),
			createDriver: () => new SqliteDriver(handle),
			createIntrospector: (db) => new SqliteIntrospector(db),
			createQueryCompiler: () => new SqliteQueryCompiler(),
		},
	})
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
	return some.length === others.length && some.every((value, at) => value === others[at])
}

interface Task {
	work(tx: Transaction): Promise<unknown>
	resolve(value: unknown): void
	reject(reason: unknown): void
}

interface Done {
	task: Task
	value: unknown
	publish(): void
}

/** SQLITE_CONSTRAINT_FOREIGNKEY, _PRIMARYKEY, _UNIQUE (https://www.sqlite.org/rescode.html). */
const OVERTAKEN = [787, 1555, 2067]

/** No more than this many transactions wait for one commit. */
const MOST_PER_COMMIT = 512

/**
 * The embedded store. One connection writes: transactions run one after the other as savepoints, and all that come in
 * one turn of the event loop share a commit. Nobody is answered, and nothing is said, before that commit.
 */
export function sqliteStore(file: SqliteFile, world: StoreWorld): Store {
	const { writer, writing } = file
	const connection: Connection = {
		db: writing,
		dialect: 'sqlite',
		run: async <R>(sql: string, parameters: readonly unknown[]) => writer.query(sql, parameters).rows as R[],
	}
	const waiting: Task[] = []
	let running: Promise<void> | undefined

	async function drain(): Promise<void> {
		while (waiting.length > 0) await commitTogether()
		// In the same breath as the last look, so that nobody queues behind a drain that has ended.
		running = undefined
	}

	async function commitTogether(): Promise<void> {
		const done: Done[] = []
		try {
			writer.exec('begin immediate')
			while (waiting.length > 0 && done.length < MOST_PER_COMMIT) {
				const task = waiting.shift()
				if (task) await runInSavepoint(task, done)
				// Requests that arrive in the same turn join this commit instead of paying for their own.
				if (waiting.length === 0) await new Promise(setImmediate)
			}
			// Nobody reads meanwhile: a commit that is due to empty the log can do so, or the log would grow as long as anybody does.
			file.reader.renew()
			writer.exec('commit')
		} catch (error) {
			if (writer.isInTransaction()) writer.exec('rollback')
			for (const { task } of done) task.reject(error)
			if (done.length === 0) for (const task of waiting.splice(0)) task.reject(error)
			return
		}
		for (const { task, value, publish } of done) {
			publish()
			task.resolve(value)
		}
	}

	async function runInSavepoint(task: Task, done: Done[]): Promise<void> {
		const tx = openTransaction(connection, world)
		writer.exec('savepoint work')
		try {
			const value = await task.work(tx)
			writer.exec('release work')
			done.push({ task, value, publish: tx.publish })
		} catch (error) {
			task.reject(error)
			writer.exec('rollback to work')
			writer.exec('release work')
		}
	}

	function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
		return new Promise<T>((resolve, reject) => {
			waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
			if (!running) running = drain()
		})
	}

	return {
		db: file.reading,
		dialect: 'sqlite',
		run: async <R>(sql: string, parameters: readonly unknown[]) => file.reader.rows(sql, parameters) as readonly R[],
		node: world.node,
		links: world.links,
		vault: world.vault,
		now: world.now,
		transaction,
		statement: transaction,
		isOvertaken: (error) => error instanceof Error && 'errcode' in error && OVERTAKEN.includes(error.errcode as number),
		jobs: {
			onOrdered: world.jobs.onOrdered,
			claim: (kinds, most, leaseMs) =>
				transaction((tx) => claimJobs(tx.db, { kinds, most, now: world.now(), leaseMs, isShared: false })),
		},
		async close() {
			await running
			closeSqlite(file)
		},
	}
}
