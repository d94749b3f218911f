/** Where a test's store is: one that nobody else uses, gone with the test. */
import { join } from 'node:path'
import pg from 'pg'
import type { StoreOptions } from '../src/adapters/store/open.ts'

export type StoreKind = 'sqlite' | 'postgres'

/** What `STORE` says the tests run on. */
export const STORE_KIND: StoreKind = process.env.STORE === 'postgres' ? 'postgres' : 'sqlite'

/** SQLite in a folder of its own, or with `STORE=postgres` a schema of its own in the database of `POSTGRES_URL`. */
export async function storePlace(
	folder: string,
	kind: StoreKind = STORE_KIND,
): Promise<{ at: StoreOptions['at']; drop(): Promise<void> }> {
	if (kind === 'sqlite') {
		return { at: { file: join(folder, 'store.sqlite'), sync: 'off' }, drop: async () => {} }
	}
	const url = process.env.POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
	const schema = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
	await once(url, `create schema ${schema}`)
	return { at: { url, schema, connections: 4 }, drop: () => once(url, `drop schema ${schema} cascade`) }
}

async function once(url: string, sql: string): Promise<void> {
	const client = new pg.Client({ connectionString: url })
	await client.connect()
	try {
		await client.query(sql)
	} finally {
		await client.end()
	}
}
