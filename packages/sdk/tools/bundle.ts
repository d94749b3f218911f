/** The SDK as one file for pages and engines without a bundler. `bundle.ts` writes dist/socialsdk.js and dist/socialsdk.iife.js. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ENTRY = fileURLToPath(new URL('../src/index.ts', import.meta.url))
const DIST = new URL('../dist/', import.meta.url)

interface BundleOptions {
	/** A module, or a script that defines the global `socialsdk`. */
	format: 'esm' | 'iife'
	/** With names and lines as they are in the source. */
	isReadable?: boolean
	/** The debug build logs Info and Verbose. */
	isDebugBuild?: boolean
}

/** The SDK for browsers, as text. */
export async function bundleSdk({ format, isReadable = false, isDebugBuild = false }: BundleOptions): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [ENTRY],
		bundle: true,
		write: false,
		format,
		globalName: 'socialsdk',
		platform: 'browser',
		target: 'es2022',
		conditions: ['source', ...(isDebugBuild ? ['development'] : [])],
		minify: !isReadable,
		legalComments: 'none',
	})
	return outputFiles[0]?.text ?? ''
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { mkdirSync, writeFileSync } = await import('node:fs')
	mkdirSync(DIST, { recursive: true })
	for (const [name, format] of [
		['socialsdk.js', 'esm'],
		['socialsdk.iife.js', 'iife'],
	] as const) {
		const text = await bundleSdk({ format })
		writeFileSync(new URL(name, DIST), text)
		console.log(`dist/${name}: ${text.length} bytes`)
	}
}
