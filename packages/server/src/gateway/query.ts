/** What a client asks for with the address it connects to (GWC-02). */
export interface Query {
	version: number
	encoding: 'json' | 'etf'
	compress: 'zlib-stream' | 'zstd-stream' | undefined
}

const OLDEST = 6
const NEWEST = 10

/** Reads the address; a sentence where it asks for what this server does not speak (G15). */
export function readQuery(url: string): Query | string {
	const query = new URL(url, 'ws://gateway').searchParams
	const version = Number(query.get('v') || NEWEST)
	if (!Number.isInteger(version) || version < OLDEST || version > NEWEST) return 'Invalid API version.'
	const encoding = query.get('encoding') || 'json'
	if (encoding !== 'json' && encoding !== 'etf') return 'This encoding is not offered; use json or etf.'
	const compress = query.get('compress') || undefined
	if (compress !== undefined && compress !== 'zlib-stream' && compress !== 'zstd-stream') {
		return 'This compression is not offered; use zlib-stream, zstd-stream, or none.'
	}
	return { version, encoding, compress }
}
