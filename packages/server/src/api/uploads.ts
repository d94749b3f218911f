import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { ApiError, formError, readableText } from '@guildhall/protocol'
import { HEAD_BYTES, recognize } from '../domain/media/recognize.ts'
import { discardStagedBlobs, type StagedFile, stageBlob } from '../domain/media/staged.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Store } from '../ports/store.ts'

/** Bytes of one file, and of a request as a whole (HC-73). */
const MOST_FILE_BYTES = 10 * 1024 * 1024
export const MOST_REQUEST_BYTES = 25 * 1024 * 1024
const MOST_FILES = 10
/** Fields are kept in memory: so many, of so many bytes each and together. */
const MOST_FIELDS = 100
const MOST_FIELD_BYTES = 1024 * 1024
const MOST_FIELDS_BYTES = 2 * 1024 * 1024
const MOST_HEADER_BYTES = 16 * 1024
/** The part that holds the JSON of the request (HC-71). */
const PAYLOAD = 'payload_json'

/** What a multipart request held: its form fields, or the JSON of `payload_json`, and its files. */
export interface Upload {
	fields: ReadonlyMap<string, string>
	payload: string | undefined
	/** Stored and staged, in the order they came. */
	files: readonly StagedFile[]
	/** Files of text, by the names of their parts; they are kept nowhere. */
	texts: ReadonlyMap<string, string>
}

/** What an operation takes besides fields. */
interface Taken {
	takesFiles: boolean
	/** Names of parts that are files of text. */
	textFiles: readonly string[]
}

export interface UploadPlace {
	store: Store
	blobs: Blobs
}

/** Whether the request is one that `readUpload` reads. */
export function isUpload(request: IncomingMessage): boolean {
	return /^multipart\/form-data\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')
}

/**
 * Reads a multipart request, storing each file as it streams in; an operation that takes no files reads past them. What
 * was stored for a request that fails is given up at once; for a process that ends, when its staging does.
 * @throws FileTooLarge, MaximumAttachments, RequestTooLarge, InvalidFormBody
 */
export async function readUpload(
	request: IncomingMessage,
	place: UploadPlace,
	{ takesFiles, textFiles }: Taken,
): Promise<Upload> {
	if (Number(request.headers['content-length'] ?? 0) > MOST_REQUEST_BYTES) throw new ApiError('RequestTooLarge')
	const form = openForm(request)
	const storing = openStoring(place)
	const fields = new Map<string, string>()
	const texts = new Map<string, string>()
	try {
		await new Promise<void>((resolve, reject) => {
			boundBytes(request, reject)
			readFields(form, fields, reject)
			form.on('file', (name: string | undefined, stream: Readable, filename: string | undefined) => {
				stream.on('error', () => reject(unreadable()))
				stream.on('limit', () => reject(new ApiError('FileTooLarge')))
				if (name !== undefined && textFiles.includes(name)) keepText(stream, (text) => texts.set(name, text))
				else if (takesFiles) storing.add(stream, { name, filename }).catch(reject)
				else stream.resume()
			})
			form.on('filesLimit', () => reject(new ApiError('MaximumAttachments')))
			form.on('partsLimit', () => reject(new ApiError('RequestTooLarge')))
			form.on('error', () => reject(unreadable()))
			form.on('finish', resolve)
			request.pipe(form)
		})
		const files = await storing.all()
		const payload = fields.get(PAYLOAD)
		fields.delete(PAYLOAD)
		// A file without a name comes as a field.
		for (const name of textFiles) {
			const text = fields.get(name)
			if (text !== undefined && !texts.has(name)) texts.set(name, text)
			fields.delete(name)
		}
		return { fields, payload, files, texts }
	} catch (error) {
		request.unpipe(form)
		// The rest is read past, so that the client gets to hear what is wrong.
		request.resume()
		await storing.giveUp()
		throw error
	}
}

/** Gives up those of a call's files that nothing has claimed: the call failed, or made nothing of them. */
export async function discardFiles(files: readonly StagedFile[], store: Store): Promise<void> {
	if (files.length === 0) return
	const keys = files.map((file) => file.blobKey)
	await store.transaction((tx) => discardStagedBlobs(tx, keys))
}

