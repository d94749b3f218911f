import { type Settings, urlHost } from '../config.ts'
import type { fixtureOf } from '../demo/fixture.ts'
import type { Listener, Machine } from './machine.ts'

export interface OpenGame extends AsyncDisposable {
	origin: string
}

/** Opens the demo studio's game on a port of its own, as a game is: another site than the platform. */
export async function openGame(
	machine: Machine,
	settings: Settings,
	{ listener: server, fixture }: { listener: Listener; fixture: Awaited<ReturnType<typeof fixtureOf>> },
): Promise<OpenGame | undefined> {
	const [bot] = fixture.bots
	if (!bot?.token) return undefined
	const listener = await listenerOf(machine, settings, server)
	const origin = `http://${urlHost(listener.host)}:${listener.port}`
	const site = await machine.createGame({
		origin,
		apiBase: fixture.api_base,
		webBase: fixture.origin,
		gatewayUrl: fixture.gateway_url,
		cdnBase: fixture.cdn_base,
		applicationId: bot.application.id,
		botToken: bot.token,
	})
	if (!site) {
		listener.close()
		return undefined
	}
	await listener.handTo(site)
	return {
		origin,
		async [Symbol.asyncDispose]() {
			const closed = new Promise((resolve) => site.close(resolve))
			site.closeAllConnections()
			await closed
		},
	}
}

/** The port that was asked for, else the one after the server's, else any; any where the server took any. */
async function listenerOf(machine: Machine, settings: Settings, { host, port }: Listener): Promise<Listener> {
	if (settings.gamePort !== undefined) return machine.listenOn(host, settings.gamePort)
	try {
		return await machine.listenOn(host, settings.port === 0 || port === 65_535 ? 0 : port + 1)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
		return machine.listenOn(host, 0)
	}
}
