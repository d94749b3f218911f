import { ApiError, type Attachment, type AttachmentInput, formError, formErrors } from '@guildhall/protocol'
import type { Links } from '../../ports/links.ts'
import type { Reading, Transaction } from '../../ports/store.ts'
import { safeFilename, titleOf } from '../media/filenames.ts'
import { claimBlobs, removeBlobsLater, type StagedFile } from '../media/staged.ts'
import { addressOf } from './media.ts'
import { type AttachmentRow, SPOILER } from './rows.ts'

/** Attachments of one message (HC-73). */
const MOST_ATTACHMENTS = 10

/** What a message is to have: rows to keep as they are or changed, rows to make. */
export interface AttachmentPlan {
	kept: AttachmentRow[]
	made: AttachmentRow[]
	removed: AttachmentRow[]
}

export interface AttachmentWish {
	messageId: string
	channelId: string
	/** Those the message has. */
	existing: readonly AttachmentRow[]
	files: readonly StagedFile[]
	/** The `attachments` of the request: null removes all, undefined leaves what is there. */
	inputs: readonly AttachmentInput[] | null | undefined
	newId(): string
}

/**
 * What attachments a message ends up with (HC-72, HC-75). Files that `inputs` do not mention are attached all the same.
 * @throws InvalidFormBody where an id is neither a file's nor an attachment's, MaximumAttachments
 */
export function planAttachments(wish: AttachmentWish): AttachmentPlan {
	const { existing, files, newId } = wish
	const inputs = wish.inputs ?? []
	checkIds(inputs, existing, files)
	const inputOf = new Map(inputs.map((input) => [input.id, input]))
	const kept =
		wish.inputs === undefined
			? [...existing]
			: existing.filter(({ id }) => inputOf.has(id)).map((row) => changed(row, inputOf.get(row.id) as AttachmentInput))
	const first = kept.reduce((last, { position }) => Math.max(last, position + 1), 0)
	const made = [...files]
		.sort((a, b) => a.index - b.index)
		.map((file, at) => makeRow(wish, newId(), file, inputOf.get(String(file.index)), first + at))
	if (kept.length + made.length > MOST_ATTACHMENTS) throw new ApiError('MaximumAttachments')
	const keptIds = new Set(kept.map(({ id }) => id))
	return { kept, made, removed: existing.filter(({ id }) => !keptIds.has(id)) }
}

function checkIds(
	inputs: readonly AttachmentInput[],
	existing: readonly AttachmentRow[],
	files: readonly StagedFile[],
): void {
	const known = new Set([...existing.map(({ id }) => id), ...files.map(({ index }) => String(index))])
	const seen = new Set<string>()
	const complaints = inputs.flatMap(({ id }, index) => {
		const path = ['attachments', index, 'id']
		if (!known.has(id))
			return [{ path, code: 'ATTACHMENT_NOT_FOUND', message: `No file and no attachment is "${id}".` }]
		if (seen.has(id)) {
			return [{ path, code: 'SET_TYPE_ALREADY_CONTAINS_VALUE', message: 'The set already contains this value' }]
		}
		seen.add(id)
		return []
	})
	if (complaints.length > 0) throw formErrors(complaints)
}

function changed(row: AttachmentRow, { title, description, is_spoiler }: AttachmentInput): AttachmentRow {
	return {
		...row,
		...(title === undefined ? {} : { title: title || null }),
		...(description === undefined ? {} : { description: description || null }),
		...(typeof is_spoiler === 'boolean' ? { flags: is_spoiler ? row.flags | SPOILER : row.flags & ~SPOILER } : {}),
	}
}

