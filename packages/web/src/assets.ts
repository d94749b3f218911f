import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A file that pages load. Its path changes with its content, so that it can be kept for ever. */
export interface Asset {
	path: string
	contentType: string
	content: Buffer
}

export const ASSETS = {
	style: asset('style.css', 'text/css; charset=utf-8'),
	consent: asset('consent.js', 'text/javascript; charset=utf-8'),
	icon: asset('icon.svg', 'image/svg+xml'),
} as const satisfies Record<string, Asset>

function asset(file: string, contentType: string): Asset {
	const content = readFileSync(new URL(`../assets/${file}`, import.meta.url))
	const [name, extension] = file.split('.')
	const digest = createHash('sha256').update(content).digest('hex').slice(0, 12)
	return { path: `/assets/${name}-${digest}.${extension}`, contentType, content }
}
