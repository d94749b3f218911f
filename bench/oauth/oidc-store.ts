/** A store for oidc-provider over one table, as its documentation proposes, on either database. */
import { DatabaseSync } from 'node:sqlite'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { errors } from 'oidc-provider'
import pg from 'pg'

interface Row {
	payload: string | AdapterPayload
	consumed_at: number | null
}

/** Runs a statement with `$1` parameters; rows, or one for each that was changed. */
export type Run = (sql: string, values: readonly (string | number | null)[]) => Promise<Row[]>

const TABLE = `create table oidc (id text primary key, payload JSON_TYPE not null, grant_id text, user_code text,
	uid text, expires_at bigint, consumed_at bigint)`
const INDEXES = ['grant_id', 'user_code', 'uid'].map((column) => `create index oidc_${column} on oidc (${column})`)

/** SQLite in a file, statements kept. */
export function oidcOnSqlite(file: string): Run {
	const database = new DatabaseSync(file)
	database.exec('pragma journal_mode = wal; pragma synchronous = normal')
	database.exec(TABLE.replace('JSON_TYPE', 'text'))
	for (const sql of INDEXES) database.exec(sql)
	const kept = new Map<string, ReturnType<DatabaseSync['prepare']>>()
	return async (sql, values) => {
		const statement = kept.get(sql) ?? database.prepare(sql)
		kept.set(sql, statement)
		const named = Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value]))
		return statement.all(named) as unknown as Row[]
	}
}

/** PostgreSQL in a schema of its own. */
export async function oidcOnPostgres(url: string, schema: string, connections: number): Promise<Run> {
	const pool = new pg.Pool({ connectionString: url, max: connections, options: `-c search_path=${schema}` })
	await pool.query(TABLE.replace('JSON_TYPE', 'jsonb'))
	for (const sql of INDEXES) await pool.query(sql)
	return async (sql, values) => (await pool.query(sql, [...values])).rows as Row[]
}

const seconds = () => Math.floor(Date.now() / 1000)

/** The adapter. Consuming is conditional: without that, many redeem one code. */
export function oidcAdapter(
	run: Run,
): new (
	model: string,
) => Adapter & Pick<Adapter, 'find'> & { findRow: Adapter['find'] } {
	return class implements Adapter {
		readonly #model: string
		constructor(model: string) {
			this.#model = model
		}

		#key = (id: string) => `${this.#model}:${id}`

		async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
			await run(
				`insert into oidc (id, payload, grant_id, user_code, uid, expires_at) values ($1, $2, $3, $4, $5, $6)
				on conflict (id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
				[
					this.#key(id),
					JSON.stringify(payload),
					payload.grantId ?? null,
					payload.userCode ?? null,
					payload.uid ?? null,
					expiresIn ? seconds() + expiresIn : null,
				],
			)
		}

		find = (id: string) => this.findRow(id)
		findRow = (id: string) => this.#findBy('id', this.#key(id))
		findByUserCode = (code: string) => this.#findBy('user_code', code)
		findByUid = (uid: string) => this.#findBy('uid', uid)

		async #findBy(column: string, value: string): Promise<AdapterPayload | undefined> {
			const [row] = await run(
				`select payload, consumed_at from oidc where ${column} = $1 and (expires_at is null or expires_at > $2)`,
				[value, seconds()],
			)
			if (!row) return undefined
			const payload = typeof row.payload === 'string' ? (JSON.parse(row.payload) as AdapterPayload) : row.payload
			return row.consumed_at === null ? payload : { ...payload, consumed: Number(row.consumed_at) }
		}

		async consume(id: string): Promise<void> {
			const rows = await run('update oidc set consumed_at = $2 where id = $1 and consumed_at is null returning id', [
				this.#key(id),
				seconds(),
			])
			if (rows.length === 0) throw new errors.InvalidGrant('already used')
		}

		async destroy(id: string): Promise<void> {
			await run('delete from oidc where id = $1', [this.#key(id)])
		}

		async revokeByGrantId(grantId: string): Promise<void> {
			await run('delete from oidc where grant_id = $1', [grantId])
		}
	}
}
