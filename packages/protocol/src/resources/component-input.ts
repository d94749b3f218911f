import {
	boolean,
	code,
	color,
	constant,
	type Infer,
	integer,
	list,
	maybe,
	mediaUri,
	named,
	object,
	oneOf,
	snowflake,
	tagged,
	text,
	uri,
} from '../schema.ts'

const id = maybe(integer(0, 0x7fffffff))
const spoiler = maybe(boolean)
const emoji = object({ id: maybe(snowflake), name: maybe(text(0, 32)), animated: maybe(boolean) })
const media = object({ url: mediaUri() })

/** What a style needs and forbids (`custom_id`, `url`, `sku_id`) is the domain's to check. */
const ButtonInput = named(
	'ButtonInput',
	object({
		type: constant(2),
		id,
		style: code(1, 2, 3, 4, 5, 6),
		custom_id: maybe(text(1, 100)),
		label: maybe(text(0, 80)),
		disabled: maybe(boolean),
		url: maybe(uri(512)),
		sku_id: maybe(snowflake),
		emoji: maybe(emoji),
	}),
)

const select = {
	id,
	custom_id: text(1, 100),
	placeholder: maybe(text(0, 150)),
	min_values: maybe(integer(0, 25)),
	max_values: maybe(integer(1, 25)),
	disabled: maybe(boolean),
	required: maybe(boolean),
}

const StringSelectInput = named(
	'StringSelectInput',
	object({
		type: constant(3),
		...select,
		options: list(
			object({
				label: text(1, 100),
				value: text(1, 100),
				description: maybe(text(0, 100)),
				default: maybe(boolean),
				emoji: maybe(emoji),
			}),
			{ min: 1, max: 25 },
		),
	}),
)

const defaults = <const T extends readonly ('user' | 'role' | 'channel')[]>(...types: T) =>
	maybe(list(object({ id: snowflake, type: oneOf(...types) }), { max: 25 }))

const UserSelectInput = named(
	'UserSelectInput',
	object({ type: constant(5), ...select, default_values: defaults('user') }),
)
const RoleSelectInput = named(
	'RoleSelectInput',
	object({ type: constant(6), ...select, default_values: defaults('role') }),
)
const MentionableSelectInput = named(
	'MentionableSelectInput',
	object({ type: constant(7), ...select, default_values: defaults('user', 'role') }),
)
const ChannelSelectInput = named(
	'ChannelSelectInput',
	object({
		type: constant(8),
		...select,
		default_values: defaults('channel'),
		channel_types: maybe(list(integer(0, 16), { unique: true })),
	}),
)

const ActionRowInput = named(
	'ActionRowInput',
	object({
		type: constant(1),
		id,
		components: list(
			tagged(
				'type',
				ButtonInput,
				StringSelectInput,
				UserSelectInput,
				RoleSelectInput,
				MentionableSelectInput,
				ChannelSelectInput,
			),
			{ min: 1, max: 5 },
		),
	}),
)

const TextDisplayInput = named('TextDisplayInput', object({ type: constant(10), id, content: text(1, 4000) }))

const ThumbnailInput = named(
	'ThumbnailInput',
	object({
		type: constant(11),
		id,
		media,
		description: maybe(text(1, 1024)),
		spoiler,
	}),
)

const SectionInput = named(
	'SectionInput',
	object({
		type: constant(9),
		id,
		components: list(TextDisplayInput, { min: 1, max: 3 }),
		accessory: tagged('type', ButtonInput, ThumbnailInput),
	}),
)

const MediaGalleryInput = named(
	'MediaGalleryInput',
	object({
		type: constant(12),
		id,
		items: list(object({ media, description: maybe(text(1, 1024)), spoiler }), { min: 1, max: 10 }),
	}),
)

const FileInput = named('FileInput', object({ type: constant(13), id, file: media, spoiler }))

const SeparatorInput = named(
	'SeparatorInput',
	object({ type: constant(14), id, spacing: maybe(code(1, 2)), divider: maybe(boolean) }),
)

const ContainerInput = named(
	'ContainerInput',
	object({
		type: constant(17),
		id,
		accent_color: maybe(color),
		components: list(
			tagged('type', ActionRowInput, TextDisplayInput, SectionInput, MediaGalleryInput, SeparatorInput, FileInput),
			{ min: 1 },
		),
		spoiler,
	}),
)

/** A component somebody puts at the top of a message. */
export const ComponentInput = named(
	'ComponentInput',
	tagged(
		'type',
		ActionRowInput,
		TextDisplayInput,
		SectionInput,
		MediaGalleryInput,
		SeparatorInput,
		FileInput,
		ContainerInput,
	),
)
export type ComponentInput = Infer<typeof ComponentInput>
