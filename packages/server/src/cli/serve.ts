import { createApp } from '../app.ts'
import { configOf, type Settings } from '../config.ts'
import type { Machine } from './machine.ts'
import { secretsOf } from './secrets.ts'
import { storeAddressOf } from './store-address.ts'
import { VERSION } from './version.ts'

/** `guildhall serve` */
export async function serve(machine: Machine, settings: Settings): Promise<void> {
	// Heard from the first moment on, so that a server that is still starting also ends in order.
	const stopped = machine.untilStopped()
	await using closing = new AsyncDisposableStack()
	const listener = await machine.listenOn(settings.host ?? '', settings.port ?? 0)
	closing.defer(() => listener.close())
	const dataDir = await machine.openDataDir(settings.dataDir ?? '', { isExclusive: true })
	closing.defer(() => dataDir.close())
	const config = configOf('serve', settings, listener)
	const { linkSecret, keySecret } = await secretsOf(settings, dataDir)
	const platform = await machine.openPlatform({
		store: storeAddressOf(settings, dataDir),
		blobs: dataDir.at('blobs'),
		node: settings.node ?? 0,
		config,
		linkSecret,
		keySecret,
		log: settings.log ?? 'info',
	})
	closing.defer(() => platform.close())
	const { log } = platform.ports
	const app = await createApp(platform.ports, config)
	closing.defer(() => app.close())
	await app.serve(listener)
	log.info({ version: VERSION, host: listener.host, port: listener.port, config }, 'serving')
	await stopped
	log.info('closing')
}
