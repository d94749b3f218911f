import type { Server } from 'node:http'
import type { Clock } from '../ports/clock.ts'

/** How long requests under way may take once the server ends. */
const LONGEST_MS = 5000

export interface Drain {
	/** Resolves when every request under way is answered, or has had its time; then closes all connections. */
	close(): Promise<void>
}

/** Counts the requests under way, so that the end of the server cuts none of them short. */
export function createDrain(server: Server, clock: Clock): Drain {
	let underWay = 0
	let onIdle = () => {}
	server.on('request', (_request, response) => {
		underWay++
		response.once('close', () => {
			underWay--
			if (underWay === 0) onIdle()
		})
	})
	return {
		async close() {
			if (underWay > 0) {
				await new Promise<void>((resolve) => {
					const cancel = clock.after(LONGEST_MS, resolve)
					onIdle = () => {
						cancel()
						resolve()
					}
				})
			}
			// Clients that keep their connections would hold the end back.
			server.closeAllConnections()
		},
	}
}
