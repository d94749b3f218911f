import type { Readable } from 'node:stream'

/** What is known of a stored blob. */
export interface BlobInfo {
	/** Bytes. */
	size: number
	/** SHA-256 of the content, hex. */
	sha256: string
}

/** Bytes too large for a row: attachments, avatars, icons. Keys are ours: `attachments/…`, `avatars/…`. */
export interface Blobs {
	/**
	 * Stores what the stream carries, whole or not at all: a key exists only when all bytes are safe.
	 * @throws what the stream throws; nothing is kept then.
	 */
	put(key: string, content: Readable | Uint8Array): Promise<BlobInfo>
	/** The content, or undefined where there is no such key. `range` counts bytes, both ends included. */
	get(key: string, range?: { start: number; end: number }): Promise<{ size: number; content: Readable } | undefined>
	/** Removes it; a key that is not there is no error. */
	remove(key: string): Promise<void>
}
