import { type Component, type ComponentInput, formErrors } from '@guildhall/protocol'
import { findMedia, isAttached, type MediaSource, requireAttached } from './media.ts'

type Path = readonly (string | number)[]
type RowInput = Extract<ComponentInput, { type: 1 }>
type InRowInput = RowInput['components'][number]
type ButtonInput = Extract<InRowInput, { type: 2 }>
type SelectInput = Exclude<InRowInput, { type: 2 }>
type Row = Extract<Component, { type: 1 }>
type InRow = Row['components'][number]
type Button = Extract<InRow, { type: 2 }>
type Container = Extract<Component, { type: 17 }>
type Section = Extract<Component, { type: 9 }>
type EmojiInput = ButtonInput['emoji']

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
	const building = new Building(inputs, rules)
	const built = inputs.map((input, index) => building.component(input, ['components', index]))
	building.finish()
	return built
}

class Building {
	readonly #rules: ComponentRules
	readonly #taken = new Set<number>()
	readonly #customIds = new Set<string>()
	readonly #complaints: { path: Path; code: string; message: string }[] = []
	#next = 1
	#count = 0
	#text = 0

	constructor(inputs: readonly ComponentInput[], rules: ComponentRules) {
		this.#rules = rules
		this.#reserve(inputs, ['components'])
		if (!rules.isV2 && inputs.length > MOST_ROWS) {
			this.#complain(['components'], 'BASE_TYPE_BAD_LENGTH', `Must be ${MOST_ROWS} or fewer in length.`)
		}
	}

	component(input: ComponentInput, path: Path): Component {
		if (!this.#rules.isV2 && input.type !== 1) {
			this.#complain([...path, 'type'], 'BASE_TYPE_CHOICES', 'Value must be one of {1}.')
		}
		if (input.type !== 17) return this.#inner(input, path)
		return {
			type: 17,
			id: this.#id(input.id),
			accent_color: input.accent_color ?? null,
			components: input.components.map((child, index) =>
				this.#inner(child, [...path, 'components', index]),
			) as Container['components'],
			spoiler: input.spoiler ?? false,
		}
	}

