import type { Child } from '../child.ts'
import { quantile, type Row } from '../report.ts'
import { botsFor, start, startPlatform } from './platform.ts'
import { Posters } from './post.ts'

const POSTERS = 64
const PROCESSES = 2
/** How long what was posted may take to come when nobody posts any more. */
const PATIENCE_MS = 60_000

interface State {
	least: number
	most: number
	lost: number
	cut: number
}

/** Posters without any limit against sessions that read: nobody is cut, nothing is lost. */
export async function overloadRows(sessions: number, seconds: number): Promise<Row[]> {
	const { server, ready } = await startPlatform({ bots: botsFor(sessions) })
	const { tokens, port, path } = ready
	using posters = new Posters({ port, path, token: tokens[0] ?? '' }, POSTERS, () => String(Date.now()))
	const plan = { port, tokens, sockets: sessions / PROCESSES }
	const readers = await Promise.all(Array.from({ length: PROCESSES }, () => start('readers.ts', plan)))
	const ends = performance.now() + seconds * 1000
	const posted = await posters.post(Number.MAX_SAFE_INTEGER, () => performance.now() > ends)
	const states = await caughtUp(readers, posted)
	const waits = ((await Promise.all(readers.map((reader) => reader.ask('waits')))) as number[][]).flat()
	const { dropped } = (await server.ask('counts')) as { dropped: number }
	for (const child of [...readers, server]) await child.stop()
	const missing = states.reduce((sum, { least, lost }) => sum + lost + (posted - least), 0)
	return [
		{ what: `${POSTERS} posters, ${sessions} sessions, ${seconds} s`, unit: 'messages', ours: posted },
		{ what: '', unit: 'frames/s', ours: (posted * sessions) / seconds },
		{
			what: 'sessions that were cut',
			unit: '',
			ours: dropped + states.reduce((sum, { cut }) => sum + cut, 0),
			target: { most: 0 },
		},
		{ what: 'messages that did not come, or not in order', unit: '', ours: missing, target: { most: 0 } },
		{ what: 'from request to client, p50', unit: 'ms', ours: quantile(waits, 0.5) },
		{ what: 'p99', unit: 'ms', ours: quantile(waits, 0.99) },
	]
}

async function caughtUp(readers: readonly Child[], posted: number): Promise<State[]> {
	for (const began = performance.now(); ; ) {
		const states = (await Promise.all(readers.map((reader) => reader.ask('state')))) as State[]
		if (states.every(({ least }) => least >= posted) || performance.now() - began > PATIENCE_MS) return states
		await new Promise((resolve) => setTimeout(resolve, 200))
	}
}
