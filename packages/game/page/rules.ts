/** The rules of the game, and nothing else: four lights of one side in a row, in a wall of seven columns. */

export const COLUMNS = 7
export const ROWS = 6
export type Side = 'port' | 'starboard'

export interface Place {
	column: number
	/** 0 is at the bottom. */
	row: number
}

/** A position, as the moves that lead to it: columns from 0, sides in turn. */
export interface Position {
	moves: readonly number[]
	first: Side
}

export const otherSide = (side: Side): Side => (side === 'port' ? 'starboard' : 'port')

/** Whose light the next one is. */
export function sideToMove({ moves, first }: Position): Side {
	return moves.length % 2 === 0 ? first : otherSide(first)
}

/** The lights of a column, from the bottom. */
export function lightsIn(position: Position, column: number): Side[] {
	const { moves, first } = position
	return moves.flatMap((at, index) => (at === column ? [index % 2 === 0 ? first : otherSide(first)] : []))
}

export function isFull({ moves }: Pick<Position, 'moves'>, column: number): boolean {
	return moves.filter((at) => at === column).length >= ROWS
}

/** Four or more places in a row of one side; undefined while there are none. */
export function winningLine(position: Position): { side: Side; places: Place[] } | undefined {
	const columns = Array.from({ length: COLUMNS }, (_, column) => lightsIn(position, column))
	const at = ({ column, row }: Place) => columns[column]?.[row]
	for (const { column, row } of everyPlace()) {
		const side = at({ column, row })
		if (!side) continue
		for (const [right, up] of DIRECTIONS) {
			const places = [0, 1, 2, 3].map((step) => ({ column: column + step * right, row: row + step * up }))
			if (places.every((place) => at(place) === side)) return { side, places }
		}
	}
	return undefined
}

/** Whether every place has a light. */
export const isDrawn = ({ moves }: Position): boolean => moves.length >= COLUMNS * ROWS

/** Whether a light may be put into this column now. */
export function isLegal(position: Position, column: number): boolean {
	const isColumn = Number.isInteger(column) && column >= 0 && column < COLUMNS
	return isColumn && !isFull(position, column) && !winningLine(position)
}

const DIRECTIONS = [
	[1, 0],
	[0, 1],
	[1, 1],
	[1, -1],
] as const

function* everyPlace(): Generator<Place> {
	for (let column = 0; column < COLUMNS; column++) for (let row = 0; row < ROWS; row++) yield { column, row }
}
