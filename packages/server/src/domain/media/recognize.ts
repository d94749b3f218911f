/** What a file is, by its own bytes. */
export interface Recognized {
	/** Undefined where nothing is recognized. */
	contentType: string | undefined
	/** Pixels, of images. */
	width: number | undefined
	height: number | undefined
}

/** Enough of a file's start to know its type and its size in pixels. */
export const HEAD_BYTES = 128 * 1024

/** Recognizes a file by its first `HEAD_BYTES`, never by what a request says of it. */
export async function recognize(start: Uint8Array): Promise<Recognized> {
	// Loaded with the first upload: what knows so many formats is large.
	const { fileTypeFromBuffer } = await import('file-type')
	const type = await fileTypeFromBuffer(start).catch(() => undefined)
	const contentType = type?.mime ?? (isText(start) ? 'text/plain; charset=utf-8' : undefined)
	if (!contentType?.startsWith('image/')) return { contentType, width: undefined, height: undefined }
	const { imageSize } = await import('image-size')
	try {
		const { width, height } = imageSize(start)
		return { contentType, width, height }
	} catch {
		// An image whose size cannot be read is still a file people may send.
		return { contentType, width: undefined, height: undefined }
	}
}

function isText(start: Uint8Array): boolean {
	if (start.length === 0 || start.includes(0)) return false
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
		return true
	} catch {
		return false
	}
}