	/** @throws InvalidFormBody with all that was found wrong. */
	finish(): void {
		if (this.#rules.isV2 && this.#count > MOST_COMPONENTS) {
			this.#complain(
				['components'],
				'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
				`The total number of components (${this.#count}) exceeds the maximum of ${MOST_COMPONENTS}.`,
			)
		}
		if (this.#text > MOST_TEXT) {
			this.#complain(
				['components'],
				'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
				`The text of all components exceeds the maximum of ${MOST_TEXT} characters.`,
			)
		}
		if (this.#complaints.length > 0) throw formErrors(this.#complaints)
	}

	#inner(input: Exclude<ComponentInput, { type: 17 }>, path: Path): Exclude<Component, { type: 17 }> {
		const id = this.#id(input.id)
		switch (input.type) {
			case 1:
				return { type: 1, id, components: this.#row(input.components, [...path, 'components']) }
			case 9:
				return { type: 9, id, ...this.#section(input, path) }
			case 10:
				return { type: 10, id, content: this.#said(input.content) }
			case 12:
				return {
					type: 12,
					id,
					items: input.items.map((item, index) => ({
						media: this.#media(item.media.url, [...path, 'items', index, 'media', 'url']),
						description: item.description ?? null,
						spoiler: item.spoiler ?? false,
					})),
				}
			case 13:
				if (!isAttached(input.file.url)) {
					this.#complain([...path, 'file', 'url'], 'URL_TYPE_INVALID_SCHEME', "Scheme must be one of ('attachment',).")
				}
				return {
					type: 13,
					id,
					file: this.#media(input.file.url, [...path, 'file', 'url']),
					name: null,
					size: null,
					spoiler: input.spoiler ?? false,
				}
			case 14:
				return { type: 14, id, spacing: input.spacing ?? 1, divider: input.divider ?? true }
			default:
				return input satisfies never
		}
	}

	#section(input: Extract<ComponentInput, { type: 9 }>, path: Path): Pick<Section, 'components' | 'accessory'> {
		const { accessory } = input
		return {
			components: input.components.map((text) => ({
				type: 10,
				id: this.#id(text.id),
				content: this.#said(text.content),
			})),
			accessory:
				accessory.type === 2
					? this.#button(accessory, [...path, 'accessory'])
					: {
							type: 11,
							id: this.#id(accessory.id),
							media: this.#media(accessory.media.url, [...path, 'accessory', 'media', 'url']),
							description: accessory.description ?? null,
							spoiler: accessory.spoiler ?? false,
						},
		}
	}

	#row(inputs: readonly InRowInput[], path: Path): InRow[] {
		if (inputs.length > 1 && inputs.some(({ type }) => type !== 2)) {
			this.#complain(path, 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'A row has up to five buttons, or one select menu.')
		}
		return inputs.map((input, index) =>
			input.type === 2 ? this.#button(input, [...path, index]) : this.#select(input, [...path, index]),
		)
	}

	#button(input: ButtonInput, path: Path): Button {
		const { style, custom_id, url, sku_id, label, emoji } = input
		const needed = style === 5 ? 'url' : style === 6 ? 'sku_id' : 'custom_id'
		const given = { custom_id, url, sku_id }
		for (const key of ['custom_id', 'url', 'sku_id'] as const) {
			const isGiven = given[key] !== undefined && given[key] !== null
			if (key === needed && !isGiven) this.#complain([...path, key], 'BASE_TYPE_REQUIRED', 'This field is required')
			if (key !== needed && isGiven) {
				this.#complain([...path, key], 'BUTTON_COMPONENT_INVALID_FIELD', `A button of style ${style} has no ${key}.`)
			}
		}
		if (style === 5 && url && !/^(?:https?|discord):/i.test(url)) {
			this.#complain([...path, 'url'], 'URL_TYPE_INVALID_SCHEME', "Scheme must be one of ('http', 'https', 'discord').")
		}
		const shown = emojiOf(emoji)
		if (style !== 6 && !label && !shown) {
			this.#complain(path, 'BUTTON_COMPONENT_LABEL_REQUIRED', 'A button needs a label or an emoji.')
		}
		if (custom_id) this.#customId(custom_id, path)
		return {
			type: 2,
			id: this.#id(input.id),
			style,
			...(custom_id ? { custom_id } : {}),
			...(label ? { label } : {}),
			...(input.disabled ? { disabled: true } : {}),
			...(shown ? { emoji: shown } : {}),
			...(url ? { url } : {}),
			...(sku_id ? { sku_id } : {}),
		}
	}

	#select(input: SelectInput, path: Path): InRow {
		const min = input.min_values ?? 1
		const max = input.max_values ?? 1
		if (min > max) {
			this.#complain([...path, 'min_values'], 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${max}.`)
		}
		this.#customId(input.custom_id, path)
		const common = {
			id: this.#id(input.id),
			custom_id: input.custom_id,
			...(input.placeholder ? { placeholder: input.placeholder } : {}),
			min_values: min,
			max_values: max,
			...(input.disabled ? { disabled: true } : {}),
		}
		if (input.type === 3) return { type: 3, ...common, options: this.#options(input, max, path) }
		const defaults = input.default_values ?? []
		if (defaults.length > 0 && (defaults.length < min || defaults.length > max)) {
			this.#complain(
				[...path, 'default_values'],
				'BASE_TYPE_BAD_LENGTH',
				`Must be between ${min} and ${max} in length.`,
			)
		}
		const preset = defaults.length > 0 ? { default_values: [...defaults] } : {}
		if (input.type !== 8) return { type: input.type, ...common, ...preset }
		return { type: 8, ...common, ...preset, ...(input.channel_types ? { channel_types: input.channel_types } : {}) }
	}

	#options(input: Extract<SelectInput, { type: 3 }>, max: number, path: Path) {
		const values = new Set<string>()
		input.options.forEach(({ value }, index) => {
			if (values.has(value)) {
				this.#complain(
					[...path, 'options', index, 'value'],
					'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
					'The value is already used.',
				)
			}
			values.add(value)
		})
		if (input.options.filter((option) => option.default).length > max) {
			this.#complain([...path, 'options'], 'SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES', `At most ${max} may be default.`)
		}
		return input.options.map((option) => {
			const emoji = emojiOf(option.emoji)
			return {
				label: option.label,
				value: option.value,
				...(option.description ? { description: option.description } : {}),
				...(emoji ? { emoji } : {}),
				...(option.default ? { default: true } : {}),
			}
		})
	}

	#media(url: string, path: Path) {
		requireAttached(url, this.#rules.filenames, path)
		return { id: this.#rules.newId(), url, proxy_url: url }
	}

	#said(content: string): string {
		this.#text += [...content].length
		return content
	}

	#customId(customId: string, path: Path): void {
		if (this.#customIds.has(customId)) {
			this.#complain(
				[...path, 'custom_id'],
				'COMPONENT_CUSTOM_ID_DUPLICATED',
				'Component custom id cannot be duplicated',
			)
		}
		this.#customIds.add(customId)
	}

	/** The number given, or the next that is free; 0 counts as not given. */
	#id(given: number | null | undefined): number {
		this.#count++
		if (given) return given
		while (this.#taken.has(this.#next)) this.#next++
		this.#taken.add(this.#next)
		return this.#next
	}

	/** Notes the numbers that were given, wherever they stand, so that none of them is given out. */
	#reserve(value: unknown, path: Path): void {
		if (Array.isArray(value)) {
			for (const [index, item] of value.entries()) this.#reserve(item, [...path, index])
		} else if (value !== null && typeof value === 'object' && 'type' in value) {
			const { id, components, accessory } = value as { id?: unknown; components?: unknown; accessory?: unknown }
			if (typeof id === 'number' && id !== 0) {
				if (this.#taken.has(id))
					this.#complain([...path, 'id'], 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated')
				this.#taken.add(id)
			}
			this.#reserve(components, [...path, 'components'])
			this.#reserve(accessory, [...path, 'accessory'])
		}
	}

	#complain(path: Path, code: string, message: string): void {
		this.#complaints.push({ path, code, message })
	}
}

