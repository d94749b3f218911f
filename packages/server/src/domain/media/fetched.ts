import type { Blobs } from '../../ports/blobs.ts'
import { type Web, WebError } from '../../ports/web.ts'
import { readPicture } from './images.ts'

const TIMEOUT_MS = 5000
const MOST_BYTES = 8 * 1024 * 1024

/** Fetches and stores a picture from an address that somebody gave; its hash, or null where none comes from there. */
export async function fetchPicture(web: Web, blobs: Blobs, folder: string, url: string): Promise<string | null> {
	const request = { method: 'GET', url, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES } as const
	const answer = await web.send(request).catch((error: unknown) => {
		if (error instanceof WebError) return undefined
		throw error
	})
	const [type] = answer?.headers['content-type']?.split(';') ?? []
	if (answer?.status !== 200 || !type?.startsWith('image/')) return null
	const picture = await readPicture(`data:${type.trim()};base64,${answer.body.toString('base64')}`, 'avatar_url').catch(
		() => undefined,
	)
	if (!picture) return null
	await blobs.put(`${folder}/${picture.hash}`, picture.bytes)
	return picture.hash
}
