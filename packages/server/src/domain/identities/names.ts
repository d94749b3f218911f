import { tidyName } from '../accounts/usernames.ts'

const MOST_LENGTH = 32

/** The name that a provider gives a player, where it can be shown; one of another length is as good as none (X5). */
export function displayNameOf(name: unknown): { displayName?: string } {
	if (typeof name !== 'string') return {}
	const displayName = tidyName(name)
	const { length } = [...displayName]
	return length >= 1 && length <= MOST_LENGTH ? { displayName } : {}
}
