import { fakePlatform } from '../../src/testing/index.ts'
import type { Stage } from './stage.ts'

/** Two games on the platform in memory. */
export async function inMemory(): Promise<Stage & { platform: ReturnType<typeof fakePlatform> }> {
	const platform = fakePlatform()
	const players = [platform.player('alice'), platform.player('bob')] as const
	const [alice, bob] = [await platform.play(players[0]), await platform.play(players[1])]
	const clients = [alice, bob]
	return {
		platform,
		alice,
		bob,
		async again(client) {
			const made = await platform.play(client === alice ? players[0] : players[1])
			clients.push(made)
			return made
		},
		advance: (ms) => platform.advance(ms),
		async until(isSo) {
			await platform.settled()
			if (!isSo()) throw new Error(`It is not so: ${isSo}`)
		},
		async [Symbol.asyncDispose]() {
			for (const client of clients) client.Destroy()
		},
	}
}
