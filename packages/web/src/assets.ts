import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A file that pages load. Its path changes with its content, so that it can be kept for ever. */
export interface Asset {
	path: string
	contentType: string
	content: Buffer
}

export const ASSETS = {
	/** One sheet of all: what every page has first, then one part for each area. */
	style: asset(
		'style.css',
		'text/css; charset=utf-8',
		'consent.css',
		'activate.css',
		'portal.css',
		'console.css',
		'account.css',
	),
	portal: asset('portal.js', 'text/javascript; charset=utf-8'),
	consent: asset('consent.js', 'text/javascript; charset=utf-8'),
	passkeys: asset('passkeys.js', 'text/javascript; charset=utf-8'),
	pause: asset('pause.js', 'text/javascript; charset=utf-8'),
	icon: asset('icon.svg', 'image/svg+xml'),
} as const satisfies Record<string, Asset>

/** Parts beside the first follow it in the same file. */
function asset(file: string, contentType: string, ...parts: readonly string[]): Asset {
	const read = (part: string) => readFileSync(new URL(`../assets/${part}`, import.meta.url))
	const content = Buffer.concat([file, ...parts].map(read))
	const [name, extension] = file.split('.')
	const digest = createHash('sha256').update(content).digest('hex').slice(0, 12)
	return { path: `/assets/${name}-${digest}.${extension}`, contentType, content }
}
