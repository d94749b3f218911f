import { checkLength, lengthOf, refuse } from '../core/lengths.ts'

const MOST_KEYS = 25
const LONGEST_VALUE = 1024
const LONGEST = 1000

/** Text by text, as it travels: of a lobby, a member or a message. A copy, as the game may go on with its own. */
export function checkMetadata(given: Record<string, string>, name: string): Record<string, string> {
	if (typeof given !== 'object' || given === null) refuse(name, 'maps text to text')
	const entries = Object.entries(given)
	if (entries.length > MOST_KEYS) refuse(name, `at most ${MOST_KEYS} keys`)
	let sum = 0
	for (const [key, value] of entries) {
		if (typeof value !== 'string') refuse(`${name}.${key}`, 'text')
		checkLength(value, `${name}.${key}`, LONGEST_VALUE, 0)
		sum += lengthOf(key) + lengthOf(value)
	}
	return sum <= LONGEST ? { ...given } : refuse(name, `at most ${LONGEST} characters in all`)
}
