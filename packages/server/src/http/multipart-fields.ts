import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyInstance } from '@fastify/busboy'

const MOST_FIELDS = 50
const MOST_FIELD_BYTES = 16 * 1024

/** The fields of a multipart form that holds no files, in their order. Undefined where it cannot be read, or is too much. */
export function readMultipartFields(request: IncomingMessage): Promise<[name: string, value: string][] | undefined> {
	return new Promise((resolve) => {
		const fields: [string, string][] = []
		const form = openForm(request)
		const giveUp = () => {
			if (form) request.unpipe(form)
			request.resume()
			resolve(undefined)
		}
		if (!form) return giveUp()
		form.on('field', (name: string | undefined, value: string, _isNameCut: boolean, isCut: boolean) => {
			if (isCut || name === undefined) giveUp()
			else fields.push([name, value])
		})
		form.on('file', giveUp)
		form.on('partsLimit', giveUp)
		form.on('error', giveUp)
		form.on('finish', () => resolve(fields))
		request.once('close', () => {
			if (!request.readableEnded) giveUp()
		})
		request.pipe(form)
	})
}

function openForm({ headers }: IncomingMessage): BusboyInstance | undefined {
	try {
		return new Busboy({
			headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
			limits: { files: 1, fileSize: 1, parts: MOST_FIELDS, fieldSize: MOST_FIELD_BYTES, headerPairs: 20 },
		})
	} catch {
		// It has no boundary.
		return undefined
	}
}