function openForm({ headers }: IncomingMessage): BusboyInstance {
	try {
		return new Busboy({
			headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
			// A `FormData` gives a name of a file to whatever is a blob, which the payload is where it says its type.
			isPartAFile: (field, type, filename) =>
				field !== PAYLOAD && (filename !== undefined || type === 'application/octet-stream'),
			limits: {
				fileSize: MOST_FILE_BYTES,
				files: MOST_FILES,
				fields: MOST_FIELDS,
				fieldSize: MOST_FIELD_BYTES,
				parts: MOST_FILES + MOST_FIELDS + 1,
				headerPairs: 20,
				headerSize: MOST_HEADER_BYTES,
			},
		})
	} catch {
		// It has no boundary.
		throw unreadable()
	}
}

function unreadable(): ApiError {
	return formError([], 'MULTIPART_INVALID', 'The multipart body could not be read.')
}

/** A length that was not announced is counted; a client that goes away ends the reading. */
function boundBytes(request: IncomingMessage, reject: (error: ApiError) => void): void {
	let bytes = 0
	request.on('data', (chunk: Buffer) => {
		bytes += chunk.length
		if (bytes > MOST_REQUEST_BYTES) reject(new ApiError('RequestTooLarge'))
	})
	request.once('error', () => reject(unreadable()))
	request.once('close', () => {
		if (!request.readableEnded) reject(unreadable())
	})
}

function readFields(form: BusboyInstance, fields: Map<string, string>, reject: (error: ApiError) => void): void {
	let bytes = 0
	form.on('field', (name: string | undefined, value: string, _isNameCut: boolean, isCut: boolean) => {
		bytes += value.length
		if (isCut || bytes > MOST_FIELDS_BYTES) reject(new ApiError('RequestTooLarge'))
		else if (name !== undefined) fields.set(name, value)
	})
	form.on('fieldsLimit', () => reject(new ApiError('RequestTooLarge')))
}

/** Collects a file of text; its size is bounded like that of any other. */
function keepText(stream: Readable, keep: (text: string) => void): void {
	const chunks: Buffer[] = []
	stream.on('data', (chunk: Buffer) => chunks.push(chunk))
	stream.on('end', () => keep(readableText(Buffer.concat(chunks).toString('utf8'))))
}

/** Files of one request on their way into the blobs. */
function openStoring({ store, blobs }: UploadPlace) {
	const indices = new Set<number>()
	const streams: Readable[] = []
	const keys: string[] = []
	const storing: Promise<StagedFile>[] = []

	async function put(stream: Readable, index: number, filename: string, blobKey: string): Promise<StagedFile> {
		await store.transaction((tx) => stageBlob(tx, blobKey))
		const head: Buffer[] = []
		const content = Readable.from(keepingHead(stream, head), { objectMode: false })
		const { size } = await blobs.put(blobKey, content)
		return { index, filename, blobKey, size, ...(await recognize(Buffer.concat(head))) }
	}

	return {
		async add(stream: Readable, part: { name: string | undefined; filename: string | undefined }): Promise<void> {
			streams.push(stream)
			const index = indexOf(part.name, indices)
			if (index === undefined) {
				throw formError(['files'], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
			}
			const blobKey = `attachments/${randomUUID()}`
			keys.push(blobKey)
			const stored = put(stream, index, readableText(part.filename ?? '') || 'unknown', blobKey)
			storing.push(stored)
			await stored
		},
		all: () => Promise.all(storing),
		async giveUp(): Promise<void> {
			for (const stream of streams) stream.destroy(new Error('The upload is given up.'))
			await Promise.allSettled(storing)
			if (keys.length > 0) await store.transaction((tx) => discardStagedBlobs(tx, keys))
		},
	}
}

/** `files[3]`, or `file3`, `file` of older clients; undefined where the number was there before (HC-70). */
function indexOf(name: string | undefined, taken: Set<number>): number | undefined {
	const digits = /^(?:files\[(\d{1,9})\]|file(\d{0,9}))$/.exec(name ?? '')
	const index = digits ? Number(digits[1] ?? digits[2] ?? 0) : taken.size
	if (taken.has(index)) return undefined
	taken.add(index)
	return index
}

async function* keepingHead(source: Readable, head: Buffer[]): AsyncGenerator<Buffer> {
	let bytes = 0
	for await (const chunk of source as AsyncIterable<Buffer>) {
		if (bytes < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - bytes))
		bytes += chunk.length
		yield chunk
	}
}
