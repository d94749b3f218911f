import { checkLength, refuse } from '../core/lengths.ts'

const LONGEST_CONTENT = 2000
const MOST_HISTORY = 200

export function checkContent(content: string): string {
	return checkLength(content, 'content', LONGEST_CONTENT)
}

/** How many messages are asked for. */
export function checkLimit(limit: number, least: number): number {
	const isGood = Number.isInteger(limit) && limit >= least && limit <= MOST_HISTORY
	return isGood ? limit : refuse('limit', `a whole number up to ${MOST_HISTORY}`)
}
