import { ApiError, formError, hasPermissions, type Message, type NewMessage } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type ChannelAccess, requirePermissions } from '../access/access.ts'
import type { Somebody } from '../access/caller.ts'
import { findUsers, getUser } from '../accounts/accounts.ts'
import type { StagedFile } from '../media/staged.ts'
import { announceCreate } from './announce.ts'
import { carryOut, planAttachments, requireVoice } from './attachments.ts'
import { insertMessage, shareAttachments } from './insert.ts'
import { checkAllowedMentions, type Named } from './mentions.ts'
import { claimNonce } from './nonces.ts'
import { openDirect, requireText } from './place.ts'
import { buildPoll } from './polls.ts'
import { presentMessage, presentMessages, usersIn } from './present.ts'
import { isForward, type Referred, readForward, readReply } from './references.ts'
import {
	type AttachmentRow,
	type Extra,
	MESSAGE_FLAGS,
	MESSAGE_TYPES,
	type MessageRow,
	type WebhookFace,
	writeExtra,
} from './rows.ts'
import { type Composed, compose, mentionsIn } from './said.ts'
import { passSlowmode } from './slowmode.ts'

export interface NewMessageInput {
	/** Absent where a webhook posts. */
	author?: Somebody
	webhook?: WebhookFace
	body: NewMessage
	files: readonly StagedFile[]
}

/** Bits of `flags` that a sender may set. */
const SENDER_FLAGS =
	MESSAGE_FLAGS.suppressEmbeds |
	MESSAGE_FLAGS.suppressNotifications |
	MESSAGE_FLAGS.voiceMessage |
	MESSAGE_FLAGS.componentsV2

const NOTHING: Composed = { content: '', embeds: [], components: [] }
const NOBODY: Named = { userIds: [], roleIds: [], everyone: false }

/**
 * Posts a message: what the sender may say is checked, the row written, everybody told. With `enforce_nonce` and a nonce
 * that was used within the last minutes the message of then is the answer, and nothing happens.
 */
export async function createMessage(
	tx: Transaction,
	access: ChannelAccess,
	{ author, webhook, body, files }: NewMessageInput,
): Promise<Message> {
	requireText(access)
	requireRights(access, body, files.length)
	checkAllowedMentions(body.allowed_mentions)
	const writer = await getUser(tx, access.userId)
	await openDirect(tx, access, writer.is_bot === 1)
	const id = tx.newId()
	const referred = await readReference(tx, access, author, body)
	const plan = planAttachments({
		messageId: id,
		channelId: access.channel.id,
		existing: [],
		files,
		inputs: body.attachments ?? undefined,
		newId: tx.newId,
	})
	const flags = (body.flags ?? 0) & SENDER_FLAGS
	const composed = composeNew(body, flags, referred, plan.made, tx.newId)
	const repliedUserId = referred?.kind === 'reply' ? referred.original.author_id : undefined
	const mentions = await mentionsIn(tx, access, composed, { allowed: body.allowed_mentions, repliedUserId })

	const earlier = await earlierMessage(tx, access, body, id)
	if (earlier) return { ...earlier, nonce: body.nonce as string | number }
	await passSlowmode(tx, access, writer.is_bot === 1)

	const extra = { ...extraOf(composed, mentions, referred, body, tx.now()), ...(webhook ? { webhook } : {}) }
	const row: MessageRow = {
		id,
		channel_id: access.channel.id,
		author_id: access.userId,
		type: referred?.kind === 'reply' ? MESSAGE_TYPES.reply : MESSAGE_TYPES.default,
		content: composed.content,
		flags: referred?.kind === 'forward' ? flags | MESSAGE_FLAGS.snapshot : flags,
		is_tts: body.tts ? 1 : 0,
		mentions_everyone: mentions.everyone ? 1 : 0,
		edited_at: null,
		pinned_at: null,
		extra: writeExtra(extra),
	}
	await insertMessage(tx, row)
	await carryOut(tx, plan)
	const shared = await shareAttachments(tx, row, referred)

	const named = usersIn([row], new Map([[id, extra]])).filter((userId) => userId !== writer.id)
	const users = (await findUsers(tx, named)).set(writer.id, writer)
	const original = referred?.kind === 'reply' ? await originalOf(tx, referred.original, access.userId) : undefined
	const message = {
		...presentMessage(tx, row, extra, {
			users,
			attachments: [...plan.made, ...shared],
			...(original ? { original } : {}),
		}),
		...(body.nonce === undefined || body.nonce === null ? {} : { nonce: body.nonce }),
	}
	await announceCreate(tx, access, message)
	return message
}

