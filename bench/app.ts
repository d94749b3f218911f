import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskBlobs } from '../packages/server/src/adapters/blobs/disk.ts'
import { memoryBus } from '../packages/server/src/adapters/bus/memory.ts'
import { mailShelf } from '../packages/server/src/adapters/mailer/shelf.ts'
import { openStore, type StoreOptions } from '../packages/server/src/adapters/store/open.ts'
import type { SqliteSync } from '../packages/server/src/adapters/store/sqlite.ts'
import { systemClock } from '../packages/server/src/adapters/system-clock.ts'
import { createVault } from '../packages/server/src/adapters/vault.ts'
import { outgoingWeb } from '../packages/server/src/adapters/web.ts'
import { type App, createApp } from '../packages/server/src/app.ts'
import { type Config, DEFAULTS } from '../packages/server/src/config.ts'
import { createLinks } from '../packages/server/src/domain/media/links.ts'
import { createLog } from '../packages/server/src/log.ts'
import type { Store } from '../packages/server/src/ports/store.ts'

/** A new file of SQLite that syncs like this. */
export function newFile(sync: SqliteSync): StoreOptions['at'] {
	return { file: join(mkdtempSync(join(tmpdir(), 'guildhall-bench-')), 'store.sqlite'), sync }
}

/**
 * Guildhall as an operator runs it over this store, with a memory bus; limits and answer checks as `serve` has them, but
 * for the counts.
 */
export async function openBenchApp(
	at: StoreOptions['at'],
	overrides: Partial<Config> = {},
): Promise<{ app: App; store: Store }> {
	const clock = systemClock()
	const log = createLog('warn')
	const bus = memoryBus((error) => log.error({ err: error }, 'listener failed'))
	const places = { origin: 'http://127.0.0.1', gatewayUrl: 'ws://127.0.0.1', cdnUrl: 'http://127.0.0.1', ...overrides }
	const links = createLinks({ ...places, secret: 'bench' })
	const vault = createVault('bench')
	const { store } = await openStore({ at, node: 0, clock, bus, links, vault })
	const app = await createApp(
		{
			store,
			bus,
			blobs: diskBlobs(mkdtempSync(join(tmpdir(), 'guildhall-bench-'))),
			web: outgoingWeb({ allowsLocal: false }),
			mailer: mailShelf(),
			vault,
			clock,
			socketClock: clock,
			log,
		},
		{
			...DEFAULTS,
			...places,
			maxConcurrency: 100_000,
			newcomers: { perNetwork: 100_000, inAll: 100_000 },
			rateLimits: {
				factor: 1_000_000,
				mostPerWindow: 1_000_000,
				globalPerSecond: 1_000_000,
				invalidPerTenMinutes: 1_000_000,
				limitUnapproved: false,
				unapprovedFactor: 1,
			},
			...overrides,
		},
	)
	return { app, store }
}
