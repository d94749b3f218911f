import { ApiError } from '@guildhall/protocol'
import { HEAD_BYTES, recognize } from '../domain/media/recognize.ts'
import { type Web, WebError } from '../ports/web.ts'

/** A picture of another server. */
export interface ExternalPicture {
	bytes: Buffer
	contentType: string
}

const TIMEOUT_MS = 5000
const MOST_BYTES = 8 * 1024 * 1024
/** What is kept of pictures that were fetched lately. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024
const KEPT_FOR_MS = 60 * 60 * 1000
/** Other servers may be slow. */
const MOST_AT_ONCE = 16
const PICTURES = /^image\/(?:png|apng|jpeg|gif|webp|avif)$/

/** Fetches pictures of other servers for whoever looks (presence.md Q28); one at a time of each address. */
export function createExternalPictures(web: Web, now: () => number) {
	const kept = new Map<string, ExternalPicture & { until: number }>()
	const running = new Map<string, Promise<ExternalPicture>>()
	let keptBytes = 0

	function forget(url: string): void {
		keptBytes -= kept.get(url)?.bytes.length ?? 0
		kept.delete(url)
	}

	function keep(url: string, picture: ExternalPicture): void {
		forget(url)
		kept.set(url, { ...picture, until: now() + KEPT_FOR_MS })
		keptBytes += picture.bytes.length
		for (const oldest of kept.keys()) {
			if (keptBytes <= MOST_KEPT_BYTES) break
			forget(oldest)
		}
	}

	/** @throws NotFound, ResourceLimited */
	return async function picture(url: string): Promise<ExternalPicture> {
		const known = kept.get(url)
		if (known && known.until > now()) return known
		const before = running.get(url)
		if (before) return before
		if (running.size >= MOST_AT_ONCE) throw new ApiError('ResourceLimited')
		const fetching = fetchPicture(web, url).finally(() => running.delete(url))
		running.set(url, fetching)
		const found = await fetching
		keep(url, found)
		return found
	}
}

async function fetchPicture(web: Web, url: string): Promise<ExternalPicture> {
	const answer = await web
		.send({ method: 'GET', url, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES })
		.catch((error: unknown) => {
			if (error instanceof WebError) return undefined
			throw error
		})
	if (answer?.status !== 200) throw new ApiError('NotFound')
	// By its own bytes: what the other server says of it is not believed.
	const { contentType } = await recognize(answer.body.subarray(0, HEAD_BYTES))
	if (!contentType || !PICTURES.test(contentType)) throw new ApiError('NotFound')
	return { bytes: answer.body, contentType }
}