/** @throws MissingPermissions, VoiceMessagesDenied, InvalidSticker */
function requireRights(access: ChannelAccess, body: NewMessage, fileCount: number): void {
	const isVoice = ((body.flags ?? 0) & MESSAGE_FLAGS.voiceMessage) !== 0
	if (isVoice && !hasPermissions(access.permissions, 'SendVoiceMessages')) throw new ApiError('VoiceMessagesDenied')
	if (fileCount > 0) requirePermissions(access, 'AttachFiles')
	if (body.embeds?.length) requirePermissions(access, 'EmbedLinks')
	if (body.tts) requirePermissions(access, 'SendTtsMessages')
	if (body.poll) requirePermissions(access, 'SendPolls')
	// No sticker exists that could be sent.
	if (body.sticker_ids?.length) throw new ApiError('InvalidSticker')
}

async function readReference(
	tx: Transaction,
	access: ChannelAccess,
	author: Somebody | undefined,
	{ message_reference: wish }: NewMessage,
): Promise<Referred | undefined> {
	if (!wish) return undefined
	if (!isForward(wish)) return readReply(tx, access, wish)
	return readForward(tx, access.userId, wish, author?.kind === 'bot' ? author : undefined)
}

function composeNew(
	body: NewMessage,
	flags: number,
	referred: Referred | undefined,
	attachments: readonly AttachmentRow[],
	newId: () => string,
): Composed {
	const said = {
		content: body.content ?? '',
		embeds: body.embeds ?? [],
		components: body.components ?? [],
		flags,
		hasPoll: Boolean(body.poll),
	}
	if (referred?.kind === 'forward') {
		const isBare =
			said.content === '' && !said.hasPoll && attachments.length + said.embeds.length + said.components.length === 0
		if (isBare) return NOTHING
		throw formError(['message_reference'], 'MESSAGE_FORWARD_WITH_CONTENT', 'A forward has no content of its own')
	}
	const composed = compose(
		said,
		attachments.map(({ filename }) => filename),
		newId,
	)
	if (flags & MESSAGE_FLAGS.voiceMessage) requireVoice(attachments)
	return composed
}

async function earlierMessage(
	tx: Transaction,
	{ channel, userId }: ChannelAccess,
	{ nonce, enforce_nonce }: NewMessage,
	messageId: string,
): Promise<Message | undefined> {
	if (!enforce_nonce || nonce === undefined || nonce === null || nonce === '') return undefined
	const claim = { channelId: channel.id, authorId: userId, nonce: String(nonce), messageId }
	const earlierId = await claimNonce(tx, claim)
	if (earlierId === undefined) return undefined
	const row = await tx.db.selectFrom('messages').selectAll().where('id', '=', earlierId).executeTakeFirst()
	return row && (await presentMessages(tx, [row], userId))[0]
}

function extraOf(
	{ embeds, components }: Composed,
	{ userIds, roleIds }: Named = NOBODY,
	referred: Referred | undefined,
	{ poll }: NewMessage,
	now: number,
): Extra {
	return {
		mentions: userIds,
		roles: roleIds,
		embeds,
		components,
		...(referred ? { reference: referred.reference } : {}),
		...(referred?.kind === 'forward' ? { snapshot: referred.snapshot } : {}),
		...(poll ? { poll: buildPoll(poll, now) } : {}),
	}
}

async function originalOf(tx: Transaction, row: MessageRow, viewerId: string): Promise<Message | undefined> {
	const [message] = await presentMessages(tx, [row], viewerId)
	if (!message) return undefined
	const { reactions: _, referenced_message: __, ...original } = message
	return original
}
