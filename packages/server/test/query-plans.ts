/**
 * Every statement that the server prepares while tests run stands on an index. SQLite says how it would go about each:
 * one that looks at every row of a table that grows fails the test that caused it.
 */
import { DatabaseSync } from 'node:sqlite'

/** Tables that stay small whatever the platform grows to. */
const SMALL = new Set(['meta', 'node_ids', 'signing_keys', 'sqlite_master', 'sqlite_schema', 'json_each'])

interface Seen {
	sql: string
	/** The function of ours that asked; undefined for a test's own look into the database. */
	asker: string | undefined
}

const seen = new Map<string, Seen>()
const checked = new Set<string>()
const prepare = DatabaseSync.prototype.prepare

DatabaseSync.prototype.prepare = function (sql) {
	const known = seen.get(sql)
	if (!known?.asker && !checked.has(sql) && canScan(sql)) seen.set(sql, { sql, asker: askerOf() })
	return prepare.call(this, sql)
}

/** Where in the server the statement comes from: the nearest file that is neither the store nor the query builder. */
function askerOf(): string | undefined {
	const before = Error.stackTraceLimit
	Error.stackTraceLimit = 60
	const lines = (new Error().stack ?? '').split('\n')
	Error.stackTraceLimit = before
	const nearest = lines.find(
		(line) =>
			/packages\/server\/(src|test)\//.test(line) &&
			!/src\/adapters\/store|src\/ports\/prepared|query-plans/.test(line),
	)
	return nearest?.includes('/server/src/') ? nearest.trim() : undefined
}

/** What is wrong with the plans of statements since the last call, by the tables of this file. */
export function slowQueries(file: string): string[] {
	const wanted = [...seen.values()].filter(({ asker }) => asker)
	seen.clear()
	if (wanted.length === 0) return []
	const database = new DatabaseSync(file)
	const complaints = wanted.flatMap(({ sql, asker }) => {
		checked.add(sql)
		const plan = prepare.call(database, `explain query plan ${sql}`).all() as { detail: string }[]
		const scans = plan.map(({ detail }) => detail).filter((detail) => isScan(detail, sql))
		return scans.length > 0 ? [`${scans.join('; ')}: ${sql.slice(0, 500)} (${asker})`] : []
	})
	database.close()
	return complaints
}

/** For plain inserts SQLite also plans what it would do about references that broke earlier in the transaction: nothing. */
function canScan(sql: string): boolean {
	return /^\s*(select|update|delete|with)\b/i.test(sql) || (/^\s*insert\b/i.test(sql) && /\bselect\b/i.test(sql))
}

function isScan(detail: string, sql: string): boolean {
	const table = /^SCAN (\w+)/.exec(detail)?.[1]
	if (!table || SMALL.has(table) || table === 'CONSTANT') return false
	// Reading the first few in the order of an index is what indexes are for.
	return !(/USING (COVERING )?INDEX/.test(detail) && /\blimit\b/i.test(sql))
}
