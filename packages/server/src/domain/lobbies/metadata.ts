import { formError } from '@guildhall/protocol'

/** Keys and values together, in characters; each value and the number of keys are bounded by their shape. */
const MOST_CHARACTERS = 1000

/** A map as it came: absent keeps what is there, null clears. */
export type MetadataInput = Record<string, string> | null | undefined

/** The map as it is kept; undefined where nothing was given. @throws InvalidFormBody at `path` where it is too long */
export function storedMetadata(metadata: MetadataInput, path: readonly (string | number)[]): string | null | undefined {
	if (metadata === undefined || metadata === null) return metadata
	const characters = Object.entries(metadata).reduce((sum, entry) => sum + lengthOf(entry), 0)
	if (characters > MOST_CHARACTERS)
		throw formError(path, 'BASE_TYPE_BAD_LENGTH', `Must be ${MOST_CHARACTERS} or fewer in length.`)
	return JSON.stringify(metadata)
}

/** In characters, as every other bound is. */
const lengthOf = ([key, value]: [string, string]): number => [...key].length + [...value].length

/** The map as the wire has it. */
export function readMetadata(stored: string | null): Record<string, string> | null {
	return stored === null ? null : (JSON.parse(stored) as Record<string, string>)
}
