import { type ComponentInput, formErrors } from '@guildhall/protocol'

export type Path = readonly (string | number)[]

/** What is counted over all components of a message, and what is wrong with them. */
export interface Tally {
	/** The number given, or the next that is free; 0 counts as not given. */
	id(given: number | null | undefined): number
	/** Notes a `custom_id`; none comes twice. */
	customId(customId: string, path: Path): void
	/** Counts shown text. */
	text(content: string): string
	complain(path: Path, code: string, message: string): void
	/** How many components there are, those inside others too. */
	count(): number
	/** Characters of shown text. */
	textLength(): number
	/** @throws InvalidFormBody with all that was found wrong. */
	finish(): void
}

/** Begins to count. Numbers that were given are kept aside, wherever they stand, so that none of them is given out. */
export function openTally(inputs: readonly ComponentInput[]): Tally {
	const complaints: { path: Path; code: string; message: string }[] = []
	const taken = new Set<number>()
	const customIds = new Set<string>()
	let next = 1
	let count = 0
	let characters = 0

	function complain(path: Path, code: string, message: string): void {
		complaints.push({ path, code, message })
	}

	for (const { id, path } of givenIds(inputs, ['components'])) {
		if (taken.has(id)) complain(path, 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated')
		taken.add(id)
	}

	return {
		id(given) {
			count++
			if (given) return given
			while (taken.has(next)) next++
			taken.add(next)
			return next
		},
		customId(customId, path) {
			if (customIds.has(customId)) {
				complain([...path, 'custom_id'], 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated')
			}
			customIds.add(customId)
		},
		text(content) {
			characters += [...content].length
			return content
		},
		complain,
		count: () => count,
		textLength: () => characters,
		finish() {
			if (complaints.length > 0) throw formErrors(complaints)
		},
	}
}

function givenIds(value: unknown, path: Path): { id: number; path: Path }[] {
	if (Array.isArray(value)) return value.flatMap((item, index) => givenIds(item, [...path, index]))
	if (value === null || typeof value !== 'object' || !('type' in value)) return []
	const { id, components, accessory } = value as { id?: unknown; components?: unknown; accessory?: unknown }
	const own = typeof id === 'number' && id !== 0 ? [{ id, path: [...path, 'id'] }] : []
	return [...own, ...givenIds(components, [...path, 'components']), ...givenIds(accessory, [...path, 'accessory'])]
}
