import { formError } from '@guildhall/protocol'
import type { Links } from '../../ports/links.ts'
import { safeFilename } from '../media/filenames.ts'
import type { AttachmentRow } from './rows.ts'

const ATTACHED = 'attachment://'

/** What addresses in embeds and components are looked up in. */
export interface MediaSource {
	attachments: readonly AttachmentRow[]
	links: Links
	now: number
}

export interface FoundMedia {
	url: string
	proxy_url: string
	width?: number
	height?: number
	content_type?: string
	attachment_id?: string
}

/**
 * An address as readers get it: `attachment://name` becomes the signed address of that attachment, the address of a
 * stored attachment is signed anew (HC §9), any other stays. Undefined where the attachment is gone.
 */
export function findMedia(given: string, { attachments, links, now }: MediaSource): FoundMedia | undefined {
	if (given.startsWith(ATTACHED)) {
		const row = attachments.find(({ filename }) => filename === nameOf(given))
		if (!row) return undefined
		const url = addressOf(row, links, now)
		return {
			url,
			proxy_url: url,
			...(row.width === null ? {} : { width: row.width }),
			...(row.height === null ? {} : { height: row.height }),
			...(row.content_type === null ? {} : { content_type: row.content_type }),
			attachment_id: row.id,
		}
	}
	const url = signedAnew(given, links, now) ?? given
	return { url, proxy_url: url }
}

/** The signed address of an attachment. */
export function addressOf({ channel_id, id, filename }: AttachmentRow, links: Links, now: number): string {
	return links.attachment({ channelId: channel_id, id, filename }, now)
}

function signedAnew(given: string, links: Links, now: number): string | undefined {
	const root = `${links.cdn}/attachments/`
	if (!given.startsWith(root)) return undefined
	const [, channelId, id, encoded] = /^(\d{1,20})\/(\d{1,20})\/([^/?#]+)/.exec(given.slice(root.length)) ?? []
	if (!channelId || !id || !encoded) return undefined
	try {
		return links.attachment({ channelId, id, filename: decodeURIComponent(encoded) }, now)
	} catch {
		// Not an address of ours after all: its name is not one that was ever encoded.
		return undefined
	}
}

/** The stored name that `attachment://…` stands for. */
function nameOf(address: string): string {
	const name = address.slice(ATTACHED.length)
	try {
		return safeFilename(decodeURIComponent(name))
	} catch {
		return safeFilename(name)
	}
}

/** @throws InvalidFormBody at `path` where the address names a file that the message does not have. */
export function requireAttached(
	address: string,
	filenames: readonly string[],
	path: readonly (string | number)[],
): void {
	if (!address.startsWith(ATTACHED) || filenames.includes(nameOf(address))) return
	throw formError(path, 'REFERENCED_ATTACHMENT_NOT_FOUND', 'The referenced attachment was not found.')
}

/** Whether the address is that of a file of the same message. */
export function isAttached(address: string): boolean {
	return address.startsWith(ATTACHED)
}
