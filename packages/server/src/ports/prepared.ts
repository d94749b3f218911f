import type { Compilable, Insertable, Kysely } from 'kysely'
import type { Reading } from './store.ts'
import type { Tables } from './tables.ts'

interface Plan {
	sql: string
	/** For each parameter of the SQL the index of the one that is given, or a value that is always the same. */
	slots: readonly ({ given: number } | { always: unknown })[]
}

/**
 * A query that is written once and run often: built and compiled at the first call for each kind of database, after
 * that only its parameters change. For the few queries that every request makes; `build` may not look at its
 * parameters, only hand them on.
 *
 * @example const roleById = prepared((db, id: string) => db.selectFrom('roles').selectAll().where('id', '=', id))
 *          const [role] = await roleById(tx, roleId)
 */
export function prepared<P extends readonly unknown[], R>(
	build: (db: Kysely<Tables>, ...parameters: P) => Compilable<R>,
): (from: Reading, ...parameters: P) => Promise<readonly R[]> {
	const plans = new Map<string, Plan>()
	return (from, ...parameters) => {
		let plan = plans.get(from.dialect)
		if (!plan) {
			plan = planOf(from.db, build, parameters.length)
			plans.set(from.dialect, plan)
		}
		const values = plan.slots.map((slot) => ('given' in slot ? parameters[slot.given] : slot.always))
		return from.run<R>(plan.sql, values)
	}
}

/** An insert of one row with these columns; the others have what the table gives them. */
export function preparedInsert<T extends keyof Tables, C extends keyof Insertable<Tables[T]>>(
	table: T,
	columns: readonly C[],
): (from: Reading, row: Pick<Insertable<Tables[T]>, C>) => Promise<unknown> {
	const insert = prepared((db, ...values: unknown[]) =>
		db.insertInto(table).values(Object.fromEntries(columns.map((column, at) => [column, values[at]])) as never),
	)
	return (from, row) => insert(from, ...columns.map((column) => row[column]))
}

function planOf<P extends readonly unknown[], R>(
	db: Kysely<Tables>,
	build: (db: Kysely<Tables>, ...parameters: P) => Compilable<R>,
	count: number,
): Plan {
	// Marks stand in for the parameters, so that their places can be found in what was compiled.
	const marks = Array.from({ length: count }, (_, index) => Symbol(`parameter ${index}`))
	const { sql, parameters } = build(db, ...(marks as unknown as P)).compile()
	return {
		sql,
		slots: parameters.map((value) => {
			const given = marks.indexOf(value as symbol)
			return given < 0 ? { always: value } : { given }
		}),
	}
}
