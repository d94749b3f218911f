import { createHash } from 'node:crypto'
import { formError } from '@guildhall/protocol'
import type { Blobs } from '../../ports/blobs.ts'

/** Bytes of one picture. */
export const MOST_PICTURE_BYTES = 10 * 1024 * 1024
const FORMATS = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** A picture of a request. */
export interface Picture {
	/** What the wire calls it: 32 digits of its SHA-256, `a_` before those of pictures that move. */
	hash: string
	bytes: Uint8Array
}

/**
 * Reads image data (`data:image/png;base64,…`, HC-78). `field` is where a complaint points. The type before the bytes is
 * not believed, nor held against them: libraries write the same one before every picture.
 * @throws InvalidFormBody where it is too large, or is no picture
 */
export async function readPicture(dataUri: string, field: string): Promise<Picture> {
	return pictureOf(Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64'), field)
}

/** Bytes that should be a picture. @throws InvalidFormBody */
async function pictureOf(bytes: Buffer, field: string): Promise<Picture> {
	if (bytes.length > MOST_PICTURE_BYTES) {
		throw formError([field], 'BINARY_TYPE_MAX_SIZE', `File cannot be larger than ${MOST_PICTURE_BYTES / 1024} kb.`)
	}
	const { fileTypeFromBuffer } = await import('file-type')
	const found = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime.replace('image/apng', 'image/png')
	if (!found || !FORMATS.has(found)) throw formError([field], 'IMAGE_INVALID', 'Invalid image data')
	const digits = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
	return { hash: isMoving(bytes, found) ? `a_${digits}` : digits, bytes }
}

/**
 * Stores the picture of a request and answers with its hash; null clears, undefined leaves as it is. It is stored before
 * the row that names it: its key is made of its content, so that one nobody names does no harm. Pictures of before stay,
 * their addresses are out in the world.
 */
export async function storePicture(
	blobs: Blobs,
	folder: string,
	dataUri: string | null | undefined,
	field: string,
): Promise<string | null | undefined> {
	if (dataUri === undefined || dataUri === null) return dataUri
	const { hash, bytes } = await readPicture(dataUri, field)
	await blobs.put(`${folder}/${hash}`, bytes)
	return hash
}

/** Stores a picture that came as a file and answers with its hash. @throws InvalidFormBody */
export async function storePictureFile(blobs: Blobs, folder: string, content: Buffer, field: string): Promise<string> {
	const { hash, bytes } = await pictureOf(content, field)
	await blobs.put(`${folder}/${hash}`, bytes)
	return hash
}

function isMoving(bytes: Buffer, mime: string): boolean {
	if (mime === 'image/gif') return graphicControls(bytes) > 1
	// The flag in the extended header of WebP.
	if (mime === 'image/webp') return bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0
	return false
}

/** Each frame of a moving GIF begins with a block that says how long it stays. */
function graphicControls(bytes: Buffer): number {
	let count = 0
	for (let at = bytes.indexOf(0x21); at >= 0 && count < 2; at = bytes.indexOf(0x21, at + 1)) {
		if (bytes[at + 1] === 0xf9 && bytes[at + 2] === 4 && bytes[at + 7] === 0) count++
	}
	return count
}
