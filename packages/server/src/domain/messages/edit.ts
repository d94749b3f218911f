import { ApiError, type Message, type MessageChanges } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type ChannelAccess, requirePermissions } from '../access/access.ts'
import type { StagedFile } from '../media/staged.ts'
import { announceUpdate } from './announce.ts'
import { attachmentsOf, carryOut, planAttachments } from './attachments.ts'
import { lockKnownMessage } from './find.ts'
import { checkAllowedMentions } from './mentions.ts'
import { requireUnblocked } from './place.ts'
import { presentMessages } from './present.ts'
import { type Extra, MESSAGE_FLAGS, MESSAGE_TYPES, type MessageRow, readExtra, writeExtra } from './rows.ts'
import { type Composed, compose, mentionsIn } from './said.ts'

export interface MessageEdit {
	messageId: string
	body: MessageChanges
	files: readonly StagedFile[]
}

/** Types whose text somebody wrote and may change. */
const WRITTEN: readonly number[] = [
	MESSAGE_TYPES.default,
	MESSAGE_TYPES.reply,
	MESSAGE_TYPES.command,
	MESSAGE_TYPES.contextCommand,
]

/**
 * Changes one's own message; of another's only whether embeds are shown, with ManageMessages. Everybody is told all of
 * what it says then (OP-11, HC-75).
 * @throws UnknownMessage, OthersMessage, SystemMessage, EmptyMessage, PollEdit, VoiceMessageEdit, InvalidMessageType,
 * CannotMessageUser
 */
export async function editMessage(
	tx: Transaction,
	access: ChannelAccess,
	{ messageId, body, files }: MessageEdit,
): Promise<Message> {
	const row = await lockKnownMessage(tx, access.channel.id, messageId)
	const isOwn = row.author_id === access.userId
	const changesText =
		files.length > 0 || Object.entries(body).some(([key, value]) => key !== 'flags' && value !== undefined)
	if (!isOwn) requireModerator(access, changesText)
	if (!WRITTEN.includes(row.type)) throw new ApiError('SystemMessage')
	const flags = editedFlags(row, body.flags)
	if (changesText) await requireUnblocked(tx, access)
	const changed = changesText ? await rewritten(tx, access, { ...row, flags }, body, files) : { ...row, flags }
	await tx.db.updateTable('messages').set(changed).where('id', '=', row.id).execute()
	const [message] = await presentMessages(tx, [changed], access.userId)
	await announceUpdate(tx, access, message as Message, { isEdited: true })
	return message as Message
}

function requireModerator(access: ChannelAccess, changesText: boolean): void {
	if (changesText || !access.guild) throw new ApiError('OthersMessage')
	requirePermissions(access, 'ManageMessages')
}

/** Embeds may be hidden and shown again; IS_COMPONENTS_V2 stays once it is set (LIM-08). */
function editedFlags(row: MessageRow, given: number | null | undefined): number {
	if (given === undefined || given === null) return row.flags
	const kept = row.flags & ~MESSAGE_FLAGS.suppressEmbeds
	return kept | (given & (MESSAGE_FLAGS.suppressEmbeds | MESSAGE_FLAGS.componentsV2))
}

async function rewritten(
	tx: Transaction,
	access: ChannelAccess,
	row: MessageRow,
	body: MessageChanges,
	files: readonly StagedFile[],
): Promise<MessageRow> {
	const extra = readExtra(row)
	refuseFixed(row, extra, body)
	checkAllowedMentions(body.allowed_mentions)
	if (files.length > 0) requirePermissions(access, 'AttachFiles')
	if (body.embeds?.length) requirePermissions(access, 'EmbedLinks')
	const plan = planAttachments({
		messageId: row.id,
		channelId: row.channel_id,
		existing: await attachmentsOf(tx, [row.id]),
		files,
		inputs: body.attachments,
		newId: tx.newId,
	})
	const filenames = [...plan.kept, ...plan.made].map(({ filename }) => filename)
	const composed = recompose(row, extra, body, filenames, tx.newId)
	const mentions = await mentionsIn(tx, access, composed, {
		allowed: body.allowed_mentions,
		repliedUserId: await repliedUser(tx, row, extra),
	})
	await carryOut(tx, plan)
	return {
		...row,
		content: composed.content,
		mentions_everyone: mentions.everyone ? 1 : 0,
		edited_at: tx.now(),
		extra: writeExtra({
			...extra,
			mentions: mentions.userIds,
			roles: mentions.roleIds,
			embeds: composed.embeds,
			components: composed.components,
		}),
	}
}

function refuseFixed(row: MessageRow, extra: Extra, body: MessageChanges): void {
	if (extra.poll) throw new ApiError('PollEdit')
	if (extra.snapshot) throw new ApiError('InvalidMessageType')
	if (row.flags & MESSAGE_FLAGS.voiceMessage) throw new ApiError('VoiceMessageEdit')
	if (body.sticker_ids?.length) throw new ApiError('StickersInEdit')
}

/** What is not given stays; null clears. */
function recompose(
	row: MessageRow,
	extra: Extra,
	body: MessageChanges,
	filenames: readonly string[],
	newId: () => string,
): Composed {
	const composed = compose(
		{
			content: body.content === undefined ? row.content : (body.content ?? ''),
			embeds: body.embeds ?? [],
			components: body.components ?? [],
			flags: row.flags,
			hasPoll: false,
			keeps:
				(body.embeds === undefined && Boolean(extra.embeds)) ||
				(body.components === undefined && Boolean(extra.components)),
		},
		filenames,
		newId,
	)
	return {
		content: composed.content,
		embeds: body.embeds === undefined ? (extra.embeds ?? []) : composed.embeds,
		components: body.components === undefined ? (extra.components ?? []) : composed.components,
	}
}

/** The author of the message that this one answers, as long as it is there and the answer tells them. */
async function repliedUser({ db }: Transaction, row: MessageRow, extra: Extra): Promise<string | undefined> {
	if (row.type !== MESSAGE_TYPES.reply || !extra.reference) return undefined
	const original = await db
		.selectFrom('messages')
		.select('author_id')
		.where('id', '=', extra.reference.messageId)
		.executeTakeFirst()
	return original && extra.mentions?.includes(original.author_id) ? original.author_id : undefined
}