function makeRow(
	{ messageId, channelId }: AttachmentWish,
	id: string,
	file: StagedFile,
	input: AttachmentInput | undefined,
	position: number,
): AttachmentRow {
	const given = input?.filename || file.filename
	const filename = safeFilename(given)
	const isSpoiler = input?.is_spoiler || filename.startsWith('SPOILER_')
	return {
		id,
		message_id: messageId,
		channel_id: channelId,
		position,
		filename,
		title: input?.title || (filename === given ? null : titleOf(given)),
		description: input?.description || null,
		content_type: file.contentType ?? null,
		size: file.size,
		width: file.width ?? null,
		height: file.height ?? null,
		flags: isSpoiler ? SPOILER : 0,
		duration_secs: input?.duration_secs ?? null,
		waveform: input?.waveform || null,
		is_snapshot: 0,
		blob_key: file.blobKey,
	}
}

/** Writes what was planned. Files are taken over; blobs of what was removed go once nothing shares them. */
export async function carryOut(tx: Transaction, plan: AttachmentPlan): Promise<void> {
	await claimBlobs(
		tx,
		plan.made.map((row) => row.blob_key),
	)
	if (plan.made.length > 0) await tx.db.insertInto('attachments').values(plan.made).execute()
	for (const { id, title, description, flags } of plan.kept) {
		await tx.db.updateTable('attachments').set({ title, description, flags }).where('id', '=', id).execute()
	}
	if (plan.removed.length === 0) return
	const ids = plan.removed.map(({ id }) => id)
	await tx.db.deleteFrom('attachments').where('id', 'in', ids).execute()
	await releaseBlobs(tx, plan.removed)
}

/** Orders the removal of the blobs of rows that are gone, except where a forward still shows them. */
export async function releaseBlobs(tx: Transaction, gone: readonly AttachmentRow[]): Promise<void> {
	if (gone.length === 0) return
	const keys = [...new Set(gone.map((row) => row.blob_key))]
	const shared = await tx.db.selectFrom('attachments').select('blob_key').where('blob_key', 'in', keys).execute()
	const stillShown = new Set(shared.map((row) => row.blob_key))
	await removeBlobsLater(
		tx,
		keys.filter((key) => !stillShown.has(key)),
	)
}

/** The attachments of messages, those of a forward's snapshot among them, in their order. */
export async function attachmentsOf({ db }: Reading, messageIds: readonly string[]): Promise<AttachmentRow[]> {
	if (messageIds.length === 0) return []
	return db
		.selectFrom('attachments')
		.selectAll()
		.where('message_id', 'in', messageIds)
		.orderBy('message_id')
		.orderBy('position')
		.execute()
}

/** One attachment as its address names it. */
export function findAttachment({ db }: Reading, id: string): Promise<AttachmentRow | undefined> {
	return db.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirst()
}

export function presentAttachment(row: AttachmentRow, links: Links, now: number): Attachment {
	const url = addressOf(row, links, now)
	return {
		id: row.id,
		filename: row.filename,
		size: row.size,
		url,
		proxy_url: url,
		...(row.width === null ? {} : { width: row.width }),
		...(row.height === null ? {} : { height: row.height }),
		...(row.duration_secs === null ? {} : { duration_secs: row.duration_secs }),
		...(row.waveform === null ? {} : { waveform: row.waveform }),
		...(row.description === null ? {} : { description: row.description }),
		...(row.content_type === null ? {} : { content_type: row.content_type }),
		...(row.title === null ? {} : { title: row.title }),
		...(row.flags === 0 ? {} : { flags: row.flags }),
	}
}

/** What a voice message must be (flag IS_VOICE_MESSAGE). @throws VoiceMessageAttachment, VoiceMessageMetadata */
export function requireVoice(rows: readonly AttachmentRow[]): void {
	const [voice, ...others] = rows
	if (!voice || others.length > 0) throw new ApiError('VoiceMessageAttachment')
	const isAudio = /^(?:audio\/|video\/(?:ogg|webm)|application\/ogg)/.test(voice.content_type ?? '')
	if (!isAudio) throw new ApiError('VoiceMessageAttachment')
	if (voice.duration_secs === null || voice.waveform === null) throw new ApiError('VoiceMessageMetadata')
	if (!/^[A-Za-z0-9+/]+=*$/.test(voice.waveform)) {
		throw formError(['attachments', 0, 'waveform'], 'BASE64_TYPE_INVALID', 'Not a well formed base64 text.')
	}
}
