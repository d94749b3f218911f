import type { Component, ComponentInput } from '@guildhall/protocol'
import type { Path, Tally } from './component-tally.ts'

type InRowInput = Extract<ComponentInput, { type: 1 }>['components'][number]
type ButtonInput = Extract<InRowInput, { type: 2 }>
type SelectInput = Exclude<InRowInput, { type: 2 }>
type InRow = Extract<Component, { type: 1 }>['components'][number]
type Button = Extract<InRow, { type: 2 }>
type EmojiInput = ButtonInput['emoji']

/** A row: up to five buttons, or one select menu. */
export function buildRow(inputs: readonly InRowInput[], path: Path, tally: Tally): InRow[] {
	if (inputs.length > 1 && inputs.some(({ type }) => type !== 2)) {
		tally.complain(path, 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'A row has up to five buttons, or one select menu.')
	}
	return inputs.map((input, index) =>
		input.type === 2 ? buildButton(input, [...path, index], tally) : buildSelect(input, [...path, index], tally),
	)
}

/** A button with what its style needs, and nothing that it forbids. */
export function buildButton(input: ButtonInput, path: Path, tally: Tally): Button {
	const { style, custom_id, url, sku_id, label, emoji } = input
	const needed = style === 5 ? 'url' : style === 6 ? 'sku_id' : 'custom_id'
	const given = { custom_id, url, sku_id }
	for (const key of ['custom_id', 'url', 'sku_id'] as const) {
		const isGiven = given[key] !== undefined && given[key] !== null
		if (key === needed && !isGiven) tally.complain([...path, key], 'BASE_TYPE_REQUIRED', 'This field is required')
		if (key !== needed && isGiven) {
			tally.complain([...path, key], 'BUTTON_COMPONENT_INVALID_FIELD', `A button of style ${style} has no ${key}.`)
		}
	}
	if (style === 5 && url && !/^(?:https?|discord):/i.test(url)) {
		tally.complain([...path, 'url'], 'URL_TYPE_INVALID_SCHEME', "Scheme must be one of ('http', 'https', 'discord').")
	}
	const shown = emojiOf(emoji)
	if (style !== 6 && !label && !shown) {
		tally.complain(path, 'BUTTON_COMPONENT_LABEL_REQUIRED', 'A button needs a label or an emoji.')
	}
	if (custom_id) tally.customId(custom_id, path)
	return {
		type: 2,
		id: tally.id(input.id),
		style,
		...(custom_id ? { custom_id } : {}),
		...(label ? { label } : {}),
		...(input.disabled ? { disabled: true } : {}),
		...(shown ? { emoji: shown } : {}),
		...(url ? { url } : {}),
		...(sku_id ? { sku_id } : {}),
	}
}

function buildSelect(input: SelectInput, path: Path, tally: Tally): InRow {
	const min = input.min_values ?? 1
	const max = input.max_values ?? 1
	if (min > max) {
		tally.complain([...path, 'min_values'], 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${max}.`)
	}
	tally.customId(input.custom_id, path)
	const common = {
		id: tally.id(input.id),
		custom_id: input.custom_id,
		...(input.placeholder ? { placeholder: input.placeholder } : {}),
		min_values: min,
		max_values: max,
		...(input.disabled ? { disabled: true } : {}),
	}
	if (input.type === 3) return { type: 3, ...common, options: buildOptions(input, max, path, tally) }
	const defaults = input.default_values ?? []
	if (defaults.length > 0 && (defaults.length < min || defaults.length > max)) {
		tally.complain([...path, 'default_values'], 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
	}
	const preset = defaults.length > 0 ? { default_values: [...defaults] } : {}
	if (input.type !== 8) return { type: input.type, ...common, ...preset }
	return { type: 8, ...common, ...preset, ...(input.channel_types ? { channel_types: input.channel_types } : {}) }
}

function buildOptions(input: Extract<SelectInput, { type: 3 }>, max: number, path: Path, tally: Tally) {
	const values = new Set<string>()
	input.options.forEach(({ value }, index) => {
		if (values.has(value)) {
			tally.complain(
				[...path, 'options', index, 'value'],
				'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
				'The value is already used.',
			)
		}
		values.add(value)
	})
	if (input.options.filter((option) => option.default).length > max) {
		tally.complain([...path, 'options'], 'SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES', `At most ${max} may be default.`)
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

function emojiOf(input: EmojiInput): { id?: string; name: string; animated?: boolean } | undefined {
	if (!input?.id && !input?.name) return undefined
	return {
		...(input.id ? { id: input.id } : {}),
		name: input.name ?? '',
		...(input.animated ? { animated: true } : {}),
	}
}
