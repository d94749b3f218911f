import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../ports/tables.ts'
import { platform } from './0001-platform.ts'
import { accounts } from './0002-accounts.ts'
import { applications } from './0003-applications.ts'
import { guilds } from './0004-guilds.ts'
import { messages } from './0005-messages.ts'
import { lobbies } from './0006-lobbies.ts'
import { settings } from './0007-settings.ts'
import type { ColumnTypes, MigrationStep } from './types.ts'

/** In order; a store's version is how many of them it has had. */
const STEPS: readonly MigrationStep[] = [platform, accounts, applications, guilds, messages, lobbies, settings]

/** The version this server writes. */
export const STORE_VERSION = STEPS.length

/** The store was written by a newer server; this one would lose what it does not know. */
export class NewerStoreError extends Error {
	constructor(found: number) {
		super(
			`The store has version ${found}, this server knows versions up to ${STORE_VERSION}. Start a newer server, or another data directory.`,
		)
		this.name = 'NewerStoreError'
	}
}

/** The version of the store; 0 before anything is in it. */
export async function storeVersion(db: Kysely<Tables>): Promise<number> {
	const found = (await db.introspection.getTables()).filter((table) => table.name === 'meta')
	if (found.length === 0 || !(await isHere(db, found))) return 0
	const row = await db.selectFrom('meta').select('value').where('key', '=', 'version').executeTakeFirst()
	return row ? Number(row.value) : 0
}

/** PostgreSQL lists the tables of every schema; ours are those of the schema of this connection. */
async function isHere(db: Kysely<Tables>, tables: readonly { schema?: string }[]): Promise<boolean> {
	if (tables[0]?.schema === undefined) return true
	const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
	return tables.some(({ schema }) => schema === rows[0]?.name)
}

/** Brings the store to this server's version, in one transaction. @throws NewerStoreError */
export async function migrate(db: Kysely<Tables>, types: ColumnTypes): Promise<{ from: number; to: number }> {
	const from = await storeVersion(db)
	if (from > STORE_VERSION) throw new NewerStoreError(from)
	if (from === STORE_VERSION) return { from, to: from }
	await db.transaction().execute(async (tx) => {
		for (const step of STEPS.slice(from)) await step.up(tx, types)
		await tx
			.insertInto('meta')
			.values({ key: 'version', value: String(STORE_VERSION) })
			.onConflict((c) => c.column('key').doUpdateSet({ value: String(STORE_VERSION) }))
			.execute()
	})
	return { from, to: STORE_VERSION }
}
