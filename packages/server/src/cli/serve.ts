import type { Settings } from '../config.ts'
import type { Machine } from './machine.ts'
import { openServer } from './open-server.ts'
import { VERSION } from './version.ts'

/** `guildhall serve` */
export async function serve(machine: Machine, settings: Settings): Promise<void> {
	// Heard from the first moment on, so that a server that is still starting also ends in order.
	const stopped = machine.untilStopped()
	await using server = await openServer(machine, { command: 'serve', settings })
	const { app, listener, metrics, config } = server
	const { log } = server.platform.ports
	await app.serve(listener)
	log.info(
		{ version: VERSION, host: listener.host, port: listener.port, metricsPort: metrics?.port, config },
		'serving',
	)
	await stopped
	log.info('closing')
}
