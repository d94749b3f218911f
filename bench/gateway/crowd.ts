import { median, type Row } from '../report.ts'
import { botsFor, hearingOf, startListeners, startPlatform } from './platform.ts'
import { Posters } from './post.ts'

const LISTENERS = 200
const POSTERS = 16
const WARM_MESSAGES = 800
const ROUNDS = 5

/** A message in a guild of very many members, of whom few are there, beside one in a guild of those few. */
export async function crowdRows(members: number, messages: number): Promise<Row[]> {
	await using large = await open(members)
	await using small = await open(0)
	const costs = { large: [] as number[], small: [] as number[] }
	for (let round = 0; round < ROUNDS; round++) {
		costs.large.push(await large.cost(messages))
		costs.small.push(await small.cost(messages))
	}
	return [
		{
			what: `a message in a guild of ${members}, ${LISTENERS} of them there`,
			unit: 'CPU µs a frame',
			ours: median(costs.large),
			floor: median(costs.small),
			target: { ratio: 1.1 },
		},
	]
}

async function open(crowd: number) {
	const { server, ready } = await startPlatform({ bots: botsFor(LISTENERS), crowd })
	const { socketUrl, guildId, tokens, port, path } = ready
	const posters = new Posters({ port, path, token: tokens[0] ?? '' }, POSTERS)
	const listeners = await startListeners({ socketUrl, guildId, tokens, sockets: LISTENERS })
	await posters.post(WARM_MESSAGES)
	const hearing = hearingOf(server, listeners, LISTENERS)
	return {
		cost: (messages: number) => hearing(messages, () => posters.post(messages)),
		async [Symbol.asyncDispose]() {
			posters[Symbol.dispose]()
			await listeners.stop()
			await server.stop()
		},
	}
}
