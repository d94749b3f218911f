import { rm } from 'node:fs/promises'
import type { Settings } from '../config.ts'
import { renewCredentials, type StudioCredentials } from '../demo/credentials.ts'
import { fixtureOf } from '../demo/fixture.ts'
import { openLobby } from '../demo/lobby.ts'
import { completeStudio, createStudio, findStudio, type NewStudio } from '../demo/studio.ts'
import type { Store } from '../ports/store.ts'
import { addControl } from '../sandbox/control.ts'
import { fixturePathOf } from './fixture.ts'
import { openGame } from './game.ts'
import type { DataDir, Machine } from './machine.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { pageOf } from './page.ts'
import type { Call } from './program.ts'

/** Credentials of the demo studio; readable by its owner alone. */
const DEMO_FILE = 'demo.json'
/** How far the sandbox's clock is ahead. */
const CLOCK_FILE = 'clock.json'

/** `guildhall dev` */
export async function dev(machine: Machine, settings: Settings, { options }: Call): Promise<void> {
	// Heard from the first moment on, so that a server that is still starting also ends in order.
	const stopped = machine.untilStopped()
	const isFresh = options.fresh === true
	await using server = await openServer(machine, { command: 'dev', settings, isFresh, sandbox: clockOf })
	const { app, listener, dataDir, platform, secrets } = server
	const { store } = platform.ports
	const fixturePath = fixturePathOf(settings)
	// A fixture of an earlier run would send who waits for this one to the wrong place.
	await rm(fixturePath, { force: true })
	openSandbox(server)
	await app.serve(listener)

	// From here on requests are answered; the studio is built behind them.
	const { studio, credentials } = await openStudio(store, dataDir, settings.fixtureSize ?? 'full')
	const fixture = await fixtureOf(store, { studio, credentials, controlToken: secrets.controlToken })
	await using game = await openGame(machine, settings, { listener, fixture })
	await machine.writePrivately(fixturePath, game ? { ...fixture, game_url: game.origin } : fixture)
	const showsMails = platform.ports.shownMails !== undefined
	machine.say(pageOf({ fixture, credentials, fixturePath, dataDir: dataDir.path, showsMails, gameUrl: game?.origin }))
	await stopped
}

function clockOf(dataDir: DataDir): { aheadMs: number } {
	return (dataDir.read(CLOCK_FILE) ?? { aheadMs: 0 }) as { aheadMs: number }
}

function openSandbox({ app, platform, dataDir, secrets }: OpenServer): void {
	const { sandboxClock: clock, reserveIds, ports } = platform
	if (!clock) throw new Error('A development server was opened without a clock to move.')
	const onAdvanced = (ms: number) => dataDir.write(CLOCK_FILE, { aheadMs: clockOf(dataDir).aheadMs + ms })
	addControl({ app, store: ports.store, clock, reserveIds, onAdvanced }, secrets.controlToken)
}

async function openStudio(store: Store, dataDir: DataDir, size: 'full' | 'small') {
	const found = await findStudio(store)
	const { studio, credentials: bots }: Partial<NewStudio> & Pick<NewStudio, 'studio'> = found
		? { studio: found }
		: await createStudio(store)
	const kept = bots ? { bots } : ((dataDir.read(DEMO_FILE) ?? {}) as Partial<StudioCredentials>)
	const complete = await completeStudio(store, studio, size)
	const credentials = await renewCredentials(store, complete, kept)
	await dataDir.write(DEMO_FILE, credentials)
	// A lobby takes only players who use its application, which their tokens say.
	return { studio: await openLobby(store, complete), credentials }
}
