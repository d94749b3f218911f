import type { Server } from 'node:http'
import type { GameOptions } from '@guildhall/game'

/** The site of the demo studio's game. It comes with the repository; a server that was installed alone has none. */
export async function createGame(options: GameOptions): Promise<Server | undefined> {
	try {
		const { createGameServer } = await import('@guildhall/game')
		return createGameServer(options)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
		throw error
	}
}
