import type { FastifyRequest } from 'fastify'
import { networkOf } from '../domain/access/networks.ts'
import { findApplication } from '../domain/applications/applications.ts'
import { type Client, findClient } from '../domain/applications/clients.ts'
import { OAuthError } from './errors.ts'
import type { Fields } from './fields.ts'
import type { OAuthDoor } from './world.ts'

interface Shown {
	id: string
	secret: string | undefined
}

/**
 * Which application sent this: by Basic, by fields of the form, or by both where they say the same (RFC 6749 §2.3.1).
 * A header of another scheme is not for us: some clients send one whatever they do (clients.md 22). Who is wrong is
 * counted, by application and address.
 * @throws invalid_client, RateLimited
 */
export async function admitClient(
	{ store, limits }: Pick<OAuthDoor, 'store' | 'limits'>,
	{ headers, ip }: FastifyRequest,
	fields: Fields,
): Promise<Client> {
	const shown = shownBy(headers.authorization, fields)
	const client = shown && (await findClient(store, shown.id, shown.secret))
	if (client) return client
	limits.takeGlobal(ip)
	// All that is no application counts as one, so that a flood of names keeps one row.
	const claimed = shown && (await findApplication(store, shown.id))
	await limits.keep('wrongClient', `${claimed?.id ?? ''}:${networkOf(ip)}`)
	throw new OAuthError('invalid_client', 'Client authentication failed.')
}

function shownBy(authorization: string | undefined, fields: Fields): Shown | undefined {
	const inForm = { id: fields.client_id, secret: fields.client_secret }
	const basic = readBasic(authorization)
	if (!basic) return inForm.id === undefined ? undefined : { id: inForm.id, secret: inForm.secret }
	const isSame =
		(inForm.id === undefined || inForm.id === basic.id) &&
		(inForm.secret === undefined || inForm.secret === basic.secret)
	return isSame ? basic : undefined
}

/** Both parts are form-encoded before they are joined; an empty secret is none. */
function readBasic(authorization: string | undefined): Shown | undefined {
	const [, encoded] = /^basic +(\S+)$/i.exec(authorization ?? '') ?? []
	if (encoded === undefined) return undefined
	const text = Buffer.from(encoded, 'base64').toString('utf8')
	const colon = text.indexOf(':')
	const [id, secret] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
	return { id: formDecoded(id), secret: secret === '' ? undefined : formDecoded(secret) }
}

function formDecoded(text: string): string {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '))
	} catch {
		// Many clients leave the encoding out; what cannot be decoded is taken as it stands.
		return text
	}
}
