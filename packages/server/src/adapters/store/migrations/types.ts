import type { ColumnDataType, Kysely } from 'kysely'

/** The column types that differ between databases. */
export interface ColumnTypes {
	/** 64 bits. In SQLite `integer`, so that a primary key of it is the rowid. */
	id: ColumnDataType
	/** Milliseconds since the epoch. */
	time: ColumnDataType
}

/** One step of the store's history. Never changed after it was released; the next change is the next file. */
export interface MigrationStep {
	// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its time
	up(db: Kysely<any>, types: ColumnTypes): Promise<void>
}
