import { CHANNEL_TYPES, type GatewayMessage, type Message } from '@guildhall/protocol'

/** Flags of an application that may read what people write: approved, or limited to few guilds (GWI-03). */
const CONTENT_FLAGS = (1 << 18) | (1 << 19)

/** Whether an application with these flags holds the MESSAGE_CONTENT intent. */
export function mayReadContent(applicationFlags: number): boolean {
	return (applicationFlags & CONTENT_FLAGS) !== 0
}

/** Who reads, and whether in a direct channel; left out: told by `channel_type`, which messages of the gateway carry. */
export interface Reader {
	userId: string
	isDirect?: boolean
}

type AnyMessage = Message | GatewayMessage

/**
 * The message as a bot without MESSAGE_CONTENT sees it (events.md §6): no content, embeds, attachments, components or
 * poll, unless the bot wrote it, is named in it, or it was said to it directly. The message itself is not changed.
 */
export function withoutContent<M extends AnyMessage>(message: M, reader: Reader): M {
	if (isDirect(message, reader)) return message
	const isOwn = message.author.id === reader.userId || message.mentions.some(({ id }) => id === reader.userId)
	const original = message.referenced_message
	if (isOwn && !original) return message
	const seen = isOwn ? { ...message } : emptied(message)
	if (original) seen.referenced_message = withoutContent(original, { ...reader, isDirect: false })
	return seen
}

function isDirect(message: AnyMessage, reader: Reader): boolean {
	if (reader.isDirect !== undefined) return reader.isDirect
	if (!('channel_type' in message)) return false
	return message.channel_type === CHANNEL_TYPES.direct || message.channel_type === CHANNEL_TYPES.group
}

function emptied<M extends AnyMessage>(message: M): M {
	const { poll: _, ...rest } = message
	return {
		...rest,
		content: '',
		embeds: [],
		attachments: [],
		components: [],
		...(message.message_snapshots
			? {
					message_snapshots: message.message_snapshots.map((snapshot) => ({
						message: { ...snapshot.message, content: '', embeds: [], attachments: [], components: [] },
					})),
				}
			: {}),
	} as unknown as M
}
