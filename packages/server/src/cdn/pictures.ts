import { buffer } from 'node:stream/consumers'
import { HEAD_BYTES, recognize } from '../domain/media/recognize.ts'
import type { Blobs } from '../ports/blobs.ts'

/** What is known of a stored picture. */
export interface Picture {
	blobKey: string
	/** Bytes. */
	size: number
	contentType: string | null
}

/** Pictures looked at lately; a picture never changes under its key. */
const MOST_KEPT = 10_000

/** Finds pictures by their keys, and what they are by their content. */
export function createPictures(blobs: Blobs): { find(key: string): Promise<Picture | undefined> } {
	const kept = new Map<string, Picture>()
	return {
		async find(key) {
			const known = kept.get(key)
			if (known) return known
			const found = await blobs.get(key, { start: 0, end: HEAD_BYTES - 1 })
			if (!found) return undefined
			const { contentType = null } = await recognize(await buffer(found.content))
			const picture = { blobKey: key, size: found.size, contentType }
			if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string)
			kept.set(key, picture)
			return picture
		},
	}
}
