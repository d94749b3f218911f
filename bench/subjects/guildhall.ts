/**
 * Guildhall as an operator runs it: the embedded store on disk, memory bus; limits and answer checks as `serve` has
 * them, but for the counts. Says who may post where.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskBlobs } from '../../packages/server/src/adapters/blobs/disk.ts'
import { memoryBus } from '../../packages/server/src/adapters/bus/memory.ts'
import { mailShelf } from '../../packages/server/src/adapters/mailer/shelf.ts'
import { openStore } from '../../packages/server/src/adapters/store/open.ts'
import { systemClock } from '../../packages/server/src/adapters/system-clock.ts'
import { createVault } from '../../packages/server/src/adapters/vault.ts'
import { outgoingWeb } from '../../packages/server/src/adapters/web.ts'
import { createApp } from '../../packages/server/src/app.ts'
import { DEFAULTS } from '../../packages/server/src/config.ts'
import { createUser } from '../../packages/server/src/domain/accounts/accounts.ts'
import { createApplication } from '../../packages/server/src/domain/applications/applications.ts'
import { createGuild } from '../../packages/server/src/domain/guilds/guilds.ts'
import { createLinks } from '../../packages/server/src/domain/media/links.ts'
import { createLog } from '../../packages/server/src/log.ts'
import { argumentOf, serveParent } from '../child.ts'

const { sync } = argumentOf<{ sync: 'full' | 'normal' | 'off' }>()
const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
const clock = systemClock()
const log = createLog('warn')
const bus = memoryBus((error) => log.error({ err: error }, 'listener failed'))
const places = { origin: 'http://127.0.0.1', gatewayUrl: 'ws://127.0.0.1', cdnUrl: 'http://127.0.0.1' }
const links = createLinks({ ...places, secret: 'bench' })
const vault = createVault('bench')
const opened = await openStore({ at: { file: join(folder, 'store.sqlite'), sync }, node: 0, clock, bus, links, vault })
const app = await createApp(
	{
		store: opened.store,
		bus,
		blobs: diskBlobs(join(folder, 'blobs')),
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
		rateLimits: {
			factor: 1_000_000,
			mostPerWindow: 1_000_000,
			globalPerSecond: 1_000_000,
			invalidPerTenMinutes: 1_000_000,
			limitUnapproved: false,
		},
	},
)
const { botToken, channelId } = await opened.store.transaction(async (tx) => {
	const owner = await createUser(tx, { username: 'owner', isVerified: true })
	const { application, credentials } = await createApplication(tx, { name: 'Bench', ownerId: owner.id })
	const { channels } = await createGuild(tx, owner.id, { name: 'Bench', memberIds: [application.id] })
	const channel = channels.find(({ type }) => type === 0)
	return { botToken: credentials.botToken, channelId: channel?.id }
})
const { port } = await app.listen('127.0.0.1', 0)
serveParent({
	url: `http://127.0.0.1:${port}/api/v10/channels/${channelId}/messages`,
	socketUrl: `ws://127.0.0.1:${port}/?v=10&encoding=json`,
	botToken,
	channelId,
})
