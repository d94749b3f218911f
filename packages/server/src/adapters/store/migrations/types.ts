import type { ColumnDataType, Kysely } from 'kysely'
import type { Tables } from '../../../ports/tables.ts'
import type { Vault } from '../../../ports/vault.ts'

/** The column types that differ between databases. */
export interface ColumnTypes {
	/** 64 bits. In SQLite `integer`, so that a primary key of it is the rowid. */
	id: ColumnDataType
	/** Milliseconds since the epoch. */
	time: ColumnDataType
}

/** What else of a migration differs between databases. */
export interface MigrationDialect extends ColumnTypes {
	/** Whether the store has tables of ours. Other schemas of the same database do not count. */
	hasTables(db: Kysely<Tables>): Promise<boolean>
	/** Keeps other processes from migrating the same store until the transaction ends. */
	lock(tx: Kysely<Tables>): Promise<void>
}

/** One step of the store's history. Never changed after it was released; the next change is the next file. */
export interface MigrationStep {
	// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its time
	up(db: Kysely<any>, types: ColumnTypes, vault: Vault): Promise<void>
}
