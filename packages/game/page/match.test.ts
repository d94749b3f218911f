import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ACTS, type Match, readMatch, type Said, type Seats } from './match.ts'

const SEATS: Seats = { port: '1', starboard: '2' }

/** A lobby in which people act as the match stands, honestly or not. */
function lobby(seats: Seats = SEATS) {
	const said: Said[] = []
	const read = () => readMatch(seats, said)
	return {
		said,
		read,
		say(authorId: string, metadata: Record<string, string>): Match {
			said.push({ id: BigInt(said.length + 1), authorId, metadata })
			return read()
		},
		play(columns: string): Match {
			for (const column of columns) {
				const { round } = read()
				const isPorts = (round.moves.length % 2 === 0) === (round.first === 'port')
				this.say(isPorts ? '1' : '2', ACTS.move(round, Number(column)))
			}
			return read()
		},
	}
}

test('a round is played, won, and followed by one that the other player begins', () => {
	const { play, say, read } = lobby()
	const won = play.call({ say, read } as never, '0101010')
	assert.deepEqual(
		[won.round.end, won.score],
		[
			{ winner: 'port', by: 'line' },
			{ port: 1, starboard: 0 },
		],
	)
	const next = say('2', ACTS.next(won.round))
	assert.deepEqual([next.round.number, next.round.first, next.round.moves], [2, 'starboard', []])
	const resigned = say('1', ACTS.resign(next.round))
	assert.deepEqual(
		[resigned.round.end, resigned.score],
		[
			{ winner: 'starboard', by: 'resigning' },
			{ port: 1, starboard: 1 },
		],
	)
})

test('what is not allowed changes nothing: out of turn, by others, twice, elsewhere, made up', () => {
	const { say, read } = lobby()
	const { round } = say('1', ACTS.move(read().round, 3))
	const wrong: [author: string, metadata: Record<string, string>][] = [
		['1', ACTS.move(round, 3)],
		['3', ACTS.move(round, 3)],
		['2', ACTS.move(round, 7)],
		['2', { ...ACTS.move(round, 3), column: 'NaN' }],
		['2', { ...ACTS.move(round, 3), round: '2' }],
		['2', { act: 'next', round: '2' }],
		['3', ACTS.resign(round)],
		['2', { act: 'castle', round: '1' }],
		['2', {}],
	]
	for (const [author, metadata] of wrong)
		assert.deepEqual(say(author, metadata).round.moves, [3], JSON.stringify(metadata))
	assert.deepEqual(say('2', { ...ACTS.move(round, 0), so_far: '333333' }).round.moves, [3, 0])
	assert.equal(read().round.end, undefined)
})

test('while a seat is free nothing counts', () => {
	const { say, read } = lobby({ port: '1' })
	assert.deepEqual(say('1', ACTS.move(read().round, 3)).round.moves, [])
})

test('the order in which messages arrive makes no difference', () => {
	const table = lobby()
	table.play('33445')
	table.say('9', {})
	const read = JSON.stringify(table.read())
	fc.assert(
		fc.property(fc.shuffledSubarray(table.said, { minLength: table.said.length }), (said) => {
			assert.equal(JSON.stringify(readMatch(SEATS, said)), read)
		}),
	)
})

test('who sees no older messages reads on from the first move that is there', () => {
	const table = lobby()
	table.play('0101010')
	table.say('1', ACTS.next(table.read().round))
	const whole = table.play('33445')
	const cut = readMatch(SEATS, table.said.slice(-2), true)
	assert.deepEqual([cut.round.number, cut.round.moves, cut.round.first], [2, [3, 3, 4, 4, 5], whole.round.first])
	// Not where nothing is missing, nor what cannot have been.
	assert.deepEqual(readMatch(SEATS, table.said.slice(-2)).round.moves, [])
	const lie = { id: 1n, authorId: '1', metadata: { act: 'move', round: '1', column: '3', so_far: '01010101' } }
	assert.deepEqual(readMatch(SEATS, [lie], true).round.moves, [3])
})

test('nobody can make others read nonsense', () => {
	const text = fc.oneof(fc.constantFrom('1', '2', 'move', 'next', 'resign', '0', '3', '7', ''), fc.string())
	const metadata = fc.record({ act: text, round: text, column: text, so_far: text }, { requiredKeys: [] })
	const said = fc.record({ id: fc.bigInt(1n, 99n), authorId: fc.constantFrom('1', '2', '3'), metadata })
	fc.assert(
		fc.property(fc.array(said, { maxLength: 60 }), fc.boolean(), (messages, isCut) => {
			const { round } = readMatch(SEATS, messages as Said[], isCut)
			assert.ok(round.moves.length <= 42 && round.moves.every((column) => column >= 0 && column < 7))
		}),
	)
})
