import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { ApiError } from '@guildhall/protocol'
import type { FastifyRequest } from 'fastify'
import { formOf } from './pages.ts'

const MOST_FIELDS = 60
const MOST_FIELD_BYTES = 16 * 1024

/** A form of one of our own pages. */
export interface SentForm {
	/** Of a field that came twice, and of anything that is no text, nothing. */
	fields: Readonly<Record<string, string>>
	/** The one file it may hold; undefined where none was chosen. */
	file?: { name: string; bytes: Buffer }
}

/**
 * Reads a form, also one that holds a file of at most `mostFileBytes`, which is kept in memory.
 * @throws FileTooLarge, InvalidFormBody
 */
export function readForm(request: FastifyRequest, mostFileBytes: number): Promise<SentForm> {
	if (!/^multipart\/form-data/i.test(request.headers['content-type'] ?? '')) {
		return Promise.resolve({ fields: formOf(request) })
	}
	return readMultipart(request.raw, mostFileBytes)
}

function readMultipart(request: IncomingMessage, mostFileBytes: number): Promise<SentForm> {
	return new Promise((resolve, reject) => {
		const fields: Record<string, string> = Object.create(null)
		let file: SentForm['file']
		const form = openForm(request, mostFileBytes)
		const fail = (error: ApiError) => {
			if (form) request.unpipe(form)
			request.resume()
			reject(error)
		}
		if (!form) return fail(new ApiError('InvalidFormBody'))
		form.on('field', (name: string | undefined, value: string, _isNameCut: boolean, isCut: boolean) => {
			if (isCut || name === undefined) fail(new ApiError('InvalidFormBody'))
			else fields[name] = value
		})
		form.on('file', (name: string | undefined, stream: NodeJS.ReadableStream, filename: string | undefined) => {
			const chunks: Buffer[] = []
			stream.on('data', (chunk: Buffer) => chunks.push(chunk))
			stream.on('limit', () => fail(new ApiError('FileTooLarge')))
			stream.on('error', () => fail(new ApiError('InvalidFormBody')))
			stream.on('end', () => {
				// Browsers send an empty file where none was chosen.
				if (filename && chunks.length > 0) file = { name: name ?? '', bytes: Buffer.concat(chunks) }
			})
		})
		for (const limit of ['partsLimit', 'filesLimit', 'error'])
			form.on(limit, () => fail(new ApiError('InvalidFormBody')))
		form.on('finish', () => resolve({ fields, ...(file ? { file } : {}) }))
		request.once('close', () => {
			if (!request.readableEnded) fail(new ApiError('InvalidFormBody'))
		})
		request.pipe(form)
	})
}

function openForm({ headers }: IncomingMessage, mostFileBytes: number): BusboyInstance | undefined {
	try {
		return new Busboy({
			headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
			limits: { files: 1, fileSize: mostFileBytes, parts: MOST_FIELDS, fieldSize: MOST_FIELD_BYTES, headerPairs: 20 },
		})
	} catch {
		// It has no boundary.
		return undefined
	}
}
