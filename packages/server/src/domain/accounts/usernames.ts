/** What a person may be called (HC §11). Pure. */

const LEAST_LENGTH = 2
const MOST_LENGTH = 32
const RESERVED_NAMES = new Set(['everyone', 'here', 'system message'])
const RESERVED_WORDS = ['discord', 'guildhall']
const FORBIDDEN = ['@', '#', ':', '```']
/** Characters that are not seen, or that turn the text around them: two names must not look the same. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u

export type UsernameProblem = 'length' | 'characters' | 'reserved'

/** A name as it is shown: composed, trimmed, inner blanks collapsed. */
export function tidyName(text: string): string {
	return text.normalize('NFKC').replace(/\s+/gu, ' ').trim()
}

/** A name as it is kept and compared: people's names differ in more than capital letters. */
export function normalUsername(text: string): string {
	return tidyName(text).toLowerCase()
}

/** What is wrong with a name in its normal form; undefined for nothing. */
export function usernameProblem(username: string): UsernameProblem | undefined {
	const { length } = [...username]
	if (length < LEAST_LENGTH || length > MOST_LENGTH) return 'length'
	if (UNSEEN.test(username) || FORBIDDEN.some((part) => username.includes(part))) return 'characters'
	if (RESERVED_NAMES.has(username) || RESERVED_WORDS.some((word) => username.includes(word))) return 'reserved'
	return undefined
}
