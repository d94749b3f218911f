import type { Component, ComponentInput } from '@guildhall/protocol'
import { buildButton, buildRow } from './component-rows.ts'
import { openTally, type Path, type Tally } from './component-tally.ts'
import { isAttached, requireAttached } from './media.ts'

type Inner = Exclude<Component, { type: 17 }>
type InnerInput = Exclude<ComponentInput, { type: 17 }>
type Container = Extract<Component, { type: 17 }>
type Section = Extract<Component, { type: 9 }>

/** With IS_COMPONENTS_V2, all that are nested counted (LIM-08); without, rows at the top (LIM-10). */
const MOST_COMPONENTS = 40
const MOST_ROWS = 5
/** Characters of all text displays together. */
const MOST_TEXT = 4000

export interface ComponentRules {
	/** The message has the flag IS_COMPONENTS_V2. */
	isV2: boolean
	/** Of the message's attachments. */
	filenames: readonly string[]
	newId(): string
}

/**
 * Components as they are kept: numbered, with what was left out filled in.
 * @throws InvalidFormBody
 */
export function buildComponents(inputs: readonly ComponentInput[], rules: ComponentRules): Component[] {
	if (inputs.length === 0) return []
	const tally = openTally(inputs)
	const built = inputs.map((input, index) => buildTop(input, ['components', index], tally, rules))
	checkBounds(inputs.length, tally, rules)
	tally.finish()
	return built
}

function checkBounds(topCount: number, tally: Tally, { isV2 }: ComponentRules): void {
	const path = ['components']
	if (!isV2 && topCount > MOST_ROWS) {
		tally.complain(path, 'BASE_TYPE_BAD_LENGTH', `Must be ${MOST_ROWS} or fewer in length.`)
	}
	const count = tally.count()
	if (isV2 && count > MOST_COMPONENTS) {
		const message = `The total number of components (${count}) exceeds the maximum of ${MOST_COMPONENTS}.`
		tally.complain(path, 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', message)
	}
	if (tally.textLength() > MOST_TEXT) {
		const message = `The text of all components exceeds the maximum of ${MOST_TEXT} characters.`
		tally.complain(path, 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', message)
	}
}

function buildTop(input: ComponentInput, path: Path, tally: Tally, rules: ComponentRules): Component {
	if (!rules.isV2 && input.type !== 1) {
		tally.complain([...path, 'type'], 'BASE_TYPE_CHOICES', 'Value must be one of {1}.')
	}
	if (input.type !== 17) return buildInner(input, path, tally, rules)
	return {
		type: 17,
		id: tally.id(input.id),
		accent_color: input.accent_color ?? null,
		components: input.components.map((child, index) =>
			buildInner(child, [...path, 'components', index], tally, rules),
		) as Container['components'],
		spoiler: input.spoiler ?? false,
	}
}

function buildInner(input: InnerInput, path: Path, tally: Tally, rules: ComponentRules): Inner {
	const id = tally.id(input.id)
	switch (input.type) {
		case 1:
			return { type: 1, id, components: buildRow(input.components, [...path, 'components'], tally) }
		case 9:
			return { type: 9, id, ...buildSection(input, path, tally, rules) }
		case 10:
			return { type: 10, id, content: tally.text(input.content) }
		case 12:
			return {
				type: 12,
				id,
				items: input.items.map((item, index) => ({
					media: mediaOf(item.media.url, [...path, 'items', index, 'media', 'url'], rules),
					description: item.description ?? null,
					spoiler: item.spoiler ?? false,
				})),
			}
		case 13: {
			const at = [...path, 'file', 'url']
			if (!isAttached(input.file.url)) {
				tally.complain(at, 'URL_TYPE_INVALID_SCHEME', "Scheme must be one of ('attachment',).")
			}
			const file = mediaOf(input.file.url, at, rules)
			return { type: 13, id, file, name: null, size: null, spoiler: input.spoiler ?? false }
		}
		case 14:
			return { type: 14, id, spacing: input.spacing ?? 1, divider: input.divider ?? true }
		default:
			return input satisfies never
	}
}

function buildSection(
	{ components, accessory }: Extract<ComponentInput, { type: 9 }>,
	path: Path,
	tally: Tally,
	rules: ComponentRules,
): Pick<Section, 'components' | 'accessory'> {
	return {
		components: components.map(({ id, content }) => ({ type: 10, id: tally.id(id), content: tally.text(content) })),
		accessory:
			accessory.type === 2
				? buildButton(accessory, [...path, 'accessory'], tally)
				: {
						type: 11,
						id: tally.id(accessory.id),
						media: mediaOf(accessory.media.url, [...path, 'accessory', 'media', 'url'], rules),
						description: accessory.description ?? null,
						spoiler: accessory.spoiler ?? false,
					},
	}
}

function mediaOf(url: string, path: Path, { filenames, newId }: ComponentRules) {
	requireAttached(url, filenames, path)
	return { id: newId(), url, proxy_url: url }
}
