import { once } from 'node:events'
import { WebSocket } from 'ws'
import { quantile, type Row } from '../report.ts'
import { botsFor, startListeners, startPlatform } from './platform.ts'

/** Clients of a machine are held in several processes; each opens so many at once. */
const PROCESSES = 2
const AT_ONCE = 250
/** Sessions that were there before, and how often each is asked for a sign of life. */
const PULSES = 20
const PULSE_MS = 50

/** Very many who connect and identify at once, and what those who were there before notice of it. */
export async function stormRows(sessions: number): Promise<Row[]> {
	const { server, ready } = await startPlatform({ bots: botsFor(sessions) + 1 })
	const { socketUrl, tokens } = ready
	const [own = '', ...others] = tokens
	const pulses = await Promise.all(Array.from({ length: PULSES }, () => pulse(socketUrl, own)))
	const before = await server.cpuMicros()
	const began = performance.now()
	const plan = { socketUrl, tokens: others, sockets: sessions / PROCESSES, atOnce: AT_ONCE }
	const children = await Promise.all(Array.from({ length: PROCESSES }, () => startListeners(plan)))
	const seconds = (performance.now() - began) / 1000
	const cpu = (await server.cpuMicros()) - before
	const waits = pulses.flatMap((stop) => stop())
	const { sessions: there } = (await server.ask('counts')) as { sessions: number }
	for (const child of children) await child.stop()
	await server.stop()
	if (there < sessions) throw new Error(`Only ${there} of ${sessions} sessions are there.`)
	return [
		{
			what: `${sessions} sessions connect and identify`,
			unit: '/s',
			ours: sessions / seconds,
		},
		{ what: 'CPU of one beginning', unit: 'µs', ours: cpu / sessions },
		{ what: 'a heartbeat meanwhile, p99', unit: 'ms', ours: quantile(waits, 0.99), target: { most: 1000 } },
		{ what: 'the longest', unit: 'ms', ours: Math.max(...waits), target: { most: 5000 } },
	]
}

/** A session that heartbeats all the time; the answer ends it and tells how long each acknowledgement took. */
async function pulse(url: string, token: string): Promise<() => number[]> {
	const socket = new WebSocket(url)
	await once(socket, 'message')
	socket.send(JSON.stringify({ op: 2, d: { token, intents: 0, properties: {} } }))
	await once(socket, 'message')
	const waits: number[] = []
	let sentAt = 0
	socket.on('message', (data: Buffer) => {
		if (data.includes('"op":11')) waits.push(performance.now() - sentAt)
	})
	// Two a second are what a client may send; all of them together are enough to see a pause.
	const timer = setInterval(() => {
		sentAt = performance.now()
		socket.send('{"op":1,"d":null}')
	}, PULSE_MS * PULSES)
	return () => {
		clearInterval(timer)
		socket.terminate()
		return waits
	}
}
