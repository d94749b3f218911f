import { type Client, findClient } from '../domain/applications/clients.ts'
import type { Reading } from '../ports/store.ts'
import { OAuthError } from './errors.ts'
import type { Fields } from './fields.ts'

interface Shown {
	id: string
	secret: string | undefined
}

/**
 * Which application sent this: by Basic, by fields of the form, or by both where they say the same (RFC 6749 §2.3.1).
 * A header of another scheme is not for us: some clients send one whatever they do (clients.md 22).
 * @throws invalid_client
 */
export async function authenticateClient(
	from: Reading,
	authorization: string | undefined,
	fields: Fields,
): Promise<Client> {
	const shown = shownBy(authorization, fields)
	const client = shown && (await findClient(from, shown.id, shown.secret))
	if (!client) throw new OAuthError('invalid_client', 'Client authentication failed.')
	return client
}

/** The id of the application as far as the request says it, for limits. */
export function claimedClientId(authorization: string | undefined, fields: Fields): string {
	return shownBy(authorization, fields)?.id ?? ''
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
