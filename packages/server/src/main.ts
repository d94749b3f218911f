#!/usr/bin/env node
/** Commands → adapters. The only file that names concrete adapters; they are loaded when a command asks for them. */
import { enableCompileCache } from 'node:module'
import { untilStopped } from './adapters/signals.ts'
import type { Machine } from './cli/machine.ts'

enableCompileCache()

const machine: Machine = {
	env: process.env,
	say: (text) => void process.stdout.write(`${text}\n`),
	complain: (text) => void process.stderr.write(`${text}\n`),

	async listenOn(host, port) {
		const { listenOn } = await import('./adapters/listener.ts')
		return listenOn(host, port)
	},

	async openDataDir(path, options) {
		const { openDataDir } = await import('./adapters/data-dir.ts')
		return openDataDir(path, options)
	},

	async isInUse(path) {
		const { isInUse } = await import('./adapters/data-dir.ts')
		return isInUse(path)
	},

	async send(request) {
		const { outgoingWeb } = await import('./adapters/web.ts')
		const web = outgoingWeb({ allowsLocal: true })
		try {
			return await web.send(request)
		} finally {
			await web.close()
		}
	},

	async writePrivately(path, value) {
		const { writePrivately } = await import('./adapters/data-dir.ts')
		return writePrivately(path, value)
	},

	async migrate({ at, keySecret }) {
		const [{ migrateStore }, { createVault }] = await Promise.all([
			import('./adapters/store/open.ts'),
			import('./adapters/vault.ts'),
		])
		return migrateStore(at, createVault(keySecret))
	},

	async openStore({ at, keySecret }) {
		const [{ openStore }, { memoryBus }, { systemClock }, { createLinks }, { createVault }] = await Promise.all([
			import('./adapters/store/open.ts'),
			import('./adapters/bus/memory.ts'),
			import('./adapters/system-clock.ts'),
			import('./domain/media/links.ts'),
			import('./adapters/vault.ts'),
		])
		const clock = systemClock()
		const links = createLinks({ origin: '', gatewayUrl: '', cdnUrl: '', secret: '' })
		// The last number is kept for commands, which may run beside a server.
		return openStore({ at, node: 1023, clock, bus: memoryBus(() => {}), links, vault: createVault(keySecret) })
	},

	async openPlatform({ store: at, blobs, node, config, linkSecret, keySecret, smtp, log: level, sandbox }) {
		const [
			{ openStore },
			{ memoryBus },
			{ diskBlobs },
			{ systemClock },
			{ movableClock },
			{ createVault },
			{ createLinks },
			{ createLog },
			{ outgoingWeb },
		] = await Promise.all([
			import('./adapters/store/open.ts'),
			import('./adapters/bus/memory.ts'),
			import('./adapters/blobs/disk.ts'),
			import('./adapters/system-clock.ts'),
			import('./adapters/movable-clock.ts'),
			import('./adapters/vault.ts'),
			import('./domain/media/links.ts'),
			import('./log.ts'),
			import('./adapters/web.ts'),
		])
		const log = createLog(level)
		const socketClock = systemClock()
		const sandboxClock = sandbox ? movableClock(socketClock, sandbox.aheadMs) : undefined
		const clock = sandboxClock ?? socketClock
		const bus = memoryBus((error) => log.error({ err: error }, 'a listener of the bus failed'))
		const links = createLinks({ ...config, secret: linkSecret })
		const vault = createVault(keySecret)
		const opened = await openStore({ at, node, clock, bus, links, vault })
		const web = outgoingWeb({ allowsLocal: config.localTargets })
		const shelf = sandbox && !smtp ? (await import('./adapters/mailer/shelf.ts')).mailShelf() : undefined
		const mailer = smtp ? (await import('./adapters/mailer/smtp.ts')).smtpMailer(smtp) : shelf
		return {
			ports: {
				store: opened.store,
				bus,
				blobs: diskBlobs(blobs),
				vault,
				web,
				...(mailer ? { mailer } : {}),
				...(shelf ? { shownMails: shelf.mails } : {}),
				clock,
				socketClock,
				log,
			},
			...(sandboxClock ? { sandboxClock } : {}),
			reserveIds: opened.reserveIds,
			async close() {
				await opened.close()
				await bus.close()
				await web.close()
				await mailer?.close()
			},
		}
	},

	async createGame(options) {
		const { createGame } = await import('./adapters/game.ts')
		return createGame(options)
	},

	untilStopped,
}

const { runProgram } = await import('./cli/program.ts')
process.exit(await runProgram(process.argv.slice(2), machine))
