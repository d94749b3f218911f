import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { COLUMNS, isDrawn, isFull, isLegal, lightsIn, type Position, ROWS, sideToMove, winningLine } from './rules.ts'

const after = (moves: string, first: Position['first'] = 'port'): Position => ({ moves: [...moves].map(Number), first })

test('four in a row win: upright, level and on both slants', () => {
	const lines = {
		'0101010': 'port',
		'0011223': 'port',
		'01122323363': 'port',
		'65544343303': 'port',
		'61010101': 'starboard',
	}
	for (const [moves, side] of Object.entries(lines)) assert.equal(winningLine(after(moves))?.side, side, moves)
	assert.deepEqual(
		winningLine(after('0101010'))?.places,
		[0, 1, 2, 3].map((row) => ({ column: 0, row })),
	)
	assert.equal(winningLine(after('001122'))?.side, undefined)
})

test('a column takes six lights, none comes after a win, and there are seven columns', () => {
	assert.equal(isFull(after('000000'), 0), true)
	assert.deepEqual([isLegal(after('000000'), 0), isLegal(after('00000'), 0)], [false, true])
	assert.equal(isLegal(after('0101010'), 3), false)
	for (const column of [-1, 7, 0.5, Number.NaN]) assert.equal(isLegal(after(''), column), false)
})

test('sides take turns, whoever begins', () => {
	assert.deepEqual(
		[sideToMove(after('')), sideToMove(after('3')), sideToMove(after('3', 'starboard'))],
		['port', 'starboard', 'port'],
	)
	assert.deepEqual(lightsIn(after('330', 'starboard'), 3), ['starboard', 'port'])
})

test('whatever is played by the rules, the wall holds it and the game ends', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 80 }), (tries) => {
			let position = after('')
			for (const column of tries) {
				if (isLegal(position, column)) position = { ...position, moves: [...position.moves, column] }
			}
			for (let column = 0; column < COLUMNS; column++) assert.ok(lightsIn(position, column).length <= ROWS)
			const isOver = winningLine(position) !== undefined || isDrawn(position)
			const canMove = Array.from({ length: COLUMNS }, (_, column) => isLegal(position, column)).some(Boolean)
			assert.notEqual(isOver, canMove)
		}),
	)
})
