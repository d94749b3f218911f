import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Who may import whom in the server: a folder, or a file beside them, and what it may reach besides itself. */
const LAYERS: Record<string, readonly string[]> = {
	ports: [],
	domain: ['ports'],
	// What the doors over HTTP share: answers, limits, logins of browsers, headers of pages.
	http: ['domain', 'ports', 'log'],
	api: ['http', 'domain', 'ports', 'config', 'log'],
	cdn: ['domain', 'ports', 'config', 'log'],
	gateway: ['domain', 'ports', 'config', 'log'],
	oauth: ['http', 'domain', 'ports', 'config', 'log'],
	site: ['http', 'domain', 'ports', 'config', 'log'],
	voice: ['domain', 'ports', 'config', 'log'],
	workers: ['domain', 'ports', 'config', 'log'],
	adapters: ['ports'],
	log: [],
	settings: [],
	config: ['settings', 'api', 'http', 'domain'],
	'config-page': ['config', 'settings'],
	app: ['http', 'api', 'cdn', 'gateway', 'oauth', 'site', 'voice', 'workers', 'domain', 'ports', 'config', 'log'],
	metrics: ['app'],
	sandbox: ['app', 'api', 'http', 'domain', 'ports', 'config', 'log'],
	demo: ['domain', 'ports', 'config'],
	cli: ['app', 'sandbox', 'metrics', 'demo', 'domain', 'ports', 'config', 'settings', 'log'],
	main: ['cli', 'adapters', 'domain', 'ports', 'config', 'log'],
}

/** Contexts of the domain: each may use those before it in its line. */
const CONTEXTS = [
	[
		...[
			'access',
			'accounts',
			'webhooks',
			'identities',
			'applications',
			'deliveries',
			'media',
			'application-assets',
			'audit',
			'voice',
			'relationships',
			'channels',
			'guilds',
			'invites',
		],
		...[
			'lobbies',
			'presence',
			'messages',
			'channel-webhooks',
			'linked-channels',
			'direct-messages',
			'activity-invites',
			'profiles',
			'merging',
			'closures',
			'operators',
		],
	],
]

/** What only the named places may touch: the world outside comes in through ports. */
const RESERVED: readonly { pattern: RegExp; allowed: RegExp; what: string }[] = [
	{ what: 'process.env', pattern: /\bprocess\.env\b/, allowed: /^(main|config)\.ts$/ },
	{
		what: 'the clock, chance, the network and the console',
		pattern: /\b(Date\.now|setTimeout|setInterval|Math\.random|console\.\w+)\b|(?<![.\w])fetch\(/,
		allowed: /^adapters\//,
	},
]

interface Source {
	/** Below the package's `src`. */
	path: string
	text: string
	/** Files below `src` that it imports, types too. */
	imports: string[]
	/** Packages and modules of the runtime. */
	packages: string[]
}

function sourcesOf(name: string): Source[] {
	const src = join(root, 'packages', name, 'src')
	return globSync('**/*.ts', { cwd: src })
		.filter((path) => !path.endsWith('.test.ts'))
		.map((path) => {
			const text = readFileSync(join(src, path), 'utf8')
			const named = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] as string)
			const imports = named
				.filter((name) => name.startsWith('.'))
				.map((name) => relative(src, join(src, dirname(path), name)))
			return { path, text, imports, packages: named.filter((name) => !name.startsWith('.')) }
		})
}

const layerOf = (path: string) => path.split('/')[0]?.replace(/\.ts$/, '') ?? ''
const server = sourcesOf('server')

test('layers and doors of the server import only what lies below them', () => {
	const wrong = server.flatMap(({ path, imports }) => {
		const layer = layerOf(path)
		const allowed = LAYERS[layer]
		if (!allowed) return [`${path}: '${layer}' has no place among the layers`]
		return imports
			.filter((other) => layerOf(other) !== layer && !allowed.includes(layerOf(other)))
			.map((other) => `${path} must not import ${other}`)
	})
	assert.deepEqual(wrong, [])
})

test('contexts of the domain use each other in one direction', () => {
	const contextOf = (path: string) => path.split('/')[1] ?? ''
	const wrong = server
		.filter(({ path }) => path.startsWith('domain/'))
		.flatMap(({ path, imports }) => {
			const own = contextOf(path)
			const lines = CONTEXTS.filter((line) => line.includes(own))
			if (lines.length === 0) return [`${path}: '${own}' has no place among the contexts`]
			const reachable = new Set(lines.flatMap((line) => line.slice(0, line.indexOf(own) + 1)))
			return imports
				.filter((other) => other.startsWith('domain/') && !reachable.has(contextOf(other)))
				.map((other) => `${path} must not import ${other}`)
		})
	assert.deepEqual(wrong, [])
})

test('time, chance, network, console and environment come in through ports', () => {
	const wrong = server.flatMap(({ path, text }) => {
		const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
		return RESERVED.filter(({ pattern, allowed }) => pattern.test(code) && !allowed.test(path)).map(
			({ what }) => `${path} must not touch ${what}`,
		)
	})
	assert.deepEqual(wrong, [])
})

test('packages depend on each other in one direction, and nothing depends on the server', () => {
	const may: Record<string, readonly string[]> = { protocol: [], sdk: ['protocol'], web: ['protocol', 'sdk'] }
	const wrong = Object.entries(may).flatMap(([name, allowed]) =>
		sourcesOf(name).flatMap(({ path, packages }) =>
			packages
				.filter((other) => other.startsWith('@guildhall/') && !allowed.includes(other.split('/')[1] as string))
				.map((other) => `${name}/${path} must not import ${other}`),
		),
	)
	assert.deepEqual(wrong, [])
})

test('the protocol runs where there is no Node', () => {
	const wrong = sourcesOf('protocol').flatMap(({ path, packages }) =>
		packages.filter((name) => name.startsWith('node:')).map((name) => `${path} must not import ${name}`),
	)
	assert.deepEqual(wrong, [])
})
