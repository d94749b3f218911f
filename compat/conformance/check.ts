import type { RowId } from './rows.ts'
import type { Stage } from './stage.ts'

/** One thing that a server must do, and what it is written down as in the reference. */
export interface Check {
	/** Begins with the section of oauth.md. */
	name: string
	rows: readonly RowId[]
	/** Holds for any authorization server: it is run on the oracle too. */
	isCore: boolean
	/** Needs a server that counts requests as one for players does. */
	isLimited: boolean
	run(stage: Stage): Promise<void>
}

interface Options {
	isCore?: boolean
	isLimited?: boolean
}

export function check(
	name: string,
	rows: readonly RowId[],
	run: (stage: Stage) => Promise<void>,
	{ isCore = false, isLimited = false }: Options = {},
): Check {
	return { name, rows, isCore, isLimited, run }
}

/** A check of what every authorization server does. */
export function core(name: string, rows: readonly RowId[], run: (stage: Stage) => Promise<void>): Check {
	return check(name, rows, run, { isCore: true })
}
