import { WebSocket } from 'ws'
import { median, type Row } from '../report.ts'
import { startPlatform } from './platform.ts'

const TIMES = 3

/** How long a bot in very many guilds waits for READY, and for the last of its guilds. */
export async function readyRows(guilds: number): Promise<Row[]> {
	const { server, ready } = await startPlatform({ bots: 1, guilds })
	const times = []
	// The first warms up.
	for (let n = 0; n <= TIMES; n++) times.push(await login(ready.socketUrl, ready.tokens[0] ?? '', guilds + 1))
	await server.stop()
	const warm = times.slice(1)
	return [
		{
			what: `READY of a bot in ${guilds} guilds`,
			unit: 'ms from Identify',
			ours: median(warm.map(({ readyMs }) => readyMs)),
			target: { most: 1000 },
		},
		{
			what: 'the last GUILD_CREATE of it',
			unit: 'ms from Identify',
			ours: median(warm.map(({ allMs }) => allMs)),
		},
	]
}

function login(url: string, token: string, guilds: number): Promise<{ readyMs: number; allMs: number }> {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(url)
		let began = 0
		let readyMs = 0
		let left = guilds
		socket.on('error', reject)
		socket.on('message', (data: Buffer) => {
			const { op, t } = JSON.parse(data.toString()) as { op: number; t: string | null }
			if (op === 10) {
				began = performance.now()
				socket.send(JSON.stringify({ op: 2, d: { token, intents: 33_281, properties: {} } }))
			} else if (t === 'READY') readyMs = performance.now() - began
			else if (t === 'GUILD_CREATE' && --left === 0) {
				resolve({ readyMs, allMs: performance.now() - began })
				socket.close(1000)
			}
		})
	})
}
