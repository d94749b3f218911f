/**
 * A match as everybody reads it from its lobby: who sits where stands in the lobby's metadata, what was played in the metadata of its
 * messages. Who reads the same messages sees the same match; what is not allowed is passed over by everybody alike. Nobody has to
 * trust the other player's program.
 */
import { isDrawn, isLegal, otherSide, type Position, type Side, sideToMove, winningLine } from './rules.ts'

/** Ids as text. */
export type Seats = Partial<Record<Side, string>>

/** What of a message matters here. */
export interface Said {
	/** Grows with time. */
	id: bigint
	authorId: string
	metadata: Readonly<Record<string, string>>
}

export interface Round extends Position {
	number: number
	/** How it ended, once it has. */
	end?: { winner: Side | 'nobody'; by: 'line' | 'resigning' | 'full' }
}

export interface Match {
	seats: Seats
	round: Round
	score: Record<Side, number>
}

/** What can be said besides words. */
export const ACTS = {
	/** `soFar`: the moves before, for readers who see no older messages. */
	move: (round: Round, column: number) => ({
		...{ act: 'move', round: String(round.number), column: String(column), so_far: round.moves.join('') },
	}),
	resign: (round: Round) => ({ act: 'resign', round: String(round.number) }),
	/** Once a round is over. */
	next: (round: Round) => ({ act: 'next', round: String(round.number + 1) }),
} as const

/**
 * Reads a match. Messages come in any order, some of them mere chat. Where the oldest are missing (`isCut`: a lobby remembers 200), the
 * first move that is there is believed about those before it.
 */
export function readMatch(seats: Seats, messages: Iterable<Said>, isCut = false): Match {
	const match: Match = { seats, round: newRound(1), score: { port: 0, starboard: 0 } }
	if (!seats.port || !seats.starboard) return match
	const acts = [...messages].sort((a, b) => (a.id < b.id ? -1 : 1)).filter(({ metadata }) => metadata.act !== undefined)
	const known = isCut ? acts.find((said) => said.metadata.act === 'move' && sideOf(match, said.authorId)) : undefined
	if (known) match.round = before(known.metadata) ?? match.round
	for (const said of acts) take(match, said)
	return match
}

export function sideOf({ seats }: Pick<Match, 'seats'>, userId: string): Side | undefined {
	if (seats.port === userId) return 'port'
	return seats.starboard === userId ? 'starboard' : undefined
}

/** The players take turns in beginning. */
function newRound(number: number): Round {
	return { number, first: number % 2 === 1 ? 'port' : 'starboard', moves: [] }
}

function take(match: Match, { authorId, metadata }: Said): void {
	const side = sideOf(match, authorId)
	if (!side) return
	const { round } = match
	const isThisRound = metadata.round === String(round.number)
	if (metadata.act === 'move' && isThisRound) move(match, side, Number(metadata.column))
	else if (metadata.act === 'resign' && isThisRound && !round.end) end(match, otherSide(side), 'resigning')
	else if (metadata.act === 'next' && round.end && metadata.round === String(round.number + 1)) {
		match.round = newRound(round.number + 1)
	}
}

/** The round as it was before a move that tells of it; undefined where that cannot have been. */
function before({ round = '', so_far: soFar = '' }: Said['metadata']): Round | undefined {
	if (!/^[1-9]\d{0,2}$/.test(round) || !/^[0-6]{0,41}$/.test(soFar)) return undefined
	const read = newRound(Number(round))
	for (const column of soFar) {
		if (!isLegal(read, Number(column))) return undefined
		read.moves = [...read.moves, Number(column)]
	}
	return winningLine(read) ? undefined : read
}

function move(match: Match, side: Side, column: number): void {
	const { round } = match
	if (round.end || sideToMove(round) !== side || !isLegal(round, column)) return
	round.moves = [...round.moves, column]
	if (winningLine(round)) end(match, side, 'line')
	else if (isDrawn(round)) end(match, 'nobody', 'full')
}

function end(match: Match, winner: Side | 'nobody', by: NonNullable<Round['end']>['by']): void {
	match.round.end = { winner, by }
	if (winner !== 'nobody') match.score[winner] += 1
}
