import { describe, test } from 'node:test'
import { Client } from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'
import { cable, playRow, ROWS } from './stories/connection.ts'

describe('2.1 on a clock and sockets that are moved by hand', () => {
	for (const row of ROWS) {
		test(row.title, async () => {
			const platform = fakePlatform()
			const options = platform.options()
			const [fetch, webSocket] = [options.Fetch(), options.WebSocket()]
			if (!fetch || !webSocket) throw new Error('the platform in memory has both')
			const line = cable(fetch, webSocket)
			options.SetFetch(line.fetch)
			options.SetWebSocket(line.webSocket)
			using client = new Client(options)
			const until = async (isSo: () => boolean) => {
				for (let turn = 0; !isSo(); turn++) {
					if (turn > 50) throw new Error(`It is not so: ${isSo}`)
					await platform.settled()
				}
			}
			const advance = (ms: number) => platform.advance(ms)
			await playRow({ client, token: platform.player('alice').token(), cable: line, advance, until }, row)
		})
	}
})
