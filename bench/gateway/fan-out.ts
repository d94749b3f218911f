/** From HTTP requests to sockets in one guild, beside a bare loop that writes the same bytes one by one. */
import { median, type Row } from '../report.ts'
import { botsFor, hearingOf, start, startListeners, startPlatform } from './platform.ts'
import { Posters } from './post.ts'

/** How many post at a time: as many as in the bench of messages; a burst is a hundred at once. */
const POSTERS = 16
const BURST = 100
/** At least so many messages a round, or nothing would ever come together. */
const LEAST_MESSAGES = 32
/** Before anything is measured: the compiler is not what is measured. */
const WARM_MESSAGES = 1500

export interface FanOutPlan {
	sockets: number
	/** Frames of a round, all sockets together, and how many rounds; the floor has its turn between two. */
	frames: number
	rounds: number
}

const KINDS = ['many', 'burst', 'one'] as const
type Kind = (typeof KINDS)[number]
const NAMES: Record<Kind, string> = {
	many: `${POSTERS} posters`,
	burst: `bursts of ${BURST}`,
	one: 'one poster, never two at once',
}
const TARGETS: Partial<Record<Kind, Row['target']>> = { many: { ratio: 1 }, burst: { ratio: 0.6 } }

export async function fanOutRows({ sockets, frames, rounds }: FanOutPlan): Promise<Row[]> {
	await using ours = await openOurs(sockets)
	await using floor = await openFloor(sockets, ours.frame)
	const count = Math.max(LEAST_MESSAGES, Math.round(frames / sockets))
	const costs: Record<Kind | 'floor', number[]> = { many: [], burst: [], one: [], floor: [] }
	for (let round = -1; round < rounds; round++) {
		for (const kind of KINDS) {
			const messages = kind === 'burst' ? Math.max(BURST, Math.ceil(count / BURST) * BURST) : count
			const [micros, bare] = [await ours.cost(kind, messages), await floor.cost(count)]
			// The first round warms up.
			if (round < 0) continue
			costs[kind].push(micros)
			costs.floor.push(bare)
		}
	}
	return KINDS.map((kind) => ({
		what: `${sockets} sockets, ${NAMES[kind]}`,
		unit: 'CPU µs a frame',
		ours: median(costs[kind]),
		floor: median(costs.floor),
		...(TARGETS[kind] ? { target: TARGETS[kind] } : {}),
	}))
}

async function openOurs(sockets: number) {
	const { server, ready } = await startPlatform({ bots: botsFor(sockets) })
	const { tokens, socketUrl, guildId, port, path } = ready
	const place = { port, path, token: tokens[0] ?? '' }
	const posters = { many: new Posters(place, POSTERS), burst: new Posters(place, BURST), one: new Posters(place, 1) }
	await posters.many.post(WARM_MESSAGES)
	const listeners = await startListeners({ socketUrl, sockets, tokens, guildId })
	const hearing = hearingOf(server, listeners, sockets)
	await hearing(POSTERS, () => posters.many.post(POSTERS))
	return {
		frame: (await listeners.ask('frame')) as string,
		cost: (kind: Kind, count: number) =>
			hearing(count, async () => {
				if (kind !== 'burst') return posters[kind].post(count)
				for (let left = count; left > 0; left -= BURST) await posters.burst.post(BURST)
			}),
		async [Symbol.asyncDispose]() {
			for (const poster of Object.values(posters)) poster[Symbol.dispose]()
			await listeners.stop()
			await server.stop()
		},
	}
}

async function openFloor(sockets: number, frame: string) {
	const server = await start('bare-sockets.ts', { frame })
	const listeners = await startListeners({ socketUrl: String(server.ready.socketUrl), sockets })
	const hearing = hearingOf(server, listeners, sockets)
	return {
		cost: (count: number) => hearing(count, () => server.ask('send', count)),
		async [Symbol.asyncDispose]() {
			await listeners.stop()
			await server.stop()
		},
	}
}
