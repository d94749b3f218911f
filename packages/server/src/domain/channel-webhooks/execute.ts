import {
	ALL_PERMISSIONS,
	type AllowedMentions,
	ApiError,
	type Message,
	type MessageChanges,
	type NewWebhookMessage,
	PERMISSIONS,
} from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { ChannelAccess } from '../access/access.ts'
import { getChannel } from '../channels/channels.ts'
import { guildRow } from '../guilds/guilds.ts'
import type { StagedFile } from '../media/staged.ts'
import { createMessage } from '../messages/create.ts'
import { editMessage } from '../messages/edit.ts'
import { findMessage } from '../messages/find.ts'
import { presentMessages } from '../messages/present.ts'
import { deleteMessage } from '../messages/remove.ts'
import { type WebhookRow, webhookName } from './webhooks.ts'

/** What a webhook posts. */
export interface WebhookPost {
	body: NewWebhookMessage
	files: readonly StagedFile[]
	threadId: string | undefined
	/** Whether components count that nobody answers: those of a webhook that belongs to no application. */
	withComponents: boolean
	/** Hash of the picture that `avatar_url` led to; null where it led to none. */
	avatar: string | null
}

/** Whoever is named alone, where the body does not say otherwise (HC §10). */
const ALLOWED_BY_DEFAULT: AllowedMentions = { parse: ['users'] }
/** Webhooks may write whatever can be written, but act on nobody. */
const WEBHOOK_PERMISSIONS = ALL_PERMISSIONS & ~PERMISSIONS.Administrator

/** Posts as the webhook. @throws what `createMessage` throws; UnknownChannel, WebhookThreadOutsideForum */
export async function executeWebhook(tx: Transaction, webhook: WebhookRow, post: WebhookPost): Promise<Message> {
	const { body, files } = post
	// No thread exists that could be meant, nor a forum in which one could be opened.
	if (post.threadId !== undefined) throw new ApiError('UnknownChannel')
	if (body.thread_name || body.applied_tags?.length) throw new ApiError('WebhookThreadOutsideForum')
	const { username, avatar_url: _, thread_name: __, applied_tags: ___, ...said } = body
	const name = username ? webhookName(username, 'username') : webhook.name
	return createMessage(tx, await accessOf(tx, webhook), {
		body: {
			...said,
			allowed_mentions: said.allowed_mentions ?? ALLOWED_BY_DEFAULT,
			components: webhook.application_id !== null || post.withComponents ? (said.components ?? null) : null,
		},
		files,
		webhook: { name, avatar: post.avatar ?? webhook.avatar, applicationId: webhook.application_id },
	})
}

/** A message that the webhook posted. @throws UnknownMessage */
export async function getPosted(from: Reading, webhook: WebhookRow, messageId: string): Promise<Message> {
	const row = await requirePosted(from, webhook, messageId)
	const [message] = await presentMessages(from, [row], webhook.id)
	return message as Message
}

/** Changes it. @throws UnknownMessage, and what `editMessage` throws */
export async function editPosted(
	tx: Transaction,
	webhook: WebhookRow,
	{ messageId, body, files }: { messageId: string; body: MessageChanges; files: readonly StagedFile[] },
): Promise<Message> {
	await requirePosted(tx, webhook, messageId)
	const said = { ...body, allowed_mentions: body.allowed_mentions ?? ALLOWED_BY_DEFAULT }
	return editMessage(tx, await accessOf(tx, webhook), { messageId, body: said, files })
}

/** Removes it. @throws UnknownMessage */
export async function deletePosted(tx: Transaction, webhook: WebhookRow, messageId: string): Promise<void> {
	await requirePosted(tx, webhook, messageId)
	await deleteMessage(tx, await accessOf(tx, webhook), { messageId })
}

async function requirePosted(from: Reading, webhook: WebhookRow, messageId: string) {
	const row = await findMessage(from, webhook.channel_id, messageId)
	if (row.author_id !== webhook.id) throw new ApiError('UnknownMessage')
	return row
}

/** A webhook's standing in its channel: it is no member of the guild. */
async function accessOf(from: Reading, webhook: WebhookRow): Promise<ChannelAccess> {
	const own = { userId: webhook.id, permissions: WEBHOOK_PERMISSIONS }
	const guild = await guildRow(from, webhook.guild_id)
	return {
		...own,
		channel: await getChannel(from, webhook.channel_id),
		guild: { ...own, guild, roles: [], isTimedOut: false },
	}
}
