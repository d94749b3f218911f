import { randomUUID } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import { ApiError, formError } from '@guildhall/protocol'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import type { Blobs } from '../ports/blobs.ts'

/** A file of a request, stored. */
export interface UploadedFile {
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

/** Bytes of one file, and of a request as a whole (HC-73). */
export const MOST_FILE_BYTES = 10 * 1024 * 1024
export const MOST_REQUEST_BYTES = 25 * 1024 * 1024
const MOST_FILES = 10
/** Enough of a file's start to know its type and its size in pixels. */
const HEAD_BYTES = 128 * 1024

/** What a multipart request held: its form fields, or the JSON of `payload_json`, and its files. */
export interface Upload {
	fields: Record<string, unknown>
	payload: string | undefined
	files: UploadedFile[]
}

/**
 * Reads a multipart request, storing each file as it streams in. On any failure what was stored is removed.
 * @throws FileTooLarge, MaximumAttachments, RequestTooLarge, InvalidFormBody
 */
export async function readUpload(request: FastifyRequest, blobs: Blobs): Promise<Upload> {
	if (Number(request.headers['content-length'] ?? 0) > MOST_REQUEST_BYTES) throw new ApiError('RequestTooLarge')
	const upload: Upload = { fields: {}, payload: undefined, files: [] }
	try {
		let total = 0
		for await (const part of parts(request)) {
			if (part.type === 'field') {
				addField(upload, part.fieldname, part.value)
				continue
			}
			const file = await storeFile(part, upload.files, blobs)
			upload.files.push(file)
			total += file.size
			if (total > MOST_REQUEST_BYTES) throw new ApiError('RequestTooLarge')
		}
		return upload
	} catch (error) {
		await removeFiles(upload.files, blobs)
		throw fromMultipart(error)
	}
}

/** Removes what a failed call had stored. */
export async function removeFiles(files: readonly UploadedFile[], blobs: Blobs): Promise<void> {
	await Promise.all(files.map((file) => blobs.remove(file.blobKey)))
}

function parts(request: FastifyRequest): AsyncIterableIterator<Multipart> {
	return request.parts({
		limits: { fileSize: MOST_FILE_BYTES, files: MOST_FILES, fields: 100, fieldSize: 1024 * 1024, parts: 110 },
	})
}

function addField(upload: Upload, name: string, value: unknown): void {
	if (name === 'payload_json') {
		upload.payload = String(value)
		return
	}
	Object.defineProperty(upload.fields, name, { value, enumerable: true, configurable: true, writable: true })
}

async function storeFile(part: MultipartFile, before: readonly UploadedFile[], blobs: Blobs): Promise<UploadedFile> {
	const index = indexOf(part.fieldname, before)
	const { head, stream } = keepHead(part.file)
	const blobKey = `attachments/${randomUUID()}`
	const { size } = await blobs.put(blobKey, stream)
	if (part.file.truncated) {
		await blobs.remove(blobKey)
		throw new ApiError('FileTooLarge')
	}
	const start = head()
	return { index, filename: part.filename ?? 'file', size, blobKey, ...(await recognize(start)) }
}

/** `files[3]`, or `file3`, `file` of older clients; a name used twice is an error (HC-70). */
function indexOf(fieldname: string, before: readonly UploadedFile[]): number {
	const digits = /^(?:files\[(\d{1,9})\]|file(\d{0,9}))$/.exec(fieldname)
	const index = digits ? Number(digits[1] ?? digits[2] ?? 0) : before.length
	if (before.some((file) => file.index === index)) {
		throw formError(['files'], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
	}
	return index
}

function keepHead(source: Readable): { head(): Buffer; stream: Readable } {
	const kept: Buffer[] = []
	let bytes = 0
	const stream = new Transform({
		transform(chunk: Buffer, _encoding, next) {
			if (bytes < HEAD_BYTES) {
				kept.push(chunk.subarray(0, HEAD_BYTES - bytes))
				bytes += chunk.length
			}
			next(null, chunk)
		},
	})
	source.on('error', (error) => stream.destroy(error))
	return { head: () => Buffer.concat(kept), stream: source.pipe(stream) }
}

async function recognize(start: Buffer): Promise<Pick<UploadedFile, 'contentType' | 'width' | 'height'>> {
	const type = await fileTypeFromBuffer(start).catch(() => undefined)
	const contentType = type?.mime ?? (isText(start) ? 'text/plain; charset=utf-8' : undefined)
	if (!contentType?.startsWith('image/')) return { contentType, width: undefined, height: undefined }
	try {
		const { width, height } = imageSize(start)
		return { contentType, width, height }
	} catch {
		// An image whose size cannot be read is still a file people may send.
		return { contentType, width: undefined, height: undefined }
	}
}

function isText(start: Buffer): boolean {
	if (start.length === 0 || start.includes(0)) return false
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
		return true
	} catch {
		return false
	}
}

/** What the multipart library says, as errors of the wire. */
function fromMultipart(error: unknown): unknown {
	const code = error instanceof Error && 'code' in error ? String(error.code) : ''
	switch (code) {
		case 'FST_REQ_FILE_TOO_LARGE':
			return new ApiError('FileTooLarge')
		case 'FST_FILES_LIMIT':
			return new ApiError('MaximumAttachments')
		case 'FST_PARTS_LIMIT':
		case 'FST_FIELDS_LIMIT':
			return new ApiError('RequestTooLarge')
		default:
			if (error instanceof ApiError || !(error instanceof Error)) return error
			return code.startsWith('FST_') || isBrokenForm(error)
				? formError([], 'MULTIPART_INVALID', 'The multipart body could not be read.')
				: error
	}
}

/** The form parser ends early, or finds no boundary. */
function isBrokenForm(error: Error): boolean {
	return /unexpected end of|multipart|boundary|malformed|aborted|premature close/i.test(error.message)
}
