/** What a run says: rows of numbers beside a floor and a target, printed as tables and kept as data. */
import Table from 'cli-table3'

/** What a row must not exceed: a multiple of the floor, or a number in its own unit. */
export type Target = { ratio: number } | { most: number }

export interface Row {
	what: string
	unit: string
	ours: number
	floor?: number
	target?: Target
}

export interface Section {
	title: string
	/** What the floor is. */
	floor?: string
	rows: Row[]
}

/** A subject of the bench: one room of it, which `npm run bench -- <name>` runs alone. */
export interface Subject {
	name: string
	run(isShort: boolean): Promise<Section[]>
}

/** Undefined where there is no target. */
export function isMet({ ours, floor, target }: Row): boolean | undefined {
	if (!target) return undefined
	if ('most' in target) return ours <= target.most
	return floor !== undefined && ours / floor <= target.ratio
}

export function print({ title, floor, rows }: Section): void {
	const table = new Table({
		head: [title, '', 'Guildhall', floor ?? '', 'ratio', 'target', ''],
		style: { head: [], compact: true },
		colAligns: ['left', 'left', 'right', 'right', 'right', 'right', 'left'],
	})
	for (const row of rows) {
		table.push([
			row.what,
			row.unit,
			rounded(row.ours),
			row.floor === undefined ? '' : rounded(row.floor),
			row.floor ? `${(row.ours / row.floor).toFixed(2)}×` : '',
			row.target ? ('most' in row.target ? `≤ ${row.target.most}` : `≤ ${row.target.ratio}×`) : '',
			{ true: 'met', false: 'MISSED', undefined: '' }[String(isMet(row))] ?? '',
		])
	}
	console.log(table.toString())
}

function rounded(value: number): string {
	return value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(2)
}

/** The middle of what several rounds have shown: on a machine that others use, the mean is theirs. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b)
	const middle = sorted.length >> 1
	const upper = sorted[middle] ?? Number.NaN
	return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** The value below which that share of them lies. */
export function quantile(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
