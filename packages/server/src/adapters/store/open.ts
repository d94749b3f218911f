import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Links } from '../../ports/links.ts'
import type { Store } from '../../ports/store.ts'
import type { Vault } from '../../ports/vault.ts'
import type { StoreWorld } from './emission.ts'
import { type Ids, openIds } from './ids.ts'
import { jobSignal } from './jobs.ts'
import { migrate } from './migrations/index.ts'
import { closeSqlite, openSqlite, SQLITE, type SqliteSync, sqliteStore } from './sqlite.ts'

export interface StoreOptions {
	/** A file of SQLite, or an address of PostgreSQL. */
	at: { file: string; sync: SqliteSync } | { url: string; connections?: number; schema?: string }
	/** 0–1023, another for each process that writes the same store. */
	node: number
	clock: Clock
	bus: Bus
	links: Links
	vault: Vault
}

export interface OpenStore {
	store: Store
	/** Makes ids up to `until` safe; before the clock is moved there. */
	reserveIds(until: number): Promise<void>
	/** A new id outside a transaction, for what is written later. */
	newId(): string
	close(): Promise<void>
}

/** Opens the store and brings it to this server's version. @throws NewerStoreError */
export async function openStore({ at, node, clock, bus, links, vault }: StoreOptions): Promise<OpenStore> {
	const worldOf = (newId: () => string): StoreWorld => ({
		node,
		now: clock.now,
		newId,
		links,
		vault,
		bus,
		jobs: jobSignal(),
	})
	if ('file' in at) {
		const file = openSqlite(at.file, at.sync)
		await migrate(file.writing, SQLITE, vault).catch((error) => {
			closeSqlite(file)
			throw error
		})
		// Reservations go through the store's own queue, so that they never cut into a running transaction.
		let store: Store | undefined
		const ids = await openIds(
			async (work) => (store ? store.transaction((tx) => work(tx.db)) : work(file.writing)),
			node,
			clock,
		)
		store = sqliteStore(file, worldOf(ids.next))
		return withIds(store, ids)
	}
	// Loaded only where it is used: a server on SQLite starts sooner without it.
	const { openPostgres, POSTGRES, postgresStore } = await import('./postgres.ts')
	const database = openPostgres(at.url, at)
	await migrate(database.db, POSTGRES, vault).catch(async (error) => {
		await database.close()
		throw error
	})
	const ids = await openIds((work) => work(database.db), node, clock)
	return withIds(postgresStore(database, worldOf(ids.next)), ids)
}

/** Ids end before the store does: their last reservation is written through it. */
function withIds(store: Store, ids: Ids): OpenStore {
	return {
		store,
		reserveIds: ids.reserve,
		newId: ids.next,
		async close() {
			await ids.close()
			await store.close()
		},
	}
}

/** Brings a store to this server's version and does nothing else. @throws NewerStoreError */
export async function migrateStore(at: StoreOptions['at'], vault: Vault): Promise<{ from: number; to: number }> {
	if ('file' in at) {
		const file = openSqlite(at.file, at.sync)
		try {
			return await migrate(file.writing, SQLITE, vault)
		} finally {
			closeSqlite(file)
		}
	}
	const { openPostgres, POSTGRES } = await import('./postgres.ts')
	const database = openPostgres(at.url, at)
	try {
		return await migrate(database.db, POSTGRES, vault)
	} finally {
		await database.close()
	}
}
