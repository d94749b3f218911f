import { ApiError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'

/** A file that is stored, on its way into a message. */
export interface StagedFile {
	/** The `n` of `files[n]`; `attachments[].id` names it. */
	index: number
	filename: string
	/** Sniffed from the content, not believed from the request; undefined where nothing is recognized. */
	contentType: string | undefined
	/** Bytes. */
	size: number
	/** Pixels, of images. */
	width: number | undefined
	height: number | undefined
	blobKey: string
}

/** Order that removes blobs: `{ keys }`, done at least once. */
export const REMOVE_BLOBS = 'remove blobs'

/** Longer than any upload and the request it is part of. */
const STAGED_FOR_MS = 24 * 60 * 60 * 1000
const MOST_SWEPT = 500

/**
 * Notes that a blob is about to be stored. Whatever happens to the request or the process, the blob is then either
 * claimed by a row that names it or found again by `sweepStagedBlobs`.
 */
export async function stageBlob(tx: Transaction, key: string): Promise<void> {
	await tx.db
		.insertInto('staged_blobs')
		.values({ key, expires_at: tx.now() + STAGED_FOR_MS })
		.execute()
}

/** Takes blobs over into rows that name them. @throws UploadMissing where one was swept away. */
export async function claimBlobs(tx: Transaction, keys: readonly string[]): Promise<void> {
	if (keys.length === 0) return
	const rows = await tx.db.deleteFrom('staged_blobs').where('key', 'in', keys).returning('key').execute()
	if (rows.length !== keys.length) throw new ApiError('UploadMissing')
}

/** Gives up those of the blobs that nothing has claimed. */
export async function discardStagedBlobs(tx: Transaction, keys: readonly string[]): Promise<void> {
	if (keys.length === 0) return
	const rows = await tx.db.deleteFrom('staged_blobs').where('key', 'in', keys).returning('key').execute()
	await removeBlobsLater(
		tx,
		rows.map((row) => row.key),
	)
}

/** Gives up blobs that were staged long ago: their request or its process has ended. The answer: whether there may be more. */
export async function sweepStagedBlobs(tx: Transaction): Promise<boolean> {
	const rows = await tx.db
		.selectFrom('staged_blobs')
		.select('key')
		.where('expires_at', '<=', tx.now())
		.orderBy('expires_at')
		.limit(MOST_SWEPT)
		.execute()
	await discardStagedBlobs(
		tx,
		rows.map((row) => row.key),
	)
	return rows.length === MOST_SWEPT
}

/** Orders the removal of blobs that no row names any more, once this transaction is committed. */
export async function removeBlobsLater(tx: Transaction, keys: readonly string[]): Promise<void> {
	if (keys.length > 0) await tx.enqueue(REMOVE_BLOBS, { keys })
}
