import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Reading } from '../../ports/store.ts'
import type { WebRequest } from '../../ports/web.ts'
import type { ApplicationRow } from '../applications/applications.ts'

/** An endpoint has so long to answer, all in all. */
const ANSWER_MS = 3000
/** More than any answer needs; what is beyond it is not read. */
const MOST_BYTES = 64 * 1024

/** Something to be sent to an application. */
export interface Letter {
	application: Pick<ApplicationRow, 'id' | 'signing_key'>
	url: string
	/** The exact text; it is what is signed. */
	body: string
	/** The same in all tries of one event. */
	eventId?: string
	/** Signs wrongly, which the other side must notice. */
	isForged?: boolean
}

/** A request that the application can tell is from the platform (webhook-events.md §2). @throws where its key cannot be opened */
export function signedRequest(from: Reading, { application, url, body, eventId, isForged }: Letter): WebRequest {
	const timestamp = String(Math.floor(from.now() / 1000))
	const signature = sign(null, Buffer.from(timestamp + body), openKey(from, application))
	if (isForged) signature[0] = (signature[0] ?? 0) ^ 1
	return {
		method: 'POST',
		url,
		headers: {
			'content-type': 'application/json',
			'user-agent': `Guildhall-Webhook/1.0 (+${from.links.origin})`,
			'x-signature-ed25519': signature.toString('hex'),
			'x-signature-timestamp': timestamp,
			...(eventId === undefined ? {} : { 'x-event-id': eventId }),
		},
		body,
		timeoutMs: ANSWER_MS,
		mostBytes: MOST_BYTES,
	}
}

function openKey({ vault }: Reading, { id, signing_key }: Letter['application']): KeyObject {
	const key = vault.open(signing_key)
	if (key === undefined) throw new Error(`The private key of application ${id} was sealed with another secret.`)
	return createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' })
}
