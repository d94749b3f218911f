import type { Child } from '../child.ts'
import { median, type Row } from '../report.ts'
import { botsFor, hearingOf, start, startListeners, startPlatform } from './platform.ts'
import { Posters } from './post.ts'

const SOCKETS = 100
const POSTERS = 16
const WARM_MESSAGES = 800
const ROUNDS = 3

/** Streams of compression beside Node's own with its defaults, and terms beside JSON. */
export async function encodingRows(messages: number): Promise<Row[]> {
	await using json = await openOurs('encoding=json', false)
	await json.cost(messages)
	const frame = (await json.listeners.ask('frame')) as string
	const rows: Row[] = []
	for (const compress of ['zlib-stream', 'zstd-stream']) {
		await using ours = await openOurs(`encoding=json&compress=${compress}`, true)
		await using floor = await openFloor(compress, frame)
		const [micros, bare] = await inTurn(ours, floor, messages)
		rows.push(
			{ what: compress, unit: 'CPU µs a frame', ours: micros, floor: bare, target: { ratio: 1 } },
			{ what: '', unit: `bytes of ${frame.length}`, ours: await bytesOf(ours), floor: await bytesOf(floor) },
		)
	}
	await using etf = await openOurs('encoding=etf', true)
	const [micros, plain] = await inTurn(etf, json, messages)
	rows.push({ what: 'ETF beside JSON', unit: 'CPU µs a frame', ours: micros, floor: plain })
	return rows
}

interface Measured extends AsyncDisposable {
	listeners: Child
	cost(messages: number): Promise<number>
}

async function inTurn(ours: Measured, floor: Measured, messages: number): Promise<[number, number]> {
	const costs: [number[], number[]] = [[], []]
	for (let round = 0; round < ROUNDS; round++) {
		costs[0].push(await ours.cost(messages))
		costs[1].push(await floor.cost(messages))
	}
	return [median(costs[0]), median(costs[1])]
}

/** Of a frame as it came, on average. */
const bytesOf = ({ listeners }: Measured) => listeners.ask('frameBytes') as Promise<number>

async function openOurs(query: string, isOpaque: boolean): Promise<Measured> {
	const { server, ready } = await startPlatform({ bots: botsFor(SOCKETS) })
	const { tokens, port, path } = ready
	const posters = new Posters({ port, path, token: tokens[0] ?? '' }, POSTERS)
	await posters.post(WARM_MESSAGES)
	const socketUrl = ready.socketUrl.replace('encoding=json', query)
	const listeners = await startListeners({ socketUrl, tokens, sockets: SOCKETS, isOpaque })
	const hearing = hearingOf(server, listeners, SOCKETS)
	return {
		listeners,
		cost: (messages) => hearing(messages, () => posters.post(messages)),
		async [Symbol.asyncDispose]() {
			posters[Symbol.dispose]()
			await listeners.stop()
			await server.stop()
		},
	}
}

async function openFloor(compress: string, frame: string): Promise<Measured> {
	const server = await start('bare-streams.ts', { compress, frame })
	const listeners = await startListeners({ socketUrl: String(server.ready.socketUrl), sockets: SOCKETS })
	const hearing = hearingOf(server, listeners, SOCKETS)
	return {
		listeners,
		cost: (messages) => hearing(messages, () => server.ask('send', messages)),
		async [Symbol.asyncDispose]() {
			await listeners.stop()
			await server.stop()
		},
	}
}
