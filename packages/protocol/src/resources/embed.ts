import type { APIEmbed } from 'discord-api-types/v10'
import {
	anyText,
	boolean,
	color,
	type Infer,
	int32,
	integer,
	list,
	maybe,
	mediaUri,
	named,
	object,
	optional,
	resource,
	timestamp,
	trimmed,
	uri,
} from '../schema.ts'

const picture = object({
	url: optional(anyText),
	proxy_url: optional(anyText),
	width: optional(int32),
	height: optional(int32),
	content_type: optional(anyText),
	placeholder: optional(anyText),
	placeholder_version: optional(int32),
	description: optional(anyText),
	flags: optional(int32),
})

/** What stands below a message's text. */
export const Embed = resource<Omit<APIEmbed, 'type' | 'image' | 'thumbnail' | 'video'>>()(
	'Embed',
	object({
		type: anyText,
		url: optional(anyText),
		title: optional(anyText),
		description: optional(anyText),
		color: optional(int32),
		timestamp: optional(timestamp),
		fields: optional(list(object({ name: anyText, value: anyText, inline: boolean }))),
		author: optional(
			object({
				name: anyText,
				url: optional(anyText),
				icon_url: optional(anyText),
				proxy_icon_url: optional(anyText),
			}),
		),
		provider: optional(object({ name: anyText, url: optional(anyText) })),
		image: optional(picture),
		thumbnail: optional(picture),
		video: optional(picture),
		footer: optional(object({ text: anyText, icon_url: optional(anyText), proxy_icon_url: optional(anyText) })),
		flags: optional(int32),
	}),
)
export type Embed = Infer<typeof Embed>

const pictureInput = object({
	url: maybe(mediaUri()),
	width: maybe(integer(0, 0x7fffffff)),
	height: maybe(integer(0, 0x7fffffff)),
	placeholder: maybe(trimmed(0, 64)),
	placeholder_version: maybe(integer(0, 0x7fffffff)),
	is_animated: maybe(boolean),
	description: maybe(trimmed(0, 4096)),
})

/** The sum of 6000 characters over all embeds of a message is the domain's to check. */
export const EmbedInput = named(
	'EmbedInput',
	object({
		type: maybe(trimmed(0, 100)),
		url: maybe(uri()),
		title: maybe(trimmed(0, 256)),
		description: maybe(trimmed(0, 4096)),
		color: maybe(color),
		timestamp: maybe(timestamp),
		fields: maybe(
			list(object({ name: trimmed(1, 256), value: trimmed(1, 1024), inline: maybe(boolean) }), { max: 25 }),
		),
		author: maybe(object({ name: maybe(trimmed(0, 256)), url: maybe(uri()), icon_url: maybe(mediaUri()) })),
		provider: maybe(object({ name: maybe(trimmed(0, 256)), url: maybe(uri()) })),
		image: maybe(pictureInput),
		thumbnail: maybe(pictureInput),
		video: maybe(pictureInput),
		footer: maybe(object({ text: maybe(trimmed(0, 2048)), icon_url: maybe(mediaUri()) })),
	}),
)
export type EmbedInput = Infer<typeof EmbedInput>
