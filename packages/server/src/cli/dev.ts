import { rm } from 'node:fs/promises'
import { createApp } from '../app.ts'
import { configOf, type Settings } from '../config.ts'
import { renewCredentials, type StudioCredentials } from '../demo/credentials.ts'
import { fixtureOf } from '../demo/fixture.ts'
import { openLobby } from '../demo/lobby.ts'
import { completeStudio, createStudio, findStudio } from '../demo/studio.ts'
import type { Store } from '../ports/store.ts'
import { addControl } from '../sandbox/control.ts'
import { fixturePathOf } from './fixture.ts'
import type { DataDir, Machine } from './machine.ts'
import { pageOf } from './page.ts'
import type { Call } from './program.ts'
import { secretsOf } from './secrets.ts'
import { storeAddressOf } from './store-address.ts'

/** Credentials of the demo studio; readable by its owner alone. */
const DEMO_FILE = 'demo.json'
/** How far the sandbox's clock is ahead. */
const CLOCK_FILE = 'clock.json'

/** `guildhall dev` */
export async function dev(machine: Machine, settings: Settings, { options }: Call): Promise<void> {
	// Heard from the first moment on, so that a server that is still starting also ends in order.
	const stopped = machine.untilStopped()
	await using closing = new AsyncDisposableStack()
	const listener = await machine.listenOn(settings.host ?? '', settings.port ?? 0)
	closing.defer(() => listener.close())
	const dataDir = await machine.openDataDir(settings.dataDir ?? '', {
		isFresh: options.fresh === true,
		isExclusive: true,
	})
	closing.defer(() => dataDir.close())
	const fixturePath = fixturePathOf(settings)
	// A fixture of an earlier run would send who waits for this one to the wrong place.
	await rm(fixturePath, { force: true })

	const config = configOf('dev', settings, listener)
	const { linkSecret, keySecret, controlToken } = await secretsOf(settings, dataDir)
	let { aheadMs } = (dataDir.read(CLOCK_FILE) ?? { aheadMs: 0 }) as { aheadMs: number }
	const platform = await machine.openPlatform({
		store: storeAddressOf(settings, dataDir),
		blobs: dataDir.at('blobs'),
		node: 0,
		config,
		linkSecret,
		keySecret,
		log: settings.log ?? 'warn',
		sandbox: { aheadMs },
	})
	closing.defer(() => platform.close())
	const { store } = platform.ports
	const app = await createApp(platform.ports, config)
	closing.defer(() => app.close())
	if (platform.sandboxClock) {
		const { sandboxClock: clock, reserveIds } = platform
		const onAdvanced = async (ms: number) => {
			aheadMs += ms
			await dataDir.write(CLOCK_FILE, { aheadMs })
		}
		addControl({ app, store, clock, reserveIds, onAdvanced }, controlToken)
	}
	await app.serve(listener)

	// From here on requests are answered; the studio is built behind them.
	const { studio, credentials } = await openStudio(store, dataDir, settings.fixtureSize ?? 'full')
	const fixture = await fixtureOf(store, { studio, credentials, controlToken })
	await machine.writePrivately(fixturePath, fixture)
	machine.say(pageOf({ fixture, credentials, fixturePath, dataDir: dataDir.path }))
	await stopped
}

async function openStudio(store: Store, dataDir: DataDir, size: 'full' | 'small') {
	const found = await findStudio(store)
	const made = found ? undefined : await createStudio(store)
	const kept = made ? { bots: made.credentials } : ((dataDir.read(DEMO_FILE) ?? {}) as Partial<StudioCredentials>)
	const complete = await completeStudio(store, (found ?? made?.studio) as NonNullable<typeof found>, size)
	const credentials = await renewCredentials(store, complete, kept)
	await dataDir.write(DEMO_FILE, credentials)
	// A lobby takes only players who use its application, which their tokens say.
	return { studio: await openLobby(store, complete), credentials }
}
