import { ApiError } from '@guildhall/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Blobs } from '../ports/blobs.ts'

/** A stored thing on its way to a reader. */
export interface Served {
	blobKey: string
	/** Bytes. */
	size: number
	contentType: string | null
	/** Names the content: another content has another. */
	tag: string
	/** What a browser calls it when it is saved. */
	filename: string
}

/** Types that a browser may show where it stands: they cannot act for the site. Anything else is saved. */
const SHOWN =
	/^(?:image\/(?:png|apng|jpeg|gif|webp|avif)|video\/(?:mp4|webm|quicktime)|audio\/[a-z0-9.+-]+|text\/plain; charset=utf-8)$/

/** What is stored never changes under its address. */
const FOREVER = 'public, max-age=31536000, immutable'

/** Answers with the stored thing, or the part of it that was asked for. @throws NotFound */
export async function serve(
	request: FastifyRequest,
	reply: FastifyReply,
	blobs: Blobs,
	served: Served,
): Promise<FastifyReply> {
	const etag = `"${served.tag}"`
	setHeaders(reply, served, etag)
	if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
	const ifRange = request.headers['if-range']
	const range = ifRange === undefined || ifRange === etag ? readRange(request.headers.range, served.size) : undefined
	if (range === 'unsatisfiable') {
		return reply.code(416).header('content-range', `bytes */${served.size}`).send()
	}
	const found = await blobs.get(served.blobKey, range)
	if (!found) throw new ApiError('NotFound')
	reply.header('content-length', range ? range.end - range.start + 1 : served.size)
	if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${served.size}`)
	if (request.method === 'HEAD') {
		found.content.destroy()
		return reply.send()
	}
	return reply.send(found.content)
}

function setHeaders(reply: FastifyReply, { contentType, filename }: Served, etag: string): void {
	const isShown = contentType !== null && SHOWN.test(contentType)
	reply.headers({
		...safetyHeaders,
		'content-type': isShown ? contentType : 'application/octet-stream',
		'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(filename)}`,
		'accept-ranges': 'bytes',
		'cache-control': FOREVER,
		etag,
	})
}

/** What people uploaded is shown as it is or not at all: nothing is guessed, nothing in it runs or loads. */
export const safetyHeaders = {
	'x-content-type-options': 'nosniff',
	'content-security-policy': "default-src 'none'; sandbox",
	'cross-origin-resource-policy': 'cross-origin',
}

/** RFC 5987: what `encodeURIComponent` leaves and a header value may not hold. */
function encodeName(name: string): string {
	return encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}

function matches(header: string | undefined, etag: string): boolean {
	if (header === undefined) return false
	const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
	return tags.includes('*') || tags.includes(etag)
}

/** One range of bytes, both ends included. Several, or what is no range at all, are answered with the whole (RFC 9110). */
function readRange(
	header: string | undefined,
	size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
	const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
	if (from === '' && to === '') return undefined
	if (from === '') {
		const length = Math.min(Number(to), size)
		return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
	}
	const start = Number(from)
	const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
	if (start >= size) return 'unsatisfiable'
	return end < start ? undefined : { start, end }
}
