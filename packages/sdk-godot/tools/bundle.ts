/** The bridge and the SDK as one script for a page: writes dist/guildhall.js. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ENTRY = fileURLToPath(new URL('../src/bridge.ts', import.meta.url))
const FILE = new URL('../dist/guildhall.js', import.meta.url)

/** The script, as text. */
export async function bundleBridge(): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [ENTRY],
		bundle: true,
		write: false,
		format: 'iife',
		platform: 'browser',
		target: 'es2022',
		conditions: ['source'],
		minify: true,
		legalComments: 'none',
	})
	return outputFiles[0]?.text ?? ''
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { mkdirSync, writeFileSync } = await import('node:fs')
	mkdirSync(new URL('./', FILE), { recursive: true })
	writeFileSync(FILE, await bundleBridge())
}
