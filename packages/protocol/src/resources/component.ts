import {
	anyText,
	boolean,
	code,
	constant,
	type Infer,
	int32,
	list,
	named,
	nullable,
	object,
	oneOf,
	optional,
	resource,
	snowflake,
	tagged,
} from '../schema.ts'
import { Media } from './attachment.ts'

/** Kinds of message components, by the number in `type`. */
export const COMPONENT_TYPES = {
	actionRow: 1,
	button: 2,
	stringSelect: 3,
	userSelect: 5,
	roleSelect: 6,
	mentionableSelect: 7,
	channelSelect: 8,
	section: 9,
	textDisplay: 10,
	thumbnail: 11,
	mediaGallery: 12,
	file: 13,
	separator: 14,
	container: 17,
} as const

const emoji = object({ id: optional(snowflake), name: anyText, animated: optional(boolean) })

const Button = named(
	'ButtonComponent',
	object({
		type: constant(2),
		id: int32,
		custom_id: optional(anyText),
		style: code(1, 2, 3, 4, 5, 6),
		label: optional(anyText),
		disabled: optional(boolean),
		emoji: optional(emoji),
		url: optional(nullable(anyText)),
		sku_id: optional(snowflake),
	}),
)

const select = {
	id: int32,
	custom_id: anyText,
	placeholder: optional(anyText),
	min_values: int32,
	max_values: int32,
	disabled: optional(boolean),
}

const defaults = optional(list(object({ id: snowflake, type: oneOf('user', 'role', 'channel') })))

const StringSelect = named(
	'StringSelectComponent',
	object({
		type: constant(3),
		...select,
		options: list(
			object({
				label: anyText,
				value: anyText,
				description: optional(anyText),
				emoji: optional(emoji),
				default: optional(boolean),
			}),
		),
	}),
)
const UserSelect = named('UserSelectComponent', object({ type: constant(5), ...select, default_values: defaults }))
const RoleSelect = named('RoleSelectComponent', object({ type: constant(6), ...select, default_values: defaults }))
const MentionableSelect = named(
	'MentionableSelectComponent',
	object({ type: constant(7), ...select, default_values: defaults }),
)
const ChannelSelect = named(
	'ChannelSelectComponent',
	object({
		type: constant(8),
		...select,
		default_values: defaults,
		channel_types: optional(list(int32)),
	}),
)

const ActionRow = named(
	'ActionRowComponent',
	object({
		type: constant(1),
		id: int32,
		components: list(tagged('type', Button, StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect)),
	}),
)

const TextDisplay = named('TextDisplayComponent', object({ type: constant(10), id: int32, content: anyText }))

const Thumbnail = named(
	'ThumbnailComponent',
	object({
		type: constant(11),
		id: int32,
		media: Media,
		description: nullable(anyText),
		spoiler: boolean,
	}),
)

const Section = named(
	'SectionComponent',
	object({
		type: constant(9),
		id: int32,
		components: list(TextDisplay),
		accessory: tagged('type', Button, Thumbnail),
	}),
)

const MediaGallery = named(
	'MediaGalleryComponent',
	object({
		type: constant(12),
		id: int32,
		items: list(object({ media: Media, description: nullable(anyText), spoiler: boolean })),
	}),
)

const File = named(
	'FileComponent',
	object({
		type: constant(13),
		id: int32,
		file: Media,
		name: nullable(anyText),
		size: nullable(int32),
		spoiler: boolean,
	}),
)

const Separator = named(
	'SeparatorComponent',
	object({ type: constant(14), id: int32, spacing: code(1, 2), divider: boolean }),
)

const Container = named(
	'ContainerComponent',
	object({
		type: constant(17),
		id: int32,
		accent_color: nullable(int32),
		components: list(tagged('type', ActionRow, TextDisplay, Section, MediaGallery, Separator, File)),
		spoiler: boolean,
	}),
)

/** A component at the top of a message. */
export const Component = resource()(
	'Component',
	tagged('type', ActionRow, TextDisplay, Section, MediaGallery, Separator, File, Container),
)
export type Component = Infer<typeof Component>
