import type { APIAttachment } from 'discord-api-types/v10'
import {
	anyText,
	boolean,
	float,
	type Infer,
	int32,
	maybe,
	named,
	nullable,
	object,
	optional,
	resource,
	snowflake,
	text,
} from '../schema.ts'

export const Attachment = resource<APIAttachment>()(
	'Attachment',
	object({
		id: snowflake,
		filename: anyText,
		size: int32,
		url: anyText,
		proxy_url: anyText,
		width: optional(int32),
		height: optional(int32),
		duration_secs: optional(float()),
		waveform: optional(anyText),
		description: optional(anyText),
		content_type: optional(anyText),
		ephemeral: optional(boolean),
		flags: optional(int32),
		placeholder: optional(anyText),
		placeholder_version: optional(int32),
		title: optional(anyText),
	}),
)
export type Attachment = Infer<typeof Attachment>

/** `id`: the n of an uploaded part `files[n]`, or an attachment the message has and keeps (HC-72). */
export const AttachmentInput = named(
	'AttachmentInput',
	object({
		id: snowflake,
		filename: maybe(text(1, 1024)),
		title: maybe(text(0, 1024)),
		description: maybe(text(0, 1024)),
		duration_secs: maybe(float({ minimum: 0, maximum: 0x7fffffff })),
		waveform: maybe(text(0, 400)),
		is_spoiler: maybe(boolean),
		is_remix: maybe(boolean),
	}),
)
export type AttachmentInput = Infer<typeof AttachmentInput>

/** What an address in an embed or component stands for. */
export const Media = resource()(
	'Media',
	object({
		id: snowflake,
		url: anyText,
		proxy_url: anyText,
		width: optional(nullable(int32)),
		height: optional(nullable(int32)),
		content_type: optional(nullable(anyText)),
		attachment_id: optional(snowflake),
	}),
)
export type Media = Infer<typeof Media>
