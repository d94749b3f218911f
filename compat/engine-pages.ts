/** The example scenes of the engines, each on a page as a bundler of a studio makes it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundleBridge } from '../packages/sdk-godot/tools/bundle.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export const ENGINES = ['phaser', 'three', 'pixi'] as const
export type Engine = (typeof ENGINES)[number]

export interface EnginePages extends AsyncDisposable {
	/** `/phaser`, `/three` and `/pixi` have the globals `socialsdk` and `play`, `/godot` has `GuildhallBridge`. */
	origin: string
}

export async function serveEnginePages(): Promise<EnginePages> {
	const server = createServer(async ({ url = '/' }, response) => {
		const [, name = '', isScript] = /^\/(\w+)(\.js)?$/.exec(url) ?? []
		if (!isScript && !['godot', ...ENGINES].includes(name)) return response.writeHead(404).end()
		if (!isScript) return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(name))
		const text = name === 'godot' ? await bundleBridge() : await bundleScene(name)
		return response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(text)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections()
			await new Promise((resolve) => server.close(resolve))
		},
	}
}

const pageOf = (name: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${name}</title>
<link rel="icon" href="data:,">
<body style="margin: 0"><script src="/${name}.js"></script></body>
</html>`

async function bundleScene(engine: string): Promise<string> {
	const { outputFiles } = await build({
		stdin: {
			contents: `
				import * as socialsdk from '@guildhall/socialsdk'
				import { play } from './packages/sdk-${engine}/example/scene.ts'
				Object.assign(window, { socialsdk, play })`,
			resolveDir: ROOT,
		},
		bundle: true,
		write: false,
		format: 'iife',
		platform: 'browser',
		target: 'es2022',
		conditions: ['source'],
		legalComments: 'none',
	})
	return outputFiles[0]?.text ?? ''
}