function emojiOf(input: EmojiInput): { id?: string; name: string; animated?: boolean } | undefined {
	if (!input?.id && !input?.name) return undefined
	return {
		...(input.id ? { id: input.id } : {}),
		name: input.name ?? '',
		...(input.animated ? { animated: true } : {}),
	}
}

/** What the components say as text: mentions are read from it. */
export function textOf(components: readonly Component[]): string {
	return components
		.flatMap((component): string[] => {
			if (component.type === 10) return [component.content]
			if (component.type === 9) return component.components.map(({ content }) => content)
			return component.type === 17 ? [textOf(component.components)] : []
		})
		.join('\n')
}

/** Components as readers get them: addresses of media made whole. */
export function presentComponents<C extends Component>(components: readonly C[], source: MediaSource): C[] {
	const media = <M extends { id: string; url: string }>(of: M) => {
		const found = findMedia(of.url, source)
		return { id: of.id, url: of.url, proxy_url: of.url, ...found }
	}
	return components.map((component): Component => {
		switch (component.type) {
			case 9: {
				const { accessory } = component
				return accessory.type === 11
					? { ...component, accessory: { ...accessory, media: media(accessory.media) } }
					: component
			}
			case 12:
				return { ...component, items: component.items.map((item) => ({ ...item, media: media(item.media) })) }
			case 13: {
				const file = media(component.file)
				const row = source.attachments.find(({ id }) => id === file.attachment_id)
				return { ...component, file, name: row?.filename ?? null, size: row?.size ?? null }
			}
			case 17:
				return { ...component, components: presentComponents(component.components, source) }
			default:
				return component
		}
	}) as C[]
}
