import { once } from 'node:events'
import { WebSocket } from 'ws'
import { startChild } from '../child.ts'
import { median, type Row } from '../report.ts'
import type { SocialReady } from './platform.ts'

/** Five in twenty seconds are told at once; what comes beyond that waits. */
const CHANGES = 4
const AT_ONCE = 50
const HEARTBEAT_MS = 20_000

/** A player with very many friends, all of them there, changes what they play. */
export async function presenceRows(friends: number): Promise<Row[]> {
	const server = await startChild(new URL('processes/platform.ts', import.meta.url), { friends })
	const { socketUrl, people } = server.ready as unknown as SocialReady
	let heard = 0
	let onHeard = () => {}
	const hear = (data: Buffer) => {
		if (data.includes(CHANGED)) {
			heard++
			onHeard()
		}
	}
	const sockets: WebSocket[] = []
	const [first, ...others] = people
	for (let at = 0; at < others.length; at += AT_ONCE) {
		sockets.push(
			...(await Promise.all(others.slice(at, at + AT_ONCE).map(({ token }) => login(socketUrl, token, hear)))),
		)
	}
	const own = await login(socketUrl, first?.token ?? '', () => {})
	const costs: { micros: number; ms: number }[] = []
	for (let change = 0; change < CHANGES; change++) {
		heard = 0
		const all = new Promise<void>((resolve) => {
			onHeard = () => heard >= friends && resolve()
		})
		const before = await server.cpuMicros()
		const began = performance.now()
		const activity = { type: 0, name: 'Bench', state: `${CHANGED} ${change}` }
		own.send(JSON.stringify({ op: 3, d: { since: null, status: 'online', afk: false, activities: [activity] } }))
		await all
		costs.push({ micros: (await server.cpuMicros()) - before, ms: performance.now() - began })
	}
	for (const socket of [...sockets, own]) socket.terminate()
	await server.stop()
	return [
		{
			what: `a presence reaches ${friends} friends`,
			unit: 'CPU µs a friend',
			ours: median(costs.map(({ micros }) => micros)) / friends,
		},
		{ what: '', unit: 'ms until the last', ours: median(costs.map(({ ms }) => ms)) },
	]
}

const CHANGED = 'Change number'

async function login(url: string, token: string, hear: (data: Buffer) => void): Promise<WebSocket> {
	const socket = new WebSocket(url)
	await once(socket, 'message')
	socket.send(JSON.stringify({ op: 2, d: { token, properties: {} } }))
	await once(socket, 'message')
	socket.on('message', hear)
	setInterval(() => socket.send('{"op":1,"d":null}'), HEARTBEAT_MS).unref()
	return socket
}
