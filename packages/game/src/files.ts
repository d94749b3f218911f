import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GameOptions } from './options.ts'

export interface GameFile {
	headers: Readonly<Record<string, string>>
	content: Uint8Array | string
}

const PAGE = new URL('../page/', import.meta.url)
const { resolve } = createRequire(import.meta.url)
const TYPES = {
	css: 'text/css; charset=utf-8',
	html: 'text/html; charset=utf-8',
	js: 'text/javascript; charset=utf-8',
	json: 'application/json',
	svg: 'image/svg+xml',
} as const

/** Everything that a browser loads, by path. */
export async function gameFiles(options: GameOptions): Promise<ReadonlyMap<string, GameFile>> {
	const [page, style, icon, callback, phaser, scripts] = await Promise.all([
		readFile(new URL('index.html', PAGE), 'utf8'),
		readFile(new URL('style.css', PAGE), 'utf8'),
		readFile(new URL('icon.svg', PAGE), 'utf8'),
		readFile(resolve('@guildhall/socialsdk/callback.html'), 'utf8'),
		// As its makers built it: to bundle it again would take longer than all the rest.
		readFile(resolve('phaser/package.json').replace('package.json', 'dist/phaser.esm.min.js')),
		bundle(),
	])
	const { apiBase, webBase, applicationId } = options
	return new Map<string, GameFile>([
		['/', file('html', page, { 'content-security-policy': policyOf(options) })],
		['/callback', file('html', callback, { 'content-security-policy': callbackPolicy(callback) })],
		['/config.json', file('json', JSON.stringify({ apiBase, webBase, applicationId }))],
		['/style.css', file('css', style)],
		['/icon.svg', file('svg', icon)],
		['/phaser.js', file('js', phaser)],
		...scripts.map(({ name, text }): [string, GameFile] => [`/${name}`, file('js', text)]),
	])
}

function file(type: keyof typeof TYPES, content: Uint8Array | string, headers: Record<string, string> = {}): GameFile {
	const common = {
		'content-type': TYPES[type],
		'cache-control': 'no-cache',
		'x-content-type-options': 'nosniff',
		'referrer-policy': 'no-referrer',
	}
	return { headers: { ...common, ...headers }, content }
}

/** The page's program with the SDK, split where parts are loaded later; Phaser stays a file of its own. */
async function bundle(): Promise<{ name: string; text: string }[]> {
	const { build } = await import('esbuild')
	const { outputFiles } = await build({
		entryPoints: { game: fileURLToPath(new URL('main.ts', PAGE)) },
		bundle: true,
		write: false,
		splitting: true,
		outdir: '.',
		format: 'esm',
		platform: 'browser',
		target: 'es2022',
		conditions: ['source'],
		minify: true,
		sourcemap: 'inline',
		legalComments: 'none',
		plugins: [
			{
				name: 'phaser',
				setup: ({ onResolve }) => onResolve({ filter: /^phaser$/ }, () => ({ path: '/phaser.js', external: true })),
			},
		],
	})
	return outputFiles.map(({ path, text }) => ({ name: basename(path), text }))
}

/** The page runs its own files and speaks with the platform, and with nobody else. */
function policyOf({ apiBase, gatewayUrl, cdnBase }: GameOptions): string {
	return [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		`connect-src 'self' ${new URL(apiBase).origin} ${gatewayUrl}`,
		`img-src 'self' data: blob: ${new URL(cdnBase).origin}`,
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join('; ')
}

/** The SDK's page has one script, written in it. */
function callbackPolicy(page: string): string {
	const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? []
	const digest = createHash('sha256').update(script).digest('base64')
	return `default-src 'none'; script-src 'sha256-${digest}'; base-uri 'none'; frame-ancestors 'none'`
}
