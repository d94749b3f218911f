import type { Row } from '../report.ts'
import { botsFor, startListeners, startPlatform } from './platform.ts'
import { Posters } from './post.ts'

const MEGABYTE = 1024 * 1024
const POSTERS = 16
const WARM_MESSAGES = 500
/** Long messages, so that readers are behind soon. */
const CONTENT = 'x'.repeat(1900)
const MOST_MESSAGES = 20_000
const AT_ONCE = 500

interface Counts {
	detached: number
	dropped: number
	kept: number
}

/** Clients that stop reading in a busy guild, until all of them were cut: what the server holds for them then. */
export async function stoppedRows(readers: number): Promise<Row[]> {
	const { server, ready } = await startPlatform({ bots: botsFor(readers) })
	const { tokens, socketUrl, guildId, port, path } = ready
	using posters = new Posters({ port, path, token: tokens[0] ?? '' }, POSTERS, () => CONTENT)
	await posters.post(WARM_MESSAGES)
	const listeners = await startListeners({ socketUrl, tokens, guildId, sockets: readers })
	await listeners.ask('stopReading')
	const before = { bytes: await server.bytes(), rss: (await server.ask('rss')) as number }
	let most = before.rss
	let counts: Counts = { detached: 0, dropped: 0, kept: 0 }
	let posted = 0
	while (counts.dropped < readers && posted < MOST_MESSAGES) {
		posted += await posters.post(AT_ONCE)
		counts = (await server.ask('counts')) as Counts
		most = Math.max(most, (await server.ask('rss')) as number)
	}
	const after = await server.bytes()
	await listeners.stop()
	await server.stop()
	return [
		{ what: `${readers} clients stop reading`, unit: 'cut, their sessions wait', ours: counts.detached },
		{ what: 'said meanwhile', unit: 'messages of 2.6 KB', ours: posted },
		{
			what: 'heap and buffers grew by',
			unit: 'MB',
			ours: (after - before.bytes) / MEGABYTE,
			target: { most: 16 + readers * 0.1 },
		},
		{ what: 'of that, what was said, kept once for all', unit: 'MB', ours: counts.kept / MEGABYTE },
		{ what: 'the process grew by, at most', unit: 'MB', ours: (most - before.rss) / MEGABYTE, target: { most: 512 } },
	]
}
