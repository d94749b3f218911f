import { type App, createApp } from '../app.ts'
import { type Config, configOf, type Settings, urlHost } from '../config.ts'
import type { DataDir, Listener, Machine, Platform } from './machine.ts'
import { type Secrets, secretsOf } from './secrets.ts'
import { SERVER_FILE, type ServerFile } from './server-file.ts'
import { storeAddressOf } from './store-address.ts'

export interface OpenServer extends AsyncDisposable {
	listener: Listener
	dataDir: DataDir
	config: Config
	secrets: Secrets
	platform: Platform
	/** Where metrics are, if anywhere. */
	metrics: Listener | undefined
	/** Answers once `app.serve(listener)` was called. */
	app: App
}

export interface ServerOptions {
	command: 'dev' | 'serve'
	settings: Settings
	isFresh?: boolean
	/** How far a sandbox's clock is ahead; none for a server without sandbox. */
	sandbox?(dataDir: DataDir): { aheadMs: number }
}

/**
 * Opens what a server needs, in the order in which it can be refused: the port, the directory, the store. Closes in the
 * opposite one.
 */
export async function openServer(machine: Machine, options: ServerOptions): Promise<OpenServer> {
	const { command, settings, isFresh = false, sandbox } = options
	await using closing = new AsyncDisposableStack()
	const listener = await machine.listenOn(settings.host ?? '', settings.port ?? 0)
	closing.defer(() => listener.close())
	const dataDir = await machine.openDataDir(settings.dataDir ?? '', { isFresh, isExclusive: true })
	closing.defer(() => dataDir.close())
	const config = configOf(command, settings, listener)
	const secrets = await secretsOf(settings, dataDir)
	const platform = await machine.openPlatform({
		store: storeAddressOf(settings, dataDir),
		blobs: dataDir.at('blobs'),
		node: settings.node ?? 0,
		config,
		linkSecret: secrets.linkSecret,
		keySecret: secrets.keySecret,
		...(settings.smtpUrl
			? { smtp: { url: settings.smtpUrl, from: settings.mailFrom ?? senderAt(config.origin) } }
			: {}),
		log: settings.log ?? 'info',
		...(sandbox ? { sandbox: sandbox(dataDir) } : {}),
	})
	closing.defer(() => platform.close())
	const app = await createApp(platform.ports, config, { operatorToken: secrets.operatorToken })
	closing.defer(() => app.close())
	const metrics = await serveMetrics(machine, settings, app)
	closing.defer(() => metrics?.close())
	const file: ServerFile = { address: `http://${urlHost(listener.host)}:${listener.port}` }
	await dataDir.write(SERVER_FILE, file)
	const open = closing.move()
	return {
		listener,
		dataDir,
		config,
		secrets,
		platform,
		metrics,
		app,
		[Symbol.asyncDispose]: () => open.disposeAsync(),
	}
}

const senderAt = (origin: string): string => `Guildhall <no-reply@${new URL(origin).hostname}>`

async function serveMetrics(machine: Machine, { metricsHost, metricsPort }: Settings, app: App) {
	if (metricsPort === undefined) return undefined
	const [{ createMetrics }, { createMetricsServer }] = await Promise.all([
		import('../metrics/metrics.ts'),
		import('../metrics/server.ts'),
	])
	const listener = await machine.listenOn(metricsHost ?? '127.0.0.1', metricsPort)
	const server = createMetricsServer(createMetrics(app))
	await listener.handTo(server)
	return {
		...listener,
		close() {
			server.close()
			server.closeAllConnections()
		},
	}
}
