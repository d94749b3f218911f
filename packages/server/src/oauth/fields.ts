import type { FastifyRequest } from 'fastify'
import { OAuthError } from './errors.ts'

/** The fields of a form; those without a value count as left out (RFC 6749 §3.1). */
export type Fields = Readonly<Record<string, string | undefined>>

/** @throws invalid_request where the body is no form, or says something twice */
export function fieldsOf(request: FastifyRequest): Fields {
	const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
	if (type !== 'application/x-www-form-urlencoded') {
		throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.')
	}
	const fields: Record<string, string> = Object.create(null)
	for (const [name, value] of Object.entries((request.body ?? {}) as Record<string, unknown>)) {
		if (typeof value !== 'string') throw new OAuthError('invalid_request', `"${name}" may be sent once.`)
		if (value !== '') fields[name] = value
	}
	return fields
}

/** A field that must be there. @throws invalid_request */
export function required(fields: Fields, name: string): string {
	const value = fields[name]
	if (value === undefined) throw new OAuthError('invalid_request', `Missing "${name}" in request.`)
	return value
}
