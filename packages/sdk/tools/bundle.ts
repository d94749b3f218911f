/** The SDK as one file for pages and engines without a bundler. `bundle.ts` writes dist/socialsdk.js and dist/socialsdk.iife.js. */
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'

const ENTRY = fileURLToPath(new URL('../src/index.ts', import.meta.url))
const DIST = new URL('../dist/', import.meta.url)

interface BundleOptions {
	/** A module, or a script that defines the global `socialsdk`. */
	format: 'esm' | 'iife'
	/** With names and lines as they are in the source. */
	isReadable?: boolean
	/** The debug build logs Info and Verbose. */
	isDebugBuild?: boolean
	/** What it is made of, for `Client.GetVersionHash`. */
	commit?: string
}

/** The SDK for browsers, whole, as text. */
export async function bundleSdk({
	format,
	isReadable = false,
	isDebugBuild = false,
	commit = '',
}: BundleOptions): Promise<string> {
	const { outputFiles } = await build({
		...BROWSER,
		entryPoints: [ENTRY],
		format,
		globalName: 'socialsdk',
		conditions: ['source', ...(isDebugBuild ? ['development'] : [])],
		minify: !isReadable,
		define: { __SOCIALSDK_COMMIT__: JSON.stringify(commit) },
	})
	return outputFiles[0]?.text ?? ''
}

/**
 * What a page loads to run a game's program with the SDK, without the parts that are loaded when they are first used, as Rollup and
 * webpack make it: one file. Programs import from `socialsdk`.
 */
export async function bundleCore(program: string): Promise<string> {
	const { outputFiles } = await build({ ...gameOf(program), format: 'esm', minify: true, plugins: [WITHOUT_PARTS] })
	return outputFiles[0]?.text ?? ''
}

/** The same with its parts, as files by name beside each other; `game.js` is the program. */
export async function bundleGame(program: string): Promise<Record<string, string>> {
	const { outputFiles } = await build({
		...gameOf(program),
		format: 'esm',
		minify: true,
		splitting: true,
		outdir: '.',
		entryNames: 'game',
	})
	return Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]))
}

const WITHOUT_PARTS: Plugin = {
	name: 'without parts',
	setup({ onResolve }) {
		onResolve({ filter: /./ }, ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined))
	},
}

function gameOf(program: string) {
	const stdin = { contents: program, resolveDir: fileURLToPath(new URL('..', import.meta.url)), loader: 'ts' } as const
	return { ...BROWSER, stdin, alias: { socialsdk: ENTRY } }
}

const BROWSER = {
	bundle: true,
	write: false,
	platform: 'browser',
	target: 'es2022',
	conditions: ['source'],
	legalComments: 'none',
} as const satisfies BuildOptions

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const { mkdirSync, readFileSync, writeFileSync } = await import('node:fs')
	const { execFileSync } = await import('node:child_process')
	const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
	mkdirSync(DIST, { recursive: true })
	for (const [name, format] of [
		['socialsdk.js', 'esm'],
		['socialsdk.iife.js', 'iife'],
	] as const) {
		const text = await bundleSdk({ format, commit })
		writeFileSync(new URL(name, DIST), text)
		console.log(`dist/${name}: ${text.length} bytes`)
	}
	// The modules as they are, for bundlers: tsc wrote them before.
	const version = new URL('client/version.js', DIST)
	writeFileSync(version, readFileSync(version, 'utf8').replaceAll('__SOCIALSDK_COMMIT__', JSON.stringify(commit)))
}
