import type { FastifyRequest } from 'fastify'
import { readMultipartFields } from '../http/multipart-fields.ts'
import { OAuthError } from './errors.ts'

/** The fields of a form; those without a value count as left out (RFC 6749 §3.1). */
export type Fields = Readonly<Record<string, string | undefined>>

/**
 * The form that was sent, also where it came as multipart: oceanic.js sends its fields so.
 * @throws invalid_request where the body is no form, or says something twice
 */
export async function fieldsOf(request: FastifyRequest): Promise<Fields> {
	const fields: Record<string, string> = Object.create(null)
	for (const [name, value] of await entriesOf(request)) {
		if (typeof value !== 'string' || fields[name] !== undefined) {
			throw new OAuthError('invalid_request', `"${name}" may be sent once.`)
		}
		if (value !== '') fields[name] = value
	}
	return fields
}

async function entriesOf(request: FastifyRequest): Promise<[name: string, value: unknown][]> {
	switch (request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()) {
		case 'application/x-www-form-urlencoded':
			return Object.entries((request.body ?? {}) as Record<string, unknown>)
		case 'multipart/form-data': {
			const entries = await readMultipartFields(request.raw)
			if (!entries) throw new OAuthError('invalid_request', 'The body could not be read.')
			return entries
		}
		default:
			throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.')
	}
}

/** A field that must be there. @throws invalid_request */
export function required(fields: Fields, name: string): string {
	const value = fields[name]
	if (value === undefined) throw new OAuthError('invalid_request', `Missing "${name}" in request.`)
	return value
}
